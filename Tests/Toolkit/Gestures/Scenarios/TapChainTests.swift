import EaselGeometry
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Up to four taps in a row, each recognizer waiting for the one that needs one tap more (scenarios A1-1 to A1-13).
@Suite(.harnessed) struct TapChainTests {
  private static let names = ["single", "double", "triple", "quad"]

  /// Says by questions what the others say by `require(toFail:)` (FR-2).
  private final class Chain: GestureRecognizerDelegate {
    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool {
      guard let count = recognizer.tapCount, let next = other.tapCount else { return false }
      return next == count + 1
    }
  }

  /// - Parameters:
  ///   - order: the tap counts in the order of addition.
  ///   - edges: which of them wait for one more tap.
  private func makeScene(
    recordsView: Bool = false, order: [Int] = [1, 2, 3, 4], edges: [Int] = [1, 2, 3], chain: Chain? = nil
  ) -> RecognizerScene {
    let scene = RecognizerScene(recordsView: recordsView)
    var taps: [Int: TapGestureRecognizer] = [:]
    for count in order {
      let tap = scene.add(Self.names[count - 1], TapGestureRecognizer()) { "at \($0.location(in: nil).short)" }
      tap.numberOfTapsRequired = count
      tap.delegate = chain
      taps[count] = tap
    }
    for count in edges {
      if let tap = taps[count], let next = taps[count + 1] { tap.require(toFail: next) }
    }
    return scene
  }

  /// So many taps, 0.2 s from one to the next, and a while after them.
  private func taps(_ count: Int) -> TouchScript {
    var script = TouchScript()
    for number in 0..<count {
      let finger = Character(Unicode.Scalar(UInt8(65 + number)))
      script = script.at(Double(number) * 0.2).down(finger, 100, 100).wait(0.06).up(finger)
    }
    return script.wait(2)
  }

  @Test func `One to five taps are told apart, each as soon as it can be (A1-1 to A1-5, FR-6, FR-7, FR-10)`() {
    let traces = (1...5).map { makeScene().play(taps($0)) }
    #expect(
      traces == [
        "0.410 act(single,ended) at 100,100", "0.610 act(double,ended) at 100,100", "0.810 act(triple,ended) at 100,100",
        "0.660 act(quad,ended) at 100,100", "0.660 act(quad,ended) at 100,100\n1.210 act(single,ended) at 100,100",
      ])
  }

  @Test func `Slow taps are single ones (A1-6)`() {
    let script = TouchScript().down("A", 100, 100).at(0.06).up("A").at(0.56).down("B", 100, 100).at(0.62).up("B").at(2)
    #expect(makeScene().play(script) == "0.410 act(single,ended) at 100,100\n0.970 act(single,ended) at 100,100")
  }

  @Test func `A second tap elsewhere ends the wait for it and begins anew (A1-7, TAP-9, TD-9)`() {
    let script = TouchScript().down("A", 100, 100).at(0.06).up("A").at(0.2).down("B", 180, 100).at(0.26).up("B").at(2)
    #expect(makeScene().play(script) == "0.200 act(single,ended) at 100,100\n0.610 act(single,ended) at 180,100")
  }

  @Test func `A drag after a tap sets the single tap free, and stays the view's (A1-8)`() {
    let script = TouchScript().down("A", 100, 100).at(0.06).up("A").at(0.2).down("B", 100, 100).at(0.25).move("B", 130, 100)
      .at(0.3).up("B").at(1)
    #expect(
      makeScene(recordsView: true).play(script) == """
        0.000 V.began{A}
        0.200 V.began{B}
        0.250 act(single,ended) at 100,100
        0.250 V.cancelled{A}
        0.250 V.moved{B}
        0.300 V.ended{B}
        """)
  }

  @Test func `A finger that rests is no tap (A1-9)`() {
    #expect(
      makeScene(recordsView: true).play(TouchScript().down("A", 100, 100).at(0.8).up("A").at(2)) == """
        0.000 V.began{A}
        0.800 V.ended{A}
        """)
  }

  @Test func `Without requirements each is recognized in its turn, whatever the order of addition (A1-10, EX-5, TD-8)`() {
    var traces: Set<String> = []
    for order in permutations(of: [1, 2, 3, 4]) { traces.insert(makeScene(order: order, edges: []).play(taps(4))) }
    #expect(
      traces == [
        """
        0.060 act(single,ended) at 100,100
        0.260 act(double,ended) at 100,100
        0.460 act(triple,ended) at 100,100
        0.660 act(quad,ended) at 100,100
        """
      ])
  }

  private func permutations(of list: [Int]) -> [[Int]] {
    guard let first = list.first else { return [[]] }
    return permutations(of: Array(list.dropFirst())).flatMap { rest in
      (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
    }
  }

  @Test func `The view of four taps gets each touch's cancellation after the action, oldest first (A1-11, DC-8)`() {
    #expect(
      makeScene(recordsView: true).play(taps(4)) == """
        0.000 V.began{A}
        0.200 V.began{B}
        0.400 V.began{C}
        0.600 V.began{D}
        0.660 act(quad,ended) at 100,100
        0.660 V.cancelled{A}
        0.660 V.cancelled{B}
        0.660 V.cancelled{C}
        0.660 V.cancelled{D}
        """)
  }

  @Test func `A chain by the delegate's answers is the same (A1-12, FR-2)`() {
    let chain = Chain()
    for recordsView in [false, true] {
      for count in 1...5 {
        let asked = makeScene(recordsView: recordsView, edges: [], chain: chain).play(taps(count))
        #expect(asked == makeScene(recordsView: recordsView).play(taps(count)))
      }
    }
    withExtendedLifetime(chain) {}
  }

  @Test func `Without the last link both triple and quad are recognized (A1-13, EX-5)`() {
    #expect(
      makeScene(edges: [1, 2]).play(taps(4)) == """
        0.460 act(triple,ended) at 100,100
        0.660 act(quad,ended) at 100,100
        """)
  }
}
