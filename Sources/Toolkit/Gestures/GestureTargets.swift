/// A name for what a target does, so that a pair of target and action can be found again and removed (GR-4).
///
/// Swift has no selectors: an action is a name and a method, mostly kept as a constant beside the method:
///
///     static let tapped = GestureAction("tapped", Canvas.tapped)
public struct GestureAction<Target: AnyObject>: Hashable {
  /// The action's name; two actions of one name are the same.
  public let name: String
  let perform: (Target, GestureRecognizer) -> Void

  /// An action that is told which recognizer it was; one of another type than it takes does not call it.
  public init<Sender: GestureRecognizer>(_ name: String, _ method: @escaping (Target) -> (Sender) -> Void) {
    self.name = name
    perform = { target, recognizer in
      guard let sender = recognizer as? Sender else { return }
      method(target)(sender)
    }
  }

  /// An action that need not know.
  public init(_ name: String, _ method: @escaping (Target) -> () -> Void) {
    self.name = name
    perform = { target, _ in method(target)() }
  }

  /// Whether both have one name.
  public nonisolated static func == (a: GestureAction, b: GestureAction) -> Bool { a.name == b.name }

  /// Hashes the name.
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Stands for one registration of a closure or method; give it to `removeTarget(_:)` to end it.
public final class GestureTargetToken {
  init() {}
}

/// One registration: who is told, and how.
struct ActionTarget {
  weak var target: AnyObject?
  /// Whether it lives only as long as its target.
  let hasTarget: Bool
  let name: String?
  let token: GestureTargetToken
  let perform: (GestureRecognizer) -> Void
}

extension GestureRecognizer {
  /// Adds a target, held weakly, and its action; a pair that is there already is not added again (GR-4).
  public func addTarget<Target: AnyObject>(_ target: Target, action: GestureAction<Target>) {
    guard !targets.contains(where: { $0.target === target && $0.name == action.name }) else { return }
    add(target, name: action.name) { [weak target] recognizer in
      guard let target else { return }
      action.perform(target, recognizer)
    }
  }

  /// Removes pairs of target and action; without a target those of all targets (GR-4).
  public func removeTarget<Target: AnyObject>(_ target: Target?, action: GestureAction<Target>) {
    targets.removeAll { ($0.target === target || target == nil) && $0.name == action.name }
  }

  /// Removes all actions of a target; nil removes everything, closures too (GR-4).
  public func removeTarget(_ target: AnyObject?) {
    targets.removeAll { target == nil || $0.target === target }
  }

  /// UIKit's way to say the same, by `action: nil`.
  public func removeTarget(_ target: AnyObject?, action: Never?) { removeTarget(target) }

  /// Removes one registration.
  public func removeTarget(_ token: GestureTargetToken) {
    targets.removeAll { $0.token === token }
  }

  @discardableResult
  fileprivate func add(
    _ target: AnyObject?, name: String? = nil, _ perform: @escaping (GestureRecognizer) -> Void
  ) -> GestureTargetToken {
    targets.removeAll { $0.hasTarget && $0.target == nil }
    let token = GestureTargetToken()
    targets.append(ActionTarget(target: target, hasTarget: target != nil, name: name, token: token, perform: perform))
    return token
  }

  /// Tells the targets, in the order in which they were added.
  func tellTargets() {
    // A handler may add some, which hear of the next message, and remove some, which hear no more.
    for target in targets where targets.contains(where: { $0.token === target.token }) { target.perform(self) }
  }
}

/// What tells targets its own type: makes `addTarget` know which recognizer a closure or method gets.
public protocol GestureSender: AnyObject {}

extension GestureRecognizer: GestureSender {}

extension GestureSender where Self: GestureRecognizer {
  /// A recognizer that calls a method of a target, which is held weakly (GR-5).
  public init<Target: AnyObject>(target: Target, action: @escaping (Target) -> (Self) -> Void) {
    self.init()
    addTarget(target, action: action)
  }

  /// A recognizer that calls a method of a target, which is held weakly (GR-5).
  public init<Target: AnyObject>(target: Target, action: @escaping (Target) -> () -> Void) {
    self.init()
    addTarget(target, action: action)
  }

  /// A recognizer with a pair of a target, which is held weakly, and an action, by which the pair can be removed (GR-4).
  public init<Target: AnyObject>(target: Target, action: GestureAction<Target>) {
    self.init()
    addTarget(target, action: action)
  }

  /// A recognizer that calls a closure, which it owns.
  public init(action: @escaping (Self) -> Void) {
    self.init()
    addTarget(action)
  }

  /// Adds a method of a target, which is held weakly; each call adds one more (GR-4).
  @discardableResult
  public func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping (Target) -> (Self) -> Void
  ) -> GestureTargetToken {
    add(target) { [weak target] recognizer in
      guard let target, let recognizer = recognizer as? Self else { return }
      action(target)(recognizer)
    }
  }

  /// Adds a method of a target, which is held weakly; each call adds one more (GR-4).
  @discardableResult
  public func addTarget<Target: AnyObject>(
    _ target: Target, action: @escaping (Target) -> () -> Void
  ) -> GestureTargetToken {
    add(target) { [weak target] _ in
      guard let target else { return }
      action(target)()
    }
  }

  /// Adds a closure, which the recognizer owns; each call adds one more (GR-4).
  @discardableResult
  public func addTarget(_ action: @escaping (Self) -> Void) -> GestureTargetToken {
    add(nil) { recognizer in
      guard let recognizer = recognizer as? Self else { return }
      action(recognizer)
    }
  }
}
