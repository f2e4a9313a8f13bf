/// How much the devices of a bare screen may ask for (DLI).
nonisolated enum InputLimits {
  /// Devices that are followed at once; more are ignored.
  static let devices = 128
  /// Pens that are remembered (DLI-6).
  static let tools = 64
  /// Characters of a device's name that are kept.
  static let name = 128
}
