import EaselGeometry
import EaselPlatform
import Testing

@testable import EaselPlatformWayland

@Suite struct ScaleArithmeticTests {
  @Test func `SCB-3 WHD-3 WHD-4: buffer sizes for points and scales`() {
    let table: [(SurfaceScale, Int, Int, Int, Int, Int32)] = [
      (.fractional(180), 333, 201, 500, 302, 1),
      (.fractional(150), 101, 7, 126, 9, 1),
      (.integer(2), 333, 201, 666, 402, 2),
      (.integer(1), 333, 201, 333, 201, 1),
      (.fractional(120), 333, 201, 333, 201, 1),
      // Halves go away from zero: 1.5 × 1 = 1.5, 1.5 × 3 = 4.5.
      (.fractional(180), 1, 3, 2, 5, 1),
      (.fractional(60), 1, 3, 1, 2, 1),
    ]
    for (scale, width, height, pixelWidth, pixelHeight, bufferScale) in table {
      let layout = WindowLayout(content: PointSize(width: width, height: height), scale: scale, marginEdges: [])
      #expect(layout.buffer == PixelSize(width: pixelWidth, height: pixelHeight), "\(scale) × \(width) × \(height)")
      #expect(layout.contentPixels == PixelRect(layout.buffer))
      #expect(scale.bufferScale == bufferScale)
    }
  }

  @Test func `WHD-2 WHD-5: the best source of a scale wins`() {
    var sources = ScaleSources()
    var trace = ["\(describe(sources.choice))"]
    sources.onlyOutput = 2
    trace.append("only output \(describe(sources.choice))")
    sources.wasShown = true
    trace.append("shown, then on no output \(describe(sources.choice))")
    sources.entered = [1, 3, 2]
    trace.append("entered \(describe(sources.choice))")
    sources.preferredBufferScale = 4
    trace.append("preferred \(describe(sources.choice))")
    sources.fractional = 180
    trace.append("fractional without viewport \(describe(sources.choice))")
    sources.hasViewport = true
    trace.append("with viewport \(describe(sources.choice))")
    #expect(
      trace == [
        "keep", "only output 2", "shown, then on no output keep", "entered 3", "preferred 4", "fractional without viewport 4",
        "with viewport 180/120",
      ])
  }

  @Test func `WHD-9: scales outside of a half to eight are clamped`() {
    let numerators = [Int.min, 0, 59, 60, 150, 960, 961, Int.max].map { ScaleSources.clamped(numerator: $0).scale }
    #expect(numerators == [60, 60, 60, 60, 150, 960, 960, 960])
    let whole = [Int.min, -1, 0, 1, 8, 9, Int.max].map { ScaleSources.clamped(integer: $0) }
    #expect(whole.map(\.scale) == [1, 1, 1, 1, 8, 8, 8])
    #expect(whole.map(\.wasClamped) == [true, true, true, false, false, true, true])
  }

  @Test func `WXS-8 WDE-2 WDE-5: a margin lies around the content at every scale`() {
    let all = WindowEdges([.top, .bottom, .left, .right])
    for scale in [SurfaceScale.integer(1), .integer(2), .integer(3), .fractional(150), .fractional(180), .fractional(133)] {
      for edges in [all, [], [.left, .top], [.right], [.bottom]] as [WindowEdges] {
        let layout = WindowLayout(content: PointSize(width: 301, height: 203), scale: scale, marginEdges: edges)
        let content = layout.contentPixels
        #expect(layout.margin >= 16 && layout.margin < 32)
        #expect(content.intersection(PixelRect(layout.buffer)) == content)
        #expect(content.x == scale.pixels(layout.origin.width) && content.y == scale.pixels(layout.origin.height))
        #expect((content.width - scale.pixels(301)).magnitude <= 1 && (content.height - scale.pixels(203)).magnitude <= 1)
        #expect(layout.surface.width == 301 + layout.margin * [.left, .right].count { edges.contains($0) })
        #expect(layout.stride(alignedTo: 64) % 64 == 0 && layout.stride(alignedTo: 64) >= layout.buffer.width * 4)
        #expect(layout.stride(alignedTo: 4) == layout.buffer.width * 4)
        if scale != .fractional(133) { #expect(content.width == scale.pixels(301), "\(scale)") }
      }
    }
  }

  @Test func `DLI-1 WSB-5: no size that a display asks for makes a buffer larger than 16384 pixels or empty`() {
    for scale in [SurfaceScale.integer(1), .integer(8), .fractional(60), .fractional(960), .fractional(133)] {
      for length in [Int(Int32.min), -1, 0, 1, 16384, 70000, Int(Int32.max)] {
        for edges in [[], [.left, .right, .top, .bottom]] as [WindowEdges] {
          let layout = WindowLayout(content: PointSize(width: length, height: length), scale: scale, marginEdges: edges)
          let sides = [layout.buffer.width, layout.buffer.height, layout.contentPixels.width, layout.contentPixels.height]
          #expect(sides.allSatisfy { (1...16384).contains($0) }, "\(scale) × \(length): \(sides)")
        }
      }
    }
  }

  private func describe(_ scale: SurfaceScale?) -> String {
    switch scale {
    case nil: "keep"
    case .integer(let factor): "\(factor)"
    case .fractional(let numerator): "\(numerator)/120"
    }
  }
}

@Suite struct `Damage at a fractional scale` {
  @Test func `covers whole points, whatever rounding a compositor does`() {
    let rect = PixelRect(x: 73, y: 72, width: 4, height: 1)
    #expect(Quirks.damageInWholePoints(rect, numerator: 150) == PixelRect(x: 72, y: 71, width: 6, height: 3))
    for numerator in [130, 135, 150, 180, 201, 225] {
      for start in 0..<80 {
        let one = PixelRect(x: start, y: 2 * start, width: 3, height: 1)
        let grown = Quirks.damageInWholePoints(one, numerator: numerator)
        #expect(grown.intersection(one) == one && grown.width <= 3 + 2 * (numerator / 120 + 1))
      }
    }
  }
}
