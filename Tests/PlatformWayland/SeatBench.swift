import EaselGeometry
import EaselInputEvents
import EaselPlatform

@testable import EaselFakeCompositor
@testable import EaselPlatformWayland

/// The rig with a seat and mapped windows; what is delivered is written down as words.
final class SeatBench {
  /// One word an event; what a test does from inside a delivery comes first.
  final class Sink: InputSink {
    var words: [String] = []
    var events: [InputEvent] = []
    var onReceive: ((InputEvent) -> Void)?

    func receive(_ event: InputEvent) {
      events.append(event)
      words.append(SeatBench.describe(event))
      onReceive?(event)
    }
  }

  let rig: WaylandRig
  let sink = Sink()
  private let size: Size
  private(set) var windows: [TestWindow] = []
  private(set) var surfaces: [FakeSurface] = []

  /// Connects and shows windows; undecorated ones have no margins.
  init(
    _ offer: Offer = .usual, decorated: Bool = false, windows count: Int = 1, size: Size = Size(40, 80), locale: String = "C"
  ) throws {
    rig = try WaylandRig(
      decorated ? offer.without(.zxdgDecorationManagerV1) : offer,
      environment: ["EASEL_DECORATIONS": decorated ? "own" : "none", "LC_ALL": locale])
    self.size = size
    rig.backend.inputSink = sink
    for _ in 0..<count { try addWindow() }
    _ = rig.compositor.takeTrace()
  }

  func addWindow() throws {
    windows.append(try rig.makeWindow(width: size.width, height: size.height))
    if let toplevel = compositor.toplevels.last { surfaces.append(toplevel.surface) }
  }

  func close(_ index: Int) { windows[index].surface?.close() }

  var compositor: FakeCompositor { rig.compositor }

  /// Our first window as the compositor sees it.
  var surface: FakeSurface { surfaces[0] }

  /// The client's side of all seats.
  var list: SeatList? { (windows[0].surface as? XDGWindow)?.host.seats }

  var seat: FakeSeat { compositor.seats[0] }

  /// Takes turns, some milliseconds later, and tells what was delivered since the last call.
  ///
  /// A read ends at a message with a descriptor, a keymap's, so that one turn need not be enough.
  func taken(after milliseconds: Double = 0) -> String {
    rig.advance(seconds: milliseconds / 1000)
    rig.turn(2)
    return take()
  }

  func take() -> String {
    defer { sink.words = [] }
    return sink.words.joined(separator: " ")
  }

  /// Whether the client lives and has done nothing wrong.
  var isWell: Bool { compositor.isConnected && compositor.violations.isEmpty }

  static func describe(_ event: InputEvent) -> String {
    switch event {
    case .touches(let frame):
      return "[" + frame.samples.map(describe).joined(separator: ", ") + "]"
    case .hover(let hover):
      return "(\(hover.phase)@\(hover.surface.value) \(hover.position.x),\(hover.position.y))"
    case .scroll(let scroll):
      let steps = scroll.steps.map { " steps \($0.x),\($0.y)" } ?? ""
      return "(\(scroll.source) \(scroll.delta.x),\(scroll.delta.y)\(steps)\(scroll.phase == .moved ? "" : " \(scroll.phase)"))"
    case .transform(let transform):
      return "{\(transform.kind) \(transform.phase)@\(transform.surface.value)\(values(of: transform))}"
    case .key(let key):
      let modifiers = key.modifiers.rawValue == 0 ? "" : " m\(key.modifiers.rawValue)"
      let text = key.text.isEmpty ? "" : " “\(key.text)”"
      return "<\(key.phase) \(key.code)@\(key.surface.value)\(text)\(modifiers)>"
    }
  }

  private static func values(of event: TransformEvent) -> String {
    guard event.phase != .began else { return " \(event.fingerCount) at \(event.position.x),\(event.position.y)" }
    let delta = event.delta == .zero ? "" : " by \(event.delta.x),\(event.delta.y)"
    let scale = event.scale == 1 ? "" : " ×\(event.scale)"
    let degrees = (event.rotation * 180 / .pi * 1000).rounded() / 1000
    return delta + scale + (degrees == 0 ? "" : " \(degrees)°")
  }

  private static func describe(_ sample: TouchSample) -> String {
    let number = sample.contact.value
    let name = number <= 26 ? String(UnicodeScalar(UInt8(64 + number))) : "#\(number)"
    let shape = sample.majorRadius.map { " r\($0)" } ?? ""
    let turn = sample.orientation.map { " o\(($0 * 180 / .pi).rounded())" } ?? ""
    let place = sample.phase == .moved ? " \(sample.position.x),\(sample.position.y)" : ""
    return "\(sample.phase) \(name)@\(sample.surface.value)\(place)\(shape)\(turn)"
  }
}
