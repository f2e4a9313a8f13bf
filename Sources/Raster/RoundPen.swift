internal import EaselGeometry

/// Carries the points of a round line to its rasterizer: transforms, rounds, cuts and snaps.
struct RoundPen: LinePen {
  private let capsules: CapsuleRasterizer
  private let transform: AffineTransform
  private let radius: Float
  private let isHairline: Bool
  private var start = Point.zero
  private var current = Point.zero
  /// The current position in fixed point, if `isNear`.
  private var x = 0
  private var y = 0
  /// Whether the current position is a number within the limit.
  private var isNear = false
  private var isPlaced = false

  init(_ capsules: CapsuleRasterizer, transform: AffineTransform, radius: Float, isHairline: Bool) {
    self.capsules = capsules
    self.transform = transform
    self.radius = radius
    self.isHairline = isHairline
  }

  mutating func move(to point: Point) {
    let device = transform.apply(point)
    isPlaced = device.isFinite
    start = device
    place(device)
  }

  @inline(__always)
  mutating func line(to point: Point) {
    add(to: transform.apply(point))
  }

  @inline(__always)
  mutating func line(to point: Point, isBend: Bool) { line(to: point) }

  mutating func close() {
    if isPlaced { add(to: start) }
  }

  mutating func dot(at point: Point, direction: Point) {
    move(to: point)
    line(to: point)
  }

  mutating func end() {}

  @inline(__always)
  private mutating func place(_ device: Point) {
    isNear = RoundPen.isNear(device)
    current = device
    x = Fixed.quantized(device.x)
    y = Fixed.quantized(device.y)
  }

  private static func isNear(_ point: Point) -> Bool {
    point.x.magnitude < Fixed.pixelLimit && point.y.magnitude < Fixed.pixelLimit
  }

  @inline(__always)
  private mutating func add(to end: Point) {
    if isNear && RoundPen.isNear(end) && !isHairline {
      let endX = Fixed.quantized(end.x)
      let endY = Fixed.quantized(end.y)
      capsules.add(Capsule(x, y, endX, endY, radius: radius))
      current = end
      x = endX
      y = endY
    } else {
      addSpecial(to: end)
    }
  }

  private mutating func addSpecial(to end: Point) {
    guard end.isFinite else { return }
    if !isPlaced {
      isPlaced = true
      start = end
      place(end)
    }
    var a = current
    var b = end
    place(end)
    if isHairline { RoundPen.snap(&a, &b) }
    guard let cut = Fixed.cut(from: a, to: b) else { return }
    (a, b) = (a + (b - a) * cut.from, a + (b - a) * cut.to)
    capsules.add(
      Capsule(Fixed.quantized(a.x), Fixed.quantized(a.y), Fixed.quantized(b.x), Fixed.quantized(b.y), radius: radius))
  }

  /// Moves a segment along an axis into the middle of the pixels that it runs through (WHD-10).
  private static func snap(_ a: inout Point, _ b: inout Point) {
    guard Fixed.clamped(a.x) == Fixed.clamped(b.x) || Fixed.clamped(a.y) == Fixed.clamped(b.y) else { return }
    a = Point(x: a.x.rounded(.down) + 0.5, y: a.y.rounded(.down) + 0.5)
    b = Point(x: b.x.rounded(.down) + 0.5, y: b.y.rounded(.down) + 0.5)
  }
}
