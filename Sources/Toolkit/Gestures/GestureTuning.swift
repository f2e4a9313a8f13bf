/// The thresholds of touch handling, in points and seconds; an application may replace them before its first window appears.
public nonisolated struct GestureTuning: Hashable, Sendable {
  /// K-1: the longest time that a tap's finger is down.
  public var tapMaximumDuration = 0.75
  /// K-2: how far a tap's finger may move.
  public var tapAllowableMovement = 10.0
  /// K-3: the longest time from the last finger up of a tap to the first finger down of the next.
  public var multiTapInterval = 0.35
  /// K-4: how far apart the taps of a multiple tap may lie.
  public var multiTapSeparation = 45.0
  /// K-5: how long a finger rests to be a long press.
  public var longPressMinimumDuration = 0.5
  /// K-6: how far a long press's finger may move before it counts.
  public var longPressAllowableMovement = 10.0
  /// K-7: how far a finger moves before a pan begins.
  public var panHysteresis = 10.0
  /// K-8: by how much the distance of two fingers changes before a pinch begins.
  public var pinchHysteresis = 8.0
  /// K-9: the length of the arc at each finger before a rotation begins.
  public var rotationHysteresis = 8.0
  /// K-10: the longest time of a swipe, itself included.
  public var swipeMaximumDuration = 0.5
  /// K-11: the shortest way along a swipe's direction at its beginning.
  public var swipeMinimumPrimary = 50.0
  /// K-12: the longest way across a swipe's direction at its beginning.
  public var swipeMaximumSecondary = 50.0
  /// K-13: how far from the edge an edge pan may start.
  public var edgePanRegion = 20.0
  /// The pause after which a wheel counts as stopped (PAN-15).
  public var scrollPause = 0.15
  /// K-14: the time over which velocities are measured.
  public var velocityWindow = 0.1
  /// K-15: how long a scroll view waits before its content gets a touch.
  public var contentTouchDelay = 0.15
  /// K-16: the share of its speed that normal scrolling keeps over a millisecond.
  public var decelerationRateNormal = 0.998
  /// K-16: the share of its speed that fast-stopping scrolling keeps over a millisecond.
  public var decelerationRateFast = 0.99
  /// K-17: the speed in points per second at which scrolling stops.
  public var decelerationStopVelocity = 10.0
  /// K-18: how stiff the rubber band beyond the content's end is.
  public var rubberBandCoefficient = 0.55
  /// K-19: the bounce's angular frequency while moving, per second.
  public var bounceOmega = 11.0
  /// K-19: the slower decay of a bounce from rest, per second.
  public var bounceLambdaSlow = 9.0
  /// K-19: the faster decay of a bounce from rest, per second.
  public var bounceLambdaFast = 46.0
  /// K-20: how far outside of a control a finger still counts as inside.
  public var controlTrackingOutset = 70.0
  /// K-21: a popover's distance from the window's edges.
  public var popoverLayoutMargin = 10.0
  /// K-22: the least alpha at which a view is hit.
  public var hitTestMinimumAlpha = 0.01

  /// The defaults.
  public init() {}
}
