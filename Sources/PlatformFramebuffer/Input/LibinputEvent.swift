internal import CEaselLibinput
import EaselGeometry
import EaselInputEvents

/// One event of libinput, while it is told; everything is read from it here and nowhere else.
@safe struct LibinputEvent {
  let pointer: OpaquePointer
  let library: InputLibrary

  init(_ pointer: OpaquePointer, _ library: InputLibrary) {
    unsafe self.pointer = pointer
    self.library = library
  }

  /// What happened (`libinput_event_type`).
  var type: libinput_event_type { unsafe library.call.event_get_type(pointer) }

  /// What sort of device it comes from; nil for devices that come and go, and for switches (LDV-4).
  var kind: Kind? {
    switch type.rawValue / 100 {
    case 3: .key
    case 4: .pointer
    case 5: .touch
    case 6: .tool
    case 7: .pad
    case 8: .gesture
    default: nil
    }
  }

  /// Sorts of devices; the library numbers its events by them in hundreds.
  enum Kind {
    case key
    case pointer
    case touch
    case tool
    case pad
    case gesture
  }

  /// The device that it happened to; the same as long as the device is there.
  var device: OpaquePointer? { unsafe library.call.event_get_device(pointer) }

  /// Microseconds of the monotonic clock as a time (LTM-1).
  static func time(_ microseconds: UInt64) -> Timestamp {
    Timestamp(nanoseconds: Int64(min(microseconds, UInt64(Int64.max / 1000))) * 1000)
  }
}

/// What a touchscreen says.
enum TouchReport {
  /// A finger is put down: slot of the seat, and place in the panel's pixels.
  case down(slot: Int32, x: Double, y: Double)
  case motion(slot: Int32, x: Double, y: Double)
  case up(slot: Int32)
  /// One finger is taken away: it was a palm, or a pen came (LTC-3).
  case cancel(slot: Int32)
  case frame
}

extension LibinputEvent {
  /// What a touchscreen says, in pixels of a panel of these extents; nil for other types.
  func touch(panel: PixelSize) -> (time: Timestamp, report: TouchReport)? {
    guard let event = unsafe library.call.event_get_touch_event(pointer) else { return nil }
    let time = unsafe LibinputEvent.time(library.call.event_touch_get_time_usec(event))
    let type = self.type
    // A frame has no slot and neither up nor cancel a place: asking for them would be told as our fault.
    if type == LIBINPUT_EVENT_TOUCH_FRAME { return (time, .frame) }
    let slot = unsafe library.call.event_touch_get_seat_slot(event)
    switch type {
    case LIBINPUT_EVENT_TOUCH_UP: return (time, .up(slot: slot))
    case LIBINPUT_EVENT_TOUCH_CANCEL: return (time, .cancel(slot: slot))
    case LIBINPUT_EVENT_TOUCH_DOWN, LIBINPUT_EVENT_TOUCH_MOTION:
      let x = unsafe library.call.event_touch_get_x_transformed(event, UInt32(clamping: panel.width))
      let y = unsafe library.call.event_touch_get_y_transformed(event, UInt32(clamping: panel.height))
      return (time, type == LIBINPUT_EVENT_TOUCH_DOWN ? .down(slot: slot, x: x, y: y) : .motion(slot: slot, x: x, y: y))
    default: return nil
    }
  }

  /// What a keyboard says: the kernel's number of a key, and whether it goes down; nil for other types.
  func key() -> (time: Timestamp, code: UInt32, isPressed: Bool)? {
    guard let event = unsafe library.call.event_get_keyboard_event(pointer) else { return nil }
    let time = unsafe LibinputEvent.time(library.call.event_keyboard_get_time_usec(event))
    let isPressed = unsafe library.call.event_keyboard_get_key_state(event) == LIBINPUT_KEY_STATE_PRESSED
    return (time, unsafe library.call.event_keyboard_get_key(event), isPressed)
  }
}
