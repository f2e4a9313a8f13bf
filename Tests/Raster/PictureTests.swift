import EaselGeometry
import EaselRaster
import Testing

/// Small pictures, exact to the tenth.
@Suite struct PictureTests {
  @Test func `Shapes look as drawn`() {
    var triangle = Path()
    triangle.move(to: Point(1, 1))
    triangle.addLine(to: Point(7, 1))
    triangle.addLine(to: Point(1, 7))
    let filled = art(coverage(8, 8) { $0.fill(triangle, color: .black) })
    #expect(
      filled == """
        ........
        .#####5.
        .####5..
        .###5...
        .##5....
        .#5.....
        .5......
        ........
        """)

    var rings = Path(Rect(x: 1, y: 1, width: 6, height: 6))
    rings.addRect(Rect(x: 2.5, y: 2.5, width: 3, height: 3))
    let ring = art(coverage(8, 8) { $0.fill(rings, color: .black, rule: .evenOdd) })
    #expect(
      ring == """
        ........
        .######.
        .#7557#.
        .#5..5#.
        .#5..5#.
        .#7557#.
        .######.
        ........
        """)

    let both = art(coverage(8, 8) { $0.fill(rings, color: .black) })
    #expect(both == art(coverage(8, 8) { $0.fill(Rect(x: 1, y: 1, width: 6, height: 6), color: .black) }))
  }

  @Test func `Lines look as drawn with each cap and join`() {
    var corner = Path()
    corner.move(to: Point(2, 7))
    corner.addLine(to: Point(2, 2))
    corner.addLine(to: Point(7, 2))
    let styles: [(String, StrokeStyle)] = [
      ("butt miter", StrokeStyle(width: 2, cap: .butt, join: .miter)),
      ("square bevel", StrokeStyle(width: 2, cap: .square, join: .bevel)),
      ("butt limit", StrokeStyle(width: 2, cap: .butt, join: .miter, miterLimit: 1)),
    ]
    let result = styles.map { name, style in
      name + "\n" + art(coverage(9, 9) { $0.stroke(corner, style: style, color: .black) })
    }
    #expect(
      result == [
        """
        butt miter
        .........
        .######..
        .######..
        .##......
        .##......
        .##......
        .##......
        .........
        .........
        """,
        """
        square bevel
        .........
        .5######.
        .#######.
        .##......
        .##......
        .##......
        .##......
        .##......
        .........
        """,
        """
        butt limit
        .........
        .5#####..
        .######..
        .##......
        .##......
        .##......
        .##......
        .........
        .........
        """,
      ])
  }

  @Test func `Round lines look as drawn`() {
    let line = art(
      coverage(10, 6) { $0.stroke(polyline: [Point(2, 3), Point(8, 3)], width: 4, color: .black) })
    let dot = art(coverage(6, 6) { $0.stroke(polyline: [Point(3, 3)], width: 4, color: .black) })
    #expect(
      line == """
        ..........
        39######93
        9########9
        9########9
        39######93
        ..........
        """)
    #expect(dot == "......\n.3993.\n.9##9.\n.9##9.\n.3993.\n......")
  }

  @Test func `Hairlines and rectangles lie on whole pixels at every scale (WHD-10)`() {
    let frame = Path(Rect(x: 1, y: 1, width: 3, height: 2))
    var trail: [String] = []
    for scale in [1, 1.25, 1.5, 2] {
      let picture = art(
        coverage(9, 7, scale: scale) {
          $0.stroke(frame, style: .hairline, color: .black)
        })
      let blocks = art(
        coverage(9, 2, scale: scale) { painter in
          painter.fill(Rect(x: 0, y: 0, width: 1.3, height: 1), color: .black)
          painter.fill(Rect(x: 1.3, y: 0, width: 1.4, height: 1), color: Color(white: 0, alpha: 0.5))
          painter.fill(Rect(x: 4, y: 0, width: 0.01, height: 0.01), color: .black)
        })
      trail.append("\(scale)\n\(picture)\n\n\(blocks)")
    }
    #expect(trail == PictureTests.hairlines)
  }

  private static let hairlines = [
    """
    1.0
    .........
    .####....
    .#..#....
    .####....
    .........
    .........
    .........

    #55.#....
    .........
    """,
    """
    1.25
    .........
    .#####...
    .#...#...
    .#####...
    .........
    .........
    .........

    ##5..#...
    .........
    """,
    """
    1.5
    .........
    .######..
    .#....#..
    .#....#..
    .######..
    .........
    .........

    ##55..#..
    ##55.....
    """,
    """
    2.0
    .........
    .........
    ..#######
    ..#.....#
    ..#.....#
    ..#.....#
    ..#######

    ###55...#
    ###55....
    """,
  ]

  @Test func `Colours are laid over what is there`() {
    let target = bitmap(3, 1)
    target.fill(.white)
    let painter = Painter(target: target, clip: Region(PixelRect(x: 0, y: 0, width: 2, height: 1)))
    painter.fill(Rect(x: 0, y: 0, width: 3, height: 1), color: Color(red: 1, green: 0, blue: 0, alpha: 0.5))
    painter.fill(Path(Rect(x: 0.5, y: 0, width: 0.5, height: 1)), color: .blue)
    painter.fill(Rect(x: 1, y: 0, width: 1, height: 1), color: Color(red: .nan, green: 9, blue: -1, alpha: .infinity))
    painter.fill(Rect(x: 1, y: 0, width: 1, height: 1), color: Color(red: 1, green: 1, blue: 1, alpha: .nan))
    let words = (0..<3).map { String(target.pixel(x: $0, y: 0), radix: 16) }
    #expect(words == ["ff7f3fbf", "ff00ff00", "ffffffff"])
  }

  @Test func `A colour shows through a mask as far as the mask covers`() {
    let mask = bitmap(3, 2, .alpha8)
    for (x, alpha) in [(0, 1), (1, 0.5), (2, 0)] {
      mask.fill(Color(white: 0, alpha: alpha), in: PixelRect(x: x, y: 0, width: 1, height: 2))
    }
    let raw = coverage(6, 4, scale: 2) { $0.fill(mask: mask, at: PixelPoint(x: 1, y: 1), color: .black) }
    #expect(art(raw) == "......\n.#5...\n.#5...\n......")
    let exact = coverage(6, 4) { $0.fill(mask: mask, in: Rect(x: 1.4, y: 1, width: 3, height: 2), color: .black) }
    #expect(bytes(exact) == bytes(raw))
    let turned = coverage(4, 5) { painter in
      painter.concatenate(AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 3, ty: 1))
      painter.fill(mask: mask, in: Rect(x: 0, y: 0, width: 3, height: 2), color: Color(white: 0, alpha: 0.5))
    }
    #expect(art(turned) == "....\n.55.\n.33.\n....\n....")
    let target = bitmap(3, 2)
    target.fill(.white)
    Painter(target: target, clip: Region(PixelRect(target.size))).fill(
      mask: mask, at: PixelPoint(x: 0, y: 0), color: .blue)
    #expect((0..<3).map { String(target.pixel(x: $0, y: 1), radix: 16) } == ["ff0000ff", "ff7f7fff", "ffffffff"])
  }

  @Test func `State is saved and restored, and clips only narrow`() {
    let picture = coverage(8, 4) { painter in
      painter.saveState()
      painter.clip(to: Rect(x: 1, y: 1, width: 4, height: 2))
      painter.saveState()
      painter.concatenate(AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 3, ty: 0))
      painter.clip(to: Rect(x: 0, y: 0, width: 9, height: 9))
      painter.fill(painter.clipBounds, color: .black)
      painter.restoreState()
      painter.fill(Rect(x: 0, y: 0, width: 2, height: 9), color: Color(white: 0, alpha: 0.5))
      painter.restoreState()
      painter.fill(Rect(x: 7, y: 0, width: 1, height: 1), color: .black)
    }
    #expect(art(picture) == ".......#\n.5.##...\n.5.##...\n........")
  }
}
