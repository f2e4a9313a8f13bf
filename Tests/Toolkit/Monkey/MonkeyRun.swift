import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformHeadless
import EaselTestSupport
@testable import EaselToolkit

/// One zoo and what happens to it: random frames, or those of a trace.
///
/// What is random beside the frames — removals, disabling and so on — hangs on the seed and the frame's time alone, so that a
/// trace of the frames replays all of it, also after frames have been taken out of it by hand.
final class MonkeyRun {
  let seed: UInt64
  let checks = MonkeyChecks()
  private(set) var frames: [TouchFrame] = []
  private let harness: WindowHarness
  private let zoo: MonkeyZoo
  private let surface: SurfaceID
  private let start: Timestamp
  private var down: [Finger] = []
  private let temper: Temper

  private struct Finger {
    var sample: TouchSample
    /// How far it goes with each frame, as long as it is calm.
    var step: Point
  }

  /// How the hand of a run behaves.
  private struct Temper {
    var fingers: Int
    var lift: Double
    var cancel: Double
    var isCalm: Bool
    var disturbance: Double

    init(_ dice: MonkeyDice) {
      isCalm = dice.chance(0.6)
      fingers = isCalm ? 1 + dice.roll(3) : 10
      lift = isCalm ? 0.15 : 0.3
      cancel = isCalm ? 0.005 : 0.08
      disturbance = dice.pick([0, 0.01, 0.05])
    }
  }

  init(seed: UInt64) {
    self.seed = seed
    harness = WindowHarness()
    harness.isHostile = true
    let dice = MonkeyDice(seed: seed)
    harness.application.coalescesMotion = dice.chance(0.3)
    temper = Temper(dice)
    zoo = MonkeyZoo(dice, window: harness.window, checks: checks)
    surface = harness.surface.id
    start = harness.loop.now
    harness.application.pipeline.gestures.arena.explain = { [checks] in checks.note($0, $1) }
  }

  /// Plays frames until something is wrong, then lets all fingers go and waits.
  func play(_ count: Int) {
    let dice = MonkeyDice(seed: seed ^ 0xf7a3)
    for _ in 0..<count where checks.faults.isEmpty {
      harness.loop.advance(bySeconds: pause(dice))
      let frame = nextFrame(dice)
      if !frame.samples.isEmpty { step(frame) }
    }
    if checks.faults.isEmpty { finish() }
  }

  /// Plays the touches of a trace.
  func play(_ trace: Trace) {
    for case .touches(var frame) in trace.events where checks.faults.isEmpty {
      harness.loop.advance(to: Timestamp(nanoseconds: start.nanoseconds + frame.time.nanoseconds))
      frame.time = harness.loop.now
      for index in frame.samples.indices { frame.samples[index].surface = surface }
      step(frame)
    }
    if checks.faults.isEmpty { finish() }
  }

  private func step(_ frame: TouchFrame) {
    frames.append(frame)
    let dice = MonkeyDice(seed: seed &+ UInt64(bitPattern: frame.time.nanoseconds))
    for view in zoo.views { view.disturb = dice.chance(temper.disturbance / 2) ? { [weak self] in self?.disturb(dice) } : nil }
    let disturbsCalls = dice.chance(temper.disturbance / 2)
    zoo.disturb = disturbsCalls ? { [weak self] in if dice.chance(0.2) { self?.disturb(dice) } } : nil
    harness.backend.inputSink?.receive(.touches(frame))
    if dice.chance(temper.disturbance) { harness.backend.inputSink?.receive(zoo.otherInput(dice, surface, harness.loop.now)) }
    for view in zoo.views { view.disturb = nil }
    zoo.disturb = nil
    if dice.chance(0.5) { harness.loop.turn() }
    if dice.chance(temper.disturbance) { disturb(dice) }
    checks.rest(harness.application.pipeline)
  }

