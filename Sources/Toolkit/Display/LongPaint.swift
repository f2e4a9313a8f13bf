internal import EaselInputEvents
internal import EaselPlatform

/// Drains the display's socket while a paint takes long, so that the display does not drop the program (WEL-6).
final class LongPaint {
  private let link: ApplicationLink
  /// When the socket was drained last, or the paint began.
  private var latest = Timestamp.zero

  /// A fifth of what DLI-10 allows, in seconds: whoever paints calls between shapes, and a shape or a view takes its time too.
  private static let interval = 0.01

  init(link: ApplicationLink) {
    self.link = link
  }

  func begin() {
    guard let loop = link.application.object?.loop else { return }
    latest = loop.now
  }

  /// Called now and then during the paint; drains if it is time to.
  func step() {
    guard let loop = link.application.object?.loop, loop.now.seconds(since: latest) >= LongPaint.interval else { return }
    loop.drainInput()
    latest = loop.now
  }
}
