import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformHeadless
import EaselRaster
import EaselTestSupport
@testable import EaselToolkit

/// A program with two views and several recognizers, which does one deed the first time that a moment comes.
final class MeddlingProgram {
  /// When it is called.
  enum Moment: String, CaseIterable {
    case hitTest, pointInside, layout, draw
    case viewBegan, viewMoved, viewEnded, viewCancelled
    case recognizerBegan, recognizerMoved, recognizerEnded, recognizerCancelled, recognizerDeadline, recognizerReset
    case panAction, tapAction, pressAction, customAction
    case viewShouldBegin, shouldBegin, shouldReceiveTouch, shouldReceiveEvent, simultaneously, shouldRequire
    case windowEvent, applicationEvent, key, keyCommand, willLeaveWindow, note
  }

  /// What it does then.
  enum Deed: String, CaseIterable {
    case closeWindow, hideWindow, terminate, loseDisplay, cancelAllInput, releaseEverything
    case removeView, removeParent, moveView, hideView, disableView, flattenView, exposeView
    case disableRecognizers, removeRecognizers, moveRecognizers, addRecognizer, requireEachOther, wishEverything
    case sendEventAgain, newInput, openWindow, layOut, resize
  }

  private let loop = ManualLoop()
  private let backend: HeadlessBackend
  private let lives: LifetimeTracker
  private let deed: Deed
  private let moment: Moment
  private let checks = MonkeyChecks()
  private var contacts: [Int: TouchSample] = [:]
  fileprivate var application: Application?
  fileprivate var window: Window?
  fileprivate var parent: MeddledView?
  fileprivate var view: MeddledView?
  fileprivate var recognizers: [GestureRecognizer] = []
  fileprivate let target = Target()
  private var kept: [AnyObject] = []
  /// The event of the present call.
  fileprivate var event: Event?

  final class Target {
    weak var program: MeddlingProgram?
    func act(_ recognizer: GestureRecognizer, _ moment: Moment) {
      program?.checks.action(recognizer)
      program?.comes(moment)
    }
  }

  /// Whether the deed was done.
  private(set) var hasMeddled = false
  var faults: [String] { checks.faults }

