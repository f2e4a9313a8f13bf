internal import EaselGeometry

extension View {
  /// The views in this one, the lowest first.
  public var subviews: [View] { children }

  /// The view that holds this one.
  public var superview: View? { up.object }

  /// Puts a view on top of the others, taking it out of its present superview; the subview is owned by this view.
  public func addSubview(_ view: View) {
    insert(view, at: children.count - (view.up.refers(to: self) ? 1 : 0))
  }

  /// Puts a view at an index among the subviews; indices count after it has left its present place.
  public func insertSubview(_ view: View, at index: Int) {
    insert(view, at: index)
  }

  /// Puts a view directly above another subview.
  public func insertSubview(_ view: View, aboveSubview sibling: View) {
    insert(view, at: index(of: sibling, without: view) + 1)
  }

  /// Puts a view directly below another subview.
  public func insertSubview(_ view: View, belowSubview sibling: View) {
    insert(view, at: index(of: sibling, without: view))
  }

  /// Brings a subview to the top.
  public func bringSubviewToFront(_ view: View) {
    guard view.up.refers(to: self) else { return }
    reorder(view, to: children.count - 1)
  }

  /// Sends a subview to the bottom.
  public func sendSubviewToBack(_ view: View) {
    guard view.up.refers(to: self) else { return }
    reorder(view, to: 0)
  }

  /// Takes the view out of its superview; touches on it and below it are cancelled at the end of the turn (TD-24).
  public func removeFromSuperview() {
    guard let parent = up.object else { return }
    detach(from: parent, movingTo: nil)
  }

  /// Calls `body` with this view and everything below it, as the tree lies at each step.
  func forEachInTree(_ body: (View) -> Void) {
    body(self)
    for child in children { child.forEachInTree(body) }
  }

  private func index(of sibling: View, without view: View) -> Int {
    precondition(sibling.up.refers(to: self) && sibling !== view, "The sibling is another subview of this view.")
    return children.lazy.filter { $0 !== view }.firstIndex { $0 === sibling } ?? 0
  }

  private func reorder(_ view: View, to index: Int) {
    guard let present = children.firstIndex(where: { $0 === view }), present != index else { return }
    children.remove(at: present)
    children.insert(view, at: index)
    view.setNeedsDisplayInSuperview()
  }

  private func insert(_ view: View, at index: Int) {
    precondition(!view.isAncestor(of: self), "A view cannot be put into itself or below itself.")
    precondition(view.asWindow == nil, "A window is nobody's subview.")
    if view.up.refers(to: self) {
      precondition((0..<children.count).contains(index), "The index lies among the subviews.")
      reorder(view, to: index)
      return
    }
    precondition((0...children.count).contains(index), "The index lies among the subviews.")
    let oldWindow = view.window
    let newWindow = window
    if let oldParent = view.up.object {
      view.detach(from: oldParent, movingTo: self)
    } else {
      view.willMove(toSuperview: self)
      if oldWindow !== newWindow { view.forEachInTree { $0.willMove(toWindow: newWindow) } }
    }
    children.insert(view, at: min(index, children.count))
    view.up = BackReference(self)
    view.invalidateExtent()
    view.markLayoutPath()
    setNeedsLayout()
    view.setNeedsDisplayInSuperview()
    view.didMoveToSuperview()
    if oldWindow !== newWindow { view.forEachInTree { $0.didMoveToWindow() } }
    didAddSubview(view)
  }

  /// Takes the view out of `parent`; going straight to another place in the same window leaves touches alone (TD-25).
  private func detach(from parent: View, movingTo newParent: View?) {
    let oldWindow = window
    let newWindow = newParent?.window
    willMove(toSuperview: newParent)
    if oldWindow !== newWindow {
      forEachInTree { $0.willMove(toWindow: newWindow) }
    }
    parent.willRemoveSubview(self)
    setNeedsDisplayInSuperview()
    if let index = parent.children.firstIndex(where: { $0 === self }) { parent.children.remove(at: index) }
    up = BackReference()
    parent.invalidateExtent()
    parent.setNeedsLayout()
    if oldWindow !== newWindow, let oldWindow { oldWindow.subtreeDidLeave(self) }
    guard newParent == nil else { return }
    didMoveToSuperview()
    if oldWindow != nil { forEachInTree { $0.didMoveToWindow() } }
  }
}
