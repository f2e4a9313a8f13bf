import Easel
import EaselTestSupport
@testable import Panels
import Testing

/// Section 17.4: a panel outside of its superview, fed by a window's `sendEvent`.
@Suite(.harnessed) struct PanelsTests {
  private func run(_ page: PanelPage) -> ExampleRun {
    let harness = WindowHarness(window: { application, size, _ in
      PanelWindow(application: application, title: "Panels", size: size)
    })
    (harness.window as? PanelWindow)?.panels = [page.panel]
    harness.application.coalescesMotion = false
    return ExampleRun(harness, root: page) {
      let origin = page.panel.frame.origin
      return "\(origin.x) \(origin.y)" + (page.panel.backgroundColor == .blue ? "" : " held")
    }
  }

  @Test func `The program's panel follows the finger that it began with alone (A4-2 to A4-4, A4-6, A4-7, A4-10)`() throws {
    let heard = try run(PanelPage()).demonstration(of: "Panels")
    #expect(
      heard == """
        0.360 150.0 150.0 held
        0.380 160.0 150.0 held
        0.400 170.0 150.0 held
        0.420 190.0 150.0 held
        0.720 190.0 150.0
        0.740 190.0 150.0 held
        0.760 390.0 550.0 held
        0.780 390.0 550.0
        1.080 390.0 550.0 held
        1.120 290.0 450.0 held
        1.160 250.0 350.0 held
        1.460 250.0 350.0
        1.840 250.0 350.0 held
        1.860 10.0 10.0 held
        1.880 10.0 10.0
        2.180 10.0 10.0 held
        2.200 110.0 210.0 held
        2.220 150.0 310.0 held
        2.240 150.0 310.0
        """)
  }

  @Test func `The program's panel stays under the finger in a scaled superview, and may go (A4-1, A4-8, A4-16)`() {
    let page = PanelPage()
    let run = run(page)
    #expect(page.hitTest(Point(200, 200), with: nil) === page)
    page.holder.transform = AffineTransform(scaleX: 2, y: 2)
    let far = TouchScript().down("A", 300, 300).wait(0.01).move("A", 540, 700).up("A")
    #expect(run.play(far) == "150.0 150.0 held 270.0 350.0 held 270.0 350.0")
    let gone = PanelPage()
    let second = self.run(gone)
    #expect(second.play(TouchScript().down("A", 200, 200)) == "150.0 150.0 held")
    gone.panel.removeFromSuperview()
    #expect(second.play(TouchScript().move("A", 220, 230).up("A")) == "170.0 180.0 held 170.0 180.0")
  }
}
