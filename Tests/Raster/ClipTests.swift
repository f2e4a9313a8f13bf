import EaselGeometry
import EaselRaster
import Testing

/// Clips to rectangles, regions and paths.
@Suite struct ClipTests {
  static let side = 24

  private static func blot(_ dice: inout Dice) -> Path {
    var path = Path()
    path.move(to: dice.point(24))
    for _ in 0..<4 { path.addCurve(to: dice.point(24), control1: dice.point(24), control2: dice.point(24)) }
    return path
  }

  @Test func `What is painted through a path shows as far as the path covers each pixel`() {
    var worst = 0
    for seed in 0..<60 {
      var dice = Dice(seed)
      let clip = ClipTests.blot(&dice)
      let rule = dice.pick([FillRule.nonZero, .evenOdd])
      let shape = ClipTests.blot(&dice)
      let clipped = coverage(24, 24) { painter in
        try? painter.clip(to: clip, rule: rule)
        painter.fill(shape, color: .black)
      }
      let parts = [
        bytes(coverage(24, 24) { $0.fill(clip, color: .black, rule: rule) }),
        bytes(coverage(24, 24) { $0.fill(shape, color: .black) }),
      ]
      for (index, byte) in bytes(clipped).enumerated() {
        let expected = (Double(parts[0][index]) * Double(parts[1][index]) / 255).rounded()
        worst = max(worst, abs(Int(byte) - Int(expected)))
      }
    }
    #expect(worst == 0)
  }

  @Test func `Two paths clip as both of them, and a saved state has its clip again`() {
    var dice = Dice(7)
    let paths = [ClipTests.blot(&dice), ClipTests.blot(&dice)]
    let all = Rect(x: 0, y: 0, width: 24, height: 24)
    let picture = coverage(24, 24) { painter in
      painter.saveState()
      for path in paths { try? painter.clip(to: path) }
      painter.fill(all, color: .black)
      painter.restoreState()
      painter.fill(Rect(x: 0, y: 0, width: 1, height: 1), color: .black)
    }
    let parts = paths.map { path in bytes(coverage(24, 24) { $0.fill(path, color: .black) }) }
    var expected = zip(parts[0], parts[1]).map { (a, b) in UInt8((Double(a) * Double(b) / 255).rounded()) }
    expected[0] = 255
    #expect(bytes(picture) == expected)
  }

  @Test func `Pictures, masks and copies go through a path as a filled rectangle does`() throws {
    let circle = Path(ellipseIn: Rect(x: 3, y: 2, width: 17, height: 19))
    let all = Rect(x: 0, y: 0, width: 24, height: 24)
    let black = bitmap(24, 24)
    black.fill(.black)
    let mask = bitmap(24, 24, .alpha8)
    mask.fill(.black)
    let ways: [(Painter) -> Void] = [
      { $0.fill(all, color: .black) }, { $0.draw(black, in: all) }, { $0.fill(mask: mask, in: all, color: .black) },
      { $0.fill(mask: mask, at: PixelPoint(x: 0, y: 0), color: .black) }, { $0.copy(black, to: PixelPoint(x: 0, y: 0)) },
    ]
    let pictures = try ways.map { way in
      let target = bitmap(24, 24)
      let painter = Painter(target: target, clip: Region(PixelRect(target.size)))
      try painter.clip(to: circle)
      way(painter)
      return bytes(target)
    }
    #expect(pictures.allSatisfy { $0 == pictures[0] })
    let half = bitmap(24, 24)
    let painter = Painter(target: half, clip: Region(PixelRect(half.size)))
    try painter.clip(to: circle)
    painter.draw(black, in: all, opacity: 0.5)
    #expect((127...128).contains(half.pixel(x: 12, y: 12) >> 24) && half.pixel(x: 3, y: 2) == 0)
  }

  @Test func `A region clips to its pixels, rectangles to the pixels that they snap to, and an empty path to nothing`() {
    var region = Region(PixelRect(x: 1, y: 1, width: 2, height: 2))
    region.formUnion(PixelRect(x: 4, y: 0, width: 1, height: 4))
    let all = Rect(x: 0, y: 0, width: 6, height: 4)
    let byRegion = coverage(6, 4) { painter in
      painter.clip(to: region)
      painter.fill(all, color: .black)
    }
    let byRects = coverage(6, 4) { painter in
      painter.clip(to: [Rect(x: 1.2, y: 0.8, width: 2, height: 2), Rect(x: 4, y: 0, width: 1, height: 9)])
      painter.clip(to: Rect(x: 0, y: 0, width: 9, height: 4))
      painter.fill(all, color: .black)
    }
    let nothing = coverage(6, 4) { painter in
      try? painter.clip(to: Path())
      painter.fill(all, color: .black)
    }
    #expect(art(byRegion) == "....#.\n.##.#.\n.##.#.\n....#.")
    #expect(art(byRects) == art(byRegion) && bytes(nothing).allSatisfy { $0 == 0 })
  }
}
