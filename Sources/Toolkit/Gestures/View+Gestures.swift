extension View {
  /// The view's recognizers in the order of their addition; nil before the first addition (GR-3).
  ///
  /// Setting it removes those that are not in the list, then adds the others behind those that stay.
  public var gestureRecognizers: [GestureRecognizer]? {
    get { recognizers.isEmpty && !hasHadRecognizers ? nil : recognizers }
    set {
      let wanted = newValue ?? []
      for recognizer in recognizers where !wanted.contains(where: { $0 === recognizer }) { removeGestureRecognizer(recognizer) }
      wanted.forEach(addGestureRecognizer)
    }
  }

  /// Adds a recognizer, which the view owns and which leaves the view that it had (GR-1); it sees touches that begin later
  /// (TD-12).
  public func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard !recognizers.contains(where: { $0 === recognizer }) else { return }
    recognizer.view?.removeGestureRecognizer(recognizer)
    recognizer.home = BackReference(self)
    recognizers.append(recognizer)
    hasHadRecognizers = true
  }

  /// Removes a recognizer; a gesture that it is in the middle of ends (EN-3).
  public func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard recognizer.view === self else { return }
    recognizers.removeAll { $0 === recognizer }
    guard let arena = recognizer.attempt.arena else {
      recognizer.home = BackReference()
      return
    }
    arena.remove(recognizer)
  }

  /// The recognizers in their order: of addition, but the taps share out their places by falling count (TD-8).
  var recognizersInOrder: [GestureRecognizer] {
    guard recognizers.count > 1 else { return recognizers }
    var taps = recognizers.enumerated().filter { $0.element.tapCount != nil }
    guard taps.count > 1 else { return recognizers }
    taps.sort { a, b in
      let (countA, countB) = (a.element.tapCount ?? 0, b.element.tapCount ?? 0)
      return countA != countB ? countA > countB : a.offset < b.offset
    }
    var next = taps.makeIterator()
    return recognizers.map { $0.tapCount == nil ? $0 : next.next()?.element ?? $0 }
  }
}
