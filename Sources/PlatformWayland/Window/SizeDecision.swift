import EaselGeometry
import EaselPlatform

/// What one sequence of role events asks of a toplevel, collected until `xdg_surface.configure` (WXS-2).
struct ToplevelRequest: Hashable {
  /// The size asked for in points; 0 or less leaves that dimension to us (WXS-5).
  var width = 0
  var height = 0
  /// The largest size that is sensible, or 0 (`configure_bounds`).
  var boundsWidth = 0
  var boundsHeight = 0
  var isMaximized = false
  var isFullscreen = false
  var isResizing = false
  var isActivated = false
  var isSuspended = false
  /// Edges that touch something else.
  var tiledEdges: WindowEdges = []

  /// Takes the states of `xdg_toplevel.configure`; numbers that we do not know are ignored (WCN-6).
  mutating func setStates(_ states: some Sequence<UInt32>) {
    isMaximized = false
    isFullscreen = false
    isResizing = false
    isActivated = false
    isSuspended = false
    tiledEdges = []
    for state in states {
      switch state {
      case 1: isMaximized = true
      case 2: isFullscreen = true
      case 3: isResizing = true
      case 4: isActivated = true
      case 5: tiledEdges.insert(.left)
      case 6: tiledEdges.insert(.right)
      case 7: tiledEdges.insert(.top)
      case 8: tiledEdges.insert(.bottom)
      case 9: isSuspended = true
      default: break
      }
    }
  }

  /// Whether the window may choose another size than the one it is given later, too.
  var isFloating: Bool { !isMaximized && !isFullscreen && tiledEdges.isEmpty }

  /// The edges that get a resize margin if the decorations are ours (WDE-5).
  var freeEdges: WindowEdges {
    guard !isMaximized, !isFullscreen else { return [] }
    return WindowEdges([.top, .bottom, .left, .right]).subtracting(tiledEdges)
  }
}

/// The sizes that decide a window's own choice.
struct SizeWishes: Hashable {
  /// What the application asked for at first.
  var preferred: PointSize
  /// The smallest sensible size; 0 is no limit.
  var minimum = PointSize(width: 0, height: 0)
  /// The last size that the window had while floating.
  var floating: PointSize?

  /// The content's size for a request, each dimension on its own (WXS-5, WXS-6).
  ///
  /// What the display gives is taken as it is: a buffer larger than that may be fatal, so a larger minimum only clips.
  func size(for request: ToplevelRequest) -> PointSize {
    PointSize(
      width: Self.length(
        given: request.width, own: floating?.width ?? preferred.width, minimum: minimum.width, bound: request.boundsWidth),
      height: Self.length(
        given: request.height, own: floating?.height ?? preferred.height, minimum: minimum.height,
        bound: request.boundsHeight))
  }

  private static func length(given: Int, own: Int, minimum: Int, bound: Int) -> Int {
    if given > 0 { return given }
    let wanted = max(own, minimum, 1)
    return bound > 0 ? min(wanted, bound) : wanted
  }
}

extension PointSize {
  /// A size from the application in whole points, rounded to the nearest; never less than `least`, never absurd.
  nonisolated init(_ size: Size, least: Int) {
    self.init(width: Self.whole(size.width, least), height: Self.whole(size.height, least))
  }

  private nonisolated static func whole(_ length: Double, _ least: Int) -> Int {
    guard length.isFinite else { return least }
    return Int(min(max(length.rounded(), Double(least)), Double(Limits.bufferSide)))
  }
}
