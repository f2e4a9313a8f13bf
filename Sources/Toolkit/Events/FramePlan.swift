internal import EaselGeometry
internal import EaselInputEvents

/// Says in which of several consecutive events each sample of a frame belongs (TO-5).
///
/// A contact has one phase in an event. Its beginning goes into the first event, its end into the last, its movements
/// into one event after the beginning; a movement to where the contact lifts is part of the end. It keeps its memory.
struct FramePlan {
  /// For each sample its event, or nil if the sample says nothing.
  private(set) var events: [Int?] = []
  /// How many events there are.
  private(set) var eventCount = 0
  private var contacts: [ContactID: Trail] = [:]

  private struct Trail {
    var lastEvent: Int
    var lastSample: Int
    var lastPhase: ContactPhase
  }

  /// Whether every contact has one sample, so that all go into one event; frames of very many are not looked at.
  static func isOneEvent(_ samples: [TouchSample]) -> Bool {
    guard samples.count <= mostCompared else { return false }
    for index in samples.indices.dropFirst() {
      for earlier in 0..<index where samples[earlier].contact == samples[index].contact { return false }
    }
    return true
  }

  /// Comparing each with each costs less than hashing up to here.
  private static let mostCompared = 16

  mutating func make(for samples: [TouchSample]) {
    events.removeAll(keepingCapacity: true)
    eventCount = samples.isEmpty ? 0 : 1
    contacts.removeAll(keepingCapacity: true)
    for (index, sample) in samples.enumerated() {
      events.append(place(sample, index, among: samples))
    }
    for (index, sample) in samples.enumerated() where events[index] != nil && sample.phase.isEnd {
      events[index] = eventCount - 1
    }
  }

  private mutating func place(_ sample: TouchSample, _ index: Int, among samples: [TouchSample]) -> Int? {
    guard var trail = contacts[sample.contact] else {
      contacts[sample.contact] = Trail(lastEvent: 0, lastSample: index, lastPhase: sample.phase)
      return 0
    }
    // Nothing follows an end, and nothing begins twice.
    guard !trail.lastPhase.isEnd, sample.phase != .down else { return nil }
    if sample.phase == .up, trail.lastPhase == .moved, samples[trail.lastSample].position == sample.position {
      events[trail.lastSample] = nil
    } else if sample.phase != trail.lastPhase {
      trail.lastEvent += 1
    }
    trail.lastSample = index
    trail.lastPhase = sample.phase
    eventCount = max(eventCount, trail.lastEvent + 1)
    contacts[sample.contact] = trail
    return trail.lastEvent
  }
}

extension ContactPhase {
  /// Whether the contact is gone afterwards.
  nonisolated var isEnd: Bool { self == .up || self == .cancelled }
}
