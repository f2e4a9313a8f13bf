internal import CEaselLinuxShims
internal import EaselPlatform
internal import Glibc

/// A signal that an application can take as an event.
public nonisolated enum Signal: Int32, CaseIterable, Sendable {
  /// The terminal is gone (SIGHUP).
  case hangUp = 1
  /// Control-C (SIGINT).
  case interrupt = 2
  /// Asked to end, with a core dump if nobody listens (SIGQUIT).
  case quit = 3
  /// Somebody asks the process to end (SIGTERM).
  case terminate = 15

  var bit: UInt64 { 1 << UInt64(rawValue - 1) }
}

/// Hears the signals that somebody waits for, by a signalfd; made with the first of them.
@MainActor final class SignalSource: EventSource {
  private let descriptor: FileDescriptor
  private let hooks = Dictionary(uniqueKeysWithValues: Signal.allCases.map { ($0, HookList()) })
  private var waited: Set<Signal> = []

  init() throws(SystemError) {
    descriptor = try FileDescriptor(result: easel_signalfd(-1, 0), of: "wait for signals")
  }

  isolated deinit {
    for signal in waited { SignalSource.change(SIG_UNBLOCK, signal) }
  }

  var fileDescriptor: Int32 { descriptor.number }

  func process(_ readiness: IOReadiness) {
    // Each of them at most a few times in one turn, so that a flood cannot hold the loop.
    for _ in 0..<16 {
      let number = easel_signalfd_read(descriptor.number)
      guard number > 0 else { return }
      if let signal = Signal(rawValue: number) { hooks[signal]?.run() }
    }
  }

  func add(_ signal: Signal, _ action: @escaping () -> Void) throws(SystemError) -> LoopHook {
    guard let list = hooks[signal] else { preconditionFailure("Every signal has its list.") }
    if !waited.contains(signal) { try wait(for: waited.union([signal])) }
    return list.add(action) { [weak self, weak list] in
      guard let self, let list, list.isEmpty else { return }
      // Fewer signals on a descriptor that exists: nothing that the kernel can refuse.
      try? wait(for: waited.subtracting([signal]))
    }
  }

  private func wait(for signals: Set<Signal>) throws(SystemError) {
    for signal in signals.subtracting(waited) { SignalSource.change(SIG_BLOCK, signal) }
    let result = easel_signalfd(descriptor.number, signals.reduce(0) { $0 | $1.bit })
    for signal in (result < 0 ? signals : waited).subtracting(result < 0 ? waited : signals) {
      SignalSource.change(SIG_UNBLOCK, signal)
    }
    guard result >= 0 else { throw SystemError(action: "wait for signals", code: -result) }
    waited = signals
  }

  /// A signal comes to a signalfd only while it is blocked; threads that are made later inherit that.
  private static func change(_ how: Int32, _ signal: Signal) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, signal.rawValue)
    unsafe pthread_sigmask(how, &set, nil)
  }
}
