internal import EaselGeometry
internal import EaselInputEvents
internal import EaselPlatform

/// The invisible margin around a window whose decorations are the toolkit's: a contact that begins there resizes (WDE-2).
///
/// It lies outside of every view, so no hit test finds it; the window names it for contacts that hit nothing else.
final class ResizeMargin: View {
  /// How far beside the window a finger takes its edge, and a pointer or pen, in points.
  static let fingerWidth = 16.0
  static let pointerWidth = 8.0
  /// How near to a corner a contact takes both edges.
  static let cornerLength = 24.0

  /// Whether the window can be resized: it fills nothing (WDE-5).
  var isActive = true
  private var edges: WindowEdges = []

  init() {
    super.init(frame: .zero)
  }

  /// Whether a contact beside `bounds` is meant for the margin.
  func takes(_ location: Point, of bounds: Rect, kind: ContactKind) -> Bool {
    guard isActive, !bounds.contains(location) else { return false }
    let width = kind == .direct ? Self.fingerWidth : Self.pointerWidth
    return bounds.insetBy(dx: -width, dy: -width).contains(location)
  }

  /// The edges that a place beside `bounds` takes: two near a corner.
  static func edges(at location: Point, of bounds: Rect) -> WindowEdges {
    let isBesideX = location.x < bounds.minX || location.x >= bounds.maxX
    let isBesideY = location.y < bounds.minY || location.y >= bounds.maxY
    let reachX = isBesideY ? cornerLength : 0
    let reachY = isBesideX ? cornerLength : 0
    var edges: WindowEdges = []
    if location.x < bounds.minX + reachX {
      edges.insert(.left)
    } else if location.x >= bounds.maxX - reachX {
      edges.insert(.right)
    }
    if location.y < bounds.minY + reachY {
      edges.insert(.top)
    } else if location.y >= bounds.maxY - reachY {
      edges.insert(.bottom)
    }
    return edges
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    guard let touch = touches.first, let window else { return }
    edges = Self.edges(at: touch.location(in: nil), of: window.bounds)
  }

  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    // At the first movement, as moving the window does (WDE-3).
    guard let touch = touches.first, !edges.isEmpty else { return }
    let taken = edges
    edges = []
    window?.beginResize(taken, with: touch)
  }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    edges = []
  }

  override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    edges = []
  }
}
