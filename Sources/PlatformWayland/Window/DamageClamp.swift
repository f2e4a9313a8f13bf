import EaselGeometry
import EaselPlatform
import EaselRaster

/// Brings damage into a form that a commit may carry (WFR-7, WEL-9).
enum DamageClamp {
  /// Calls `body` with the damage's rectangles, or with their bounding box if there are more than 16.
  ///
  /// - Parameter content: where the content lies in the buffer; what is outside of it is left out.
  static func forEach(_ damage: borrowing Region, in content: PixelRect, _ body: (PixelRect) -> Void) {
    let whole = PixelRect(content.size)
    if damage.rectCount > Limits.damageRects {
      emit(damage.bounds.intersection(whole), content, body)
    } else {
      // Raster knows no actor, and a closure of ours that it calls would look up which one it is on.
      for index in 0..<damage.rectCount { emit(damage.rect(index).intersection(whole), content, body) }
    }
  }

  private static func emit(_ rect: PixelRect, _ content: PixelRect, _ body: (PixelRect) -> Void) {
    guard !rect.isEmpty else { return }
    body(PixelRect(x: rect.x + content.x, y: rect.y + content.y, width: rect.width, height: rect.height))
  }
}
