import EaselGeometry
import EaselRaster
import Glibc
import Testing

/// Groups and their shadows.
@Suite struct GroupTests {
  private static let side = 32

  @Test func `A group is what was painted apart, laid down as a whole`() throws {
    var trail: [Int] = []
    for seed in 0..<80 {
      var dice = Dice(seed)
      let items = (0..<3).map { _ in SplitTests.item(&dice) }
      let opacity = dice.real(0...1)
      let pictures = [bitmap(24, 24), bitmap(24, 24)]
      let painter = Painter()
      let color = dice.color()
      for picture in pictures { picture.fill(color) }
      painter.begin(target: pictures[0])
      try painter.group(opacity: opacity) { for item in items { item.paint($0) } }
      let apart = bitmap(24, 24)
      painter.begin(target: apart)
      for item in items { item.paint(painter) }
      painter.begin(target: pictures[1])
      painter.draw(apart, atPixel: PixelPoint(x: 0, y: 0), opacity: opacity)
      painter.end()
      if bytes(pictures[0]) != bytes(pictures[1]) { trail.append(seed) }
    }
    #expect(trail == [])
  }

  @Test func `A group's shadow is its outline, moved, and blurred as a Gaussian would do it`() throws {
    var trail: [String] = []
    for (seed, blur) in [0, 2, 3.5, 6, 9].enumerated() {
      var dice = Dice(seed)
      let shape = Path(ellipseIn: Rect(x: 9, y: 8, width: 11, height: 13))
      let (dx, dy) = (dice.whole(-4...4), dice.whole(-4...4))
      let painter = Painter()
      let shadow = Shadow(color: .blue, offset: Point(Double(dx), Double(dy)), blur: blur)
      let solid = bitmap(32, 32)
      painter.begin(target: solid)
      try painter.group(shadow: shadow) { $0.fill(shape, color: .red) }
      painter.end()
      let inside = bytes(coverage(32, 32) { $0.fill(shape, color: .black) })
      let soft = GroupTests.blurred(inside.map(Double.init), blur / 2)
      var worst = 0.0
      for y in 0..<32 {
        for x in 0..<32 where inside[y * 32 + x] == 0 {
          let (u, v) = (x - dx, y - dy)
          guard (0..<32).contains(u), (0..<32).contains(v) else { continue }
          worst = max(worst, (Double(solid.pixel(x: x, y: y) & 255) - soft[v * 32 + u]).magnitude)
        }
      }
      if worst > (blur == 0 ? 0 : 6) { trail.append("blur \(blur): \(worst)") }
    }
    #expect(trail == [])
  }

  /// A picture of 32 × 32 blurred by the definition.
  private static func blurred(_ picture: [Double], _ deviation: Double) -> [Double] {
    guard deviation > 0 else { return picture }
    let kernel = (-24...24).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let sum = kernel.reduce(0, +)
    func along(_ picture: [Double], _ step: (Int, Int)) -> [Double] {
      (0..<side * side).map { index in
        kernel.indices.reduce(0) { total, k in
          let (x, y) = (index % side + step.0 * (k - 24), index / side + step.1 * (k - 24))
          guard (0..<side).contains(x), (0..<side).contains(y) else { return total }
          return total + picture[y * side + x] * kernel[k] / sum
        }
      }
    }
    return along(along(picture, (1, 0)), (0, 1))
  }

  @Test func `A shadow grows with the transform, lies under what throws it, and comes from beyond the clip and the bitmap`()
    throws
  {
    let target = bitmap(16, 8)
    target.fill(.white)
    let painter = Painter(target: target, transform: AffineTransform(scaleX: 2, y: 2), clip: Region(PixelRect(target.size)))
    painter.clip(to: Rect(x: 0, y: 0, width: 4, height: 4))
    try painter.group(opacity: 0.5, shadow: Shadow(color: .black, offset: Point(-6, 0), blur: 0)) {
      // To the right of the clip, and one to the right of the bitmap.
      $0.fill(Rect(x: 1, y: 0, width: 1, height: 4), color: .red)
      $0.fill(Rect(x: 7, y: 0, width: 1, height: 2), color: .red)
      $0.fill(Rect(x: 9, y: 2, width: 1, height: 2), color: .red)
    }
    let rows = [1, 6].map { y in (0..<8).map { String(target.pixel(x: $0, y: y), radix: 16) } }
    let (white, red, grey) = ("ffffffff", "ffff8080", "ff7f7f7f")
    #expect(
      rows.map { $0.map { $0 == "ffff7f7f" ? red : $0 == "ff808080" ? grey : $0 } } == [
        [white, white, red, red, white, white, white, white], [white, white, red, red, white, white, grey, grey],
      ], "\(rows)")
  }

  @Test func `Groups within groups, and a group that fails, leave the painter as it was`() throws {
    let target = bitmap(8, 8)
    let painter = Painter(target: target, clip: Region(PixelRect(target.size)))
    painter.blendMode = .screen
    #expect(throws: RasterError.outOfMemory(PixelSize(width: 1, height: 2))) {
      try painter.group { inner throws(RasterError) in
        inner.fill(Rect(x: 0, y: 0, width: 8, height: 8), color: .red)
        inner.concatenate(AffineTransform(scaleX: 9, y: 9))
        throw .outOfMemory(PixelSize(width: 1, height: 2))
      }
    }
    #expect(painter.transform.isIdentity && painter.blendMode == .screen && target.pixel(x: 3, y: 3) == 0)
    painter.blendMode = .normal
    var calls = 0
    try painter.group(opacity: 0.5) { outer throws(RasterError) in
      outer.fill(Rect(x: 0, y: 0, width: 4, height: 8), color: .red)
      try outer.group(opacity: 0.5) { $0.fill(Rect(x: 0, y: 0, width: 8, height: 8), color: .blue) }
      outer.clip(to: Rect.zero.insetBy(dx: 9, dy: 9))
    }
    painter.clip(to: Region())
    try painter.group { _ in calls += 1 }
    let words = [0, 7].map { String(target.pixel(x: $0, y: 0), radix: 16) }
    #expect(calls == 0 && words == ["80400040", "40000040"], "\(words)")
  }
}
