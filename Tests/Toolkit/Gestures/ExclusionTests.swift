import EaselGeometry
import EaselInputEvents
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Which recognizers keep which others from being recognized, and which go together (8.6).
@Suite(.harnessed) struct ExclusionTests {
  private let child = Rect(x: 0, y: 0, width: 200, height: 200)
  private let beginsByMove: [RecordingRecognizer.Call: (RecordingRecognizer) -> Void] = [.moved: { $0.state = .began }]
  private let drag = TouchScript().down("A", 9, 9).move("A", 19, 9)

  @Test func `Only recognizers with a touch in common affect each other, on one view or on nested ones (EX-1)`() {
    let scene = GestureScene()
    let left = scene.harness.add("L", child, to: scene.view)
    let right = scene.harness.add("R", Rect(x: 200, y: 0, width: 200, height: 200), to: scene.view)
    scene.custom("left", to: left, silent: .all, does: beginsByMove)
    scene.custom("beside", to: left, silent: .all)
    scene.custom("right", to: right, silent: .all, does: beginsByMove)
    scene.custom("parent", silent: .all).allowedTouchTypes = [.direct]
    scene.custom("pencil", silent: .all).allowedTouchTypes = [.pencil]
    scene.harness.play(TouchScript().down("A", 9, 9).down("B", 209, 9).down("P", 309, 300, kind: .pencil).move("A", 19, 9))
    #expect(
      scene.take() == """
        L.began{A} R.began{B} V.began{P} left:began beside:failed parent:failed act(left,began) L.cancelled{A}
        """)
    scene.harness.play(TouchScript().move("B", 219, 9))
    #expect(scene.take() == "right:began act(right,began) R.cancelled{B}")
  }

  @Test func `A lifted touch of an attempt still counts as common (EX-1)`() {
    let scene = GestureScene()
    let open = scene.custom("open", silent: .all)
    open.staysOpen = true
    let other = scene.custom("other", silent: .all)
    other.staysOpen = true
    scene.harness.play(TouchScript().down("A", 9, 9).up("A"))
    scene.harness.trace.clear()
    open.state = .ended
    #expect(scene.entries == "open:ended other:failed act(open,ended) V.cancelled{A}")
  }

  @Test func `A recognition fails the possible ones in scope, in recognizer order (EX-2)`() {
    let scene = GestureScene()
    let inner = scene.harness.add("C", child, to: scene.view)
    let winner = scene.custom("winner", silent: .all, does: beginsByMove)
    winner.answers[.canPrevent] = { _ in true }
    for (name, view) in [("v", scene.view), ("a", inner), ("b", inner)] {
      scene.custom(name, to: view, silent: .all).answers[.canBePrevented] = { _ in true }
    }
    scene.harness.play(drag)
    #expect(
      scene.entries == """
        C.began{A} winner:began winner.canPrevent(a) yes a.canBePrevented(winner) yes \
        winner.canPrevent(b) yes b.canBePrevented(winner) yes winner.canPrevent(v) yes v.canBePrevented(winner) yes \
        a:failed b:failed v:failed act(winner,began) C.cancelled{A}
        """)
  }

  @Test func `An active recognizer fails whoever wants to begin later, and is never ended by it (EX-3)`() {
    for (name, prevents, allows, isFailed) in [
      ("both", true, true, true), ("canPrevent says no", false, true, false), ("canBePrevented says no", true, false, false),
    ] {
      let scene = GestureScene()
      let active = scene.custom("active", silent: .all, does: [.began: { if $0.state == .possible { $0.state = .began } }])
      active.cancelsTouchesInView = false
      scene.harness.play(TouchScript().down("B", 300, 300))
      let late = scene.custom("late", silent: .all, does: beginsByMove)
      late.cancelsTouchesInView = false
      active.answers[.canPrevent] = { _ in prevents }
      late.answers[.canBePrevented] = { _ in allows }
      late.answers[.canPrevent] = { _ in true }
      scene.harness.play(TouchScript().down("A", 9, 9))
      scene.harness.trace.clear()
      scene.harness.play(TouchScript().move("A", 19, 9))
      let asked =
        "active.canPrevent(late) \(prevents ? "yes" : "no")"
        + (prevents ? " late.canBePrevented(active) \(allows ? "yes" : "no")" : "")
      #expect(scene.entries == asked + (isFailed ? " late:failed" : " late:began act(late,began)") + " V.moved{A}", "\(name)")
      #expect(active.isActive, "\(name)")
    }
  }

  @Test
  func `Simultaneity is asked only if one would block the other: the recognizing side first, no second after a yes (EX-4)`() {
    let expected = [
      (true, true, "W.simultaneously(winner,other) yes", false), (true, false, "W.simultaneously(winner,other) yes", false),
      (false, true, "W.simultaneously(winner,other) no O.simultaneously(other,winner) yes", false),
      (false, false, "W.simultaneously(winner,other) no O.simultaneously(other,winner) no", true),
    ]
    for (first, second, questions, isPrevented) in expected {
      let scene = GestureScene()
      let winner = scene.custom("winner", silent: .all, does: beginsByMove)
      let other = scene.custom("other", silent: .all)
      let delegates = [
        scene.delegate("W", [.simultaneously: { _, _ in first }]), scene.delegate("O", [.simultaneously: { _, _ in second }]),
      ]
      (winner.delegate, other.delegate) = (delegates[0], delegates[1])
      scene.harness.play(drag)
      let outcome = isPrevented ? " other:failed" : ""
      #expect(scene.take() == "V.began{A} winner:began \(questions)\(outcome) act(winner,began) V.cancelled{A}")
      // Neither can be blocked: nobody is asked.
      winner.answers[.canPrevent] = { _ in false }
      scene.harness.play(TouchScript().up("A").down("A", 9, 9).move("A", 19, 9))
      #expect(!scene.take().contains("simultaneously"))
    }
    // Wanting to begin beside an active one: its own delegate is asked first.
    let scene = GestureScene()
    let (active, late) = (
      scene.custom("active", silent: .all, does: [.began: { $0.state = .began }]), scene.custom("late", silent: .all)
    )
    late.does = beginsByMove
    late.answers[.canBePrevented] = { other in other === active && late.numberOfTouches == 1 && late.state == .possible }
    let delegates = [
      scene.delegate("A", [.simultaneously: { _, _ in true }]), scene.delegate("L", [.simultaneously: { _, _ in false }]),
    ]
    (active.delegate, late.delegate) = (delegates[0], delegates[1])
    scene.harness.play(TouchScript().down("A", 9, 9))
    scene.harness.trace.clear()
    scene.harness.play(TouchScript().move("A", 19, 9))
    #expect(
      scene.entries == """
        late.canBePrevented(active) yes L.simultaneously(late,active) no A.simultaneously(active,late) yes \
        late:began act(late,began)
        """)
  }

  @Test func `A tap prevents no tap with a higher count, but equal and lower ones and other recognizers (EX-5, TAP-11)`() {
    for count in 1...3 {
      let tap = TapGestureRecognizer()
      tap.numberOfTapsRequired = 2
      let other = TapGestureRecognizer()
      other.numberOfTapsRequired = count
      #expect(tap.canPrevent(other) == (count <= 2))
    }
    #expect(TapGestureRecognizer().canPrevent(PanGestureRecognizer()))
    let scene = GestureScene()
    scene.tap("double", taps: 2, showsStates: true)
    scene.tap("single", showsStates: true)
    scene.tap("single again", showsStates: true)
    scene.harness.play(TouchScript().down("A", 9, 9).up("A"))
    #expect(
      scene.entries == """
        V.began{A} single:ended single again:failed act(single,ended) V.cancelled{A} single:reset single again:reset
        """)
  }

  @Test func `Of nested views the deeper one's wins in the same event; else the earlier one's, whatever the depth (EX-6)`() {
    let scene = GestureScene()
    let inner = scene.harness.add("C", child, to: scene.view)
    let (high, deep) = (scene.custom("high", silent: .all), scene.custom("deep", to: inner, silent: .all))
    high.does = beginsByMove
    deep.does = beginsByMove
    scene.harness.play(drag)
    #expect(scene.take() == "C.began{A} deep:began high:failed act(deep,began) C.cancelled{A}")
    scene.harness.play(TouchScript().cancel("A"))
    high.does = [.began: { $0.state = .began }]
    scene.harness.trace.clear()
    scene.harness.play(drag)
    #expect(scene.take() == "high:began deep:failed act(high,began)")
  }

  @Test func `On one view the first in recognizer order wins; of two taps that is the one with more (EX-7, TD-8)`() {
    let scene = GestureScene()
    for name in ["first", "second"] { scene.custom(name, silent: .all, does: beginsByMove) }
    scene.harness.play(drag)
    #expect(scene.take() == "V.began{A} first:began second:failed act(first,began) V.cancelled{A}")
    scene.harness.play(TouchScript().cancel("A"))
    for recognizer in scene.view.gestureRecognizers ?? [] { recognizer.isEnabled = false }
    for (name, count) in [("single", 1), ("double", 2)] { scene.tap(name, taps: count, showsStates: true) }
    // The first tap is the single one's alone, the second one completes both.
    scene.harness.trace.clear()
    scene.harness.play(TouchScript().down("A", 9, 9).up("A").down("B", 9, 9).up("B"))
    #expect(
      scene.entries == """
        V.began{A} single:ended act(single,ended) V.cancelled{A} single:reset \
        V.began{B} double:ended single:failed act(double,ended) V.cancelled{B} double:reset single:reset
        """)
  }

  @Test func `Simultaneity lifts no requirement (EX-8)`() {
    let scene = GestureScene()
    let both = scene.delegate("D", [:])
    both.answers[.simultaneously] = { _, _ in true }
    let first = scene.custom("first", silent: .all, does: beginsByMove)
    let second = scene.custom("second", silent: .all, does: beginsByMove)
    second.require(toFail: first)
    (first.delegate, second.delegate) = (both, both)
    scene.harness.play(drag)
    #expect(scene.entries == "V.began{A} first:began second:failed act(first,began) V.cancelled{A}")
  }

  @Test func `Who prevents whom: the whole truth table (EX-9)`() {
    for bits in 0..<16 {
      let (can, may, own, others) = (bits & 1 != 0, bits & 2 != 0, bits & 4 != 0, bits & 8 != 0)
      for hasDelegates in [true, false] {
        let scene = GestureScene()
        let winner = scene.custom("winner", silent: .all, does: beginsByMove)
        let other = scene.custom("other", silent: .all)
        winner.answers[.canPrevent] = { _ in can }
        other.answers[.canBePrevented] = { _ in may }
        let delegates = [
          scene.delegate("W", [.simultaneously: { _, _ in own }]), scene.delegate("O", [.simultaneously: { _, _ in others }]),
        ]
        if hasDelegates { (winner.delegate, other.delegate) = (delegates[0], delegates[1]) }
        scene.harness.play(drag)
        let isSimultaneous = hasDelegates && (own || others)
        #expect((other.state == .failed) == (can && may && !isSimultaneous), "\(bits) \(hasDelegates)")
        #expect(winner.state == .began, "\(bits) \(hasDelegates)")
      }
    }
  }
}
