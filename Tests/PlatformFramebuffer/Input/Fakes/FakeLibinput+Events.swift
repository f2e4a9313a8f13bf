internal import CEaselLibinput

/// The functions that read from events and devices; each reads what the test has put there.
extension FakeLibinput {
  /// The event, if it is one of a range of kinds; asking another one for it is the caller's bug.
  private static func event(
    _ pointer: OpaquePointer?, _ first: libinput_event_type, _ last: libinput_event_type
  ) -> OpaquePointer? {
    let event = FakeEvent.of(pointer)
    if (first.rawValue...last.rawValue).contains(event.type.rawValue) { return pointer }
    event.device.owner?.misuse("kind of \(event.type.rawValue)")
    return nil
  }

  /// The event, if it has what is asked for.
  private static func event(_ pointer: OpaquePointer?, not types: libinput_event_type...) -> FakeEvent {
    let event = FakeEvent.of(pointer)
    if types.contains(event.type) { event.device.owner?.misuse("value of \(event.type.rawValue)") }
    return event
  }

  static func fillDevice(_ call: inout easel_libinput) {
    call.event_destroy = { FakeEvent.of($0).device.owner?.destroy(FakeEvent.of($0)) }
    call.event_get_type = { FakeEvent.of($0).type }
    call.event_get_device = { FakeEvent.of($0).device.pointer }
    call.device_ref = { device in
      FakeDevice.of(device).take()
      return device
    }
    call.device_unref = { device in
      FakeDevice.of(device).give()
      return device
    }
    call.device_get_sysname = { FakeDevice.of($0).lend(FakeDevice.of($0).sysname) }
    call.device_get_name = { FakeDevice.of($0).lend(FakeDevice.of($0).name) }
    call.device_get_id_product = { _ in 2 }
    call.device_get_id_vendor = { _ in 1 }
    call.device_get_udev_device = { $0 }
    call.device_led_update = { FakeDevice.of($0).lamps = $1.rawValue }
    call.device_has_capability = { FakeDevice.of($0).capabilities.contains($1) ? 1 : 0 }
    call.device_get_size = { device, width, height in
      guard let size = FakeDevice.of(device).size else { return -1 }
      (width!.pointee, height!.pointee) = size
      return 0
    }
    call.device_keyboard_has_key = { FakeDevice.of($0).keys.contains($1) ? 1 : 0 }
    call.device_touch_get_touch_count = { FakeDevice.of($0).touchCount }
    call.device_config_tap_get_finger_count = { FakeDevice.of($0).tapFingers }
    call.device_config_tap_set_enabled = { device, state in
      FakeDevice.of(device).hasTap = state == LIBINPUT_CONFIG_TAP_ENABLED
      return LIBINPUT_CONFIG_STATUS_SUCCESS
    }
    call.device_config_calibration_has_matrix = { FakeDevice.of($0).isDirect ? 1 : 0 }
    call.device_config_calibration_set_matrix = { device, matrix in
      FakeDevice.of(device).matrix = (0..<6).map { matrix![$0] }
      return LIBINPUT_CONFIG_STATUS_SUCCESS
    }
    call.device_config_calibration_get_matrix = { device, matrix in
      for index in 0..<6 { matrix![index] = FakeDevice.of(device).matrix[index] }
      return FakeDevice.of(device).matrix == [1, 0, 0, 0, 1, 0] ? 0 : 1
    }
    call.device_config_calibration_get_default_matrix = { device, matrix in
      for index in 0..<6 { matrix![index] = FakeDevice.of(device).matrix[index] }
      return FakeDevice.of(device).matrix == [1, 0, 0, 0, 1, 0] ? 0 : 1
    }
    call.device_config_scroll_has_natural_scroll = { FakeDevice.of($0).scrolls ? 1 : 0 }
    call.device_config_scroll_set_natural_scroll_enabled = { device, state in
      FakeDevice.of(device).isNatural = state != 0
      return LIBINPUT_CONFIG_STATUS_SUCCESS
    }
  }

