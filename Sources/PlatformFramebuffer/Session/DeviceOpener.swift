/// Who opens devices: the seat manager, or we ourselves (LCX-4, LCX-5).
protocol DeviceOpener: AnyObject {
  /// Opens a device for reading and writing, not blocking, close-on-exec.
  ///
  /// - Returns: a descriptor, or a negated errno.
  func openDevice(_ path: String) -> Int32

  /// Gives a device back and closes its descriptor.
  func closeDevice(_ descriptor: Int32)
}
