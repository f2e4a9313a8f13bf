internal import EaselGeometry
internal import EaselInputEvents
internal import EaselPlatform
internal import EaselRaster
internal import EaselToolkit

/// Plays fingers with the mouse and shows where two of them are or would go down (WEM-2).
final class EmulationMarkers {
  let emulation: TouchEmulation
  private let overlay = MarkerView()

  init(application: Application, backend: any Backend) {
    emulation = TouchEmulation(
      isEnabled: true, size: { [weak application] in application?.window(of: $0)?.bounds.size },
      nextContact: { backend.newContact() })
    emulation.onMarkersChange = { [weak application, overlay] markers in
      guard let markers, let window = application?.window(of: markers.surface) else {
        overlay.removeFromSuperview()
        return
      }
      overlay.show(markers, in: window)
    }
  }
}

/// Two rings above a window's content; takes no touches.
private final class MarkerView: View {
  private static let edge = Color(white: 0.2, alpha: 0.8)
  private static let held = ContactRing(radius: 14, edgeWidth: 1, ground: Color(white: 0.5, alpha: 0.5), edge: edge)
  private static let free = ContactRing(radius: 14, edgeWidth: 1, ground: Color(white: 0.5, alpha: 0.2), edge: edge)
  private var spots: [Point] = []
  private var areDown = false

  init() {
    super.init(frame: .zero)
    isUserInteractionEnabled = false
  }

  func show(_ markers: TouchEmulation.Markers, in window: Window) {
    if superview !== window { window.addSubview(self) }
    frame = window.bounds
    mark()
    spots = [markers.pointer, markers.mirror]
    areDown = markers.areDown
    mark()
  }

  private func mark() {
    for spot in spots { setNeedsDisplay(ring.damage(around: spot)) }
  }

  private var ring: ContactRing { areDown ? MarkerView.held : MarkerView.free }

  override func draw(_ rect: Rect, in painter: Painter) {
    for spot in spots { ring.draw(around: spot, in: painter) }
  }
}
