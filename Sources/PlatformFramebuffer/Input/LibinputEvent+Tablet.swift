internal import CEaselLibinput
import EaselGeometry
import EaselInputEvents

/// What a tablet's tool says; each report carries all that the tool knows of itself (LPN-1).
struct ToolReport {
  enum Kind {
    case proximity(isNear: Bool)
    case axes
    case tip(isDown: Bool)
    case button(code: UInt32, isPressed: Bool)
  }

  var kind: Kind
  var time: Timestamp
  /// Where, in the panel's pixels.
  var x: Double
  var y: Double
  /// From 0 to 1; nil if the tool does not know, as with the others.
  var pressure: Double?
  var distance: Double?
  /// Degrees from upright to +x and to +y.
  var tilt: Point?
  /// Clockwise degrees.
  var rotation: Double?
  /// Steps of a wheel since the last report.
  var wheelSteps: Int32 = 0
}

/// What the buttons, rings and strips beside a tablet say.
enum PadReport {
  case button(number: UInt32, isPressed: Bool)
  /// Degrees from 0 to 360, nil when the finger has gone.
  case ring(number: UInt32, degrees: Double?)
  /// From 0 to 1, nil when the finger has gone.
  case strip(number: UInt32, position: Double?)
}

extension LibinputEvent {
  /// The tool that a tablet's event is about (`libinput_tablet_tool`); nil for other types.
  var tool: OpaquePointer? {
    guard let event = unsafe library.call.event_get_tablet_tool_event(pointer) else { return nil }
    return unsafe library.call.event_tablet_tool_get_tool(event)
  }

  /// What a tool says, in pixels of a panel of these extents; nil for other types.
  func report(of tool: TabletTool, panel: PixelSize) -> ToolReport? {
    guard let event = unsafe library.call.event_get_tablet_tool_event(pointer), let kind = unsafe kind(event) else {
      return nil
    }
    var report = unsafe ToolReport(
      kind: kind, time: LibinputEvent.time(library.call.event_tablet_tool_get_time_usec(event)),
      x: library.call.event_tablet_tool_get_x_transformed(event, UInt32(clamping: panel.width)),
      y: library.call.event_tablet_tool_get_y_transformed(event, UInt32(clamping: panel.height)))
    if tool.hasPressure { report.pressure = unsafe library.call.event_tablet_tool_get_pressure(event) }
    if tool.hasDistance { report.distance = unsafe library.call.event_tablet_tool_get_distance(event) }
    if tool.hasTilt {
      report.tilt = unsafe Point(
        x: library.call.event_tablet_tool_get_tilt_x(event), y: library.call.event_tablet_tool_get_tilt_y(event))
    }
    if tool.hasRotation { report.rotation = unsafe library.call.event_tablet_tool_get_rotation(event) }
    if tool.hasWheel { report.wheelSteps = unsafe library.call.event_tablet_tool_get_wheel_delta_discrete(event) }
    return report
  }

  private func kind(_ event: OpaquePointer) -> ToolReport.Kind? {
    switch type {
    case LIBINPUT_EVENT_TABLET_TOOL_PROXIMITY:
      let state = unsafe library.call.event_tablet_tool_get_proximity_state(event)
      return .proximity(isNear: state == LIBINPUT_TABLET_TOOL_PROXIMITY_STATE_IN)
    case LIBINPUT_EVENT_TABLET_TOOL_AXIS: return .axes
    case LIBINPUT_EVENT_TABLET_TOOL_TIP:
      return .tip(isDown: unsafe library.call.event_tablet_tool_get_tip_state(event) == LIBINPUT_TABLET_TOOL_TIP_DOWN)
    case LIBINPUT_EVENT_TABLET_TOOL_BUTTON:
      let isPressed = unsafe library.call.event_tablet_tool_get_button_state(event) == LIBINPUT_BUTTON_STATE_PRESSED
      return .button(code: unsafe library.call.event_tablet_tool_get_button(event), isPressed: isPressed)
    default: return nil
    }
  }

  /// What a pad says; nil for other types.
  func pad() -> (time: Timestamp, report: PadReport)? {
    guard let event = unsafe library.call.event_get_tablet_pad_event(pointer) else { return nil }
    let time = unsafe LibinputEvent.time(library.call.event_tablet_pad_get_time_usec(event))
    switch type {
    case LIBINPUT_EVENT_TABLET_PAD_BUTTON:
      let isPressed = unsafe library.call.event_tablet_pad_get_button_state(event) == LIBINPUT_BUTTON_STATE_PRESSED
      return (time, .button(number: unsafe library.call.event_tablet_pad_get_button_number(event), isPressed: isPressed))
    case LIBINPUT_EVENT_TABLET_PAD_RING:
      let degrees = unsafe library.call.event_tablet_pad_get_ring_position(event)
      let number = unsafe library.call.event_tablet_pad_get_ring_number(event)
      return (time, .ring(number: number, degrees: degrees >= 0 ? degrees : nil))
    case LIBINPUT_EVENT_TABLET_PAD_STRIP:
      let position = unsafe library.call.event_tablet_pad_get_strip_position(event)
      let number = unsafe library.call.event_tablet_pad_get_strip_number(event)
      return (time, .strip(number: number, position: position >= 0 ? position : nil))
    default: return nil
    }
  }
}
