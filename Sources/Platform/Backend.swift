public import EaselGeometry
public import EaselInputEvents

/// Why a backend cannot start or go on; `description` says what to do next.
public struct BackendError: Error, CustomStringConvertible, Equatable {
  /// One or two sentences for the user.
  public let description: String
  /// What the process should end with: 69 for a display that is not there or has gone, 70 for a fault of our own, 71 if too many
  /// files are open (WER-1, WER-2).
  public let exitStatus: Int32

  /// An error with its sentences.
  public init(_ description: String, exitStatus: Int32 = 69) {
    self.description = description
    self.exitStatus = exitStatus
  }
}

/// A way to the screen and the input devices: Wayland, headless, later a bare framebuffer.
public protocol Backend: AnyObject {
  /// The loop that this backend's descriptors and timers are in.
  var loop: any EventLoop { get }

  /// Where input goes; set once, before the loop runs.
  var inputSink: (any InputSink)? { get set }

  /// Called when the display is gone; by then every contact and key has been cancelled (WER-2).
  var onDisplayLost: ((BackendError) -> Void)? { get set }

  /// A contact's number that was not used before, for filters that make contacts up (WEM-2).
  func newContact() -> ContactID

  /// Makes a window's surface; it shows itself once its owner presents a first frame.
  func makeSurface(_ options: SurfaceOptions, delegate: any OutputSurfaceDelegate) throws(BackendError) -> any OutputSurface
}

/// What an application wishes for a new window.
public struct SurfaceOptions: Sendable {
  /// The window's title.
  public var title: String
  /// The desktop file's name (WXS-17).
  public var applicationID: String
  /// The window's size in points if nobody else decides; a title bar that the toolkit draws is taken from it.
  public var preferredSize: Size
  /// The smallest content size in points; zero is no limit.
  public var minimumSize: Size
  /// Whether the window starts fullscreen without decorations (WXS-19).
  public var isFullscreen: Bool

  /// Wishes; what is left out is the usual.
  public init(
    title: String, applicationID: String, preferredSize: Size = Size(width: 1024, height: 700),
    minimumSize: Size = .zero, isFullscreen: Bool = false
  ) {
    self.title = title
    self.applicationID = applicationID
    self.preferredSize = preferredSize
    self.minimumSize = minimumSize
    self.isFullscreen = isFullscreen
  }
}
