internal import CEaselLinuxShims
import EaselGeometry
import EaselPlatform

/// What the doctor tells of the input devices (DOC-1).
struct InputReport {
  /// One device that is used.
  struct Device: Equatable {
    var name: String
    var node: String
    var roles: DeviceRoles
    /// Millimetres; nil if unknown.
    var size: Size?
    var touchCount: Int?
    /// The ranges of its places; nil if it has none, or cannot be asked.
    var across: Axis?
    var down: Axis?
    /// The first two rows of its calibration matrix; nil if it has none.
    var calibration: [Float]?
    /// The screen that it says it lies on; nil if it says nothing (LCO-6).
    var output: String?
  }

  /// The range of one axis in the device's own units.
  struct Axis: Equatable {
    var minimum: Int
    var maximum: Int
    /// Units a millimetre; 0 if unknown.
    var resolution: Int
  }

  var devices: [Device]
  /// Nodes that cannot be opened.
  var refusals: [LibinputContext.Refusal]
  /// A device that there is no use for.
  struct Ignored: Equatable {
    var node: String
    var name: String
  }

  var ignored: [Ignored]
}

extension InputReport.Device {
  /// What seems wrong with it, in sentences; `panel` is the screen that it points to (LCO-7), `screen` its name.
  func problems(panel: PixelSize, screen: String?) -> [String] {
    guard roles.contains(.touch) || roles.contains(.tablet) else { return [] }
    var result: [String] = []
    if let output, let screen, output != screen {
      result.append("it is not heard: udev says that it lies on the screen “\(output)”")
    }
    if let across, let down {
      if across.minimum != 0 || down.minimum != 0 {
        result.append("its places do not begin at 0 but at \(across.minimum), \(down.minimum)")
      }
      for (name, axis) in [("across", across), ("down", down)] where axis.maximum <= axis.minimum {
        result.append("its places \(name) have no range: they go from \(axis.minimum) to \(axis.maximum)")
      }
      if across.resolution <= 0 || down.resolution <= 0 {
        result.append("it does not tell its size")
      } else if !across.isPossible || !down.isPossible {
        result.append("its resolution of \(across.resolution), \(down.resolution) units a millimetre cannot be true")
      }
    }
    if let extent = size ?? units, isTransposed(extent, panel) {
      result.append(
        "it is wide where the screen is high; if its axes are exchanged, set LIBINPUT_CALIBRATION_MATRIX to “0 1 0 1 0 0”")
    }
    return result
  }

  /// Its extents in its own units, which tell its proportions if the units are square.
  private var units: Size? {
    guard let across, let down, across.maximum > across.minimum, down.maximum > down.minimum else { return nil }
    return Size(width: Double(across.maximum - across.minimum), height: Double(down.maximum - down.minimum))
  }

  private func isTransposed(_ extent: Size, _ panel: PixelSize) -> Bool {
    guard extent.height > 0, panel.width > 0, panel.height > 0 else { return false }
    let own = extent.width / extent.height
    let screen = Double(panel.width) / Double(panel.height)
    // Square ones cannot be told, and a tenth is what panels differ by anyway.
    return (own - 1) * (screen - 1) < 0 && (own * screen - 1).magnitude < 0.1
  }
}

extension InputReport.Axis {
  /// Whether its length in millimetres may be a device's; what has no range has none, which is another fault.
  fileprivate var isPossible: Bool {
    let length = maximum - minimum
    return length <= 0 || (length / resolution >= 5 && length / resolution <= 5000)
  }

  private static let touchAcross: UInt32 = 0x35  // ABS_MT_POSITION_X
  private static let touchDown: UInt32 = 0x36

  /// Both axes of a device that is open under this descriptor.
  static func axes(of descriptor: Int32) -> (across: InputReport.Axis?, down: InputReport.Axis?) {
    (axis(touchAcross, descriptor) ?? axis(0, descriptor), axis(touchDown, descriptor) ?? axis(1, descriptor))
  }

  private static func axis(_ code: UInt32, _ descriptor: Int32) -> InputReport.Axis? {
    var axis = easel_axis()
    guard unsafe easel_input_axis(descriptor, code, &axis) == 0, axis.maximum != 0 || axis.minimum != 0 else { return nil }
    return InputReport.Axis(
      minimum: Int(axis.minimum), maximum: Int(axis.maximum), resolution: Int(axis.resolution))
  }
}
