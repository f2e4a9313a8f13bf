import EaselGeometry
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// The states of a recognizer and the steps between them (8.2): one table for each row of ST-2 and ST-3.
@Suite(.harnessed) struct StateTests {
  private typealias State = GestureRecognizer.State

  /// Brings a recognizer with a finger into a state, asks for another one, and tells what came of it: entries and messages.
  private func step(from states: [State], to wanted: State) -> (state: State, entries: String, messages: Int) {
    let scene = GestureScene()
    let gesture = scene.custom("G", silent: .all)
    gesture.cancelsTouchesInView = false
    scene.harness.play(TouchScript().down("A", 9, 9))
    for state in states { gesture.state = state }
    scene.harness.trace.clear()
    let before = scene.harness.messages.lines.count
    gesture.state = wanted
    return (gesture.state, scene.entries, scene.harness.messages.lines.count - before)
  }

  private let continuous: [(name: String, path: [GestureRecognizer.State])] = [
    ("began", [.began]), ("changed", [.began, .changed]),
  ]

  @Test func `There are six states, and recognized is another name of ended (ST-1)`() {
    let all: Set<State> = [.possible, .began, .changed, .ended, .cancelled, .failed, .recognized]
    #expect(all.count == 6 && State.recognized == .ended)
    #expect(GestureRecognizer().state == .possible)
  }

  @Test func `Possible goes to began, ended and failed (ST-2, AC-1)`() {
    let began = step(from: [], to: .began)
    #expect(began == (.began, "G:began act(G,began)", 0))
    // The reset follows in the same turn (RS-2).
    let ended = step(from: [], to: .ended)
    #expect(ended == (.possible, "G:ended act(G,ended)", 0))
    let failed = step(from: [], to: .failed)
    #expect(failed == (.failed, "G:failed", 0))
  }

  @Test func `Began and changed go to changed, ended and cancelled (ST-2, AC-1)`() {
    for (name, path) in continuous {
      let changed = step(from: path, to: .changed)
      #expect(changed == (.changed, (name == "began" ? "G:changed " : "") + "act(G,changed)", 0), "\(name)")
      let ended = step(from: path, to: .ended)
      #expect(ended == (.possible, "G:ended act(G,ended)", 0), "\(name)")
      let cancelled = step(from: path, to: .cancelled)
      #expect(cancelled == (.cancelled, "G:cancelled act(G,cancelled)", 0), "\(name)")
    }
  }

  @Test func `Ended, cancelled and failed go to possible by the system alone (ST-2, RS-2, RS-3)`() {
    for state in [State.cancelled, .failed] {
      let scene = GestureScene()
      let gesture = scene.custom("G", silent: .touches)
      scene.harness.play(TouchScript().down("A", 9, 9))
      if state == .cancelled { gesture.state = .began }
      gesture.state = state
      #expect(gesture.state == state)
      scene.harness.trace.clear()
      scene.harness.play(TouchScript().up("A"))
      #expect(gesture.state == .possible && scene.entries.hasSuffix("G.reset"), "\(state)")
    }
    let scene = GestureScene()
    var states: [State] = []
    let gesture = scene.custom("G", action: { states.append($0.state) }, does: [.moved: { $0.state = .ended }])
    gesture.does[.reset] = { states.append($0.state) }
    scene.harness.play(TouchScript().down("A", 9, 9).move("A", 19, 9))
    #expect(states == [.ended, .ended] && gesture.state == .possible)
  }

  @Test func `Cancelling what is possible makes it fail (ST-3)`() {
    #expect(step(from: [], to: .cancelled) == (.failed, "G:failed", 1))
  }

  @Test func `Failing what goes on cancels it (ST-3)`() {
    for (name, path) in continuous {
      #expect(step(from: path, to: .failed) == (.cancelled, "G:cancelled act(G,cancelled)", 1), "\(name)")
    }
  }

  @Test func `Beginning what goes on changes it (ST-3)`() {
    for (name, path) in continuous {
      let entries = (name == "began" ? "G:changed " : "") + "act(G,changed)"
      #expect(step(from: path, to: .began) == (.changed, entries, 1), "\(name)")
    }
  }

  @Test func `Changing what is possible is ignored (ST-3)`() {
    #expect(step(from: [], to: .changed) == (.possible, "", 1))
  }

