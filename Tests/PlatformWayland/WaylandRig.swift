import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux
import EaselRaster

@testable import EaselFakeCompositor
@testable import EaselPlatformWayland

/// Our backend and a fake compositor in one thread, on a clock that only the test moves (rig R2).
///
/// Nothing happens but in `turn()`: the backend's loop takes one turn, then the compositor reads and answers.
final class WaylandRig {
  let compositor: FakeCompositor
  let loop: EpollLoop
  let backend: WaylandBackend
  let sink = RecordingSink()
  private let clock: ManualClock
  private let messages: LogLines

  /// What was logged, `debug` included, as `warning: text`.
  var log: [String] { messages.lines }

  /// Connects; `prepare` may change what the compositor does before.
  init(
    _ offer: Offer = .usual, environment: [String: String] = [:],
    connect: (FakeCompositor) -> Int32 = { $0.connect() }, prepare: (FakeCompositor) -> Void = { _ in }
  ) throws {
    let compositor = FakeCompositor(offering: offer)
    prepare(compositor)
    let clock = ManualClock()
    let messages = LogLines()
    loop = try EpollLoop(mainQueue: .leftAlone, clock: { clock.now })
    let log = Log(minimum: .debug) { messages.lines.append("\($0): \($1)") }
    // While the backend waits for the start's answers, the compositor gives them; if there are none, time passes.
    let wait: Connection.Waiter = { descriptor, seconds in
      compositor.pump()
      let readiness = DescriptorCalls.wait(for: descriptor, seconds: 0)
      if readiness.isEmpty { clock.now = clock.now.advanced(bySeconds: seconds) }
      return readiness
    }
    backend = try WaylandBackend(
      loop: loop, log: log, environment: environment, descriptor: connect(compositor), wait: wait)
    backend.inputSink = sink
    self.compositor = compositor
    self.clock = clock
    self.messages = messages
  }

  var now: Timestamp { clock.now }

  /// Lets time pass, then takes a turn.
  func advance(seconds: Double) {
    clock.now = clock.now.advanced(bySeconds: seconds)
    turn()
  }

  /// Lets time pass in the midst of a turn, as work that takes long does.
  func elapse(seconds: Double) {
    clock.now = clock.now.advanced(bySeconds: seconds)
  }

  /// Both sides take turns: the backend reads, works and sends, the compositor reads and answers.
  func turn(_ count: Int = 1) {
    for _ in 0..<count {
      compositor.pump()
      loop.poll()
      compositor.pump()
    }
  }

  /// A window that has been configured and shows its first frame in one colour.
  func makeWindow(
    width: Double = 320, height: Double = 200, color: UInt32 = 0xff20_2020, _ change: (inout SurfaceOptions) -> Void = { _ in }
  ) throws -> TestWindow {
    var options = SurfaceOptions(
      title: "Test", applicationID: "org.example.test", preferredSize: Size(width: width, height: height))
    change(&options)
    let window = TestWindow()
    window.surface = try backend.makeSurface(options, delegate: window)
    turn(2)
    window.paint(color)
    turn()
    return window
  }
}

/// Time that stands still until a test moves it.
final class ManualClock {
  var now = Timestamp(milliseconds: 1000)
}

private final class LogLines {
  var lines: [String] = []
}

/// Keeps what arrives.
final class RecordingSink: InputSink {
  private(set) var events: [InputEvent] = []

  func receive(_ event: InputEvent) {
    events.append(event)
  }

  /// What came since the last call.
  func take() -> [InputEvent] {
    defer { events = [] }
    return events
  }
}

/// The owner of a surface: paints when told to, and writes down what it hears.
final class TestWindow: OutputSurfaceDelegate {
  var surface: (any OutputSurface)?
  /// `state`, `ready`, `presenting`, `focus+`, `focus-`, `close`, in order.
  private(set) var heard: [String] = []

  /// What was heard since the last call, as one string.
  func takeHeard() -> String {
    defer { heard = [] }
    return heard.joined(separator: " ")
  }

  /// Paints a rectangle, or everything, in one colour and presents it; false if no slot is free.
  @discardableResult
  func paint(_ color: UInt32, _ rect: PixelRect? = nil, newestInput: Timestamp? = nil) -> Bool {
    guard let surface else { return false }
    let size = surface.state.pixelSize
    let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    let damage = Region(rect ?? whole)
    guard let slot = surface.beginFrame(damage: damage) else { return false }
    slot.bitmap.fill(rect ?? whole, color)
    surface.present(slot, damage: damage, newestInput: newestInput)
    return true
  }

  func surfaceDidChangeState(_ surface: any OutputSurface) { heard.append("state") }
  func surfaceIsReadyForFrame(_ surface: any OutputSurface) { heard.append("ready") }
  func surfaceDidChangePresenting(_ surface: any OutputSurface) { heard.append("presenting") }
  func surfaceShouldClose(_ surface: any OutputSurface) { heard.append("close") }

  func surface(_ surface: any OutputSurface, didChangeKeyboardFocus hasFocus: Bool) {
    heard.append(hasFocus ? "focus+" : "focus-")
  }
}

extension Bitmap {
  func fill(_ rect: PixelRect, _ color: UInt32) {
    for y in max(0, rect.y)..<max(0, rect.y, min(size.height, rect.y + rect.height)) {
      for x in max(0, rect.x)..<max(0, rect.x, min(size.width, rect.x + rect.width)) {
        pixels.storeBytes(of: color, toByteOffset: y * stride + x * 4, as: UInt32.self)
      }
    }
  }
}
