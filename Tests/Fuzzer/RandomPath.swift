// Bytes become a path, a style and a transform, which are painted whole and in pieces.

import EaselGeometry
import EaselRaster

/// Bytes that are used up one by one; after the last there are zeros.
struct Supply {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  var isEmpty: Bool { bytes.isEmpty }

  mutating func byte() -> Int { Int(bytes.popFirst() ?? 0) }

  /// Mostly a place in or near the picture, now and then anything.
  mutating func number() -> Double {
    let kind = byte()
    guard kind >= 250 else { return Double(kind) / 6 - 5 + Double(byte()) / 1000 }
    var bits: UInt64 = 0
    for _ in 0..<8 { bits = bits << 8 | UInt64(byte()) }
    return kind == 255 ? .infinity : kind == 254 ? .nan : Double(bitPattern: bits)
  }

  mutating func point() -> Point { Point(x: number(), y: number()) }
}

func paintRandomly(_ bytes: [UInt8]) {
  var supply = Supply(bytes)
  let style = StrokeStyle(
    width: supply.number(), cap: [.butt, .round, .square][supply.byte() % 3],
    join: [.miter, .round, .bevel][supply.byte() % 3],
    miterLimit: supply.number(), dash: (0..<supply.byte() % 4).map { _ in supply.number() }, dashPhase: supply.number())
  var transform = AffineTransform.identity
  if supply.byte() % 2 == 1 {
    transform = AffineTransform(
      a: supply.number() / 10, b: supply.number() / 10, c: supply.number() / 10, d: supply.number() / 10, tx: supply.number(),
      ty: supply.number())
  }
  var path = Path()
  while !supply.isEmpty { addElement(to: &path, &supply) }
  let whole = painted(path, style, transform, [PixelRect(x: 0, y: 0, width: 32, height: 32)])
  let cut = bytes.count % 31 + 1
  let pieces = painted(
    path, style, transform,
    [PixelRect(x: 0, y: 0, width: cut, height: 32), PixelRect(x: cut, y: 0, width: 32 - cut, height: 32)])
  precondition((0..<32).allSatisfy { whole.row($0) == pieces.row($0) }, "Painting in pieces gives the same pixels.")
  _ = path.contains(Point(x: 9, y: 9), tolerance: 2)
  _ = path.strokeContains(Point(x: 9, y: 9), style: style, tolerance: 2)
  _ = (path.bounds, path.strokeBounds(style: style))
}

private func addElement(to path: inout Path, _ supply: inout Supply) {
  switch supply.byte() % 9 {
  case 0: path.move(to: supply.point())
  case 1: path.addQuadCurve(to: supply.point(), control: supply.point())
  case 2: path.addCurve(to: supply.point(), control1: supply.point(), control2: supply.point())
  case 3: path.closeSubpath()
  case 4: path.addEllipse(in: Rect(spanning: supply.point(), supply.point()))
  case 5:
    path.addRelativeArc(center: supply.point(), radius: supply.number(), startAngle: supply.number(), delta: supply.number())
  case 6: path.addArc(tangent1End: supply.point(), tangent2End: supply.point(), radius: supply.number())
  default: path.addLine(to: supply.point())
  }
}

private func painted(_ path: Path, _ style: StrokeStyle, _ transform: AffineTransform, _ clips: [PixelRect]) -> Bitmap {
  guard let target = try? Bitmap(size: PixelSize(width: 32, height: 32), format: .argb32) else {
    preconditionFailure("A small bitmap needs little memory.")
  }
  let painter = Painter()
  for clip in clips {
    painter.begin(target: target, transform: transform, clip: Region(clip))
    painter.fill(path, color: .red, rule: .evenOdd)
    painter.stroke(path, style: style, color: Color(white: 0, alpha: 0.5))
    painter.saveState()
    try? painter.clip(to: path)
    painter.fill(Rect(x: 3, y: 3, width: 20, height: 20), color: .blue)
    painter.restoreState()
  }
  return target
}