  @Test func `Whatever is asked for in a terminal state is ignored (ST-3)`() {
    for path in [[State.failed], [.began, .cancelled]] {
      for wanted in [State.possible, .began, .changed, .ended, .cancelled, .failed] {
        #expect(step(from: path, to: wanted) == (path[path.count - 1], "", 1), "\(path) \(wanted)")
      }
    }
    // Ended lasts until the turn's end only: a message's handler asks in it.
    for wanted in [State.possible, .began, .changed, .ended, .cancelled, .failed] {
      let scene = GestureScene()
      scene.custom("G", silent: .touches, action: { $0.state = wanted }, does: [.ended: { $0.state = .ended }])
      scene.harness.play(TouchScript().down("A", 9, 9).up("A"))
      #expect(scene.entries == "V.began{A} G:ended act(G,ended) V.cancelled{A} G.reset", "\(wanted)")
    }
  }

  @Test func `Asking for possible is ignored (ST-3)`() {
    for path in [[], [State.began], [.began, .changed]] {
      #expect(step(from: path, to: .possible) == (path.last ?? .possible, "", 1), "\(path)")
    }
  }

  @Test func `An illegal step is logged once for each recognizer (ST-3)`() {
    let scene = GestureScene()
    let gestures = ["G", "H"].map { scene.custom($0, silent: .all) }
    scene.harness.play(TouchScript().down("A", 9, 9))
    let before = scene.harness.messages.lines.count
    for gesture in gestures + gestures { gesture.state = .changed }
    #expect(scene.harness.messages.lines.count == before + 2)
    #expect(scene.harness.messages.lines.last?.contains("H") == true)
  }

  @Test func `What is not allowed to a recognizer without attempt opens none (ST-3)`() {
    let scene = GestureScene()
    let gesture = scene.custom("G")
    gesture.state = .changed
    gesture.state = .possible
    #expect(scene.entries == "" && scene.harness.application.pipeline.gestures.arena.participants.isEmpty)
    // In a view without window there is nobody who could decide.
    View().addGestureRecognizer(gesture)
    gesture.state = .ended
    #expect(gesture.state == .possible && scene.entries == "")
  }

  @Test func `On the way out of possible: questions, active ones, requirements, state, then the others (ST-4, ST-5, DG-4)`() {
    let scene = GestureScene()
    let order = scene.delegate("D", [:])
    order.answers[.shouldBegin] = { recognizer, _ in recognizer.state == .possible }
    order.answers[.simultaneously] = { _, _ in true }
    let active = scene.custom("active", silent: .all, does: [.began: { $0.state = .began }])
    let required = scene.custom("required", silent: .all)
    let gesture = scene.custom("G", silent: .all, does: [.moved: { $0.state = .began }])
    let prevented = scene.custom("prevented", silent: .all)
    gesture.require(toFail: required)
    let dependent = scene.custom("dependent", silent: .all)
    dependent.require(toFail: gesture)
    active.answers[.canPrevent] = { other in other === gesture }
    gesture.answers[.canPrevent] = { other in other === prevented }
    gesture.delegate = order
    for recognizer in [active, required, gesture, prevented, dependent] { recognizer.cancelsTouchesInView = false }
    scene.harness.play(TouchScript().down("A", 9, 9))
    scene.harness.trace.clear()
    order.answers[.simultaneously] = { recognizer, other in other === active }
    scene.harness.play(TouchScript().move("A", 19, 9))
    #expect(
      scene.take() == """
        D.shouldBegin(G) yes active.canPrevent(G) yes D.simultaneously(G,active) yes G:held V.moved{A}
        """)
    // A released one goes on with its state and is asked nothing again.
    required.state = .failed
    #expect(
      scene.take() == """
        required:failed G:began G.canPrevent(prevented) yes D.simultaneously(G,prevented) no prevented:failed dependent:failed \
        act(G,began)
        """)
  }

  @Test func `A discrete recognizer shows no began, changed or cancelled (ST-6)`() {
    let scene = GestureScene()
    var states: [State] = []
    let tap = scene.tap("T", showsStates: true)
    tap.addTarget { states.append($0.state) }
    let probe = scene.custom("P", silent: .all)
    for call in [RecordingRecognizer.Call.began, .moved, .ended, .cancelled] {
      probe.does[call] = { _ in states.append(tap.state) }
    }
    probe.cancelsTouchesInView = false
    scene.harness.play(
      TouchScript().down("A", 9, 9).move("A", 12, 9).up("A").wait(1).down("B", 9, 9).cancel("B").down("C", 9, 9).move(
        "C", 99, 9))
    #expect(states.allSatisfy { [.possible, .ended, .failed].contains($0) } && states.contains(.ended))
    tap.isEnabled = false
    #expect(scene.entries.contains("cancelled)") == false)
  }
}
