import EaselGeometry
import EaselInputEvents
import EaselPlatform

/// Where a tablet's places are on the screen (LPN-5).
struct TabletMapping: Equatable {
  /// Width by height of a tablet that lies before the user; nil if it is the screen itself, or of unknown size.
  var aspect: Double?
  /// Whether it lies before the user.
  var isExternal: Bool

  /// The place in points of a place in the panel's pixels.
  ///
  /// A tablet that is the screen maps exactly. Another one maps to the picture as the user sees it, in its proportions: what of
  /// the tablet is too wide or too high for the picture leads to the edges.
  func point(x: Double, y: Double, _ placement: InputPlacement) -> Point {
    guard isExternal else { return placement.point(x: x, y: y) }
    let size = placement.size
    var across = x / Double(max(1, placement.panel.width))
    var down = y / Double(max(1, placement.panel.height))
    if let aspect, size.height > 0, size.width > 0 {
      let used = size.width / size.height / aspect
      if used < 1 { across = (across - 0.5) / used + 0.5 } else { down = (down - 0.5) * used + 0.5 }
    }
    return placement.clamped(Point(x: across * size.width, y: down * size.height))
  }
}

/// One tablet with its tools (LPN).
final class Tablet {
  private let route: InputRoute
  private let pointer: SeatPointer
  private let library: InputLibrary
  private let mapping: TabletMapping
  private let removal: RemovalWatch
  private var tools: [TabletTool] = []

  init(route: InputRoute, pointer: SeatPointer, library: InputLibrary, mapping: TabletMapping, removal: RemovalWatch) {
    self.route = route
    self.pointer = pointer
    self.library = library
    self.mapping = mapping
    self.removal = removal
  }

  var hasContacts: Bool { tools.contains { $0.pen.hasContact } }

  /// Takes one event of a tool; the time of it, or nil if it is not for us.
  func receive(_ event: LibinputEvent, of device: ObjectIdentifier) -> Timestamp? {
    guard let tool = unsafe event.tool.flatMap({ unsafe self.tool($0) }),
      let report = event.report(of: tool, panel: route.placement.panel)
    else { return nil }
    guard !isRemoval(report) else {
      cancel()
      pointer.release(device)
      return report.time
    }
    let place = mapping.point(x: report.x, y: report.y, route.placement)
    switch tool.use {
    case .pen: receive(report, at: place, of: tool)
    case .pointer: point(report, at: place, of: device)
    case .nothing: break
    }
    return report.time
  }

  /// Whether a tip or a button is let go because the tablet is pulled out (LDV-2).
  private func isRemoval(_ report: ToolReport) -> Bool {
    switch report.kind {
    case .tip(isDown: true), .button(_, isPressed: true):
      removal.press()
      return false
    case .tip(isDown: false), .button(_, isPressed: false): return removal.release()
    case .proximity, .axes: return false
    }
  }

  private func tool(_ pointer: OpaquePointer) -> TabletTool? {
    for tool in tools where unsafe tool.isSame(as: pointer) { return tool }
    guard tools.count < InputLimits.tools else {
      route.log.once("too many tools", .warning, "Only \(InputLimits.tools) pens are followed; more are ignored.")
      return nil
    }
    let tool = unsafe TabletTool(pointer, library: library)
    tools.append(tool)
    return tool
  }

  // MARK: Pens

  private func receive(_ report: ToolReport, at place: Point, of tool: TabletTool) {
    tool.pen.modifiers = route.modifiers
    tool.pen.motion(to: place)
    if let pressure = report.pressure { tool.pen.pressure(pressure) }
    if let distance = report.distance { tool.pen.distance(distance) }
    if let tilt = report.tilt { tool.pen.tilt(x: tilt.x, y: tilt.y) }
    if let rotation = report.rotation { tool.pen.rotation(degrees: rotation) }
    let surface = route.placement.surface
    switch report.kind {
    case .proximity(let isNear):
      if isNear { tool.pen.proximityIn(on: surface) } else { tool.pen.proximityOut() }
    case .axes: break
    case .tip(let isDown):
      if isDown { tool.pen.down(on: surface) } else { tool.pen.up() }
    case .button(let code, let isPressed): tool.pen.button(code, isPressed: isPressed)
    }
    tool.pen.frame(at: report.time, into: &route.queue, contacts: &route.contacts)
    if mapping.isExternal { pointer.follow(tool.pen.focus == nil ? nil : place) } else { pointer.hide() }
  }

  // MARK: Mice on tablets

  private func point(_ report: ToolReport, at place: Point, of device: ObjectIdentifier) {
    switch report.kind {
    case .proximity(let isNear):
      if isNear { pointer.move(to: place, at: report.time) } else { pointer.release(device) }
    case .axes, .tip:
      pointer.move(to: place, at: report.time)
    case .button(let code, let isPressed):
      pointer.receive(.button(code: code, isPressed: isPressed), of: device, at: report.time)
    }
    if report.wheelSteps != 0 {
      pointer.scroll(.wheel, vertical: Double(report.wheelSteps) * 120, horizontal: nil, at: report.time)
    }
  }

  // MARK: What is taken away

  func cancel() {
    for tool in tools { tool.pen.cancel(into: &route.queue) }
  }

  func cancel(on surface: SurfaceID) {
    for tool in tools { tool.pen.cancel(on: surface, into: &route.queue) }
  }

  func cancel(_ contact: ContactID) {
    for tool in tools { tool.pen.cancel(contact, into: &route.queue) }
  }
}
