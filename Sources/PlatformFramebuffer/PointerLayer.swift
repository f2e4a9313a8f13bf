import EaselGeometry
import EaselPlatform
import EaselRaster

/// The pointer's arrow over the user's picture (LPT-1): a small bitmap of the picture under it with the arrow on top.
final class PointerLayer {
  /// Where the arrow's tip is, in pixels of the view; nil while it is hidden.
  private(set) var tip: PixelPoint?

  private let arrow: Bitmap?
  private let image: Bitmap?
  private let painter = Painter()

  /// An arrow whose pixels are `scale` times as large.
  init(scale: Int) {
    let size = ArrowImage.size(scale: scale)
    arrow = try? Bitmap(size: size, format: .argb32)
    image = try? Bitmap(size: size, format: .xrgb32)
    if let arrow { ArrowImage.paint(into: arrow, scale: scale) }
  }

  /// The pixels that it covers.
  var rect: PixelRect {
    guard let tip, let image else { return .zero }
    return PixelRect(image.size).moved(x: tip.x, y: tip.y)
  }

  /// Moves it; what it leaves and what it covers now must be shown again.
  func move(to tip: PixelPoint?) -> (old: PixelRect, new: PixelRect) {
    let old = rect
    self.tip = tip
    return (old, rect)
  }

  /// The arrow over a picture, and where it lies.
  func over(_ picture: Bitmap) -> (image: Bitmap, place: PixelPoint)? {
    guard let tip, let image, let arrow else { return nil }
    let visible = rect.intersection(PixelRect(picture.size))
    guard !visible.isEmpty else { return nil }
    painter.begin(target: image)
    painter.copy(picture, from: visible, to: PixelPoint(x: visible.x - tip.x, y: visible.y - tip.y))
    painter.draw(arrow, atPixel: PixelPoint(x: 0, y: 0))
    painter.end()
    return (image, tip)
  }
}
