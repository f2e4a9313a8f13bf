internal import EaselGeometry
public import EaselToolkit

/// Recognizes a check mark drawn with one finger: down and to the right, then up and to the right, ending above its start (CR-1).
///
/// A discrete recognizer made from outside of the toolkit, with its public interface alone.
public final class CheckmarkRecognizer: GestureRecognizer {
  private enum Stroke { case none, down, up }

  /// The shortest drop that counts, in points.
  public var minimumDrop = 10.0
  private var finger: Touch?
  private var stroke = Stroke.none
  private var start = Point.zero
  private var lowest = Point.zero

  public override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    guard finger == nil, touches.count == 1, let touch = touches.first else {
      state = .failed
      return
    }
    finger = touch
    start = touch.location(in: view)
    lowest = start
  }

  public override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    guard let finger, touches.contains(finger), state == .possible else { return }
    let (before, now) = (finger.previousLocation(in: view), finger.location(in: view))
    guard now.x >= before.x else {
      state = .failed
      return
    }
    if now.y >= before.y, stroke != .up {
      stroke = .down
      lowest = now
    } else if now.y < before.y, stroke != .none {
      stroke = .up
    } else {
      state = .failed
    }
  }

  public override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    guard let finger, touches.contains(finger) else { return }
    let isMark = stroke == .up && lowest.y - start.y >= minimumDrop && finger.location(in: view).y < start.y
    state = isMark ? .ended : .failed
  }

  public override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    state = .failed
  }

  public override func reset() {
    finger = nil
    stroke = .none
  }
}
