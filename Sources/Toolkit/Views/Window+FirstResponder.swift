extension Window {
  /// Resigns the first responder inside a view's subtree; with `force` without asking it (FRS-6).
  @discardableResult
  public func endEditing(in view: View? = nil, force: Bool = false) -> Bool {
    guard let first = firstResponder else { return true }
    if let view {
      guard let inner = first as? View, view.isAncestor(of: inner) else { return true }
    }
    if force {
      firstResponder = nil
      return true
    }
    return first.canResignFirstResponder && first.resignFirstResponder()
  }

  /// FRS-2: asks the new one before the old one gives up.
  func makeFirst(_ responder: Responder) -> Bool {
    if firstResponder === responder { return true }
    guard responder.canBecomeFirstResponder else { return false }
    if let present = firstResponder {
      guard present.canResignFirstResponder, present.resignFirstResponder() else { return false }
    }
    firstResponder = responder
    return true
  }

  func clearFirst(_ responder: Responder) {
    if firstResponder === responder { firstResponder = nil }
  }

  /// A view that leaves loses the status without being asked (FRS-3); touches on it are cancelled (TD-24).
  func subtreeDidLeave(_ root: View) {
    if let first = firstResponder as? View, root.isAncestor(of: first) { firstResponder = nil }
    application?.pipeline.subtreeDidLeave(root)
  }
}
