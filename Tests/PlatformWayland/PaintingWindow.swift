import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux
import EaselRaster

@testable import EaselFakeCompositor
@testable import EaselPlatformWayland

/// A window's owner that paints by itself, as the toolkit does: what is marked is painted at the end of a turn, at once if
/// a configure must be answered or if input marked little, else when no callback is outstanding.
final class PaintingWindow: OutputSurfaceDelegate {
  private(set) var surface: (any OutputSurface)?
  private(set) var paints = 0
  private(set) var states = 0
  private(set) var closeRequests = 0
  private(set) var presentingChanges: [Bool] = []
  /// What must be painted, in pixels; nil is nothing.
  private var marked: PixelRect?
  private var isMarkedByInput = false
  private var hook: LoopHook?

  init(_ rig: WaylandRig, _ change: (inout SurfaceOptions) -> Void = { _ in }) throws {
    var options = SurfaceOptions(
      title: "Painting", applicationID: "org.example.painting", preferredSize: Size(width: 64, height: 48))
    change(&options)
    hook = rig.loop.addHook(.paint) { [weak self] in self?.paintIfDue() }
    surface = try rig.backend.makeSurface(options, delegate: self)
    mark()
  }

  var window: XDGWindow? { surface as? XDGWindow }

  /// Everything must be painted, or a rectangle.
  func mark(_ rect: PixelRect? = nil, byInput: Bool = false) {
    let whole = PixelRect(x: 0, y: 0, width: 16384, height: 16384)
    marked = (rect ?? whole).union(marked ?? .zero)
    isMarkedByInput = byInput
  }

  private func paintIfDue() {
    guard let surface, let marked else { return }
    let rect = marked.intersection(PixelRect(surface.state.pixelSize))
    let isSmall = isMarkedByInput && surface.isPresenting && rect.area * 16 <= surface.state.pixelSize.area
    guard surface.mustAnswerConfigure || !surface.isWaitingForFrame || isSmall else { return }
    let damage = Region(rect)
    guard let slot = surface.beginFrame(damage: damage) else { return }
    slot.bitmap.fill(rect, 0xff00_0000 | UInt32(paints + 1))
    surface.present(slot, damage: damage, newestInput: nil)
    paints += 1
    self.marked = nil
  }

  func surfaceDidChangeState(_ surface: any OutputSurface) {
    states += 1
    mark()
  }

  func surfaceIsReadyForFrame(_ surface: any OutputSurface) {}
  func surfaceDidChangePresenting(_ surface: any OutputSurface) { presentingChanges.append(surface.isPresenting) }
  func surface(_ surface: any OutputSurface, didChangeKeyboardFocus hasFocus: Bool) {}
  func surfaceShouldClose(_ surface: any OutputSurface) { closeRequests += 1 }
}

extension WaylandRig {
  /// What the client asked of surfaces and their roles since the last call; callbacks have no numbers in it.
  func windowTrace() -> String {
    let trace = compositor.takeTrace(of: ["surface", "xdg_surface", "xdg_toplevel"])
    let parts = trace.split(separator: "#", omittingEmptySubsequences: false)
    var result = ""
    for part in parts {
      if !result.isEmpty { result += "#" }
      result += result.hasSuffix("callback#") ? part.drop { $0.isNumber } : part
    }
    return result
  }

  /// Forgets the requests so far.
  func forgetTrace() { _ = compositor.takeTrace() }
}
