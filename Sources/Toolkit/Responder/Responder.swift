/// An object that can take touches, keys and commands; views, windows and the application are responders.
///
/// What a responder does not handle goes on to `next`. The chain is asked anew at each call (RC-3).
open class Responder {
  /// A responder outside any chain.
  public init() {}

  // Written out, or it would count as the main actor's and no subclass could have a plain one.
  deinit {}

  /// Who is asked after this one; the end of the chain by default (RC-1).
  open var next: Responder? { nil }

  // MARK: Touches

  /// Called once per event with all new touches of this view; the default passes them on (TD-23).
  ///
  /// The set and the event serve again at the next event: keep the touches in them, not the event (EV-1).
  open func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    next?.touchesBegan(touches, with: event)
  }

  /// Called once per event with all touches of this view that have changed; the default passes them on.
  open func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    next?.touchesMoved(touches, with: event)
  }

  /// Called once per event with all touches of this view that have lifted; the default passes them on.
  open func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    next?.touchesEnded(touches, with: event)
  }

  /// Called with touches that were taken away: what they did counts as never having happened; the default passes them on.
  open func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    next?.touchesCancelled(touches, with: event)
  }

  /// Called when properties that a pen had only estimated have become known; the default passes them on (EV-8).
  open func touchesEstimatedPropertiesUpdated(_ touches: Set<Touch>) {
    next?.touchesEstimatedPropertiesUpdated(touches)
  }

  // MARK: Keys

  /// Called when keys go down; the default passes them on (KB-1).
  open func pressesBegan(_ presses: Set<Press>, with event: PressesEvent?) {
    next?.pressesBegan(presses, with: event)
  }

  /// Called when held keys change, for instance by their force; the default passes them on.
  open func pressesChanged(_ presses: Set<Press>, with event: PressesEvent?) {
    next?.pressesChanged(presses, with: event)
  }

  /// Called when keys go up; the default passes them on.
  open func pressesEnded(_ presses: Set<Press>, with event: PressesEvent?) {
    next?.pressesEnded(presses, with: event)
  }

  /// Called when held keys are taken away, with the keyboard's focus for instance (KB-4); the default passes them on.
  open func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent?) {
    next?.pressesCancelled(presses, with: event)
  }

  /// Key combinations that this responder handles while it is in the first responder's chain (KB-2).
  open var keyCommands: [KeyCommand] { [] }

  // MARK: First responder

  /// Whether this may become its window's first responder.
  open var canBecomeFirstResponder: Bool { false }

  /// Whether it lets another one become first.
  open var canResignFirstResponder: Bool { true }

  /// Whether keys come to this responder first, once its window is key.
  public var isFirstResponder: Bool {
    guard let window = owningWindow else { return false }
    return window.firstResponder === self
  }

  /// Asks to become its window's first responder; true if it is one afterwards (FRS-2).
  @discardableResult
  open func becomeFirstResponder() -> Bool {
    guard let window = owningWindow else { return false }
    return window.makeFirst(self)
  }

  /// Asks to give the status up; true unless an override refuses (FRS-3).
  @discardableResult
  open func resignFirstResponder() -> Bool {
    owningWindow?.clearFirst(self)
    return true
  }

  /// The window whose first responder this could be.
  var owningWindow: Window? { next?.owningWindow }
}
