import EaselGeometry
import Testing

@Suite struct AffineTransformTests {
  private static let maps: [AffineTransform] = {
    var result: [AffineTransform] = []
    for a in [-2, 0, 0.5, 1] {
      for b in [-1, 0, 3.0] {
        for c in [0, 0.25] { for d in [-1, 0, 1.5] { result.append(AffineTransform(a: a, b: b, c: c, d: d, tx: 3, ty: -7)) } }
      }
    }
    return result
  }()

  private static let points = [Point(0, 0), Point(1, 0), Point(0, 1), Point(-3.5, 8.25)]

  @Test func `Concatenating is doing one after the other`() {
    var worst = 0.0
    for first in AffineTransformTests.maps {
      for second in AffineTransformTests.maps {
        for point in AffineTransformTests.points {
          let expected = second.apply(first.apply(point))
          worst = max(worst, first.concatenating(second).apply(point).distance(to: expected))
        }
      }
    }
    #expect(worst < 1e-9)
  }

  @Test func `Moved and scaled by, a map does what it did to what is moved or scaled first`() {
    var trail: [Point] = []
    for map in AffineTransformTests.maps {
      trail.append(map.translatedBy(x: 2, y: -3).apply(Point(5, 8)) - map.apply(Point(7, 5)))
      trail.append(map.scaledBy(x: 2, y: -3).apply(Point(5, 8)) - map.apply(Point(10, -24)))
    }
    #expect(trail.count == 2 * AffineTransformTests.maps.count)
    #expect(trail.allSatisfy { $0.distance(to: .zero) < 1e-9 })
  }

  @Test func `The inverse leads back, and a singular or endless map has none (CO-4)`() {
    var worst = 0.0
    var missing: [Bool] = []
    for map in AffineTransformTests.maps {
      guard let inverse = map.inverse else {
        missing.append(map.determinant == 0)
        continue
      }
      for point in AffineTransformTests.points { worst = max(worst, inverse.apply(map.apply(point)).distance(to: point)) }
    }
    let hostile = [Double.nan, .infinity, .leastNonzeroMagnitude].map {
      AffineTransform(a: $0, b: 0, c: 0, d: 1, tx: 0, ty: 0).inverse
    }
    #expect(worst < 1e-9 && !missing.isEmpty && missing.allSatisfy { $0 } && hostile == [nil, nil, nil])
  }

  @Test func `A box's image is the box of its corners' images (CO-8), and vectors do not move (CO-11)`() {
    let rect = Rect(x: -1, y: 2, width: 3, height: 0.5)
    var faults = 0
    for map in AffineTransformTests.maps {
      let corners = [(0.0, 0.0), (3, 0), (0, 0.5), (3, 0.5)].map { map.apply(rect.origin + Point($0.0, $0.1)) }
      let box = map.boundingBox(of: rect)
      let xs = corners.map(\.x)
      let ys = corners.map(\.y)
      let expected = [xs.min() ?? 0, ys.min() ?? 0, xs.max() ?? 0, ys.max() ?? 0]
      let found = [box.minX, box.minY, box.maxX, box.maxY]
      if zip(expected, found).contains(where: { ($0 - $1).magnitude > 1e-12 }) { faults += 1 }
      let vector = map.apply(Point(4, 5)) - map.apply(.zero)
      if map.applyLinear(Point(4, 5)).distance(to: vector) > 1e-12 { faults += 1 }
    }
    #expect(faults == 0)
  }

  @Test func `What a map keeps is known`() {
    let maps: [AffineTransform] = [
      .identity, AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 4, ty: 0), AffineTransform(a: 0, b: 2, c: -1, d: 0, tx: 0, ty: 0),
      AffineTransform(a: 1, b: 0.1, c: 0, d: 1, tx: 0, ty: 0), AffineTransform(cosine: 0.6, sine: 0.8),
      AffineTransform(a: 0, b: 3, c: 3, d: 0, tx: 1, ty: 1), AffineTransform(a: .infinity, b: 0, c: 1, d: 1, tx: 0, ty: 0),
    ]
    #expect(
      maps.map { "\($0.isIdentity) \($0.isTranslation) \($0.keepsAxes) \($0.keepsShapes)" } == [
        "true true true true", "false true true true", "false false true false", "false false false false",
        "false false false true", "false false true true", "false false false false",
      ])
  }
}

