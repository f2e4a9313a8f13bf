public import EaselGeometry

/// Collects one touch device's events into frames and gives each contact its number (WTC-1 to WTC-14).
///
/// Nothing that a device may say traps or confuses it: what does not fit is dropped. Swallowed contacts are simply unknown
/// here, and whatever comes for an unknown id is dropped until it goes down again.
///
/// A returned frame's array is on loan until the next event is taken: whoever keeps it longer makes the assembler allocate a
/// new one, otherwise a moved touch allocates nothing. Each event costs time in proportion to the live contacts.
public struct TouchFrameAssembler: Sendable {
  /// Positions farther out than this, in points, and numbers that are none are dropped.
  public static let farthest = 1_048_576.0

  /// So many samples wait for their frame at most; then the group counts as complete (DLI-8).
  public static let mostPending = 4096

  /// Protocol id and state of a contact that is down.
  private struct Live: Sendable {
    var id: Int32
    var serial: UInt32
    var sample: TouchSample
    /// The group in which it began; it has been shown if that is an earlier one.
    var firstGroup: UInt64
    /// Its newest sample's place in the pending group; only meaningful if `sampleGroup` is the present one.
    var sampleIndex = 0
    var sampleGroup: UInt64
    /// Whether that sample came from a shape alone, so that a motion belongs into it.
    var isWithoutMotion = false
  }

  private var live: [Live] = []
  private var samples: [TouchSample] = []
  private var group: UInt64 = 1
  private var isLent = false
  private var hasUp = false
  /// The time of the newest event.
  public private(set) var time = Timestamp.zero

  /// An assembler that knows no contact.
  public init() {}

  /// How many contacts are down.
  public var liveCount: Int { live.count }

  /// Whether events wait for their frame.
  public var hasPending: Bool { !isLent && !samples.isEmpty }

  /// Whether no more may wait: the device does not end its group, and what has come is to be taken by `frame` (DLI-8).
  public var isFull: Bool { !isLent && samples.count >= Self.mostPending }

  /// Whether the pending group ends a contact and none is left: nothing more can come but its frame (WTC-5).
  public var hasLiftedLast: Bool { hasPending && hasUp && live.isEmpty }

  /// The surface of a live contact, or nil if the id is unknown.
  public func surface(of id: Int32) -> SurfaceID? {
    place(of: id).map { live[$0].sample.surface }
  }

  /// The serial of a live contact's down, or nil if it has ended (WDE-3).
  public func serial(of contact: ContactID) -> UInt32? {
    live.first { $0.sample.contact == contact }?.serial
  }

  /// A finger goes down; on no surface, or at an impossible place, it is swallowed (WTC-7).
  public mutating func down(
    id: Int32, serial: UInt32, time: Timestamp, surface: SurfaceID?, position: Point, contacts: inout ContactIDSource
  ) {
    begin(at: time)
    if let old = place(of: id) { end(old, .cancelled) }  // WTC-3
    guard let surface, Self.isPossible(position) else { return }
    let sample = TouchSample(contact: contacts.next(), surface: surface, phase: .down, position: position)
    live.append(Live(id: id, serial: serial, sample: sample, firstGroup: group, sampleGroup: group))
    append(sample, of: live.count - 1)
  }

  /// A finger moves; it may be outside of its surface (WTC-9).
  public mutating func motion(id: Int32, time: Timestamp, position: Point) {
    guard let index = place(of: id), Self.isPossible(position) else { return }
    begin(at: time)
    guard position != live[index].sample.position else { return }  // EV-9
    live[index].sample.position = position
    live[index].sample.phase = .moved
    if live[index].isWithoutMotion && live[index].sampleGroup == group {
      live[index].isWithoutMotion = false
      samples[live[index].sampleIndex].position = position
    } else {
      append(live[index].sample, of: index)
    }
  }

  /// A finger lifts where it was last.
  public mutating func up(id: Int32, time: Timestamp) {
    guard let index = place(of: id) else { return }
    begin(at: time)
    end(index, .up)
    hasUp = true
  }

  /// One finger is taken away, a palm for instance, and the others go on; told with its frame (LTC-3, SC-2).
  public mutating func cancel(id: Int32, time: Timestamp) {
    guard let index = place(of: id) else { return }
    begin(at: time)
    end(index, .cancelled)
    hasUp = true
  }

