import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselRaster

/// A window on a bare screen: it fills the screen, and the newest one is in front.
final class PanelSurface: OutputSurface {
  let id: SurfaceID
  private(set) var state: SurfaceState
  private(set) var isWaitingForFrame = false
  let isPresenting = true
  private(set) var mustAnswerConfigure = true
  /// Whether it has a picture that may be shown.
  private(set) var isMapped = false

  private(set) weak var delegate: (any OutputSurfaceDelegate)?
  private unowned let backend: FramebufferBackend
  /// The newest picture; also while another window is in front.
  private(set) var picture: Bitmap?
  private var slot: FrameSlot?
  private var isLent = false
  private var isClosed = false

  init(id: SurfaceID, state: SurfaceState, delegate: any OutputSurfaceDelegate, backend: FramebufferBackend) {
    self.id = id
    self.state = state
    self.delegate = delegate
    self.backend = backend
  }

  // MARK: Frames

  /// The one picture is always up to date.
  func repairArea(for damage: borrowing Region) -> Int? { isLent || isClosed ? nil : 0 }

  func beginFrame(damage: borrowing Region) -> FrameSlot? {
    guard !isLent, !isClosed else { return nil }
    if slot?.bitmap.size != state.pixelSize {
      guard let bitmap = try? Bitmap(size: state.pixelSize, format: .xrgb32) else {
        backend.log.once("picture", .error, "There is no memory for a picture of the screen. Close other programs.")
        return nil
      }
      slot = FrameSlot(bitmap: bitmap)
    }
    isLent = true
    return slot
  }

  func present(_ slot: FrameSlot, damage: borrowing Region, newestInput: Timestamp?) {
    isLent = false
    guard !isClosed, slot === self.slot, slot.bitmap.size == state.pixelSize else { return }
    picture = slot.bitmap
    mustAnswerConfigure = false
    isWaitingForFrame = true
    if isMapped {
      backend.surface(self, didPaint: damage)
    } else {
      isMapped = true
      backend.surfaceDidMap(self)
    }
  }

  func abandon(_ slot: FrameSlot) {
    isLent = false
  }

  // MARK: What the screen decides

  /// The screen's size, or whether the window is in front, has changed.
  func decide(_ change: (inout SurfaceState) -> Void) {
    guard !isClosed else { return }
    let old = state
    change(&state)
    guard state != old else { return }
    if state.pixelSize != old.pixelSize || state.scale != old.scale { mustAnswerConfigure = true }
    delegate?.surfaceDidChangeState(self)
    if mustAnswerConfigure { delegate?.surfaceIsReadyForFrame(self) }
  }

  /// The screen has shown what was painted.
  func frameIsDone() {
    guard isWaitingForFrame, !isClosed else { return }
    isWaitingForFrame = false
    delegate?.surfaceIsReadyForFrame(self)
  }

  // MARK: What its owner asks for

  func setTitle(_ title: String) {}
  func setMinimumSize(_ size: Size) {}
  func setFullscreen(_ isFullscreen: Bool) {}
  func setMaximized(_ isMaximized: Bool) {}
  func minimize() {}
  func beginMove(with contact: ContactID) {}
  func beginResize(_ edges: WindowEdges, with contact: ContactID) {}
  func showWindowMenu(at position: Point, with contact: ContactID) {}

  func hide() {
    isMapped = false
    isWaitingForFrame = false
    backend.surfaceDidUnmap(self)
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    isMapped = false
    backend.surfaceDidClose(self)
    delegate = nil
    slot = nil
    picture = nil
  }
}
