/// A screen.
final class FakeOutput {
  private unowned let compositor: FakeCompositor
  private(set) var resources: [WlOutputResource] = []
  /// What `send` tells.
  var scale: Int32 = 1
  var width: Int32 = 1920
  var height: Int32 = 1080
  var millimetres: (width: Int32, height: Int32) = (520, 290)
  var millihertz: Int32 = 60000

  init(in compositor: FakeCompositor) {
    self.compositor = compositor
  }

  func bind(_ resource: WlOutputResource) {
    resources.append(resource)
    resource.onDestroy = { [weak self, weak resource] in self?.resources.removeAll { $0 === resource } }
    send(to: resource)
  }

  /// Tells clients everything again, after a change.
  func send() {
    for resource in resources { send(to: resource) }
  }

  private func send(to resource: WlOutputResource) {
    resource.sendGeometry(
      x: 0, y: 0, physicalWidth: millimetres.width, physicalHeight: millimetres.height, subpixel: .unknown, make: "Fake",
      model: "Screen", transform: .normal)
    resource.sendMode(flags: [.current, .preferred], width: width, height: height, refresh: millihertz)
    if resource.version >= 2 { resource.sendScale(factor: scale) }
    if resource.version >= 4 { resource.sendName(name: "FAKE-\(compositor.outputs.firstIndex { $0 === self } ?? 0)") }
    if resource.version >= 2 { resource.sendDone() }
  }
}
