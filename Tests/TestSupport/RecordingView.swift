public import EaselGeometry
public import EaselToolkit

/// A view that records what it is told; what it does meanwhile is set from outside.
open class RecordingView: View {
  /// The name under which it records.
  public let name: String
  /// Called after a touch call was recorded, with what it was.
  public var onTouches: ((String, Set<Touch>, Event?) -> Void)?
  /// Whether the touch calls are passed on to `next` too.
  public var forwards = false
  /// Whether positions are recorded with the touches.
  public var showsLocations = false
  /// Whether it may become first responder.
  public var accepts = true
  /// Whether it lets another one become first.
  public var gives = true
  /// Commands of its own.
  public var commands: [KeyCommand] = []
  private let trace: TraceRecorder
  private let names: (Touch) -> String

  /// A view that records into `trace`.
  public init(_ name: String, frame: Rect, trace: TraceRecorder, names: @escaping (Touch) -> String) {
    self.name = name
    self.trace = trace
    self.names = names
    super.init(frame: frame)
  }

  private func note(_ call: String, _ touches: Set<Touch>, _ event: Event?) {
    let sorted = touches.sorted { $0.contact < $1.contact }
    let list = sorted.map { touch in
      guard showsLocations else { return names(touch) }
      let (here, before) = (touch.location(in: self), touch.previousLocation(in: self))
      return "\(names(touch))(\(number(here.x)),\(number(here.y)) from \(number(before.x)),\(number(before.y)))"
    }
    trace.record("\(name).\(call){\(list.joined(separator: ","))}")
    onTouches?(call, touches, event)
  }

  private func number(_ value: Double) -> String {
    value == value.rounded() && value.magnitude < 1e6 ? String(Int(value)) : String(value)
  }

  open override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    note("began", touches, event)
    if forwards { super.touchesBegan(touches, with: event) }
  }

  open override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    note("moved", touches, event)
    if forwards { super.touchesMoved(touches, with: event) }
  }

  open override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    note("ended", touches, event)
    if forwards { super.touchesEnded(touches, with: event) }
  }

  open override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    note("cancelled", touches, event)
    if forwards { super.touchesCancelled(touches, with: event) }
  }

  private func note(_ call: String, _ presses: Set<Press>) {
    let list = presses.map {
      "\($0.key.input.symbol < 0x80 ? String(Character(Unicode.Scalar(UInt8($0.key.input.symbol)))) : "?")"
    }
    trace.record("\(name).\(call){\(list.sorted().joined(separator: ","))}")
  }

  open override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent?) {
    note("pressed", presses)
    if forwards { super.pressesBegan(presses, with: event) }
  }

  open override func pressesEnded(_ presses: Set<Press>, with event: PressesEvent?) {
    note("released", presses)
    if forwards { super.pressesEnded(presses, with: event) }
  }

  open override func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent?) {
    note("pressCancelled", presses)
    if forwards { super.pressesCancelled(presses, with: event) }
  }

  open override var keyCommands: [KeyCommand] { commands }

  open override var canBecomeFirstResponder: Bool {
    trace.record("\(name).canBecome")
    return accepts
  }

  open override var canResignFirstResponder: Bool {
    trace.record("\(name).canResign")
    return gives
  }

  @discardableResult
  open override func resignFirstResponder() -> Bool {
    trace.record("\(name).resign")
    return super.resignFirstResponder()
  }
}
