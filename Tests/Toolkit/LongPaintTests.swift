import EaselGeometry
import EaselInputEvents
import EaselPlatformHeadless
import EaselRaster
import EaselTestSupport
import EaselToolkit
import Testing

/// The display's socket is drained while a paint takes long (WEL-6).
@Suite(.harnessed) struct LongPaintTests {
  /// When input was read ahead.
  private final class Drains {
    var times: [Timestamp] = []
  }

  /// A view that takes its time to draw, in so many shapes.
  private final class Slow: View {
    var shapes = 0
    var seconds = 0.0
    var shape = Rect(x: 0, y: 0, width: 300, height: 300)
    var elapse: (Double) -> Void = { _ in }

    override func draw(_ rect: Rect, in painter: Painter) {
      for _ in 0..<shapes {
        painter.fill(shape, color: .blue)
        elapse(seconds)
      }
      if shapes == 0 { elapse(seconds) }
    }
  }

  /// The longest time in milliseconds that a paint went on without a drain, and the number of drains.
  private func paint(
    views: Int, shapes: Int, seconds: Double, alpha: Double = 1, shape: Rect = Rect(x: 0, y: 0, width: 300, height: 300)
  ) -> (gap: Int, drains: Int) {
    let drains = Drains()
    let harness = WindowHarness(size: Size(300, 300), onDrain: { [drains] in drains.times.append($0) })
    for _ in 0..<views {
      let view = Slow(frame: Rect(x: 0, y: 0, width: 300, height: 300))
      (view.shapes, view.seconds, view.alpha, view.shape) = (shapes, seconds, alpha, shape)
      view.elapse = { [unowned loop = harness.loop] in loop.elapse(bySeconds: $0) }
      harness.window.addSubview(view)
    }
    let begin = harness.loop.now
    harness.loop.turn()
    let moments = [begin] + drains.times + [harness.loop.now]
    let gaps = zip(moments, moments.dropFirst()).map { Int(($1.seconds(since: $0) * 1000).rounded()) }
    return (gaps.max() ?? 0, drains.times.count)
  }

  @Test func `WEL-6: between views and between shapes a long paint never goes 50 ms without draining`() {
    for (views, shapes, seconds) in [(8, 0, 0.03), (1, 50, 0.02), (3, 9, 0.045), (2, 400, 0.001)] {
      let opaque = paint(views: views, shapes: shapes, seconds: seconds)
      #expect(opaque.gap <= 50 && opaque.drains >= 5, "\(views) x \(shapes): \(opaque)")
      let group = paint(views: views, shapes: shapes, seconds: seconds, alpha: 0.5)
      #expect(group.gap <= 50 && group.drains >= 5, "\(views) x \(shapes), translucent: \(group)")
    }
  }

  /// A view that paints something of its own when a finger lifts, as a page does that keeps pictures of itself.
  private final class Keeper: View {
    var own: (() -> Void)?
    var hasEnded = false

    override func draw(_ rect: Rect, in painter: Painter) {
      own = painter.whileBusy
    }

    override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
      own?()
      hasEnded = true
    }
  }

  @Test func `WEL-6: a handler that paints for itself drains nothing, or input could put the next paint off for ever`() {
    let drains = Drains()
    let harness = WindowHarness(size: Size(300, 300), onDrain: { [drains] in drains.times.append($0) })
    let view = Keeper(frame: Rect(x: 0, y: 0, width: 300, height: 300))
    harness.window.addSubview(view)
    harness.settle()
    harness.play(TouchScript().down("a", 100, 100).wait(1).up("a"))
    #expect(view.own != nil && view.hasEnded && drains.times.isEmpty)
  }

  @Test func `WEL-6: a paint of less than 10 ms drains nothing, and a long one no more often than every 10 ms`() {
    #expect(paint(views: 9, shapes: 1, seconds: 0.001).drains == 0)
    #expect(paint(views: 40, shapes: 0, seconds: 0).drains == 0)
    #expect(paint(views: 1, shapes: 400, seconds: 0.001).drains <= 40)
  }
}
