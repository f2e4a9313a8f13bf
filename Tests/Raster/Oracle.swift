internal import CEaselCairo
import EaselGeometry
import EaselRaster

/// What cairo makes of a path: coverage, a byte a pixel.
enum Oracle {
  static func fill(_ path: Path, width: Int, height: Int, rule: FillRule = .nonZero, transform: AffineTransform = .identity)
    -> [UInt8]
  {
    drawn(path, width, height, transform) { context in
      cairo_set_fill_rule(context, rule == .nonZero ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD)
      cairo_fill(context)
    }
  }

  static func stroke(_ path: Path, width: Int, height: Int, style: StrokeStyle, transform: AffineTransform = .identity)
    -> [UInt8]
  {
    drawn(path, width, height, transform) { context in
      cairo_set_line_width(context, style.width)
      let caps: [LineCap: cairo_line_cap_t] = [
        .butt: CAIRO_LINE_CAP_BUTT, .round: CAIRO_LINE_CAP_ROUND, .square: CAIRO_LINE_CAP_SQUARE,
      ]
      let joins: [LineJoin: cairo_line_join_t] = [
        .miter: CAIRO_LINE_JOIN_MITER, .round: CAIRO_LINE_JOIN_ROUND, .bevel: CAIRO_LINE_JOIN_BEVEL,
      ]
      cairo_set_line_cap(context, caps[style.cap] ?? CAIRO_LINE_CAP_BUTT)
      cairo_set_line_join(context, joins[style.join] ?? CAIRO_LINE_JOIN_MITER)
      cairo_set_miter_limit(context, style.miterLimit)
      cairo_set_dash(context, style.dash, Int32(style.dash.count), style.dashPhase)
      cairo_stroke(context)
    }
  }

  private static func drawn(
    _ path: Path, _ width: Int, _ height: Int, _ transform: AffineTransform, _ body: (OpaquePointer) -> Void
  ) -> [UInt8] {
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height)),
      let context = cairo_create(surface)
    else { return [] }
    defer {
      cairo_destroy(context)
      cairo_surface_destroy(surface)
    }
    var matrix = cairo_matrix_t(
      xx: transform.a, yx: transform.b, xy: transform.c, yy: transform.d, x0: transform.tx, y0: transform.ty)
    cairo_set_matrix(context, &matrix)
    // Finer than cairo's own, as it is the one that must be right.
    cairo_set_tolerance(context, 0.02)
    add(path, to: context)
    body(context)
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return [] }
    let stride = Int(cairo_image_surface_get_stride(surface))
    return (0..<height).flatMap { y in (0..<width).map { data[y * stride + $0] } }
  }

  static func add(_ path: Path, to context: OpaquePointer) {
    var current = Point.zero
    var start = Point.zero
    path.forEach { element in
      switch element {
      case .move(let point):
        cairo_move_to(context, point.x, point.y)
        (start, current) = (point, point)
      case .line(let point):
        cairo_line_to(context, point.x, point.y)
        current = point
      case .quadCurve(let point, let control):
        let first = current + (control - current) * (2 / 3)
        let second = point + (control - point) * (2 / 3)
        cairo_curve_to(context, first.x, first.y, second.x, second.y, point.x, point.y)
        current = point
      case .curve(let point, let first, let second):
        cairo_curve_to(context, first.x, first.y, second.x, second.y, point.x, point.y)
        current = point
      case .closeSubpath:
        cairo_close_path(context)
        current = start
      }
    }
  }
}

/// How two pictures of coverage differ.
struct Difference {
  /// Pixels, and those that either covers at all.
  var pixels = 0
  var touched = 0
  /// Those that differ by more than 32 levels.
  var large = 0

  init() {}

  init(_ a: [UInt8], _ b: [UInt8]) {
    pixels = max(a.count, b.count)
    guard a.count == b.count else {
      large = pixels
      return
    }
    for index in a.indices {
      if a[index] != 0 || b[index] != 0 { touched += 1 }
      if abs(Int(a[index]) - Int(b[index])) > 32 { large += 1 }
    }
  }

  static func += (sum: inout Difference, other: Difference) {
    sum.pixels += other.pixels
    sum.touched += other.touched
    sum.large += other.large
  }

  /// Whether at most one pixel in fifty differs much.
  var isSmall: Bool { large * 50 <= pixels }
}
