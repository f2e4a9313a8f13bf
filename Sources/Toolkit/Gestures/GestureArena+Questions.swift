internal import EaselPlatform

/// Who is in whose way: exclusion and requirements. Everything here asks; nothing changes a state.
extension GestureArena {
  /// Whether a recognizer takes part in decisions: it looks at something and has not decided yet.
  func isParticipating(_ recognizer: GestureRecognizer) -> Bool {
    recognizer.isEnabled && recognizer.view != nil && recognizer.actualState == .possible
      && recognizer.attempt.hasInput
  }

  // MARK: Exclusion

  /// Whether `winner`, being recognized, keeps `other` from being so: both look at a touch, both sides admit it, and nobody
  /// says that they go together (EX-1, EX-2, EX-4).
  ///
  /// - Parameter recognizing: the one of the two that is about to be recognized, whose delegate is asked first.
  func excludes(_ winner: GestureRecognizer, _ other: GestureRecognizer, recognizing: GestureRecognizer) -> Bool {
    guard winner !== other, winner.attempt.shares(with: other.attempt) else { return false }
    guard winner.canPrevent(other), other.canBePrevented(by: winner) else { return false }
    return !areSimultaneous(recognizing, recognizing === winner ? other : winner)
  }

  /// One yes of either delegate is enough, and the second is not asked after it (EX-4).
  private func areSimultaneous(_ first: GestureRecognizer, _ second: GestureRecognizer) -> Bool {
    if first.delegate?.gestureRecognizer(first, shouldRecognizeSimultaneouslyWith: second) == true { return true }
    return second.delegate?.gestureRecognizer(second, shouldRecognizeSimultaneouslyWith: first) == true
  }

  // MARK: Requirements

  /// All that have to fail before a recognizer, as the edges stand now (FR-1, FR-2).
  func requirements(of recognizer: GestureRecognizer) -> [GestureRecognizer] {
    var all = recognizer.requirements.compactMap(\.recognizer)
    for edge in recognizer.attempt.requirements where edge.recognizer.attempt.number == edge.attempt {
      if !all.contains(where: { $0 === edge.recognizer }) { all.append(edge.recognizer) }
    }
    return all
  }

  /// Those of them that it has to wait for; one that waits for this one itself is not waited for (FR-3, FR-8).
  func openRequirements(of recognizer: GestureRecognizer) -> [GestureRecognizer] {
    requirements(of: recognizer).filter { other in
      guard isParticipating(other) else { return false }
      guard waits(other, for: recognizer) else { return true }
      note(recognizer, .cycle(with: other))
      log.once(
        "gesture-cycle-\(ObjectIdentifier(recognizer))", .debug,
        "\(recognizer.label) requires \(other.label) to fail, which itself waits for it; the requirement is disregarded (FR-8)."
      )
      return false
    }
  }

  /// Whether a held recognizer waits for another one, itself or through others; a requirement that it disregards is none.
  private func waits(_ recognizer: GestureRecognizer, for other: GestureRecognizer) -> Bool {
    var seen: [GestureRecognizer] = []
    var next = [recognizer]
    while let waiting = next.popLast() {
      guard waiting.attempt.wish != nil, !seen.contains(where: { $0 === waiting }) else { continue }
      seen.append(waiting)
      for requirement in waiting.attempt.awaited {
        if requirement === other { return true }
        next.append(requirement)
      }
    }
    return false
  }

  /// Asks each pair of attempts that look at a touch together for the first time, in both directions (FR-2).
  func askForRequirements() {
    let all = participants
    for first in all {
      for second in all where second !== first {
        let number = second.attempt.number
        guard isParticipating(first) || first.isActive, second.attempt.isOpen, first.attempt.shares(with: second.attempt),
          !first.attempt.asked.contains(number)
        else { continue }
        first.attempt.asked.append(number)
        guard wantsFailure(first, of: second) else { continue }
        first.attempt.requirements.append(Attempt.Requirement(recognizer: second, attempt: number))
      }
    }
  }

  private func wantsFailure(_ recognizer: GestureRecognizer, of other: GestureRecognizer) -> Bool {
    if recognizer.shouldRequireFailure(of: other) { return true }
    if recognizer.delegate?.gestureRecognizer(recognizer, shouldRequireFailureOf: other) == true { return true }
    if other.shouldBeRequiredToFail(by: recognizer) { return true }
    return other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: recognizer) == true
  }
}
