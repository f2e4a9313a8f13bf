import EaselGeometry
import EaselRaster

/// A place in a panel's memory for one whole picture, with what it lacks of the newest one.
///
/// What it lacks is kept as a few rectangles, which may overlap: no frame allocates, however long a page waits for its turn. That is
/// tested in a debug build, whose generic walks over an array allocate; so places are counted here.
final class PanelPage {
  private let writer: PanelWriter
  private let view: PixelRect
  private var stale: [PixelRect] = []

  /// Rectangles that are kept at most, and that a driver is told of at most (FKM-10); then the nearest ones become one.
  static let most = 16

  /// A page that lacks everything.
  init(writer: PanelWriter, view: PixelSize) {
    self.writer = writer
    self.view = PixelRect(view)
    stale.reserveCapacity(PanelPage.most)
    stale.append(self.view)
  }

  /// Notes what the page lacks from now on.
  func add(_ damage: borrowing Region) {
    damage.forEachRect { add($0) }
  }

  func addAll() { add(view) }

  /// Copies what is lacking, and tells each rectangle of the view that was written.
  func update(from layers: borrowing PanelLayers, written: (PixelRect) -> Void) {
    let layers = copy layers
    for place in stale.indices {
      writer.copy(stale[place], from: layers)
      written(stale[place])
    }
    stale.removeAll(keepingCapacity: true)
  }

  private func add(_ rect: PixelRect) {
    let rect = rect.intersection(view)
    guard !rect.isEmpty else { return }
    var place = stale.count
    while place > 0 {
      place -= 1
      let both = stale[place].union(rect)
      if both == stale[place] { return }
      if both == rect { stale.remove(at: place) }
    }
    guard stale.count == PanelPage.most else { return stale.append(rect) }
    var (best, least) = (0, Int.max)
    for place in stale.indices {
      let growth = stale[place].union(rect).area - stale[place].area
      if growth < least { (best, least) = (place, growth) }
    }
    stale[best] = stale[best].union(rect)
  }
}
