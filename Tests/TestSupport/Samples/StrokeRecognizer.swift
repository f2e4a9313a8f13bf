public import EaselGeometry
public import EaselInputEvents
public import EaselToolkit

/// Captures what the first finger draws, from its touch-down to its lift; later fingers are ignored (CR-1).
///
/// A continuous recognizer made from outside of the toolkit, with its public interface alone.
public final class StrokeRecognizer: GestureRecognizer {
  /// What was kept of one sample; touches themselves must not be kept.
  public struct Sample: Equatable {
    /// Where, in the recognizer's view.
    public var location: Point
    /// When.
    public var time: Timestamp
  }

  /// The samples of the present stroke, those between two events too; empty before it begins and after its end was told.
  public private(set) var samples: [Sample] = []
  private var finger: Touch?

  public override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    for touch in touches.sorted(by: { $0.contact < $1.contact }) {
      guard finger == nil else {
        ignore(touch, for: event)
        continue
      }
      finger = touch
      keepSamples(of: touch, event)
      state = .began
    }
  }

  public override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    guard let finger, touches.contains(finger) else { return }
    keepSamples(of: finger, event)
    state = .changed
  }

  public override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    guard let finger, touches.contains(finger) else { return }
    keepSamples(of: finger, event)
    state = .ended
  }

  public override func touchesCancelled(_ touches: Set<Touch>, with event: Event) {
    samples = []
    state = .cancelled
  }

  public override func reset() {
    finger = nil
    samples = []
  }

  private func keepSamples(of touch: Touch, _ event: Event) {
    for sample in event.coalescedTouches(for: touch) ?? [] {
      samples.append(Sample(location: sample.location(in: view), time: sample.timestamp))
    }
  }
}
