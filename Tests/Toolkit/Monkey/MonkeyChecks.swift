import EaselInputEvents
@testable import EaselToolkit

/// Watches everything that recognizers and views are told, and says what is not as it must be (TH-5).
final class MonkeyChecks {
  private(set) var faults: [String] = []
  /// Every state and view call, to compare two runs.
  private(set) var log: [String] = []
  private(set) var actionCount = 0
  /// The types of recognizers that have told their targets of anything.
  private(set) var recognized: Set<String> = []
  private var viewStates: [Touch: String] = [:]
  private var recognizerStates: [ObjectIdentifier: GestureRecognizer.State] = [:]
  private var heard: [ObjectIdentifier: Set<Touch>] = [:]
  /// What the targets were told last: a gesture that has begun for them has to end for them.
  private var told: [ObjectIdentifier: GestureRecognizer.State] = [:]

  func fault(_ text: String) {
    faults.append(text)
  }

  // MARK: Views

  /// DC-14: one began, then moves, then one end.
  func view(_ call: String, _ touches: Set<Touch>) {
    log.append("\(call) \(touches.count)")
    for touch in touches {
      let before = viewStates[touch]
      let isRight = call == "began" ? before == nil : before == "began" || before == "moved"
      if !isRight { fault("contact \(touch.contact.value): a view got \(call) after \(before ?? "nothing") (DC-14)") }
      viewStates[touch] = call
    }
  }

  /// Lets the touches go, to see whether anybody else keeps them.
  func forgetTouches() {
    viewStates = [:]
    heard = [:]
  }

  // MARK: Recognizers

  /// ST-2: legal steps only; RS-1: a reset after each end and only then.
  func note(_ recognizer: GestureRecognizer, _ note: GestureNote) {
    let id = ObjectIdentifier(recognizer)
    let former = recognizerStates[id] ?? .possible
    defer { log.append("\(recognizer.label) \(recognizerStates[id] ?? .possible)") }
    switch note {
    case .entered(let state):
      if !Self.isLegal(from: former, to: state) { fault("\(recognizer.label) went from \(former) to \(state) (ST-2)") }
      recognizerStates[id] = state
    case .failed:
      if former != .possible { fault("\(recognizer.label) failed out of \(former) (ST-2)") }
      recognizerStates[id] = .failed
    case .reset:
      if ![.ended, .cancelled, .failed].contains(former) { fault("\(recognizer.label) was reset in \(former) (RS-1)") }
      recognizerStates[id] = .possible
      heard[id] = []
    default: break
    }
  }

  private static func isLegal(from: GestureRecognizer.State, to: GestureRecognizer.State) -> Bool {
    switch from {
    case .possible: to == .began || to == .ended
    case .began, .changed: to == .changed || to == .ended || to == .cancelled
    case .ended, .cancelled, .failed: false
    }
  }

  /// A recognizer gets a touch's began first, and its end once (TD-13).
  func recognizer(_ recognizer: GestureRecognizer, _ call: String, _ touches: Set<Touch>) {
    let id = ObjectIdentifier(recognizer)
    for touch in touches {
      let knows = heard[id, default: []].contains(touch)
      if knows == (call == "began") { fault("\(recognizer.label) got \(call) of contact \(touch.contact.value) out of order") }
      if call == "began" { heard[id, default: []].insert(touch) }
      if call == "ended" || call == "cancelled" { heard[id, default: []].remove(touch) }
    }
    if touches.isEmpty { fault("\(recognizer.label) got \(call) without touches") }
  }

  /// AC: began, changed…, ended or cancelled for a continuous gesture; ended alone for a discrete one.
  func action(_ recognizer: GestureRecognizer) {
    actionCount += 1
    recognized.insert("\(type(of: recognizer))")
    let id = ObjectIdentifier(recognizer)
    let state = recognizer.state
    let isOpen = told[id] == .began || told[id] == .changed
    let isRight =
      switch state {
      case .began: !isOpen
      case .changed, .cancelled: isOpen
      case .ended: true
      case .possible, .failed: false
      }
    if !isRight { fault("\(recognizer.label): action \(state) after \(told[id].map { "\($0)" } ?? "none") (AC)") }
    told[id] = state
  }

  // MARK: Between steps

  /// What holds whenever no turn runs.
  func rest(_ pipeline: EventPipeline) {
    let arena = pipeline.gestures.arena
    if arena.hasWork { fault("work is left after a turn (AC-5)") }
    var depth = Int.max
    for recognizer in arena.participants {
      let attempt = recognizer.attempt
      if !attempt.isOpen { fault("\(recognizer.label) takes part without an attempt") }
      if attempt.depth > depth { fault("\(recognizer.label) is out of order (TD-8)") }
      depth = attempt.depth
      if attempt.wish != nil, arena.openRequirements(of: recognizer).isEmpty {
        fault("\(recognizer.label) waits for nobody (FR-4)")
      }
      if recognizer.actualState == .ended { fault("\(recognizer.label) was not reset after its end (RS-2)") }
      if attempt.down.contains(where: { !$0.isLive }) { fault("\(recognizer.label) holds a finger that has lifted") }
      if attempt.links.contains(where: { !$0.isLive }) {
        fault("\(recognizer.label) waits for a finger that has lifted (RS-3)")
      }
    }
    for touch in pipeline.session.known where touch.delivery.isOver && !touch.delivery.isTracked {
      fault("contact \(touch.contact.value) is kept for nothing")
    }
  }

  /// After all fingers are up and the last deadline has passed nothing is left.
  func end(_ pipeline: EventPipeline, _ recognizers: [GestureRecognizer]) {
    for recognizer in recognizers where recognizer.state != .possible || recognizer.attempt.isOpen {
      fault("\(recognizer.label) is \(recognizer.state) in the end")
    }
    if !pipeline.session.known.isEmpty { fault("touches are withheld in the end") }
    if pipeline.deadlines.next != nil { fault("a timer is left in the end") }
    for (touch, state) in viewStates where state == "began" || state == "moved" {
      fault("contact \(touch.contact.value) never ended for its view (DC-14)")
    }
    for (_, state) in told where state == .began || state == .changed { fault("targets were never told of an end (AC-1)") }
  }
}
