/// A linear map with a translation: x′ = a·x + c·y + tx, y′ = b·x + d·y + ty.
public struct AffineTransform: Hashable, Sendable {
  /// How much of x goes into x′.
  public var a: Double
  /// How much of x goes into y′.
  public var b: Double
  /// How much of y goes into x′.
  public var c: Double
  /// How much of y goes into y′.
  public var d: Double
  /// What is added to x′.
  public var tx: Double
  /// What is added to y′.
  public var ty: Double

  /// A map from its six numbers.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The map that changes nothing.
  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// A movement.
  public init(translationX x: Double, y: Double) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// A scaling about the origin.
  public init(scaleX x: Double, y: Double) {
    self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// A turn about the origin from the angle's cosine and sine; positive angles turn clockwise on screen (CO-1).
  public init(cosine: Double, sine: Double) {
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Whether this is exactly the identity.
  public var isIdentity: Bool { self == .identity }

  /// Whether the map only moves: its linear part is exactly the identity's.
  public var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }

  /// Whether rectangles stay axis-aligned.
  public var keepsAxes: Bool { (b == 0 && c == 0) || (a == 0 && d == 0) }

  /// Whether circles stay circles, but for rounding; a map that is not finite keeps nothing.
  public var keepsShapes: Bool {
    let first = a * a + b * b
    let second = c * c + d * d
    let limit = 1e-9 * max(first, second)
    return limit < .infinity && (first - second).magnitude <= limit && (a * c + b * d).magnitude <= limit
  }

  /// The signed factor by which areas grow.
  public var determinant: Double { a * d - b * c }

  /// The map back, or nil if the linear part is singular or not finite (CO-4).
  public var inverse: AffineTransform? {
    let determinant = self.determinant
    guard determinant != 0, determinant.isFinite, (1 / determinant).isFinite else { return nil }
    return AffineTransform(
      a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
  }

  /// The map that does this one first and `next` after it.
  public func concatenating(_ next: AffineTransform) -> AffineTransform {
    AffineTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// The map that moves first and does this one after it.
  public func translatedBy(x: Double, y: Double) -> AffineTransform {
    AffineTransform(translationX: x, y: y).concatenating(self)
  }

  /// The map that scales first and does this one after it.
  public func scaledBy(x: Double, y: Double) -> AffineTransform {
    AffineTransform(scaleX: x, y: y).concatenating(self)
  }

  /// The image of a position.
  public func apply(_ point: Point) -> Point {
    Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// The image of a vector: the linear part alone (CO-11).
  public func applyLinear(_ vector: Point) -> Point {
    Point(x: a * vector.x + c * vector.y, y: b * vector.x + d * vector.y)
  }

  /// The bounding box of the image of a rectangle (CO-8).
  public func boundingBox(of rect: Rect) -> Rect {
    if isTranslation { return rect.offsetBy(dx: tx, dy: ty) }
    let p = apply(Point(x: rect.minX, y: rect.minY))
    let q = apply(Point(x: rect.maxX, y: rect.minY))
    let r = apply(Point(x: rect.minX, y: rect.maxY))
    let s = apply(Point(x: rect.maxX, y: rect.maxY))
    let left = min(p.x, q.x, r.x, s.x)
    let top = min(p.y, q.y, r.y, s.y)
    return Rect(
      x: left, y: top, width: max(p.x, q.x, r.x, s.x) - left, height: max(p.y, q.y, r.y, s.y) - top)
  }
}