  init(_ deed: Deed, at moment: Moment, _ lives: LifetimeTracker) {
    (self.deed, self.moment, self.lives) = (deed, moment, lives)
    backend = HeadlessBackend(loop: loop)
    target.program = self
    let application = MeddledApplication(backend: backend, applicationID: "test", log: Log { _, _ in })
    application.program = self
    application.terminatesAfterLastWindowClosed = false
    application.pipeline.gestures.arena.explain = { [unowned self] in
      checks.note($0, $1)
      comes(.note)
    }
    let window = MeddledWindow(application: application, title: "Test", size: Size(400, 400))
    window.program = self
    let parent = MeddledView(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    let view = MeddledView(frame: Rect(x: 0, y: 0, width: 300, height: 300))
    for view in [parent, view] {
      view.program = self
      view.isMultipleTouchEnabled = true
    }
    parent.addSubview(view)
    window.rootView = parent
    (self.application, self.window, self.parent, self.view) = (application, window, parent, view)
    for object in [application, window, parent, view] as [AnyObject] { lives.track(object, "\(type(of: object))") }
    addRecognizers()
    try? window.makeKeyAndVisible()
  }

  private func addRecognizers() {
    let double = TapGestureRecognizer()
    double.numberOfTapsRequired = 2
    let tap = TapGestureRecognizer()
    tap.require(toFail: double)
    let custom = MeddledRecognizer()
    custom.program = self
    let parts: [(GestureRecognizer, Moment)] = [
      (PanGestureRecognizer(), .panAction), (tap, .tapAction), (double, .tapAction),
      (LongPressGestureRecognizer(), .pressAction), (custom, .customAction), (PinchGestureRecognizer(), .panAction),
      (SwipeGestureRecognizer(), .panAction),
    ]
    for (index, (recognizer, moment)) in parts.enumerated() {
      recognizer.name = "r\(index)"
      recognizer.delegate = target
      recognizer.addTarget(target, action: GestureAction<Target>("act") { target in { target.act($0, moment) } })
      (index % 3 == 2 ? parent : view)?.addGestureRecognizer(recognizer)
      recognizers.append(recognizer)
      lives.track(recognizer, recognizer.name ?? "")
    }
  }

  // MARK: What happens

  func play() {
    pass(0.1)
    // Two fingers drag, turn and lift; one is taken away.
    send((1, .down, 20, 20))
    send((2, .down, 120, 40))
    pass(0.02)
    for step in [1.0, 2] {
      send((1, .moved, 20 + step, 20), (2, .moved, 120 + step, 40))
      pass(0.02)
    }
    send((1, .moved, 40, 60), (2, .moved, 160, 90))
    key(.down)
    send((1, .moved, 80, 90))
    pass(0.02)
    send((3, .down, 350, 350), (1, .moved, 90, 95))
    send((1, .up, 95, 95))
    send((2, .cancelled, 160, 90))
    send((3, .up, 350, 350))
    key(.up)
    pass(1)
    // A double tap, a single one, a press, a swipe.
    for _ in 0..<2 {
      send((1, .down, 50, 50))
      pass(0.05)
      send((1, .up, 50, 50))
      pass(0.05)
    }
    pass(0.6)
    send((1, .down, 50, 50), (1, .up, 50, 50))
    pass(0.6)
    send((1, .down, 60, 60))
    pass(0.7)
    send((1, .up, 60, 60))
    send((1, .down, 10, 60))
    for step in 1...5 {
      pass(0.01)
      send((1, .moved, 10 + Double(step) * 40, 60))
    }
    send((1, .up, 210, 60))
    // A view leaves under a finger, and all fingers are taken away.
    send((5, .down, 30, 30))
    let home = view?.superview
    view?.removeFromSuperview()
    if let view { home?.addSubview(view) }
    send((4, .down, 30, 30))
    pass(0.1)
    backend.cancelContacts()
    pass(2)
    application.map { checks.rest($0.pipeline) }
    application.map { checks.end($0.pipeline, recognizers) }
  }

  private func send(_ changes: (Int, ContactPhase, Double, Double)...) {
    let samples = changes.map { number, phase, x, y in
      var sample = contacts[number] ?? TouchSample(contact: ContactID(0), surface: SurfaceID(1), phase: phase, position: .zero)
      if phase == .down { sample.contact = backend.newContact() }
      (sample.phase, sample.position) = (phase, Point(x, y))
      contacts[number] = sample
      return sample
    }
    backend.send(.touches(TouchFrame(time: loop.now, samples: samples)))
    loop.turn()
  }

  private func key(_ phase: KeyEvent.Phase) {
    for code in [44, 45] as [UInt32] {
      let symbol: UInt32 = code == 44 ? 0x7a : 0x79
      backend.send(
        .key(
          KeyEvent(
            time: loop.now, surface: SurfaceID(1), phase: phase, code: code, symbol: symbol, shortcutSymbol: symbol)))
    }
    loop.turn()
  }

  private func pass(_ seconds: Double) { loop.advance(bySeconds: seconds) }

  /// Lets everything go that it holds.
  func letGo() {
    application?.cancelAllInput()
    for recognizer in recognizers { (recognizer as? MeddledRecognizer)?.program = nil }
    (application, window, parent, view, recognizers, kept, event) = (nil, nil, nil, nil, [], [], nil)
    contacts = [:]
    checks.forgetTouches()
    loop.turn()
  }

  // MARK: What it does

  fileprivate func comes(_ moment: Moment) {
    guard moment == self.moment, !hasMeddled else { return }
    hasMeddled = true
    meddle()
  }

  private func meddle() {
    switch deed {
    case .closeWindow: window?.close()
    case .hideWindow: window?.isHidden = true
    case .terminate: application?.terminate()
    case .loseDisplay: backend.loseDisplay()
    case .cancelAllInput: application?.cancelAllInput()
    case .releaseEverything:
      window?.close()
      (window, parent, view, recognizers) = (nil, nil, nil, [])
    case .removeView: view?.removeFromSuperview()
    case .removeParent: window?.rootView = nil
    case .moveView: if let view { window?.addSubview(view) }
    case .hideView: view?.isHidden = true
    case .disableView: view?.isUserInteractionEnabled = false
    case .flattenView: view?.transform = AffineTransform(scaleX: 0, y: 0)
    case .exposeView: view?.frame = Rect(x: .nan, y: -.infinity, width: .infinity, height: -5)
    case .disableRecognizers: for recognizer in recognizers { recognizer.isEnabled = false }
    case .removeRecognizers: for recognizer in recognizers { recognizer.view?.removeGestureRecognizer(recognizer) }
    case .moveRecognizers: for recognizer in recognizers { window?.addGestureRecognizer(recognizer) }
    case .addRecognizer: view?.addGestureRecognizer(TapGestureRecognizer { _ in })
    case .requireEachOther: for one in recognizers { for other in recognizers { one.require(toFail: other) } }
    case .wishEverything:
      for recognizer in recognizers {
        for state in [.ended, .began, .failed, .changed, .possible, .cancelled] as [GestureRecognizer.State] {
          recognizer.state = state
        }
      }
    case .sendEventAgain, .newInput, .openWindow, .layOut, .resize: meddleMore()
    }
  }

  private func meddleMore() {
    switch deed {
    case .sendEventAgain:
      let event = event ?? Event(type: .touches)
      application?.sendEvent(event)
      window?.sendEvent(event)
    case .newInput:
      for position in [Point(25, 25), Point(.nan, .infinity)] {
        let sample = TouchSample(
          contact: backend.newContact(), surface: SurfaceID(1), phase: .down, position: position)
        backend.send(.touches(TouchFrame(time: loop.now, samples: [sample])))
      }
      backend.cancelContacts()
    case .openWindow:
      guard let application, let window else { return }
      let other = Window(sharing: window, frame: Rect(x: 0, y: 0, width: 400, height: 400))
      try? other.makeKeyAndVisible()
      try? Window(application: application, title: "Other").makeKeyAndVisible()
    case .layOut:
      window?.setNeedsLayout()
      window?.layoutIfNeeded()
      window?.setNeedsDisplay()
    default: backend.surfaces.first?.decide { $0.size = Size(1, 1) }
    }
  }
}

extension MeddlingProgram.Target: GestureRecognizerDelegate {
  private func answer(_ moment: MeddlingProgram.Moment, _ answer: Bool) -> Bool {
    program?.comes(moment)
    return answer
  }

