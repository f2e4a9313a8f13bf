import EaselGeometry
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Pans from an edge of the window (9.4); it is 480 points wide and 800 high.
@Suite(.harnessed) struct ScreenEdgePanTests {
  private func play(_ edges: RectEdge, _ script: TouchScript) -> String {
    let scene = RecognizerScene(explains: true)
    scene.add("G", ScreenEdgePanGestureRecognizer()) {
      "\($0.translation(in: nil).short) with \($0.numberOfTouches) at \($0.location(in: nil).short)"
    }.edges = edges
    return scene.play(script)
  }

  private func drag(from start: Point, to end: Point) -> TouchScript {
    TouchScript().down("A", start.x, start.y).at(0.1).move("A", end.x, end.y)
  }

  private let notThere = "0.000 G:failed, not at an edge"
  private let elsewhere = "0.100 G:failed, another direction"

  @Test func `It comes from the edges that are named, by default from none (SEP-1)`() {
    let drags = [
      drag(from: Point(10, 400), to: Point(25, 400)), drag(from: Point(470, 400), to: Point(455, 400)),
      drag(from: Point(200, 5), to: Point(200, 20)), drag(from: Point(200, 795), to: Point(200, 780)),
    ]
    let begun = [
      "0.100 act(G,began) 5,0 with 1 at 25,400", "0.100 act(G,began) -5,0 with 1 at 455,400",
      "0.100 act(G,began) 0,5 with 1 at 200,20", "0.100 act(G,began) 0,-5 with 1 at 200,780",
    ]
    for (index, edge) in [RectEdge.left, .right, .top, .bottom].enumerated() {
      let expected = begun.indices.map { $0 == index ? begun[$0] : notThere }
      #expect(drags.map { play(edge, $0) } == expected)
    }
    #expect(drags.map { play(.all, $0) } == begun)
    #expect(play([], drags[0]) == notThere)
    #expect(ScreenEdgePanGestureRecognizer().edges.isEmpty)
  }

  @Test func `Its finger goes down near the edge; later ones are not its business (SEP-2, SEP-4)`() {
    #expect(play(.left, drag(from: Point(20, 400), to: Point(35, 400))) == "0.100 act(G,began) 5,0 with 1 at 35,400")
    #expect(play(.left, drag(from: Point(20.1, 400), to: Point(35, 400))) == notThere)
    #expect(
      play(
        .left,
        TouchScript().frame { $0.down("A", 10, 400).down("B", 15, 500) }.at(0.1).move("B", 60, 500).at(0.2).move("A", 30, 400)
          .at(0.3).down("C", 5, 300).at(0.4).move("C", 60, 300).at(0.5).move("A", 40, 405).at(0.6).up("B").up("C")
          .at(0.7).up("A")) == """
          0.200 act(G,began) 10,0 with 1 at 30,400
          0.500 act(G,changed) 20,5 with 1 at 40,405
          0.700 act(G,ended) 20,5 with 0 at 40,405
          """)
    // The first finger decides, wherever the second one is.
    #expect(play(.left, TouchScript().down("A", 100, 400).down("B", 10, 400).at(0.1).move("B", 60, 400)) == notThere)
  }

  @Test func `It goes inward, within half a right angle of the straight way (SEP-3)`() {
    let results = [
      play(.left, drag(from: Point(10, 400), to: Point(22, 412))), play(.left, drag(from: Point(10, 400), to: Point(20, 412))),
      play(.left, drag(from: Point(15, 400), to: Point(2, 400))),
      play(.bottom, drag(from: Point(200, 790), to: Point(213, 778))),
      play(.right, drag(from: Point(470, 400), to: Point(458, 390))), play(.top, drag(from: Point(200, 5), to: Point(200, 15))),
      // In a corner either edge will do.
      play([.top, .left], drag(from: Point(5, 5), to: Point(5, 17))), play(.left, drag(from: Point(5, 5), to: Point(5, 17))),
    ]
    #expect(
      results.map { $0.prefix { $0 != ")" }.description } == [
        "0.100 act(G,began", elsewhere, elsewhere, elsewhere, "0.100 act(G,began", "", "0.100 act(G,began", elsewhere,
      ])
  }

  @Test func `Else it is a pan of one finger (SEP-4)`() {
    #expect(
      play(.left, drag(from: Point(10, 400), to: Point(40, 400)).at(0.2).cancel("A")) == """
        0.100 act(G,began) 20,0 with 1 at 40,400
        0.200 act(G,cancelled) 20,0 with 0 at 40,400
        """)
    #expect(play(.left, TouchScript().down("A", 10, 400).at(0.1).up("A")) == "0.100 G:failed, 0 fingers < 1")
  }
}
