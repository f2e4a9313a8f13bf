import Allocations
import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformHeadless
import EaselToolkit
import Glibc

/// An application with one window on a display in memory whose clock stands still.
struct Display {
  let loop = ManualLoop()
  let backend: HeadlessBackend
  let application: Application
  let window: Window

  init(size: Size) throws {
    var options = HeadlessOptions()
    options.size = size
    backend = HeadlessBackend(loop: loop, options: options)
    application = Application(backend: backend, applicationID: "benchmark", log: Log { print("\($0): \($1)") })
    window = Window(application: application, title: "Benchmark", size: size)
    try window.makeKeyAndVisible()
  }

  /// Lets everything that is due be painted and shown.
  func settle() {
    for _ in 0..<4 { loop.advance(bySeconds: 0.02) }
  }
}

/// What a piece of work cost.
struct Cost {
  var nanoseconds: Double
  var allocations: Double

  /// The cost of each of `times` runs; the best of five rounds, since others only ever add to it.
  init(times: Int, _ work: () -> Void) {
    nanoseconds = .infinity
    allocations = .infinity
    for _ in 0..<5 {
      let before = (time: Cost.now(), allocations: allocations_of_this_thread())
      for _ in 0..<times { work() }
      let after = (time: Cost.now(), allocations: allocations_of_this_thread())
      nanoseconds = min(nanoseconds, Double(after.time - before.time) / Double(times))
      allocations = min(allocations, Double(after.allocations - before.allocations) / Double(times))
    }
  }

  /// Processor time of this thread: what others do on the machine does not count.
  static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

/// A number with one digit after the point.
func tenths(_ value: Double) -> String {
  let whole = Int((value * 10).rounded())
  return "\(whole / 10).\(whole % 10)"
}