  func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { answer(.shouldBegin, true) }
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    answer(.shouldReceiveTouch, true)
  }
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive event: Event) -> Bool {
    answer(.shouldReceiveEvent, true)
  }
  func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool { answer(.simultaneously, false) }
  func gestureRecognizer(_ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer) -> Bool {
    answer(.shouldRequire, false)
  }
}

private final class MeddledApplication: Application {
  weak var program: MeddlingProgram?

  override func sendEvent(_ event: Event) {
    program?.event = event
    program?.comes(.applicationEvent)
    super.sendEvent(event)
  }
}

private final class MeddledWindow: Window {
  weak var program: MeddlingProgram?

  override func sendEvent(_ event: Event) {
    program?.comes(.windowEvent)
    super.sendEvent(event)
  }
}

/// Asks for began at the first large movement, and sets a deadline.
private final class MeddledRecognizer: GestureRecognizer {
  weak var program: MeddlingProgram?

  override func touchesBegan(_ touches: Set<Touch>, with event: Event) {
    setDeadline(after: 0.1)
    program?.comes(.recognizerBegan)
  }
  override func touchesMoved(_ touches: Set<Touch>, with event: Event) {
    program?.comes(.recognizerMoved)
    // The first small steps are the view's.
    if state != .possible || location(in: nil).x > 75 { state = state == .possible ? .began : .changed }
  }
  override func touchesEnded(_ touches: Set<Touch>, with event: Event) {
    program?.comes(.recognizerEnded)
    if state == .possible { state = .failed } else if numberOfTouches <= 1 { state = .ended }
  }
  override func touchesCancelled(_ touches: Set<Touch>, with event: Event) { program?.comes(.recognizerCancelled) }
  override func deadlineFired() { program?.comes(.recognizerDeadline) }
  override func canPrevent(_ other: GestureRecognizer) -> Bool { false }
  override func canBePrevented(by other: GestureRecognizer) -> Bool { false }
  override func reset() { program?.comes(.recognizerReset) }
}

private final class MeddledView: View {
  weak var program: MeddlingProgram?

  private func note(_ moment: MeddlingProgram.Moment, _ call: String, _ touches: Set<Touch>) {
    program?.tell(call, touches)
    program?.comes(moment)
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) { note(.viewBegan, "began", touches) }
  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) { note(.viewMoved, "moved", touches) }
  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) { note(.viewEnded, "ended", touches) }
  override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) { note(.viewCancelled, "cancelled", touches) }
  override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent?) { program?.comes(.key) }
  override var keyCommands: [KeyCommand] {
    [KeyCommand("y", title: "Meddle") { [weak program] in program?.comes(.keyCommand) }]
  }
  override func hitTest(_ point: Point, with event: Event?) -> View? {
    program?.comes(.hitTest)
    return super.hitTest(point, with: event)
  }
  override func point(inside point: Point, with event: Event?) -> Bool {
    program?.comes(.pointInside)
    return super.point(inside: point, with: event)
  }
  override func layoutSubviews() { program?.comes(.layout) }
  override func draw(_ rect: Rect, in painter: Painter) { program?.comes(.draw) }
  override func willMove(toWindow newWindow: Window?) { if newWindow == nil { program?.comes(.willLeaveWindow) } }
  override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    program?.comes(.viewShouldBegin)
    return true
  }
}

extension MeddlingProgram {
  fileprivate func tell(_ call: String, _ touches: Set<Touch>) { checks.view(call, touches) }
}