  /// A finger's area changes; the axes are diameters in points (WTC-10).
  public mutating func shape(id: Int32, major: Double, minor: Double) {
    let axis = max(major, minor)
    guard let index = place(of: id), axis >= 0, axis < Self.farthest else { return }
    change(index) { $0.majorRadius = axis / 2 }
  }

  /// A finger's area turns; the angle is in clockwise degrees from the positive y axis (WTC-10).
  public mutating func orientation(id: Int32, degrees: Double) {
    guard let index = place(of: id), degrees.magnitude <= 360 else { return }
    change(index) { $0.orientation = degrees * .pi / 180 }
  }

  /// The group is complete; nil if nothing has changed in it (WTC-14).
  public mutating func frame() -> TouchFrame? {
    guard hasPending else { return nil }
    isLent = true
    hasUp = false
    group &+= 1
    return TouchFrame(time: time, samples: samples)
  }

  /// Everything is taken away, by the display or with the device: every contact that was shown is cancelled, at once (WTC-6).
  public mutating func cancel() -> TouchFrame? {
    cancel { _ in true }
  }

  /// A surface goes: its contacts are cancelled, and what still comes for them is swallowed (WTC-8).
  public mutating func cancel(on surface: SurfaceID) -> TouchFrame? {
    cancel { $0.surface == surface }
  }

  /// One contact is taken away: the display moves the window with it (WDE-4), or it is a palm (SC-2).
  public mutating func cancel(_ contact: ContactID) -> TouchFrame? {
    cancel { $0.contact == contact }
  }

  // MARK: Inside

  private static func isPossible(_ position: Point) -> Bool {
    // A number that is none fails both comparisons.
    position.x.magnitude <= farthest && position.y.magnitude <= farthest
  }

  private func place(of id: Int32) -> Int? {
    live.firstIndex { $0.id == id }
  }

  /// Begins a new group if the last one has been given out.
  private mutating func begin(at newTime: Timestamp? = nil) {
    if isLent {
      samples.removeAll(keepingCapacity: true)
      isLent = false
    }
    if let newTime { time = max(time, newTime) }  // WTS-4
  }

  private mutating func append(_ sample: TouchSample, of index: Int) {
    live[index].sampleIndex = samples.count
    live[index].sampleGroup = group
    live[index].isWithoutMotion = false
    samples.append(sample)
  }

  private mutating func end(_ index: Int, _ phase: ContactPhase) {
    var sample = live.remove(at: index).sample
    sample.phase = phase
    samples.append(sample)
  }

  /// Changes what persists; a sample of the same group takes it along, otherwise there is a new one at the same place.
  private mutating func change(_ index: Int, _ edit: (inout TouchSample) -> Void) {
    begin()
    let old = live[index].sample
    edit(&live[index].sample)
    guard live[index].sample != old else { return }
    if live[index].sampleGroup == group {
      edit(&samples[live[index].sampleIndex])
    } else {
      live[index].sample.phase = .moved
      append(live[index].sample, of: index)
      live[index].isWithoutMotion = true
    }
  }

  /// Takes contacts away, together with what waits of them; the others' samples go on waiting for their frame.
  private mutating func cancel(where goes: (TouchSample) -> Bool) -> TouchFrame? {
    var cancelled = live.filter { goes($0.sample) && $0.firstGroup != group }.map(\.sample)
    if isLent {
      begin()
    } else {
      // One that was shown and has ended in the discarded group must end after all.
      for sample in samples where goes(sample) && (sample.phase == .up || sample.phase == .cancelled) {
        let began = samples.contains { $0.contact == sample.contact && $0.phase == .down }
        if !began { cancelled.append(sample) }
      }
      samples.removeAll(where: goes)
      hasUp = samples.contains { $0.phase == .up }
    }
    live.removeAll { goes($0.sample) }
    for index in live.indices { live[index].sampleGroup = 0 }  // their places in the group have changed
    guard !cancelled.isEmpty else { return nil }
    for index in cancelled.indices { cancelled[index].phase = .cancelled }
    cancelled.sort { $0.contact < $1.contact }
    return TouchFrame(time: time, samples: cancelled)
  }
}
