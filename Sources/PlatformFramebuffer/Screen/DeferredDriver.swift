/// Drivers that show what is written some tens of milliseconds later, over a slow wire (FFB-10).
///
/// The kernel tells of them by the driver's name alone. The framebuffers that cards bring along (`drmfb`) work late too, but lose
/// nothing and wait for no wire: for them, as for all others, nothing is done.
nonisolated enum DeferredDriver {
  /// Microseconds for which the memory stays mapped after the last write: what has not been shown by the time it goes is lost.
  static let delay: UInt32 = 200_000
  /// Seconds from picture to picture, where the driver tells of nothing slower.
  static let interval = 1.0 / 30

  /// How their names begin, cut off after 15 letters as the kernel does: panels at SPI, displays at the USB, paper.
  private static let names = [
    "fb_", "flexfb", "Solomon SSD13", "udlfb", "smscufx", "picolcdfb", "metronomefb", "broadsheetfb", "hecubafb",
  ]

  /// Whether a driver of this name is one of them.
  static func has(_ name: String) -> Bool { names.contains { name.hasPrefix($0) } }
}

extension FramebufferInfo {
  /// Whether its driver shows late (FFB-10).
  var isDeferred: Bool { DeferredDriver.has(driver) }

  /// Seconds from picture to picture that are worth while, or nil if nobody knows.
  var usefulInterval: Double? {
    guard isDeferred else { return refreshInterval }
    return max(DeferredDriver.interval, refreshInterval.flatMap { FramePace.plausible.contains($0) ? $0 : nil } ?? 0)
  }
}
