public import EaselGeometry
public import EaselInputEvents
public import EaselRaster

/// What a display has decided about a window.
public struct SurfaceState: Equatable, Sendable {
  /// The content's size in points.
  public var size: Size
  /// Pixels per point.
  public var scale: Double
  /// The content's size in pixels.
  public var pixelSize: PixelSize
  /// Whether it should look active; keyboard focus is another thing (WXS-14).
  public var isActivated = false
  /// Whether it fills the screen but for panels.
  public var isMaximized = false
  /// Whether it fills the screen.
  public var isFullscreen = false
  /// Whether the user is resizing it.
  public var isResizing = false
  /// Whether nobody can see it: animations stop.
  public var isSuspended = false
  /// Whether the toolkit must draw the title bar (WDE-2).
  public var needsTitleBar = false
  /// What the display offers for this window (WXS-15).
  public var capabilities: Capabilities = []

  /// What may be asked of a display for a window.
  public struct Capabilities: OptionSet, Sendable {
    /// One bit a capability.
    public var rawValue: UInt8

    /// A set from its bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Filling the screen but for panels.
    public static let maximize = Capabilities(rawValue: 1)
    /// Going away into a panel.
    public static let minimize = Capabilities(rawValue: 2)
    /// Filling the screen.
    public static let fullscreen = Capabilities(rawValue: 4)
    /// The display's own menu for the window.
    public static let windowMenu = Capabilities(rawValue: 8)
  }

  /// A state in which nothing is special.
  public init(size: Size, scale: Double, pixelSize: PixelSize) {
    self.size = size
    self.scale = scale
    self.pixelSize = pixelSize
  }
}

/// The edges that a finger takes to resize a window.
public struct WindowEdges: OptionSet, Hashable, Sendable {
  /// One bit an edge.
  public var rawValue: UInt8

  /// A set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The top edge.
  public static let top = WindowEdges(rawValue: 1)
  /// The bottom edge.
  public static let bottom = WindowEdges(rawValue: 2)
  /// The left edge.
  public static let left = WindowEdges(rawValue: 4)
  /// The right edge.
  public static let right = WindowEdges(rawValue: 8)
}

/// A buffer that the display does not hold, lent out to be painted (WSB-6).
public final class FrameSlot {
  /// The content's pixels; only to be written until the slot is presented.
  public let bitmap: Bitmap

  /// A slot around a bitmap.
  public init(bitmap: Bitmap) {
    self.bitmap = bitmap
  }
}

/// One window's way to the screen.
///
/// The owner asks for a slot with `beginFrame`, paints exactly the damage that it named and hands the slot back with
/// `present`. Which buffer that is, how old its content is and what must be copied into it first is the surface's business.
public protocol OutputSurface: AnyObject {
  /// The name of this surface in input events.
  var id: SurfaceID { get }

  /// What the display has decided last.
  var state: SurfaceState { get }

  /// Whether a frame callback is outstanding: all but small damage from input waits for it (WFR-2, WFR-10).
  var isWaitingForFrame: Bool { get }

  /// Whether frames are being shown; false after a callback has been withheld for 1 s (WFR-5).
  var isPresenting: Bool { get }

  /// Whether a new size or scale, or the first map, must be answered now, callback or not (WXS-10).
  var mustAnswerConfigure: Bool { get }

  /// How many pixels `beginFrame` would have to copy into its slot for this damage, or nil if no slot is free.
  func repairArea(for damage: borrowing Region) -> Int?

  /// Lends out a slot whose content outside `damage` is what is on screen; nil if the display holds them all, or the
  /// window is not mapped yet, and `surfaceIsReadyForFrame` will tell when to try again (WSB-7).
  ///
  /// - Parameter damage: what the caller will paint, in pixels of the content.
  func beginFrame(damage: borrowing Region) -> FrameSlot?

  /// Commits a painted slot with its damage in pixels of the content.
  ///
  /// - Parameter newestInput: the time of the newest input that the frame shows, to measure latency (WPT-3).
  func present(_ slot: FrameSlot, damage: borrowing Region, newestInput: Timestamp?)

  /// Gives a slot back unpainted; its content counts as unknown.
  func abandon(_ slot: FrameSlot)

  /// Changes the window's title; at most 1024 bytes of it are used (WEL-9).
  func setTitle(_ title: String)

  /// Limits the content's size in points; zero is no limit (WXS-7).
  func setMinimumSize(_ size: Size)

  /// Asks for fullscreen, or to leave it.
  func setFullscreen(_ isFullscreen: Bool)

  /// Asks to be maximized, or to be restored.
  func setMaximized(_ isMaximized: Bool)

  /// Asks to be minimized.
  func minimize()

  /// Hands a contact over to the display, which moves the window with it; the contact is cancelled here (WDE-3, WDE-4).
  func beginMove(with contact: ContactID)

  /// Hands a contact over to the display, which resizes the window with it; the contact is cancelled here.
  func beginResize(_ edges: WindowEdges, with contact: ContactID)

  /// Shows the display's own menu for this window at a position in points of the window.
  func showWindowMenu(at position: Point, with contact: ContactID)

  /// Takes the window off the screen until a next frame is presented (WXS-13).
  func hide()

  /// Ends the surface: its contacts are cancelled, its delegate hears no more (SC-4).
  func close()
}

/// Whom a surface tells.
public protocol OutputSurfaceDelegate: AnyObject {
  /// Size, scale or another part of the state has changed; with a new size or scale every pixel must be painted again.
  func surfaceDidChangeState(_ surface: any OutputSurface)

  /// A frame callback came or a slot became free: what was marked may be painted.
  func surfaceIsReadyForFrame(_ surface: any OutputSurface)

  /// `isPresenting` has changed.
  func surfaceDidChangePresenting(_ surface: any OutputSurface)

  /// Keyboard focus of any seat came to this surface or left it.
  func surface(_ surface: any OutputSurface, didChangeKeyboardFocus hasFocus: Bool)

  /// The user asks to close the window; refusing leaves all as it was (WXS-11).
  func surfaceShouldClose(_ surface: any OutputSurface)
}
