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
  private static let radius = 14.0
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
    for spot in spots { setNeedsDisplay(MarkerView.box(around: spot).insetBy(dx: -2, dy: -2)) }
  }

  override func draw(_ rect: Rect, in painter: Painter) {
    for spot in spots {
      var ring = Path()
      ring.addEllipse(in: MarkerView.box(around: spot))
      painter.fill(ring, color: Color(white: 0.5, alpha: areDown ? 0.5 : 0.2))
      painter.stroke(ring, style: StrokeStyle(width: 1), color: Color(white: 0.2, alpha: 0.8))
    }
  }

  private static func box(around spot: Point) -> Rect {
    Rect(x: spot.x - radius, y: spot.y - radius, width: 2 * radius, height: 2 * radius)
  }
}
