internal import CEaselWaylandCursor

/// The arrow of a theme of the system, loaded by libwayland-cursor; owns the theme.
@safe @MainActor final class CursorTheme: CursorImage {
  let scale: Int
  let width: Int
  let height: Int
  let hotspotX: Int
  let hotspotY: Int
  private let theme: OpaquePointer
  /// Belongs to the theme.
  private let buffer: OpaquePointer

  /// What themes call the arrow, best name first.
  private static let names = ["default", "left_ptr", "arrow", "top_left_arrow"]

  /// The arrow of a theme, or of the usual one if `name` is nil (wl_cursor_theme_load); nil if there is none.
  static func load(name: String?, size: Int, scale: Int, shm: WlShm) -> CursorTheme? {
    guard let pointer = unsafe shm.wirePointer else { return nil }
    guard let theme = unsafe wl_cursor_theme_load(name, Int32(size * scale), pointer) else { return nil }
    for name in names {
      guard let cursor = unsafe wl_cursor_theme_get_cursor(theme, name), unsafe cursor.pointee.image_count > 0,
        let image = unsafe cursor.pointee.images[0], let buffer = unsafe wl_cursor_image_get_buffer(image)
      else { continue }
      return unsafe CursorTheme(theme: theme, image: image.pointee, buffer: buffer, scale: scale)
    }
    unsafe wl_cursor_theme_destroy(theme)
    return nil
  }

  private init(theme: OpaquePointer, image: wl_cursor_image, buffer: OpaquePointer, scale: Int) {
    unsafe self.theme = theme
    unsafe self.buffer = buffer
    self.scale = scale
    width = Int(image.width)
    height = Int(image.height)
    hotspotX = Int(image.hotspot_x)
    hotspotY = Int(image.hotspot_y)
  }

  isolated deinit {
    unsafe wl_cursor_theme_destroy(theme)
  }

  func attach(to surface: WlSurface) {
    unsafe surface.attach(foreign: buffer)
  }
}

extension WlSurface {
  /// Attaches a buffer that another library owns.
  @unsafe fileprivate func attach(foreign buffer: OpaquePointer) {
    guard canSend("wl_surface.attach", since: 1) else { return }
    var list: InlineArray<3, WireArgument> = [
      unsafe WireArgument(pointer: buffer), WireArgument(int: 0), WireArgument(int: 0),
    ]
    send(1, &list)
  }
}
