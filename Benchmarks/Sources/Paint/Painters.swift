import CairoPaint
import EaselGeometry
import EaselRaster
import EaselText

/// Somebody who paints scenes into a screen in memory.
@MainActor protocol Contestant {
  var name: String { get }
  func paint(_ scene: Scene, into screen: Bitmap)
}

/// Us.
final class Ours: Contestant {
  let name = "easel"
  private let painter = Painter()
  private var path = Path()

  func paint(_ scene: Scene, into screen: Bitmap) {
    painter.begin(target: screen)
    for item in scene.items {
      path.removeAll(keepingCapacity: true)
      switch item.shape {
      case .stroke(let points, let width, let isRound, let dashes):
        precondition(dashes.isEmpty)
        path.move(to: points[0])
        for point in points.dropFirst() { path.addLine(to: point) }
        let style = StrokeStyle(width: width, cap: isRound ? .round : .butt, join: isRound ? .round : .miter)
        painter.stroke(path, style: style, color: item.color)
      case .curves(let points):
        path.move(to: points[0])
        for index in stride(from: 1, to: points.count - 2, by: 3) {
          path.addCurve(to: points[index + 2], control1: points[index], control2: points[index + 1])
        }
        path.closeSubpath()
        painter.fill(path, color: item.color)
      case .rect(let rect): painter.fill(rect, color: item.color)
      case .image(let picture, let rect, let opacity): painter.draw(picture, in: rect, opacity: opacity)
      case .text(let layout, let place):
        painter.draw(layout, at: place, color: item.color)
      case .gradient(let colors, let from, let to, let isRadial):
        let gradient = Gradient(colors: colors)
        painter.fill(
          with: isRadial
            ? .radialGradient(gradient, startCenter: from, startRadius: 0, endCenter: from, endRadius: from.distance(to: to))
            : .linearGradient(gradient, from: from, to: to))
      }
    }
    painter.end()
  }
}

/// The C library.
struct Cairo: Contestant {
  let name = "cairo"

  func paint(_ scene: Scene, into screen: Bitmap) {
    let size = screen.size
    let pixels = screen.pixels.assumingMemoryBound(to: UInt8.self)
    guard let cairo = rival_begin(pixels, Int32(size.width), Int32(size.height), Int32(screen.stride)) else {
      preconditionFailure("cairo paints into memory.")
    }
    for item in scene.items {
      rival_color(cairo, item.color.red, item.color.green, item.color.blue, item.color.alpha)
      switch item.shape {
      case .stroke(let points, let width, let isRound, let dashes):
        Cairo.withNumbers(points) {
          rival_stroke(cairo, $0, Int32(points.count), width, isRound ? 0 : 1, dashes, Int32(dashes.count))
        }
      case .curves(let points): Cairo.withNumbers(points) { rival_curves(cairo, $0, Int32(points.count)) }
      case .rect(let rect): rival_rect(cairo, rect.minX, rect.minY, rect.width, rect.height)
      case .image(let picture, let rect, let opacity):
        let size = picture.size
        rival_image(
          cairo, picture.pixels.assumingMemoryBound(to: UInt8.self), Int32(size.width), Int32(size.height),
          Int32(picture.stride), picture.format == .argb32 ? 1 : 0, [rect.minX, rect.minY, rect.width, rect.height], opacity)
      case .text(let layout, let place):
        for line in layout.lines {
          let baseline = place.y + line.origin.y + line.line.ascender
          rival_text(cairo, line.line.text, layout.font.familyName, layout.font.pointSize, place.x + line.origin.x, baseline)
        }
      case .gradient(let colors, let from, let to, let isRadial):
        let ends = isRadial ? [from.x, from.y, from.distance(to: to)] : [from.x, from.y, to.x, to.y]
        let numbers = colors.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }
        rival_gradient(cairo, ends, isRadial ? 1 : 0, numbers, Int32(colors.count))
      }
    }
    rival_end(cairo)
  }

  private static func withNumbers(_ points: [Point], _ body: (UnsafePointer<Double>) -> Void) {
    points.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      body(base.assumingMemoryBound(to: Double.self))
    }
  }
}