@Suite struct RectTests {
  @Test func `A rectangle holds its left and top edges, not its right and bottom ones (HT-3)`() {
    let rect = Rect(x: 1, y: 2, width: 3, height: 4)
    let held = [Point(1, 2), Point(4, 2), Point(1, 6), Point(3.999, 5.999), Point(.nan, 3)].map { rect.contains($0) }
    #expect(held == [true, false, false, true, false])
  }

  @Test func `Intersection and union agree with their points`() {
    var faults = 0
    let edges = stride(from: -2.0, through: 4, by: 1.5)
    for x in edges {
      for width in [-1, 0, 1.5, 4] {
        for y in edges {
          let a = Rect(x: x, y: y, width: width, height: 2)
          let b = Rect(x: 0, y: 0, width: 3, height: 3)
          for px in stride(from: -3.25, through: 8, by: 0.75) {
            let point = Point(px, 0.4)
            let inBoth = !a.isEmpty && a.contains(point) && b.contains(point)
            if a.intersection(b).contains(point) != inBoth { faults += 1 }
            if (a.contains(point) && !a.isEmpty || b.contains(point)) && !a.union(b).contains(point) { faults += 1 }
          }
          if a.intersects(b) == a.intersection(b).isEmpty { faults += 1 }
        }
      }
    }
    #expect(faults == 0)
  }

  @Test func `Rectangles that span, shrink and move are what they say`() {
    let rect = Rect(spanning: Point(5, 1), Point(2, 3))
    let results = [
      rect, rect.insetBy(dx: 1, dy: -1), rect.offsetBy(dx: 1, dy: 1),
      rect.inset(by: EdgeInsets(top: 0.5, left: 1, bottom: 0.25, right: 0)),
    ]
    #expect(
      results.map { "\($0.minX) \($0.minY) \($0.maxX) \($0.maxY)" } == [
        "2.0 1.0 5.0 3.0", "3.0 0.0 4.0 4.0", "3.0 2.0 6.0 4.0", "3.0 1.5 5.0 2.75",
      ])
  }
}

@Suite struct PixelTests {
  @Test func `Pixels that cover a rectangle hold all of it and no more than they must`() {
    var faults = 0
    for scale in [0.5, 1, 1.25, 1.5, 2, 3] {
      for x in stride(from: -3.3, through: 3, by: 0.7) {
        for width in [0.001, 0.5, 1, 2.6] {
          let pixels = PixelRect(covering: Rect(x: x, y: 0, width: width, height: 1), scale: scale)
          let left = Double(pixels.x)
          let right = Double(pixels.maxX)
          if left > x * scale || right < (x + width) * scale || left + 1 <= x * scale || right - 1 >= (x + width) * scale {
            faults += 1
          }
        }
      }
    }
    #expect(faults == 0)
  }

  @Test func `No number makes covering pixels overflow`() {
    let numbers: [Double] = [
      .nan, .infinity, -.infinity, 1e300, -1e300, 1e18, -1e18, .leastNonzeroMagnitude, 0, -1, 5, .greatestFiniteMagnitude,
    ]
    var largest = 0
    for x in numbers {
      for width in numbers {
        for scale in [1, 1.5, .nan, .infinity, 1e300] {
          let rect = PixelRect(covering: Rect(x: x, y: width, width: width, height: x), scale: scale)
          let other = rect.union(rect).intersection(PixelRect(x: 0, y: 0, width: 10, height: 10))
          largest = max(largest, rect.area, rect.maxX.magnitude > 0 ? Int(rect.maxX.magnitude) : 0, other.area)
          _ = rect.points(scale: scale)
        }
      }
    }
    #expect(largest <= 1 << 58)
    #expect(PixelRect(covering: Rect(x: -.infinity, y: 0, width: .infinity, height: 5), scale: 1).isEmpty == false)
  }

  @Test func `Pixel rectangles intersect and unite as sets`() {
    var faults = 0
    for x in -3...3 {
      for width in -1...4 {
        let a = PixelRect(x: x, y: 0, width: width, height: 2)
        let b = PixelRect(x: 0, y: 1, width: 2, height: 2)
        let columns = Set(x..<max(x, x + width)).intersection(0..<2)
        if a.intersection(b).area != (a.isEmpty ? 0 : columns.count) { faults += 1 }
        let united = a.union(b)
        if a.isEmpty ? united != b : united.intersection(a) != a || united.intersection(b) != b { faults += 1 }
      }
    }
    #expect(faults == 0)
  }
}