  static func fillTouchAndKeys(_ call: inout easel_libinput) {
    call.event_get_touch_event = { FakeLibinput.event($0, LIBINPUT_EVENT_TOUCH_DOWN, LIBINPUT_EVENT_TOUCH_FRAME) }
    call.event_touch_get_time_usec = { FakeEvent.of($0).time }
    call.event_touch_get_seat_slot = { FakeLibinput.event($0, not: LIBINPUT_EVENT_TOUCH_FRAME).slot }
    call.event_touch_get_x_transformed = { pointer, width in
      FakeLibinput.event(pointer, not: LIBINPUT_EVENT_TOUCH_FRAME, LIBINPUT_EVENT_TOUCH_UP, LIBINPUT_EVENT_TOUCH_CANCEL).across(
        width)
    }
    call.event_touch_get_y_transformed = { pointer, height in
      FakeLibinput.event(pointer, not: LIBINPUT_EVENT_TOUCH_FRAME, LIBINPUT_EVENT_TOUCH_UP, LIBINPUT_EVENT_TOUCH_CANCEL).down(
        height)
    }
    call.event_get_keyboard_event = { FakeLibinput.event($0, LIBINPUT_EVENT_KEYBOARD_KEY, LIBINPUT_EVENT_KEYBOARD_KEY) }
    call.event_keyboard_get_time_usec = { FakeEvent.of($0).time }
    call.event_keyboard_get_key = { FakeEvent.of($0).code }
    call.event_keyboard_get_key_state = {
      FakeEvent.of($0).isPressed ? LIBINPUT_KEY_STATE_PRESSED : LIBINPUT_KEY_STATE_RELEASED
    }
    call.event_get_gesture_event = {
      FakeLibinput.event($0, LIBINPUT_EVENT_GESTURE_SWIPE_BEGIN, LIBINPUT_EVENT_GESTURE_HOLD_END)
    }
    call.event_gesture_get_time_usec = { FakeEvent.of($0).time }
    call.event_gesture_get_finger_count = { FakeEvent.of($0).fingers }
    call.event_gesture_get_cancelled = { pointer in
      FakeEvent.of(pointer).isCancelled ? 1 : 0
    }
    call.event_gesture_get_dx = { FakeEvent.of($0).dx }
    call.event_gesture_get_dy = { FakeEvent.of($0).dy }
    call.event_gesture_get_scale = { FakeEvent.of($0).scale }
    call.event_gesture_get_angle_delta = { FakeEvent.of($0).angle }
  }

  static func fillPointer(_ call: inout easel_libinput) {
    call.event_get_pointer_event = {
      FakeLibinput.event($0, LIBINPUT_EVENT_POINTER_MOTION, LIBINPUT_EVENT_POINTER_SCROLL_CONTINUOUS)
    }
    call.event_pointer_get_time_usec = { FakeEvent.of($0).time }
    call.event_pointer_get_dx = { FakeEvent.of($0).dx }
    call.event_pointer_get_dy = { FakeEvent.of($0).dy }
    call.event_pointer_get_absolute_x_transformed = { FakeEvent.of($0).across($1) }
    call.event_pointer_get_absolute_y_transformed = { FakeEvent.of($0).down($1) }
    call.event_pointer_get_button = { FakeEvent.of($0).code }
    call.event_pointer_get_button_state = {
      FakeEvent.of($0).isPressed ? LIBINPUT_BUTTON_STATE_PRESSED : LIBINPUT_BUTTON_STATE_RELEASED
    }
    call.event_pointer_has_axis = { FakeEvent.of($0).scroll[$1.rawValue] == nil ? 0 : 1 }
    call.event_pointer_get_scroll_value = { FakeEvent.of($0).scroll[$1.rawValue]?.value ?? 0 }
    call.event_pointer_get_scroll_value_v120 = { pointer, axis in
      FakeLibinput.event(pointer, not: LIBINPUT_EVENT_POINTER_SCROLL_FINGER, LIBINPUT_EVENT_POINTER_SCROLL_CONTINUOUS)
        .scroll[axis.rawValue]?.v120 ?? 0
    }
  }

