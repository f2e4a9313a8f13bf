import EaselGeometry
import EaselPlatform
import Testing

@testable import EaselPlatformWayland

@Suite struct SizeDecisionTests {
  @Test func `WXS-5 WXS-6 SCB-2: each dimension is the display's, else the last floating one, else the application's`() {
    let preferred = PointSize(width: 1024, height: 700)
    let table: [(given: (Int, Int), bounds: (Int, Int), floating: (Int, Int)?, minimum: (Int, Int), size: (Int, Int))] = [
      ((0, 0), (0, 0), nil, (0, 0), (1024, 700)),
      ((0, 0), (900, 800), nil, (0, 0), (900, 700)),
      ((0, 0), (0, 0), (640, 480), (0, 0), (640, 480)),
      ((0, 500), (0, 0), (640, 480), (0, 0), (640, 500)),
      ((800, 0), (0, 0), nil, (0, 0), (800, 700)),
      ((0, 0), (0, 0), nil, (1100, 300), (1100, 700)),
      // Bounds are stronger than our minimum, and what is given stronger than both.
      ((0, 0), (500, 0), nil, (1100, 300), (500, 700)),
      ((200, 100), (500, 0), nil, (1100, 300), (200, 100)),
      ((-5, Int(Int32.min)), (-9, 0), nil, (0, 0), (1024, 700)),
    ]
    for row in table {
      var wishes = SizeWishes(preferred: preferred)
      wishes.minimum = PointSize(width: row.minimum.0, height: row.minimum.1)
      wishes.floating = row.floating.map { PointSize(width: $0.0, height: $0.1) }
      var request = ToplevelRequest()
      (request.width, request.height) = row.given
      (request.boundsWidth, request.boundsHeight) = row.bounds
      #expect(wishes.size(for: request) == PointSize(width: row.size.0, height: row.size.1), "\(row)")
    }
  }

  @Test func `WCN-6 WDE-5: states are taken, unknown ones ignored, and decide which edges are free`() {
    var request = ToplevelRequest()
    request.setStates([4, 3, 77, UInt32.max, 0])
    #expect(request.isActivated && request.isResizing && request.isFloating)
    #expect(request.freeEdges == [.top, .bottom, .left, .right])
    request.setStates([5, 7])
    #expect(!request.isActivated && !request.isResizing && !request.isFloating && request.freeEdges == [.right, .bottom])
    request.setStates([1, 9])
    #expect(request.isMaximized && request.isSuspended && request.freeEdges == [])
    request.setStates([2])
    #expect(request.isFullscreen && !request.isMaximized && request.freeEdges == [])
  }

  @Test func `WXS-7: an application's sizes become whole points`() {
    let sizes = [
      Size(width: 10.5, height: 0.2), Size(width: .nan, height: .infinity), Size(width: -4, height: 1e300),
    ].map { PointSize($0, least: 1) }
    #expect(
      sizes == [PointSize(width: 11, height: 1), PointSize(width: 1, height: 1), PointSize(width: 1, height: 16384)])
  }

  @Test func `WPT-3: percentiles of a histogram`() {
    var histogram = LatencyHistogram()
    #expect(histogram.percentile(0.5) == nil && histogram.summary(of: "frames") == "no frames measured")
    for _ in 0..<90 { histogram.add(nanoseconds: 1_000_000) }
    for _ in 0..<10 { histogram.add(nanoseconds: 20_000_000) }
    histogram.add(nanoseconds: -1)
    #expect(histogram.count == 100)
    for (part, milliseconds) in [(0.5, 1.0), (0.9, 1.0), (0.95, 20), (0.99, 20), (1, 20), (0, 1)] {
      let found = (histogram.percentile(part) ?? 0) * 1000
      #expect(found >= milliseconds && found < milliseconds * 1.2, "\(part): \(found)")
    }
    for extreme in [0, Int64.max] { histogram.add(nanoseconds: extreme) }
    histogram.isEstimate = true
    #expect(histogram.summary(of: "frames") == "p50 1.0 ms, p95 23.2 ms, p99 23.2 ms over 102 frames (by frame callbacks)")
  }
}
