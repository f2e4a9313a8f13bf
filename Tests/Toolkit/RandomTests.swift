import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformHeadless
import EaselRaster
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// Random touches on random views: what must hold whatever happens (DC-14, TH-5).
@Suite(.harnessed) struct RandomTouchTests {
  @Test(arguments: 1...12) func `Every touch of a view begins once and ends once; everything is freed (DC-14, TH-5, TD-27)`(
    seed: UInt64
  ) {
    let dice = MonkeyDice(seed: seed)
    let lives = LifetimeTracker()
    let checks = MonkeyChecks()
    let harness = WindowHarness()
    harness.isHostile = true
    harness.application.coalescesMotion = seed % 2 == 0
    do {
      let pool = makeViews(harness, dice, checks, lives)
      let letters: [Character] = ["A", "B", "C", "D", "E"]
      var down: Set<Character> = []
      for _ in 0..<800 {
        harness.send(randomFrame(letters, &down, dice))
        if dice.roll(3) == 0 { harness.loop.advance(bySeconds: 0.005) }
        if dice.roll(8) == 0 { disturb(pool, harness, dice) }
        for touch in harness.application.pipeline.session.live { lives.track(touch, "touch") }
      }
      harness.send(down.sorted().map { .init(finger: $0, phase: .up) })
      harness.loop.advance(bySeconds: 1)
      for view in pool { view.disturb = nil }
    }
    checks.end(harness.application.pipeline, [])
    #expect(checks.faults == [] && checks.log.count > 60)
    let session = harness.application.pipeline.session
    #expect(session.live.isEmpty && session.event.allTouches.isEmpty)
    checks.forgetTouches()
    for view in harness.window.subviews { view.removeFromSuperview() }
    harness.loop.advance(bySeconds: 1)
    #expect(lives.survivors == [])
  }

  private func makeViews(_ harness: WindowHarness, _ dice: MonkeyDice, _ checks: MonkeyChecks, _ lives: LifetimeTracker)
    -> [MonkeyView]
  {
    var pool: [MonkeyView] = []
    for _ in 0..<8 {
      let view = MonkeyView(
        frame: Rect(x: Double(dice.roll(300)), y: Double(dice.roll(500)), width: 100 + Double(dice.roll(200)), height: 200))
      view.checks = checks
      view.isMultipleTouchEnabled = dice.roll(2) == 0
      view.isExclusiveTouch = dice.roll(5) == 0
      let parent = pool.isEmpty || dice.roll(2) == 0 ? harness.window : pool[dice.roll(pool.count)]
      parent.addSubview(view)
      lives.track(view, "view")
      pool.append(view)
    }
    for view in pool {
      view.disturb = { [unowned view] in
        guard dice.roll(25) == 0 else { return }
        if view.superview == nil { return harness.window.addSubview(view) }
        switch dice.roll(4) {
        case 0: view.removeFromSuperview()
        case 1: harness.send([.init(finger: "Z", phase: .down, position: Point(5, 5)), .init(finger: "Z", phase: .up)])
        case 2: harness.application.pipeline.cancel(.window(harness.window))
        case _: view.isHidden = dice.roll(3) == 0
        }
      }
    }
    return pool
  }

  private func randomFrame(_ letters: [Character], _ down: inout Set<Character>, _ dice: MonkeyDice) -> [TouchScript.Change] {
    var changes: [TouchScript.Change] = []
    for finger in letters where dice.roll(2) == 0 {
      let isWild = dice.roll(40) == 0
      let point = isWild ? Point(.nan, -1e300) : Point(Double(dice.roll(480)), Double(dice.roll(800)))
      guard down.contains(finger) else {
        if dice.roll(4) == 0 {
          down.insert(finger)
          changes.append(.init(finger: finger, phase: .down, position: point))
          if dice.roll(3) == 0 { changes.append(.init(finger: finger, phase: .moved, position: Point(point.x + 9, point.y))) }
        }
        continue
      }
      switch dice.roll(12) {
      case 0...1:
        down.remove(finger)
        if dice.roll(2) == 0 { changes.append(.init(finger: finger, phase: .moved, position: point)) }
        changes.append(.init(finger: finger, phase: .up))
      case 2:
        down.remove(finger)
        changes.append(.init(finger: finger, phase: .cancelled))
      case _: changes.append(.init(finger: finger, phase: .moved, position: point))
      }
    }
    return changes
  }

