/// Keeps the hand that holds a pen from drawing: while a pen is in range, fingers on the screen are taken away (WTB-7, LPN-4).
///
/// The library does this only where pen and touchscreen are one device; here it holds across devices, and on every backend. Pens and
/// pointers pass untouched. While no pen is in range a frame passes as it is, without being looked through.
public final class PalmFilter: InputFilter {
  /// A pen that says nothing for so long, in seconds, counts as gone: one that never leaves must not end touch for good (LPN-4).
  public static let patience = 30.0

  /// Since when a pen has been in range, or when the last one left: the time of the last change (WTB-7).
  public private(set) var lastChange = Timestamp.zero

  private var hovering = 0
  private var drawing: Set<ContactID> = []
  private var lastWord = Timestamp.zero
  /// Fingers that are down as far as the application knows.
  private var fingers: [TouchSample] = []
  /// Fingers of which nothing more is told.
  private var swallowed: Set<ContactID> = []

  /// A filter that has seen no pen yet.
  public init() {}

  /// Whether a pen is near the surface or on it, as of this time.
  public func isPenInRange(at time: Timestamp) -> Bool {
    (hovering > 0 || !drawing.isEmpty) && time < lastWord.advanced(bySeconds: PalmFilter.patience)
  }

  /// Lets everything pass but fingers beside a pen; those that are down when a pen comes are cancelled.
  public func filter(_ event: InputEvent, into output: inout [InputEvent]) {
    switch event {
    case .touches(let frame):
      filter(frame, event, into: &output)
    case .hover(let hover) where hover.kind == .pencil:
      let wasInRange = isPenInRange(at: hover.time)
      switch hover.phase {
      case .entered: hovering += 1
      case .left: hovering = max(0, hovering - 1)
      case .moved: break
      }
      penSpoke(at: hover.time, wasInRange, into: &output)
      output.append(event)
    case .hover, .scroll, .transform, .key:
      output.append(event)
    }
  }

  private func penSpoke(at time: Timestamp, _ wasInRange: Bool, into output: inout [InputEvent]) {
    lastWord = max(lastWord, time)
    let isInRange = isPenInRange(at: time)
    if isInRange != wasInRange { lastChange = time }
    if isInRange && !fingers.isEmpty { cancelFingers(at: time, into: &output) }
  }

  private func cancelFingers(at time: Timestamp, into output: inout [InputEvent]) {
    let samples = fingers.map { finger in
      var sample = finger
      sample.phase = .cancelled
      return sample
    }
    swallowed.formUnion(samples.map(\.contact))
    fingers.removeAll(keepingCapacity: true)
    output.append(.touches(TouchFrame(time: time, samples: samples)))
  }

  private func filter(_ frame: TouchFrame, _ event: InputEvent, into output: inout [InputEvent]) {
    let wasInRange = isPenInRange(at: frame.time)
    var penSpeaks = false
    for sample in frame.samples where sample.kind == .pencil {
      penSpeaks = true
      switch sample.phase {
      case .down: drawing.insert(sample.contact)
      case .moved: break
      case .up, .cancelled: drawing.remove(sample.contact)
      }
    }
    if penSpeaks { penSpoke(at: frame.time, wasInRange, into: &output) }
    let silences = isPenInRange(at: frame.time)
    guard silences || !swallowed.isEmpty else {
      for sample in frame.samples where sample.kind == .direct { follow(sample) }
      output.append(event)
      return
    }
    var rest = frame
    rest.samples = frame.samples.filter { passes($0, silences) }
    if !rest.samples.isEmpty { output.append(.touches(rest)) }
  }

  /// Whether a sample is told; a finger that goes down beside a pen is not, until it is lifted.
  private func passes(_ sample: TouchSample, _ silences: Bool) -> Bool {
    guard sample.kind == .direct, !sample.isEmulated else { return true }
    if silences && sample.phase == .down {
      swallowed.insert(sample.contact)
      return false
    }
    guard swallowed.contains(sample.contact) else {
      follow(sample)
      return true
    }
    if sample.phase == .up || sample.phase == .cancelled { swallowed.remove(sample.contact) }
    return false
  }

  private func follow(_ sample: TouchSample) {
    guard !sample.isEmulated else { return }
    switch sample.phase {
    case .down: fingers.append(sample)
    case .moved:
      if let index = fingers.firstIndex(where: { $0.contact == sample.contact }) { fingers[index] = sample }
    case .up, .cancelled: fingers.removeAll { $0.contact == sample.contact }
    }
  }
}
