import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformHeadless
import EaselRaster
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// The toolkit's own title bar (WDE).
@Suite(.harnessed) struct TitleBarTests {
  private func makeHarness(_ capabilities: SurfaceState.Capabilities = [.maximize, .minimize, .windowMenu]) -> (
    WindowHarness, RecordingView, Requests
  ) {
    var options = HeadlessOptions()
    options.needsTitleBar = true
    let harness = WindowHarness(size: Size(300, 200), options: options)
    harness.surface.decide { $0.capabilities = capabilities }
    let root = harness.add("R", Rect(x: 0, y: 0, width: 10, height: 10))
    harness.window.rootView = root
    harness.settle()
    let requests = Requests()
    harness.surface.onRequest = { request in
      switch request {
      case .move(let contact): requests.lines.append("move \(contact == harness.contact("A"))")
      case .resize(let edges, let contact): requests.lines.append("resize \(edges.rawValue) \(contact == harness.contact("A"))")
      case .windowMenu(let point, let contact):
        requests.lines.append("menu \(Int(point.x)),\(Int(point.y)) \(contact == harness.contact("A"))")
      case .minimize: requests.lines.append("minimize")
      }
    }
    return (harness, root, requests)
  }

  private final class Requests {
    var lines: [String] = []
  }

  @Test func `The bar is part of the view tree, the root view lies below it (WDE-2, WDE-6)`() throws {
    let (harness, root, _) = makeHarness()
    #expect(root.frame == Rect(x: 0, y: 40, width: 300, height: 160))
    #expect(harness.window.contentFrame == root.frame && harness.backend.surfaces.count == 1)
    root.showsLocations = true
    harness.play(TouchScript().down("A", 100, 100).up("A"))
    #expect(harness.trace.entries == "R.began{A(100,60 from 100,60)} R.ended{A(100,60 from 100,60)}")
    let bar = try #require(harness.window.titleBar)
    #expect(
      bar.subviews.filter { $0 is TitleBarButton }.map(\.frame)
        == [180.0, 220, 260].map { Rect(x: $0, y: 0, width: 40, height: 40) })
    harness.surface.decide { $0.size.width = 400 }
    harness.settle()
    #expect(root.frame.width == 360 + 40 && bar.subviews.filter { $0 is TitleBarButton }.map(\.frame.minX) == [280, 320, 360])
    // Fullscreen has no bar (WDE-5), and a display may take decorations over at any time (WDE-1).
    harness.surface.decide { $0.isFullscreen = true }
    harness.settle()
    #expect(harness.window.titleBar == nil && root.frame.minY == 0)
    harness.surface.decide { $0.isFullscreen = false }
    harness.settle()
    #expect(harness.window.titleBar != nil && root.frame.minY == 40)
    harness.surface.decide { $0.needsTitleBar = false }
    harness.settle()
    #expect(harness.window.titleBar == nil && root.frame.height == 200)
  }

  @Test func `Buttons do what the display offers (WXS-15) when the finger lifts inside (WDE-2)`() {
    let (harness, _, requests) = makeHarness()
    func tap(_ x: Double, _ y: Double, upAt: Point? = nil) {
      harness.play(TouchScript().wait(0.5).down("A", x, y).up("A", at: upAt))
      harness.settle()
    }
    tap(181, 1)
    tap(219, 39, upAt: Point(219, 41))
    #expect(requests.lines == ["minimize"])
    tap(240, 20)
    #expect(harness.window.isMaximized && harness.window.bounds.width == 1280)
    tap(1220, 20)
    #expect(!harness.window.isMaximized)
    tap(280, 20, upAt: Point(280, 60))
    #expect(harness.application.windows.count == 1)
    tap(280, 20)
    #expect(harness.application.windows.isEmpty)
    let (bare, _, _) = makeHarness([])
    #expect(bare.window.titleBar?.subviews.filter { $0 is TitleBarButton }.map(\.frame.minX) == [260])
    bare.play(TouchScript().down("A", 100, 10).up("A").wait(0.1).down("A", 100, 10).up("A"))
    bare.settle()
    #expect(!bare.window.isMaximized, "what the display does not offer is not asked for")
  }

  @Test func `A drag moves the window from its first movement on, with its contact, which is cancelled (WDE-3, WDE-4)`() {
    let (harness, _, requests) = makeHarness()
    harness.isHostile = true
    harness.play(TouchScript().down("A", 50, 10).wait(0.05).move("A", 53, 10).wait(0.05))
    #expect(requests.lines == [])
    harness.play(TouchScript().move("A", 55, 10))
    #expect(requests.lines == ["move true"] && harness.application.pipeline.session.live.isEmpty)
    harness.play(TouchScript().move("A", 99, 10).up("A").wait(1))
    #expect(requests.lines == ["move true"])
  }

  @Test func `A double tap maximizes; long press and secondary button ask for the menu (WDE-5)`() {
    let (harness, _, requests) = makeHarness()
    harness.play(TouchScript().down("A", 50, 10).wait(0.05).up("A").wait(0.1).down("A", 51, 11).wait(0.05).up("A"))
    harness.settle()
    #expect(harness.window.isMaximized)
    harness.play(TouchScript().wait(1).down("A", 60, 12).wait(0.49))
    #expect(requests.lines == [])
    harness.play(TouchScript().wait(0.02))
    #expect(requests.lines == ["menu 60,12 true"] && harness.application.pipeline.session.live.isEmpty)
    harness.play(TouchScript().wait(1).down("A", 70, 13, kind: .indirectPointer, buttons: 2).up("A"))
    #expect(requests.lines == ["menu 60,12 true", "menu 70,13 true"])
    // Neither after a lift nor after a cancel.
    harness.play(TouchScript().wait(1).down("A", 60, 12).up("A").wait(1))
    harness.play(TouchScript().wait(1).down("A", 60, 12).cancel("A").wait(1))
    #expect(requests.lines.count == 2)
  }

  @Test func `A contact beside the window resizes at its first movement; maximized there is no margin (WDE-2, WDE-3, WDE-5)`() {
    let (harness, _, requests) = makeHarness()
    harness.isHostile = true
    let edges: [(Point, WindowEdges)] = [
      (Point(-5, 100), .left), (Point(305, 100), .right), (Point(150, -15), .top), (Point(150, 215), .bottom),
      (Point(-5, 10), [.left, .top]), (Point(290, -3), [.right, .top]), (Point(310, 210), [.right, .bottom]),
    ]
    for (point, wanted) in edges {
      requests.lines = []
      harness.play(TouchScript().down("A", point.x, point.y))
      #expect(requests.lines == [])
      harness.play(TouchScript().wait(0.1).move("A", point.x + 1, point.y).move("A", point.x + 9, point.y).up("A"))
      #expect(requests.lines == ["resize \(wanted.rawValue) true"] && harness.application.pipeline.session.live.isEmpty)
    }
    requests.lines = []
    harness.play(TouchScript().wait(0.1).down("A", -12, 100, kind: .indirectPointer, buttons: 1).move("A", -3, 100).up("A"))
    harness.play(TouchScript().wait(0.1).down("A", -17, 100).move("A", -3, 100).up("A"))
    harness.surface.decide { $0.isMaximized = true }
    harness.play(TouchScript().wait(0.1).down("A", -5, 100).move("A", -3, 100).up("A"))
    #expect(requests.lines == [] && harness.trace.entries == "")
  }

  @Test func `The bar and its glyphs are drawn`() {
    let (harness, _, _) = makeHarness()
    let picture = harness.picture()
    let bar: UInt32 = picture.pixel(x: 5, y: 5) & 0xffffff
    #expect(picture.pixel(x: 5, y: 39) & 0xffffff == 0x999999 && bar != 0xffffff)
    var inked: [Int] = []
    for x in [200, 240, 280] {
      let box = PixelRect(x: x - 10, y: 10, width: 20, height: 20)
      inked.append(picture.letters([bar: "."], in: box).filter { $0 == "?" }.count)
    }
    #expect(inked.allSatisfy { $0 > 10 } && Set(inked).count == 3)
  }
}
