import EaselGeometry
import EaselTestSupport
@testable import EaselToolkit

/// A window with a view V in all of it, and a log of what views and recognizers do; movements are not held back.
struct GestureScene {
  let harness: WindowHarness
  let log: GestureLog
  let view: RecordingView

  static let full = Rect(x: 0, y: 0, width: 480, height: 800)

  init(
    isMultipleTouchEnabled: Bool = true,
    window makeWindow: @escaping (Application, Size, TraceRecorder) -> Window = { application, size, _ in
      Window(application: application, title: "Test", size: size)
    }
  ) {
    harness = WindowHarness(window: makeWindow)
    harness.application.coalescesMotion = false
    log = GestureLog(harness)
    view = harness.add("V", Self.full)
    view.isMultipleTouchEnabled = isMultipleTouchEnabled
  }

  /// Adds a recognizer to V or to another view; its actions are recorded, its states too if `showsStates` says so.
  @discardableResult
  func add<Recognizer: GestureRecognizer>(
    _ name: String, _ recognizer: Recognizer, to other: View? = nil, showsStates: Bool = false,
    action: @escaping (Recognizer) -> Void = { _ in }
  ) -> Recognizer {
    log.add(name, recognizer, to: other ?? view, showsStates: showsStates, action: action)
  }

  /// Adds a recording recognizer, whose states are recorded.
  @discardableResult
  func custom(
    _ name: String, to other: View? = nil, silent: Set<RecordingRecognizer.Call> = [],
    action: @escaping (RecordingRecognizer) -> Void = { _ in },
    does: [RecordingRecognizer.Call: (RecordingRecognizer) -> Void] = [:]
  ) -> RecordingRecognizer {
    let recognizer = log.add(name, RecordingRecognizer(), to: other ?? view, showsStates: true, action: action)
    recognizer.silent = silent
    recognizer.does = does
    return recognizer
  }

  /// Adds a tap recognizer.
  @discardableResult
  func tap(_ name: String, taps: Int = 1, to other: View? = nil, showsStates: Bool = false) -> TapGestureRecognizer {
    let tap = add(name, TapGestureRecognizer(), to: other, showsStates: showsStates)
    tap.numberOfTapsRequired = taps
    return tap
  }

  func delegate(
    _ name: String, _ answers: [RecordingDelegate.Question: (GestureRecognizer, GestureRecognizer?) -> Bool]
  ) -> RecordingDelegate {
    let delegate = RecordingDelegate(name, trace: harness.trace)
    delegate.answers = answers
    return delegate
  }

  /// Plays a script and returns the trace, times included.
  @discardableResult
  func play(_ script: TouchScript) -> String {
    harness.play(script)
    return trace
  }

  var trace: String { harness.trace.text }
  /// The trace without times, in one line.
  var entries: String { harness.trace.entries }

  /// The entries since the last call.
  func take() -> String {
    let entries = harness.trace.entries
    harness.trace.clear()
    return entries
  }
}

extension Set<RecordingRecognizer.Call> {
  /// All calls with touches.
  static var touches: Self { [.began, .moved, .ended, .cancelled] }
  static var all: Self { touches.union([.deadline, .reset]) }
}
