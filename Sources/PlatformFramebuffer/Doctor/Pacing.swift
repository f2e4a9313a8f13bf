internal import Glibc

/// What says when a screen's next frame is worth making (DOC-1).
nonisolated enum Pacing: Equatable {
  /// A card's flips to its next buffer; the timer where it refuses them.
  case pageFlip
  /// The driver's call that waits for a refresh, FBIO_WAITFORVSYNC.
  case vsync
  case timer

  /// The name that programs know it by.
  var name: String { "\(self)" }

  /// In words, with the timer's rate.
  func line(rate: Int) -> String {
    switch self {
    case .pageFlip: "paced by page flips, or by a timer at \(rate) a second if the card refuses them"
    case .vsync: "paced by the driver’s vsync ioctl"
    case .timer: "paced by a timer at \(rate) a second"
    }
  }
}

extension RefreshClock {
  /// Seconds that all measured refreshes may take together.
  private static let longestMeasure = Double(measured + 1) * plausible.upperBound

  /// Whether the driver's word on refreshes can be believed (FFB-9); takes as long as the measured refreshes do.
  ///
  /// - Parameter isReady: waits until the channel is readable, and no longer than so many seconds.
  static func isTrue(_ waiter: any RefreshWaiter, isReady: (Int32, Double) -> Bool = { hasNews($0, $1) }) -> Bool {
    defer { waiter.stop() }
    waiter.want(1)
    guard isReady(waiter.channel, longestWait), waiter.take().count > 0 else { return false }
    waiter.want(measured)
    guard isReady(waiter.channel, longestMeasure) else { return false }
    let news = waiter.take()
    return news.count > 0 && isTrue(shortest: news.shortest, longest: news.longest)
  }

  private static func hasNews(_ channel: Int32, _ seconds: Double) -> Bool {
    var ready = pollfd(fd: channel, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&ready, 1, Int32(seconds * 1000)) == 1
  }
}