  static func fillTablet(_ call: inout easel_libinput) {
    call.event_get_tablet_tool_event = {
      FakeLibinput.event($0, LIBINPUT_EVENT_TABLET_TOOL_AXIS, LIBINPUT_EVENT_TABLET_TOOL_BUTTON)
    }
    call.event_tablet_tool_get_time_usec = { FakeEvent.of($0).time }
    call.event_tablet_tool_get_pressure = { FakeEvent.of($0).pressure }
    call.event_tablet_tool_get_distance = { FakeEvent.of($0).distance }
    call.event_tablet_tool_get_tilt_x = { FakeEvent.of($0).tiltX }
    call.event_tablet_tool_get_tilt_y = { FakeEvent.of($0).tiltY }
    call.event_tablet_tool_get_rotation = { FakeEvent.of($0).rotation }
    call.event_tablet_tool_get_wheel_delta = { FakeEvent.of($0).wheel.degrees }
    call.event_tablet_tool_get_wheel_delta_discrete = { FakeEvent.of($0).wheel.clicks }
    call.event_tablet_tool_get_dx = { FakeEvent.of($0).dx }
    call.event_tablet_tool_get_dy = { FakeEvent.of($0).dy }
    call.event_tablet_tool_get_x_transformed = { FakeEvent.of($0).across($1) }
    call.event_tablet_tool_get_y_transformed = { FakeEvent.of($0).down($1) }
    call.event_tablet_tool_get_tool = { FakeEvent.of($0).tool?.pointer }
    call.event_tablet_tool_get_proximity_state = {
      FakeEvent.of($0).isNear ? LIBINPUT_TABLET_TOOL_PROXIMITY_STATE_IN : LIBINPUT_TABLET_TOOL_PROXIMITY_STATE_OUT
    }
    call.event_tablet_tool_get_tip_state = {
      FakeEvent.of($0).isTipDown ? LIBINPUT_TABLET_TOOL_TIP_DOWN : LIBINPUT_TABLET_TOOL_TIP_UP
    }
    call.event_tablet_tool_get_button = { FakeEvent.of($0).code }
    call.event_tablet_tool_get_button_state = {
      FakeEvent.of($0).isPressed ? LIBINPUT_BUTTON_STATE_PRESSED : LIBINPUT_BUTTON_STATE_RELEASED
    }
    fillTool(&call)
    call.event_get_tablet_pad_event = {
      FakeLibinput.event($0, LIBINPUT_EVENT_TABLET_PAD_BUTTON, LIBINPUT_EVENT_TABLET_PAD_STRIP)
    }
    call.event_tablet_pad_get_time_usec = { FakeEvent.of($0).time }
    call.event_tablet_pad_get_ring_position = { FakeEvent.of($0).position }
    call.event_tablet_pad_get_ring_number = { FakeEvent.of($0).number }
    call.event_tablet_pad_get_ring_source = { libinput_tablet_pad_ring_axis_source(FakeEvent.of($0).source) }
    call.event_tablet_pad_get_strip_position = { FakeEvent.of($0).position }
    call.event_tablet_pad_get_strip_number = { FakeEvent.of($0).number }
    call.event_tablet_pad_get_strip_source = { libinput_tablet_pad_strip_axis_source(FakeEvent.of($0).source) }
    call.event_tablet_pad_get_button_number = { FakeEvent.of($0).number }
    call.event_tablet_pad_get_button_state = {
      FakeEvent.of($0).isPressed ? LIBINPUT_BUTTON_STATE_PRESSED : LIBINPUT_BUTTON_STATE_RELEASED
    }
  }

  private static func fillTool(_ call: inout easel_libinput) {
    call.tablet_tool_get_type = { FakeTool.of($0).type }
    call.tablet_tool_ref = { tool in
      FakeTool.of(tool).take()
      return tool
    }
    call.tablet_tool_unref = { tool in
      FakeTool.of(tool).give()
      return tool
    }
    call.tablet_tool_has_pressure = { FakeTool.of($0).axes.contains("pressure") ? 1 : 0 }
    call.tablet_tool_has_distance = { FakeTool.of($0).axes.contains("distance") ? 1 : 0 }
    call.tablet_tool_has_tilt = { FakeTool.of($0).axes.contains("tilt") ? 1 : 0 }
    call.tablet_tool_has_rotation = { FakeTool.of($0).axes.contains("rotation") ? 1 : 0 }
    call.tablet_tool_has_wheel = { FakeTool.of($0).axes.contains("wheel") ? 1 : 0 }
    call.tablet_tool_is_unique = { FakeTool.of($0).isUnique ? 1 : 0 }
    call.tablet_tool_get_serial = { FakeTool.of($0).serial }
  }
}
