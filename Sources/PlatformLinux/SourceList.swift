internal import CEaselLinuxShims
internal import EaselPlatform
internal import Glibc

/// What is known of one source.
final class SourceEntry {
  let token: UInt64
  let descriptor: Int32
  let priority: SourcePriority
  var interest: IOReadiness
  var readiness: IOReadiness = []
  var isPrepared = false
  var isRemoved = false
  private(set) weak var source: (any EventSource)?
  private(set) weak var prepared: (any PreparedEventSource)?

  init(token: UInt64, source: any EventSource, interest: IOReadiness, priority: SourcePriority) {
    self.token = token
    self.descriptor = source.fileDescriptor
    self.priority = priority
    self.interest = interest
    self.source = source
    self.prepared = source as? any PreparedEventSource
  }
}

/// The sources of one loop and the epoll that watches them.
final class SourceList {
  let epoll: FileDescriptor
  private var entries: [SourceEntry] = []
  private var lastToken: UInt64 = 0
  private var isWalking = false
  private var hasGaps = false

  init() throws(SystemError) {
    epoll = try FileDescriptor(result: easel_epoll_create(), of: "make an event queue")
  }

  func add(_ source: any EventSource, interest: IOReadiness, priority: SourcePriority) throws(SystemError) -> SourceEntry {
    lastToken += 1
    let entry = SourceEntry(token: lastToken, source: source, interest: interest, priority: priority)
    let result = easel_epoll_add(epoll.number, entry.descriptor, interest.rawValue, entry.token)
    guard result == 0 else { throw SystemError(action: "wait for a descriptor", code: -result) }
    entries.append(entry)
    return entry
  }

  func remove(_ entry: SourceEntry) {
    guard !entry.isRemoved else { return }
    entry.isRemoved = true
    // The descriptor may be closed already; then the kernel has taken it out.
    _ = easel_epoll_remove(epoll.number, entry.descriptor)
    hasGaps = true
    compact()
  }

  func setInterest(_ interest: IOReadiness, of entry: SourceEntry) {
    guard !entry.isRemoved, entry.interest != interest else { return }
    entry.interest = interest
    let result = easel_epoll_change(epoll.number, entry.descriptor, interest.rawValue, entry.token)
    precondition(result == 0, "The descriptor of a watched source stays open.")
  }

  /// Prepares those who ask for it; whether one has work already.
  func prepare() -> Bool {
    var hasWork = false
    walk { entry in
      guard !entry.isRemoved, let source = entry.prepared else { return }
      entry.isPrepared = true
      if source.prepare() { hasWork = true }
    }
    return hasWork
  }

  /// Remembers what the kernel has found; what belongs to no source any more is dropped.
  func mark(token: UInt64, _ readiness: IOReadiness) {
    for entry in entries where entry.token == token { entry.readiness = readiness }
  }

  /// Hands out what was marked, input first.
  func process() {
    for priority in SourcePriority.allCases {
      walk { entry in
        guard !entry.isRemoved, entry.priority == priority, !entry.readiness.isEmpty || entry.isPrepared else { return }
        let readiness = entry.readiness
        entry.readiness = []
        entry.isPrepared = false
        // A source that went without a word is heard no more.
        guard let source = entry.source else { return remove(entry) }
        source.process(readiness)
      }
    }
  }

  func drain() {
    for entry in entries where entry.priority == .input && !entry.isRemoved { entry.source?.drain() }
  }

  /// Visits those who are there now; the visitor may add and remove.
  private func walk(_ visit: (SourceEntry) -> Void) {
    precondition(!isWalking, "A loop does not run inside its own turn.")
    isWalking = true
    let count = entries.count
    for index in 0..<count { visit(entries[index]) }
    isWalking = false
    compact()
  }

  private func compact() {
    guard hasGaps, !isWalking else { return }
    hasGaps = false
    entries.removeAll { $0.isRemoved }
  }
}
