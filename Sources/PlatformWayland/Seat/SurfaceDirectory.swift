import EaselGeometry
import EaselInputEvents

/// What seats must know of a window; windows put themselves into the directory while their surface lives.
protocol InputSurface: AnyObject {
  /// The surface's name in input events.
  var id: SurfaceID { get }

  /// Where the content begins in the surface's own coordinates: the margins of our own decoration lie before it.
  var contentOrigin: Point { get }

  /// The content's size in points.
  var contentSize: Size { get }

  /// The first seat's keyboard came to the surface, or the last one's left it.
  func keyboardFocusDidChange(_ hasFocus: Bool)
}

/// Finds windows by the proxy that an event names, and by id; what has been removed is never found again (WTC-8).
///
/// It keeps nothing alive: a proxy is only compared, a window is held weakly.
final class SurfaceDirectory {
  private struct Entry {
    let id: SurfaceID
    let proxy: ObjectIdentifier
    weak var window: (any InputSurface)?
    /// How many seats' keyboards are on it.
    var focusCount = 0
  }

  @safe @exclusivity(unchecked) private var entries: [Entry] = []

  /// Makes a window known; `surface` is its `wl_surface` proxy.
  func add(_ window: any InputSurface, surface: AnyObject) {
    remove(window.id)
    entries.append(Entry(id: window.id, proxy: ObjectIdentifier(surface), window: window))
  }

  /// Forgets a window; must come before its proxy is destroyed.
  func remove(_ id: SurfaceID) {
    entries.removeAll { $0.id == id }
  }

  /// The window of a proxy, or nil if there is none, it is not a window of ours, or it has been removed (WTC-7).
  func window(of surface: AnyObject?) -> (any InputSurface)? {
    guard let surface else { return nil }
    let proxy = ObjectIdentifier(surface)
    // No closures here: each would look up which actor it is on.
    for index in entries.indices where entries[index].proxy == proxy { return entries[index].window }
    return nil
  }

  /// The window of an id, or nil if it has been removed.
  func window(_ id: SurfaceID) -> (any InputSurface)? {
    for index in entries.indices where entries[index].id == id { return entries[index].window }
    return nil
  }

  /// A seat's keyboard comes or leaves; the window is told when that makes a difference (WSE-3).
  func keyboard(came: Bool, to id: SurfaceID) {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
    let before = entries[index].focusCount
    entries[index].focusCount = max(0, before + (came ? 1 : -1))
    let hasFocus = entries[index].focusCount > 0
    if hasFocus != (before > 0) { entries[index].window?.keyboardFocusDidChange(hasFocus) }
  }
}

/// The cursor image of one pointer; its maker knows the theme and the protocols (WCU).
protocol PointerCursor: AnyObject {
  /// The pointer came onto a surface of ours: the image is set anew with this serial (WPO-2).
  func pointerEntered(serial: UInt32)

  /// A finger touches: no image until the pointer moves again (WTC-15).
  func hide()

  /// The pointer moves: shows the image if it was hidden; costs nothing if not.
  func show()

  /// The pointer is gone.
  func invalidate()
}
