import EaselGeometry
import EaselPlatform
import EaselRaster
internal import Glibc

/// A screen that we write ourselves: a framebuffer or a card (FFB, FKM).
///
/// The user's picture stays with the caller; a screen copies what has changed of it and says when the next frame is worth making.
protocol Screen: AnyObject {
  /// The name that `--screen` knows it by.
  var name: String { get }

  /// The device's node, where udev tells of it.
  var node: String { get }

  /// The panel's pixels, not turned.
  var panel: PixelSize { get }

  /// What the panel itself says of how it is mounted.
  var orientationHint: Orientation { get }

  /// The panel's extents in millimetres, or nil if nobody knows (FFB-13).
  var millimeters: Size? { get }

  /// Whom it tells.
  var delegate: (any ScreenDelegate)? { get set }

  /// Begins to show a picture, turned so; all of it must be shown anew.
  func begin(_ orientation: Orientation) throws(BackendError)

  /// Copies what has changed and sees that it is shown; each call is answered by `screenIsReady` later.
  ///
  /// - Parameters:
  ///   - layers: what is shown where; they cover the damage, and the last one is on top.
  ///   - damage: in pixels of the view.
  func show(_ layers: borrowing PanelLayers, damage: borrowing Region)

  /// Something was plugged into the device or out of it (FKM-14).
  func reprobe()

  /// The session goes to somebody else: nothing is written until `resume` (FVT-5).
  func pause()

  /// The session is ours again; nothing of what was shown is assumed (FVT-6).
  func resume() throws(BackendError)

  /// Gives the screen back as it was found.
  func close()
}

extension Size {
  /// A panel's extents as its driver tells them, or nil where they are nonsense (FFB-13).
  init?(millimeters told: PixelSize) {
    let possible = 20...5000
    guard possible.contains(told.width), possible.contains(told.height) else { return nil }
    self.init(width: Double(told.width), height: Double(told.height))
  }
}

extension Screen {
  /// A device's node by its path, which may be a link to it.
  static func node(of path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }
}

/// Whom a screen tells.
protocol ScreenDelegate: AnyObject {
  /// What was copied is shown, or soon will be: the next frame may be made (WFR-2).
  func screenIsReady(_ screen: any Screen)

  /// The panel is another one, or has another mode (FKM-14).
  func screenDidChange(_ screen: any Screen)

  /// Its device is gone (FFB-15).
  func screenIsGone(_ screen: any Screen)

  /// It can be used no more.
  func screen(_ screen: any Screen, didFail error: BackendError)
}

/// The picture and the pointer above it.
struct PanelLayers {
  /// What the window shows, as large as the view.
  var picture: Bitmap
  /// The pointer's image with the picture under it, and where it lies; nil while there is none to be seen.
  var pointer: (image: Bitmap, place: PixelPoint)? = nil
}
