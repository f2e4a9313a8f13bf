internal import CEaselLibinput
import EaselInputEvents

/// One tool of a tablet; it keeps the library's object, so that the tool is known again when it comes back (LPN-2).
@safe @MainActor final class TabletTool {
  /// What is made of it (WTB-3).
  enum Use {
    /// Pens, pencils, brushes and airbrushes draw, erasers erase.
    case pen(isEraser: Bool)
    /// A mouse or a lens on the tablet.
    case pointer
    /// Anything else.
    case nothing
  }

  let use: Use
  let hasPressure: Bool
  let hasDistance: Bool
  let hasTilt: Bool
  let hasRotation: Bool
  let hasWheel: Bool
  @safe @exclusivity(unchecked) var pen: PenFrameAssembler

  private let pointer: OpaquePointer
  private let library: InputLibrary
  private let serial: UInt64
  private let type: libinput_tablet_tool_type

  init(_ pointer: OpaquePointer, library: InputLibrary) {
    _ = unsafe library.call.tablet_tool_ref(pointer)
    unsafe self.pointer = pointer
    self.library = library
    serial = unsafe library.call.tablet_tool_get_serial(pointer)
    type = unsafe library.call.tablet_tool_get_type(pointer)
    use = TabletTool.use(of: type)
    hasPressure = unsafe library.call.tablet_tool_has_pressure(pointer) != 0
    hasDistance = unsafe library.call.tablet_tool_has_distance(pointer) != 0
    hasTilt = unsafe library.call.tablet_tool_has_tilt(pointer) != 0
    hasRotation = unsafe library.call.tablet_tool_has_rotation(pointer) != 0
    hasWheel = unsafe library.call.tablet_tool_has_wheel(pointer) != 0
    if case .pen(let isEraser) = use {
      pen = PenFrameAssembler(isEraser: isEraser)
    } else {
      pen = PenFrameAssembler()
    }
  }

  isolated deinit {
    _ = unsafe library.call.tablet_tool_unref(pointer)
  }

  /// Whether it is this tool, as far as can be told: the library may have made a new object for it.
  func isSame(as other: OpaquePointer) -> Bool {
    if unsafe pointer == other { return true }
    return unsafe serial != 0 && library.call.tablet_tool_get_serial(other) == serial
      && library.call.tablet_tool_get_type(other) == type
  }

  private static func use(of type: libinput_tablet_tool_type) -> Use {
    switch type {
    case LIBINPUT_TABLET_TOOL_TYPE_PEN, LIBINPUT_TABLET_TOOL_TYPE_PENCIL, LIBINPUT_TABLET_TOOL_TYPE_BRUSH,
      LIBINPUT_TABLET_TOOL_TYPE_AIRBRUSH:
      .pen(isEraser: false)
    case LIBINPUT_TABLET_TOOL_TYPE_ERASER: .pen(isEraser: true)
    case LIBINPUT_TABLET_TOOL_TYPE_MOUSE, LIBINPUT_TABLET_TOOL_TYPE_LENS: .pointer
    default: .nothing
    }
  }
}
