@testable import EaselFakeCompositor

/// What a wrong compositor sends; our own types and the fake's have the same names, so this file sees the fake's alone.
extension FakeSeat {
  /// A finger on no surface, which the protocol does not allow (WTC-7).
  func downOnNothing(_ id: Int32, time: UInt32 = 0) {
    for touch in touches {
      var list: InlineArray<6, WireArgument> = [
        WireArgument(uint: 1), WireArgument(uint: time), WireArgument(object: nil as Resource?), WireArgument(int: id),
        WireArgument(fixed: 1), WireArgument(fixed: 1),
      ]
      touch.send(0, &list)
    }
  }

  /// A pointer that comes onto nothing, or leaves nothing (WPO-2).
  func enterNothing() {
    for pointer in pointers {
      var list: InlineArray<4, WireArgument> = [
        WireArgument(uint: 1), WireArgument(object: nil as Resource?), WireArgument(fixed: 1), WireArgument(fixed: 1),
      ]
      pointer.send(0, &list)
    }
    pointerFrame()
  }

  func leaveNothing() {
    for pointer in pointers {
      var list: InlineArray<2, WireArgument> = [WireArgument(uint: 1), WireArgument(object: nil as Resource?)]
      pointer.send(1, &list)
    }
    pointerFrame()
  }

  /// A keyboard that comes to nothing, or leaves nothing (WKB-4).
  func focusNothing() {
    for keyboard in keyboards {
      var list: InlineArray<3, WireArgument> = [
        WireArgument(uint: 1), WireArgument(object: nil as Resource?), WireArgument(uint: 0),
      ]
      WireArgument.withArray(WireArray(words: [30])) { (keys: WireArgument) in
        list[2] = keys
        keyboard.send(1, &list)
      }
    }
  }

  func unfocusNothing() {
    for keyboard in keyboards {
      var list: InlineArray<2, WireArgument> = [WireArgument(uint: 1), WireArgument(object: nil as Resource?)]
      keyboard.send(2, &list)
    }
  }

  /// The same number with the 8 bits that the wire has after the point.
  func downAtTheEdgeOfNumbers(_ id: Int32, on surface: FakeSurface) {
    for touch in touches {
      touch.sendDown(
        serial: 1, time: 0, surface: surface.resource, id: id, x: Fixed(raw: .min), y: Fixed(raw: .max))
    }
  }

  func motionAtTheEdgeOfNumbers(_ id: Int32) {
    for touch in touches { touch.sendMotion(time: 0, id: id, x: Fixed(raw: .max), y: Fixed(raw: .min)) }
  }

  /// Scrolling; axes, sources and states may be any numbers.
  func axis(_ axis: UInt32, _ value: Double, time: UInt32 = 0) {
    for pointer in pointers {
      pointer.sendAxis(time: time, axis: WlPointerResource.Axis(rawValue: axis), value: Fixed(value))
    }
  }

  func axisSource(_ source: UInt32) {
    for pointer in pointers { pointer.sendAxisSource(axisSource: WlPointerResource.AxisSource(rawValue: source)) }
  }

  func axisStop(_ axis: UInt32, time: UInt32 = 0) {
    for pointer in pointers { pointer.sendAxisStop(time: time, axis: WlPointerResource.Axis(rawValue: axis)) }
  }

  func axisValue120(_ axis: UInt32, _ units: Int32) {
    for pointer in pointers {
      pointer.sendAxisValue120(axis: WlPointerResource.Axis(rawValue: axis), value120: units)
    }
  }

  func axisDiscrete(_ axis: UInt32, _ steps: Int32) {
    for pointer in pointers { pointer.sendAxisDiscrete(axis: WlPointerResource.Axis(rawValue: axis), discrete: steps) }
  }

  /// A pointer that comes onto a surface, below version 5 without a frame.
  func enterWithoutFrame(_ surface: FakeSurface, _ x: Double, _ y: Double) {
    for pointer in pointers {
      pointer.sendEnter(serial: 7, surface: surface.resource, surfaceX: Fixed(x), surfaceY: Fixed(y))
    }
  }

  /// A press or release by its number; states that nobody knows are possible.
  func keyState(_ key: UInt32, _ state: UInt32, time: UInt32 = 0) {
    for keyboard in keyboards {
      keyboard.sendKey(serial: 1, time: time, key: key, state: WlKeyboardResource.KeyState(rawValue: state))
    }
  }

  func repeatInfo(rate: Int32, delay: Int32) {
    for keyboard in keyboards where keyboard.version >= 4 { keyboard.sendRepeatInfo(rate: rate, delay: delay) }
  }

  func sendKeymap(_ text: String, size: UInt32? = nil, format: UInt32 = 1) {
    for keyboard in keyboards {
      send(Array(text.utf8), size: size, format: WlKeyboardResource.KeymapFormat(rawValue: format), to: keyboard)
    }
  }
}

extension FakeCompositor {
  /// Nanoseconds for the next event of every object that has asked for them (WTS-3).
  func announce(seconds: UInt32, nanoseconds: UInt32) {
    for each in timestamps { each.sendTimestamp(tvSecHi: 0, tvSecLo: seconds, tvNsec: nanoseconds) }
  }
}
