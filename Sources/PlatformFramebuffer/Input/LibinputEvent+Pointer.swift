internal import CEaselLibinput
import EaselGeometry
import EaselInputEvents

/// What a mouse, a touchpad or another pointer says.
enum PointerReport {
  /// It moves by so many pixels as the user sees them.
  case motion(Point)
  /// It is at a place in the panel's pixels.
  case place(x: Double, y: Double)
  case button(code: UInt32, isPressed: Bool)
  /// It scrolls; an axis that has not changed is nil.
  case scroll(ScrollEvent.Source, vertical: Double?, horizontal: Double?)
}

/// What a touchpad says of a gesture.
enum GestureReport {
  case begin(TransformEvent.Kind, fingers: UInt32)
  /// Distances since the last one, the scale since the beginning, clockwise degrees since the last one (LPT-5).
  case change(TransformEvent.Kind, delta: Point, scale: Double, degrees: Double)
  case end(TransformEvent.Kind, isCancelled: Bool)
}

extension LibinputEvent {
  /// What a pointer says; nil for other types, the old axis event among them, which comes beside the new ones (LPT-2).
  func pointerReport(panel: PixelSize) -> (time: Timestamp, report: PointerReport)? {
    guard let event = unsafe library.call.event_get_pointer_event(pointer) else { return nil }
    let time = unsafe LibinputEvent.time(library.call.event_pointer_get_time_usec(event))
    switch type {
    case LIBINPUT_EVENT_POINTER_MOTION:
      let movement = unsafe Point(
        x: library.call.event_pointer_get_dx(event), y: library.call.event_pointer_get_dy(event))
      return (time, .motion(movement))
    case LIBINPUT_EVENT_POINTER_MOTION_ABSOLUTE:
      let x = unsafe library.call.event_pointer_get_absolute_x_transformed(event, UInt32(clamping: panel.width))
      let y = unsafe library.call.event_pointer_get_absolute_y_transformed(event, UInt32(clamping: panel.height))
      return (time, .place(x: x, y: y))
    case LIBINPUT_EVENT_POINTER_BUTTON:
      let isPressed = unsafe library.call.event_pointer_get_button_state(event) == LIBINPUT_BUTTON_STATE_PRESSED
      return (time, .button(code: unsafe library.call.event_pointer_get_button(event), isPressed: isPressed))
    case LIBINPUT_EVENT_POINTER_SCROLL_WHEEL: return unsafe (time, scroll(.wheel, event))
    case LIBINPUT_EVENT_POINTER_SCROLL_FINGER: return unsafe (time, scroll(.finger, event))
    case LIBINPUT_EVENT_POINTER_SCROLL_CONTINUOUS: return unsafe (time, scroll(.continuous, event))
    default: return nil
    }
  }

  private func scroll(_ source: ScrollEvent.Source, _ event: OpaquePointer) -> PointerReport {
    unsafe .scroll(
      source, vertical: value(LIBINPUT_POINTER_AXIS_SCROLL_VERTICAL, source, event),
      horizontal: value(LIBINPUT_POINTER_AXIS_SCROLL_HORIZONTAL, source, event))
  }

  /// What an axis says: 120ths of a step for a wheel, else points (WPO-5).
  private func value(_ axis: libinput_pointer_axis, _ source: ScrollEvent.Source, _ event: OpaquePointer) -> Double? {
    guard unsafe library.call.event_pointer_has_axis(event, axis) != 0 else { return nil }
    return source == .wheel
      ? unsafe library.call.event_pointer_get_scroll_value_v120(event, axis)
      : unsafe library.call.event_pointer_get_scroll_value(event, axis)
  }

  /// What a touchpad says of a gesture; nil for other types.
  func gesture() -> (time: Timestamp, report: GestureReport)? {
    guard let event = unsafe library.call.event_get_gesture_event(pointer) else { return nil }
    let time = unsafe LibinputEvent.time(library.call.event_gesture_get_time_usec(event))
    switch type {
    case LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN: return unsafe (time, begin(.swipe, event))
    case LIBINPUT_EVENT_GESTURE_PINCH_BEGIN: return unsafe (time, begin(.pinch, event))
    case LIBINPUT_EVENT_GESTURE_HOLD_BEGIN: return unsafe (time, begin(.hold, event))
    case LIBINPUT_EVENT_GESTURE_SWIPE_UPDATE:
      return unsafe (time, .change(.swipe, delta: delta(event), scale: 1, degrees: 0))
    case LIBINPUT_EVENT_GESTURE_PINCH_UPDATE:
      let scale = unsafe library.call.event_gesture_get_scale(event)
      let degrees = unsafe library.call.event_gesture_get_angle_delta(event)
      return unsafe (time, .change(.pinch, delta: delta(event), scale: scale, degrees: degrees))
    case LIBINPUT_EVENT_GESTURE_SWIPE_END: return unsafe (time, end(.swipe, event))
    case LIBINPUT_EVENT_GESTURE_PINCH_END: return unsafe (time, end(.pinch, event))
    case LIBINPUT_EVENT_GESTURE_HOLD_END: return unsafe (time, end(.hold, event))
    default: return nil
    }
  }

  private func begin(_ kind: TransformEvent.Kind, _ event: OpaquePointer) -> GestureReport {
    unsafe .begin(kind, fingers: UInt32(clamping: library.call.event_gesture_get_finger_count(event)))
  }

  private func delta(_ event: OpaquePointer) -> Point {
    unsafe Point(x: library.call.event_gesture_get_dx(event), y: library.call.event_gesture_get_dy(event))
  }

  private func end(_ kind: TransformEvent.Kind, _ event: OpaquePointer) -> GestureReport {
    unsafe .end(kind, isCancelled: library.call.event_gesture_get_cancelled(event) != 0)
  }
}
