internal import EaselInputEvents
internal import EaselPlatform

/// Drains the display's socket while a paint takes long, so that the display does not drop the program (WEL-6).
final class LongPaint {
  private let link: ApplicationLink
  /// When the socket was drained last, or the paint began; nil outside of a paint.
  ///
  /// A handler that paints tiles drains nothing: what is read meanwhile is delivered before the next paint, so that input that
  /// comes fast enough would put the paint off for ever and fill the memory.
  private var latest: Timestamp?

  /// A fifth of what DLI-10 allows, in seconds: whoever paints calls between shapes, and a shape or a view takes its time too.
  private static let interval = 0.01

  init(link: ApplicationLink) {
    self.link = link
  }

  func begin() {
    guard let loop = link.application.object?.loop else { return }
    latest = loop.now
  }

  func end() {
    latest = nil
  }

  /// Called now and then during the paint; drains if it is time to.
  func step() {
    guard let latest, let loop = link.application.object?.loop, loop.now.seconds(since: latest) >= LongPaint.interval else {
      return
    }
    loop.drainInput()
    self.latest = loop.now
  }
}
