internal import CEaselLibinput
import EaselCanvas
import EaselGeometry
import EaselInk
import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux
import EaselToolkit
import Glibc

@testable import EaselPlatformFramebuffer

/// The drawing page on a bare screen whose libinput and framebuffer are in our memory, and ten fingers on it.
final class Drawing {
  private final class Clock {
    var now = Timestamp(milliseconds: 1000)
  }

  static let fingers = 10
  /// Frames a second that a usual touchscreen sends.
  static let rate = 120.0

  let memory: FakeMemory
  let screen: NotingScreen
  private let fake = FakeLibinput()
  private let device = FakeDevice("event1", [LIBINPUT_DEVICE_CAP_TOUCH])
  private let clock = Clock()
  private let loop: EpollLoop
  private let backend: FramebufferBackend
  private let application: Application
  private var motions: [FakeEvent] = []
  private var step = 0
  /// From the beginning of the backend to the first picture in the panel's memory.
  private(set) var start = 0.0

  init(size: PixelSize, bits: Int, orientation: Orientation) throws {
    let begin = now()
    loop = try EpollLoop(mainQueue: .leftAlone) { [clock] in clock.now }
    let log = Log(minimum: .warning) { print("\($0): \($1)") }
    memory = FakeMemory(size, bits: bits)
    screen = NotingScreen(try FramebufferScreen(name: "fake", door: memory, loop: loop, log: log))
    fake.devices = [device]
    let seat = try LibinputSeat(
      loop: loop, opener: OpenNothing(), devices: nil, seatName: "seat0", environment: [:], library: fake.library(), log: log)
    backend = try FramebufferBackend(
      loop: loop, screen: screen, session: OpenSession(), input: seat, orientation: orientation, scale: 1, log: log)
    application = Application(backend: backend, applicationID: "benchmark", log: log)
    let window = Window(application: application, title: "Benchmark", size: Size(width: 100, height: 100))
    window.rootView = CanvasView(frame: .zero, document: Document())
    try window.makeKeyAndVisible()
    for _ in 0..<10 { turn() }
    start = now() - begin
    precondition(memory.pixel(x: 5, y: 5) & 0xFFFF == 0xFFFF, "The page is white.")
    play(LIBINPUT_EVENT_TOUCH_DOWN)
    turn()
  }

  /// Moves all fingers on, and gives the processor's seconds from reading the events to the last pixel.
  func move() -> Double {
    step += 1
    for (finger, event) in motions.enumerated() where finger < Drawing.fingers { place(event, finger) }
    fake.play(motions)
    clock.now.nanoseconds += Int64(1e9 / Drawing.rate)
    let before = now()
    loop.poll()
    return now() - before
  }

  /// Whether every finger's newest place is inked in the panel's memory.
  func isShown() -> Bool {
    (0..<Drawing.fingers).allSatisfy { finger in
      let event = motions[finger]
      let (x, y) = (Int(event.x * Double(screen.panel.width)), Int(event.y * Double(screen.panel.height)))
      return memory.pixel(x: x, y: y) & 0xFFFF != 0xFFFF
    }
  }

  private func play(_ type: libinput_event_type) {
    func events(_ type: libinput_event_type) -> [FakeEvent] {
      let all = (0..<Drawing.fingers).map { finger in
        FakeEvent(type, device, at: time) { event in
          event.slot = Int32(finger)
          place(event, finger)
        }
      }
      return all + [FakeEvent(LIBINPUT_EVENT_TOUCH_FRAME, device, at: time)]
    }
    fake.play(events(type))
    motions = events(LIBINPUT_EVENT_TOUCH_MOTION)
  }

  private var time: UInt64 { UInt64(clock.now.nanoseconds / 1000) }

  /// Each finger goes round a circle of its own, four pixels a frame.
  private func place(_ event: FakeEvent, _ finger: Int) {
    let angle = Double(step) * 4 / 50
    event.x = (80 + Double(finger % 5) * 200 + 50 * cos(angle)) / Double(screen.panel.width)
    event.y = (180 + Double(finger / 5) * 350 + 50 * sin(angle)) / Double(screen.panel.height)
    event.time = time
  }

  private func turn() {
    clock.now.nanoseconds += 20_000_000
    loop.poll()
  }
}

/// Opens what the fake names: any descriptor will do.
private final class OpenNothing: DeviceOpener {
  func openDevice(_ path: String) -> Int32 { open("/dev/null", O_RDWR | O_CLOEXEC) }
  func closeDevice(_ descriptor: Int32) { close(descriptor) }
}

/// Processor seconds of this thread: what others do on the machine does not count.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
