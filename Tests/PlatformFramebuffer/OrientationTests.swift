import EaselGeometry
import Testing

@testable import EaselPlatformFramebuffer

/// The golden values of SCO on a panel of 480 × 800 pixels, computed by hand.
@Suite struct OrientationTests {
  private let panel = PixelSize(width: 480, height: 800)

  @Test(
    "FRO-1: a rectangle of the view is painted where each turn says",
    arguments: [
      (Orientation.none, PixelRect(x: 10, y: 20, width: 30, height: 40)),
      (.quarter, PixelRect(x: 420, y: 10, width: 40, height: 30)),
      (.half, PixelRect(x: 440, y: 740, width: 30, height: 40)),
      (.threeQuarters, PixelRect(x: 20, y: 760, width: 40, height: 30)),
    ])
  func rectangles(_ orientation: Orientation, _ expected: PixelRect) {
    #expect(orientation.panelRect(PixelRect(x: 10, y: 20, width: 30, height: 40), panel: panel) == expected)
  }

  @Test(
    "LCO-1: a finger on the panel is where each turn says",
    arguments: [
      (Orientation.none, Point(x: 479.5, y: 0.5)), (.quarter, Point(x: 0.5, y: 0.5)), (.half, Point(x: 0.5, y: 799.5)),
      (.threeQuarters, Point(x: 799.5, y: 479.5)),
    ])
  func fingers(_ orientation: Orientation, _ expected: Point) {
    #expect(orientation.viewPoint(Point(x: 479.5, y: 0.5), panel: panel) == expected)
  }

  @Test("SCO-2: the panel's hint and the user's wish add up")
  func combined() {
    #expect(Orientation.threeQuarters.combined(with: .half) == .quarter)
    #expect(Orientation.quarter.turned(panel) == PixelSize(width: 800, height: 480))
  }
}