  private func disturb(_ pool: [MonkeyView], _ harness: WindowHarness, _ dice: MonkeyDice) {
    let view = pool[dice.roll(pool.count)]
    let other = pool[dice.roll(pool.count)]
    switch dice.roll(7) {
    case 0: if dice.roll(3) == 0 { view.removeFromSuperview() }
    case 1: if !view.isAncestor(of: other) { other.addSubview(view) }
    case 2: view.isExclusiveTouch.toggle()
    case 3: view.isMultipleTouchEnabled.toggle()
    case 4: view.isHidden = dice.roll(4) == 0
    case 5: harness.application.cancelAllInput()
    case _: harness.window.addSubview(view)
    }
  }
}

/// Random view trees and marks: painting what was marked shows the same as painting all.
@Suite(.harnessed) struct RandomDisplayTests {
  private final class Figure: View {
    var color = Color.black
    var inset = 2.0

    override func draw(_ rect: Rect, in painter: Painter) {
      painter.fill(Path(ellipseIn: bounds.insetBy(dx: inset, dy: inset)), color: color)
    }
  }

  @Test(arguments: 1...6) func `Damage repaint equals full repaint (WFR-7, WSB-8)`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var options = HeadlessOptions()
    options.scale = [1, 1.5, 2][Int(seed) % 3]
    let harness = WindowHarness(size: Size(120, 100), options: options)
    var pool: [Figure] = []
    for _ in 0..<10 {
      let view = Figure(frame: frame(&generator))
      (pool.randomElement(using: &generator) ?? harness.window).addSubview(view)
      pool.append(view)
    }
    for step in 0..<30 {
      for _ in 0...Int.random(in: 0..<3, using: &generator) { change(pool, harness, &generator) }
      let partial = harness.picture()
      harness.window.host.object?.markWhole()
      let whole = harness.picture()
      let difference = partial.difference(from: whole)
      #expect(difference == nil, "seed \(seed), step \(step)")
      if difference != nil { return }
    }
  }

  private func frame(_ generator: inout SeededGenerator) -> Rect {
    let number = { (low: Int, high: Int, generator: inout SeededGenerator) in
      Double(Int.random(in: low * 4...high * 4, using: &generator)) / 4
    }
    return Rect(
      x: number(-10, 80, &generator), y: number(-10, 70, &generator), width: number(4, 60, &generator),
      height: number(4, 50, &generator))
  }

  private func change(_ pool: [Figure], _ harness: WindowHarness, _ generator: inout SeededGenerator) {
    guard let view = pool.randomElement(using: &generator), let other = pool.randomElement(using: &generator) else { return }
    let shade = Color(
      red: .random(in: 0...1, using: &generator), green: .random(in: 0...1, using: &generator), blue: 0.5,
      alpha: Bool.random(using: &generator) ? 1 : 0.5)
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: view.frame = frame(&generator)
    case 1: view.isHidden.toggle()
    case 2: view.alpha = [0, 0.3, 1].randomElement(using: &generator) ?? 1
    case 3: view.clipsToBounds.toggle()
    case 4: view.backgroundColor = Bool.random(using: &generator) ? nil : shade
    case 5: view.removeFromSuperview()
    case 6: if !view.isAncestor(of: other) { other.addSubview(view) }
    case 7: harness.window.addSubview(view)
    case 8: view.superview?.bringSubviewToFront(view)
    case 9: view.bounds.origin = Point(.random(in: -9...9, using: &generator), .random(in: -9...9, using: &generator))
    case 10:
      view.transform =
        [
          .identity, AffineTransform(cosine: 0.8, sine: 0.6), AffineTransform(cosine: 0, sine: 1),
          AffineTransform(scaleX: 1.5, y: 0.75),
        ]
        .randomElement(using: &generator) ?? .identity
    case _:
      // A mark for a part: what it draws there may change, and only there.
      view.color = shade
      view.setNeedsDisplay()
    }
  }

  @Test func `A translucent view is one picture with its subviews`() {
    let harness = WindowHarness(size: Size(8, 4))
    let outer = View(frame: Rect(x: 1, y: 0, width: 6, height: 3))
    outer.backgroundColor = .black
    outer.alpha = 0.5
    let inner = View(frame: Rect(x: 2, y: 1, width: 6, height: 2))
    inner.backgroundColor = .red
    outer.addSubview(inner)
    harness.window.addSubview(outer)
    let names: [UInt32: Character] = [0xffffff: ".", 0x7f7f7f: "k", 0x808080: "k", 0xff7f7f: "r", 0xff8080: "r"]
    #expect(
      harness.picture().letters(names) == """
        .kkkkkk.
        .kkrrrrr
        .kkrrrrr
        ........
        """)
    outer.clipsToBounds = true
    #expect(harness.picture().letters(names).hasPrefix(".kkkkkk.\n.kkrrrr.\n.kkrrrr.\n"))
    outer.alpha = 0
    #expect(harness.picture().letters(names) == "........\n........\n........\n........")
  }
}
