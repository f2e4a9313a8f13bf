import EaselGeometry
import EaselRaster

/// One of a card's buffers, with what it lacks of the newest picture.
final class CardSlot {
  let buffer: CardBuffer
  private let writer: PanelWriter
  private let view: PixelRect
  private var stale: Region

  init(buffer: CardBuffer, panel: PixelSize, format: PanelFormat, orientation: Orientation) {
    self.buffer = buffer
    writer = unsafe PanelWriter(
      memory: buffer.memory, stride: buffer.stride, panel: panel, format: format, orientation: orientation)
    view = PixelRect(orientation.turned(panel))
    stale = Region(view)
  }

  /// Notes what the slot lacks from now on.
  func addStale(_ damage: borrowing Region) {
    stale.formUnion(damage)
    stale.formIntersection(view)
  }

  func addAllStale() {
    stale.formUnion(view)
  }

  /// Copies what is lacking, and tells each rectangle of the view that was written.
  func update(from layers: borrowing PanelLayers, written: (PixelRect) -> Void) {
    let layers = copy layers
    stale.forEachRect { rect in
      writer.copy(rect, from: layers)
      written(rect)
    }
    stale.removeAll()
  }
}