  private func finish() {
    harness.backend.inputSink?.receive(
      .hover(HoverEvent(time: harness.loop.now, surface: surface, phase: .left, position: .zero)))
    harness.application.cancelAllInput()
    harness.loop.advance(bySeconds: 20)
    checks.rest(harness.application.pipeline)
    checks.end(harness.application.pipeline, zoo.recognizers)
  }

  /// Mostly a few milliseconds, sometimes as long as a deadline.
  private func pause(_ dice: MonkeyDice) -> Double {
    switch dice.roll(20) {
    case 0: 0.4
    case 1: 0.8
    case 2...5: 0.05
    default: 0.008
    }
  }

  /// Up to ten fingers go down, move, lift and are taken away, several in one frame.
  private func nextFrame(_ dice: MonkeyDice) -> TouchFrame {
    var samples: [TouchSample] = []
    for index in down.indices where dice.chance(0.7) {
      down[index].sample = moved(down[index], dice)
      samples.append(down[index].sample)
    }
    down.removeAll { $0.sample.phase != .moved && $0.sample.phase != .down }
    while down.count < temper.fingers, dice.chance(0.35) {
      let position = Point(x: dice.value(dice.chance(0.1) ? 0...20 : 0...480), y: dice.value(0...800))
      let sample = TouchSample(
        contact: harness.backend.newContact(), surface: surface, phase: .down, position: position,
        kind: dice.chance(0.95) ? .direct : .pencil)
      samples.append(sample)
      let step = dice.chance(0.4) ? Point.zero : Point(x: dice.value(-8...8), y: dice.value(-8...8))
      down.append(Finger(sample: sample, step: step))
    }
    return TouchFrame(time: harness.loop.now, samples: samples)
  }

  private func moved(_ finger: Finger, _ dice: MonkeyDice) -> TouchSample {
    var sample = finger.sample
    sample.phase = dice.chance(temper.cancel) ? .cancelled : dice.chance(temper.lift) ? .up : .moved
    if temper.isCalm {
      sample.position = sample.position + finger.step
    } else if dice.chance(0.8) {
      let reach = dice.chance(0.3) ? 60.0 : 6
      sample.position = sample.position + Point(x: dice.value(-reach...reach), y: dice.value(-reach...reach))
    }
    return sample
  }

  /// Does something to the zoo that a program may do at any time.
  private func disturb(_ dice: MonkeyDice) {
    let recognizer = dice.pick(zoo.recognizers)
    let view = dice.pick(zoo.views)
    switch dice.roll(12) {
    case 9: zoo.bend(view, dice)
    case 10: zoo.tune(recognizer, dice)
    case 11: if dice.chance(0.2) { harness.application.showsTouches.toggle() }
    case 0: recognizer.isEnabled.toggle()
    case 1:
      recognizer.isEnabled = false
      recognizer.isEnabled = true
    case 2:
      recognizer.view?.removeGestureRecognizer(recognizer)
      if dice.chance(0.8) { view.addGestureRecognizer(recognizer) }
    case 3: view.removeFromSuperview()
    case 4, 5:
      let parent = zoo.parent(dice)
      if !view.isAncestor(of: parent) { parent.addSubview(view) }
    case 6: (recognizer as? MonkeyRecognizer)?.state = dice.pick([.began, .ended, .failed, .cancelled])
    case 7: recognizer.delaysTouchesBegan.toggle()
    default: if dice.chance(0.2) { harness.application.cancelAllInput() }
    }
  }

  /// What went wrong, and how to see it again.
  var report: String {
    """
    seed \(seed): \(checks.faults.joined(separator: "; "))
    To see it again: EASEL_MONKEY_SEED=\(seed) script/test --filter Monkey, or keep the lines from "easel-trace" on in a file,
    take out what is not needed, and add EASEL_MONKEY_TRACE=FILE.
    \(trace)
    """
  }

  /// The frames as a trace.
  var trace: String {
    let events = frames.map { InputEvent.touches($0).at(Timestamp(nanoseconds: $0.time.nanoseconds - start.nanoseconds)) }
    return TraceWriter.text(of: Trace(events: events, duration: events.last?.time ?? .zero))
  }
}
