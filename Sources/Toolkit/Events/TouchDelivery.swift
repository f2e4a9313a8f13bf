internal import EaselGeometry
internal import EaselInputEvents

/// How the pipeline stands to one touch.
struct TouchDelivery {
  /// What the hit view knows of the touch (DC-14).
  enum State {
    /// The window has not been given the event in which it began.
    case new
    /// The view is not told for as long as it lives: suppressed, discarded or held back by an application (TD-19, TD-28).
    case never
    /// The view is to get its began.
    case accepted
    /// The view has got its began.
    case delivered
    /// The view has got its end, or was cancelled.
    case finished
  }

  var state = State.new
  /// The turn in which the touch changed last.
  var changedTurn: UInt64 = 0
  /// The turn in which the view was told of a movement last.
  var toldTurn: UInt64 = 0
  /// Whether its began is or was withheld from the view (DC-1).
  var isWithheld = false
  /// Whether anything about it has changed since it went down, apart from its end (DC-3).
  var hasChanged = false
  /// Whether a recognizer takes it away, which the view has not been told yet (DC-7).
  var isBeingTaken = false
  /// Whether a recognizer has taken it away: it has no view any more (TO-10).
  var isTaken = false
  /// Whether its view has left the window since it began, be it back or not (TD-24).
  var viewHasLeft = false
  /// Whether it has moved too far to count as a tap (TO-11).
  var hasMovedFar = false
  /// Whether it has ended: it is down no more.
  var isOver = false

  /// Whether the view tracks the touch: it is or will be told of it, and not yet of its end.
  var isTracked: Bool { state == .accepted || state == .delivered }
}

/// What the newest touch on a view was like (TO-11).
struct TapRecord {
  var contact: ContactID
  var downLocation: Point
  var downTime: Timestamp
  /// When it went up as a tap; nil while it is down and if it was none.
  var tapEnd: Timestamp?
  var tapCount: Int
}

extension Touch {
  /// Whether the contact is still down.
  var isLive: Bool { !delivery.isOver }
}
