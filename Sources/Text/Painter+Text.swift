public import EaselGeometry
public import EaselRaster

extension Painter {
  /// Paints a line of text with the upper left corner of its box at a point; glyphs with colours of their own keep them.
  ///
  /// Where the transform only moves and scales evenly, glyphs are made for just these pixels and stand on whole ones, the
  /// baseline too: the text is sharp at every scale. Under any other transform, and beyond 1024 pixels or 16 MB for a line, the
  /// text is painted upright at the nearest size and that picture is transformed, so its edges are soft. What it looks like does
  /// not depend on the clip. Text smaller than half a pixel is not drawn.
  /// The line keeps its pixels for the next time.
  public func draw(_ line: TextLine, at origin: Point, color: Color) {
    let reach = line.size.height
    guard origin.isFinite, isVisible(Rect(origin: origin, size: line.size).insetBy(dx: -reach, dy: -reach)) else { return }
    let scale = transform.determinant.magnitude.squareRoot()
    let wanted = line.font.pointSize * scale
    guard wanted.isFinite, wanted >= 0.5 else { return }
    let limit = LineImage.limit(glyphs: line.positions.count)
    if transform.isEvenScale, wanted < Double(limit) {
      drawSharp(line, at: origin, scale: scale, pixels: Int((wanted + 0.5).rounded(.down)), color: color)
    } else {
      drawTransformed(line, at: origin, pixels: min(limit, Int(min(wanted + 0.5, Double(limit)))), color: color)
    }
  }

  /// Paints a layout with the upper left corner of its box at a point; only the lines that may show cost anything.
  public func draw(_ layout: TextLayout, at origin: Point, color: Color) {
    let visible = clipBounds
    guard !visible.isEmpty else { return }
    for line in layout.lines[layout.lines(from: visible.minY - origin.y, to: visible.maxY - origin.y)] {
      draw(line.line, at: Point(x: origin.x + line.origin.x, y: origin.y + line.origin.y), color: color)
    }
  }

  private func drawSharp(_ line: TextLine, at origin: Point, scale: Double, pixels: Int, color: Color) {
    guard let image = line.image(scale: scale, pixels: pixels) else { return }
    let corner = transform.apply(origin)
    let x = (corner.x + 0.5).rounded(.down)
    let baseline = (corner.y + line.ascender * scale + 0.5).rounded(.down)
    // What is visible lies near the bitmap, whose sides fit in an Int32.
    guard x.magnitude < 1e9, baseline.magnitude < 1e9 else { return }
    let place = PixelPoint(x: Int(x) + image.box.x, y: Int(baseline) + image.box.y)
    if let coverage = image.coverage { fill(mask: coverage, at: place, color: color) }
    if let colors = image.colors { draw(colors, atPixel: place, opacity: color.alpha) }
  }

  private func drawTransformed(_ line: TextLine, at origin: Point, pixels: Int, color: Color) {
    let scale = Double(pixels) / line.font.pointSize
    guard let image = line.image(scale: scale, pixels: pixels) else { return }
    let rect = image.box.points(scale: scale).offsetBy(dx: origin.x, dy: origin.y + line.ascender)
    if let coverage = image.coverage { fill(mask: coverage, in: rect, color: color) }
    if let colors = image.colors { draw(colors, in: rect, opacity: color.alpha) }
  }
}

extension AffineTransform {
  /// Whether it moves and scales alike in both directions, and nothing else.
  fileprivate var isEvenScale: Bool {
    b == 0 && c == 0 && a > 0 && (a - d).magnitude <= a * 1e-9
  }
}

extension TextLine {
  /// The line's pixels at a scale, from the last time if it was the same.
  fileprivate func image(scale: Double, pixels: Int) -> LineImage? {
    if let image, image.scale == scale, image.pixels == pixels { return image }
    image = LineImage(self, scale: scale, pixels: pixels)
    return image
  }
}
