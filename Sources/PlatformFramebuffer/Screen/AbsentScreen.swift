import EaselGeometry
import EaselPlatform
import EaselRaster

/// Stands in for a screen whose device is gone (FFB-15): pictures are taken at the usual pace and shown nowhere.
///
/// All is as large as it was, so that nothing is laid out anew for a device that comes back.
final class AbsentScreen: Screen {
  let name: String
  let node = ""
  let panel: PixelSize
  let orientationHint: Orientation
  let millimeters: Size?
  weak var delegate: (any ScreenDelegate)?
  private var pace: FramePace?

  init(after lost: any Screen, loop: any EventLoop) {
    name = lost.name
    panel = lost.panel
    orientationHint = lost.orientationHint
    millimeters = lost.millimeters
    pace = FramePace(loop: loop, interval: nil) { [weak self] in
      guard let self else { return }
      delegate?.screenIsReady(self)
    }
  }

  func begin(_ orientation: Orientation) {}
  func show(_ layers: borrowing PanelLayers, damage: borrowing Region) { pace?.request() }
  func reprobe() {}
  func pause() { pace?.stop() }
  func resume() {}
  func close() { pace?.stop() }
}
