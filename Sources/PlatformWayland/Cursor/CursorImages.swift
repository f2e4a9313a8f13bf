import EaselPlatform

/// Makes pointers' cursors from the best source there is (WCU-1); nothing is loaded before a pointer comes onto a window.
final class CursorImages {
  private let globals: Globals
  private let log: Log
  private let themeName: String?
  private let themeSize: Int
  private var images: [Int: any CursorImage] = [:]

  /// Points along the side of a cursor if nobody says otherwise.
  private static let usualSize = 24
  /// Themes have images of no more pixels along a side; what asks for more is refused before it is used (DSE-10).
  private static let largestSide = 256

  init(globals: Globals, log: Log, environment: [String: String]) {
    self.globals = globals
    self.log = log
    themeName = environment["XCURSOR_THEME"].flatMap { $0.isEmpty ? nil : $0 }
    let size = environment["XCURSOR_SIZE"].flatMap { Int($0) } ?? Self.usualSize
    themeSize = (1...Self.largestSide).contains(size) ? size : Self.usualSize
  }

  /// The cursor of a pointer that has appeared.
  func makeCursor(for pointer: WlPointer) -> any PointerCursor {
    makeCursor(for: pointer) { $0.getPointer(pointer: pointer) }
  }

  /// The cursor of a pen that has appeared; each has its own (WTB-8).
  func makeCursor(for tool: ZwpTabletToolV2) -> any PointerCursor {
    makeCursor(for: tool) { $0.getTabletToolV2(tabletTool: tool) }
  }

  private func makeCursor(
    for holder: any CursorHolder, device: (WpCursorShapeManagerV1) -> WpCursorShapeDeviceV1
  ) -> any PointerCursor {
    guard let manager = globals.cursorShapes else { return HideableCursor(holder, look: ImageLook(images: self)) }
    return HideableCursor(holder, look: NamedLook(device: device(manager)))
  }

  /// A surface for one pointer's image.
  func makeSurface() -> WlSurface? { globals.compositor?.createSurface() }

  /// The arrow at the largest scale that any output has now (WHD-6): the theme's, or the built-in one; nil without memory.
  func arrow() -> (any CursorImage)? {
    let scale = globals.outputs.map(\.scale).max() ?? 1
    if let image = images[scale] { return image }
    guard let shm = globals.shm, let image = load(scale, shm) else { return nil }
    images[scale] = image
    return image
  }

  private func load(_ scale: Int, _ shm: WlShm) -> (any CursorImage)? {
    if themeSize * scale <= Self.largestSide,
      let image = CursorTheme.load(name: themeName, size: themeSize, scale: scale, shm: shm)
    {
      return image
    }
    log.once("cursor theme", .info, "No cursor theme has an arrow of size \(themeSize) × \(scale); the built-in one is shown.")
    return BuiltInCursor.make(scale: scale, shm: shm)
  }

  /// Gives all images back.
  func invalidate() {
    images.removeAll()
  }
}

/// What points and so has a cursor: a pointer, or a tool of a tablet.
protocol CursorHolder: AnyObject {
  /// `set_cursor`: the surface that is the image, or none.
  func setCursor(serial: UInt32, surface: WlSurface?, hotspotX: Int32, hotspotY: Int32)
}

extension WlPointer: CursorHolder {}
extension ZwpTabletToolV2: CursorHolder {}

/// An image that can be attached to a cursor's surface.
protocol CursorImage: AnyObject {
  /// Pixels per point.
  var scale: Int { get }
  /// The image in pixels.
  var width: Int { get }
  var height: Int { get }
  /// The point that points, in pixels.
  var hotspotX: Int { get }
  var hotspotY: Int { get }

  func attach(to surface: WlSurface)
}

/// A pointer's cursor: shown or hidden, whatever it looks like.
final class HideableCursor: PointerCursor {
  private let holder: any CursorHolder
  private let look: any CursorLook
  private var serial: UInt32 = 0
  private var isHidden = false

  init(_ holder: any CursorHolder, look: any CursorLook) {
    self.holder = holder
    self.look = look
  }

  func pointerEntered(serial: UInt32) {
    self.serial = serial
    isHidden = false
    look.show(on: holder, serial: serial)
  }

  func hide() {
    guard !isHidden else { return }
    isHidden = true
    holder.setCursor(serial: serial, surface: nil, hotspotX: 0, hotspotY: 0)
  }

  func show() {
    guard isHidden else { return }
    isHidden = false
    look.show(on: holder, serial: serial)
  }

  func invalidate() {
    look.invalidate()
  }
}

/// What a cursor looks like.
protocol CursorLook: AnyObject {
  /// Gives a pointer its image; called on enter and on change alone (WCU-3).
  func show(on holder: any CursorHolder, serial: UInt32)
  func invalidate()
}

/// An image that the display knows by a name.
final class NamedLook: CursorLook {
  private let device: WpCursorShapeDeviceV1

  init(device: WpCursorShapeDeviceV1) {
    self.device = device
  }

  func show(on holder: any CursorHolder, serial: UInt32) {
    device.setShape(serial: serial, shape: .default)
  }

  func invalidate() {
    device.destroy()
  }
}

/// An image that is ours to show: the first of the theme's, which does not move (WCU-2).
final class ImageLook: CursorLook {
  private let images: CursorImages
  private var surface: WlSurface?
  private var shown: (any CursorImage)?

  init(images: CursorImages) {
    self.images = images
  }

  func show(on holder: any CursorHolder, serial: UInt32) {
    surface = surface ?? images.makeSurface()
    guard let surface, let image = images.arrow() else { return }
    if shown !== image {
      shown = image
      // A scale that leaves a remainder is fatal (WHD-4).
      let fits = image.width % image.scale == 0 && image.height % image.scale == 0
      surface.setBufferScale(scale: Int32(fits ? image.scale : 1))
      image.attach(to: surface)
      surface.damageBuffer(x: 0, y: 0, width: Int32(image.width), height: Int32(image.height))
      surface.commit()
    }
    holder.setCursor(
      serial: serial, surface: surface, hotspotX: Int32(image.hotspotX / image.scale),
      hotspotY: Int32(image.hotspotY / image.scale))
  }

  func invalidate() {
    surface?.destroy()
    surface = nil
  }
}
