public import EaselGeometry
public import EaselInputEvents

/// One finger, pen or pressed pointer from its down to its up; the same object in every call (TO-1).
///
/// Its properties are live and show the newest event. A touch may be kept until its `touchesEnded` or `touchesCancelled`
/// and can be a dictionary's key; after that it is of no more use (TO-18).
public final class Touch: nonisolated Hashable {
  /// Where a touch stands in an event (TO-3).
  public enum Phase: Hashable, Sendable {
    /// It went down in this event.
    case began
    /// It changed in this event.
    case moved
    /// It is down and did not change in this event.
    case stationary
    /// It lifted in this event.
    case ended
    /// The system took it away.
    case cancelled
  }

  /// Properties of a pen that may be known later than its position (EV-8).
  public struct Properties: OptionSet, Hashable, Sendable {
    /// One bit a property.
    public let rawValue: Int

    /// A set from its bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// `force`.
    public static let force = Properties(rawValue: 1)
    /// `azimuthAngle(in:)`.
    public static let azimuth = Properties(rawValue: 2)
    /// `altitudeAngle`.
    public static let altitude = Properties(rawValue: 4)
    /// `location(in:)`.
    public static let location = Properties(rawValue: 8)
    /// `rollAngle`.
    public static let roll = Properties(rawValue: 16)
  }

  /// The number of the contact that the touch stands for; a process uses none twice.
  public let contact: ContactID
  /// What touches.
  public let type: ContactKind
  /// Whether a pointer plays this touch (WEM-1).
  public let isEmulated: Bool
  /// How many taps in quick succession this touch is the last of, from 1 on (TO-11).
  public internal(set) var tapCount = 1

  // Unchecked for the reason that stands with `TouchSession.live`.
  @safe @exclusivity(unchecked) var values: TouchValues
  /// All samples since the previous event in which the touch changed, if there is more than one; the last equals `values`
  /// (EV-5).
  @safe @exclusivity(unchecked) var samples: [TouchValues] = []
  /// Where it went down, in window base coordinates, and how the pipeline stands to it.
  let origin: TouchValues
  @safe @exclusivity(unchecked) var delivery = TouchDelivery()
  @safe @exclusivity(unchecked) var copies: [Touch] = []
  @safe @exclusivity(unchecked) var history = TouchHistory()
  /// The recognizers that look at it, in recognizer order as far as they were bound together.
  @safe @exclusivity(unchecked) var bound: [GestureRecognizer] = []
  /// The set of this touch alone, made once: what most calls get.
  @safe @exclusivity(unchecked) private(set) var single: Set<Touch> = []

  // Strong until the end, so that neither goes away under a finger (TO-10); weak after it.
  @safe @exclusivity(unchecked) private var heldView: View?
  @safe @exclusivity(unchecked) private var heldWindow: Window?
  private weak var formerView: View?
  private weak var formerWindow: Window?

  init(sample: TouchSample, values: TouchValues, view: View?, window: Window?) {
    contact = sample.contact
    type = sample.kind
    isEmulated = sample.isEmulated
    self.values = values
    origin = values
    heldView = view
    heldWindow = window
    single = [self]
  }

  /// A copy for `Event.coalescedTouches(for:)`: another object that stands for one sample.
  init(copyOf touch: Touch, values: TouchValues) {
    contact = touch.contact
    type = touch.type
    isEmulated = touch.isEmulated
    tapCount = touch.tapCount
    self.values = values
    origin = touch.origin
    heldView = touch.view
    heldWindow = touch.window
  }

  /// The recognizers that receive it now (TO-12).
  public var gestureRecognizers: [GestureRecognizer] { bound.filter(\.canHear) }

  /// Where the touch stands in the present event.
  public var phase: Phase { values.phase }
  /// When it changed last (TO-6).
  public var timestamp: Timestamp { values.timestamp }
  /// The view that was hit when it went down, wherever it goes since; nil once a recognizer has taken it away (TO-10).
  public var view: View? { delivery.isTaken ? nil : hitView }
  /// The view that was hit, whoever has the touch now.
  var hitView: View? { heldView ?? formerView }
  /// The window in which it went down.
  public var window: Window? { heldWindow ?? formerWindow }

  /// Calls `body` with the window if the touch has not ended: it is what keeps it.
  @inline(__always) @discardableResult func withWindow<Result>(_ body: (Window) -> Result) -> Result? {
    guard let heldWindow else { return nil }
    return withKept(heldWindow, body)
  }

  /// Whether it went down in a window, or in any if none is given.
  func isIn(_ window: Window?) -> Bool { window == nil || heldWindow === window }

  /// Calls `body` with the window's surface if there is one, from which nothing may be taken away meanwhile.
  @inline(__always) @discardableResult func withHost<Result>(_ body: (SurfaceHost) -> Result) -> Result? {
    withWindow { $0.host.use(body) } ?? nil
  }

  /// The window, unless it was visited in a turn already; it counts as visited then.
  func windowToVisit(in turn: UInt64) -> Window? {
    guard let heldWindow, heldWindow.visitedTurn != turn else { return nil }
    heldWindow.visitedTurn = turn
    return heldWindow
  }

  /// The hit view, unless it was visited in a view phase already; it counts as visited then.
  ///
  /// Only for touches that the view tracks, and if a window is given, for those in it.
  func viewToVisit(in phase: UInt64, of window: Window?) -> View? {
    guard delivery.isTracked, isIn(window), let heldView, let group = heldView.touchGroup, group.visitedPhase != phase else {
      return nil
    }
    group.visitedPhase = phase
    return heldView
  }

  /// Where it is, in a view's space as it lies now; nil means window base coordinates (TO-8).
  public func location(in view: View?) -> Point {
    convert(values.location, to: view)
  }

  /// Where it was in the previous event in which it changed, in a view's space as it lies now (TO-8, TO-9).
  public func previousLocation(in view: View?) -> Point {
    convert(phase == .stationary ? values.location : values.previousLocation, to: view)
  }

  /// The same as `location(in:)`, because nothing is rounded (TO-17).
  public func preciseLocation(in view: View?) -> Point { location(in: view) }

  /// The same as `previousLocation(in:)`, because nothing is rounded (TO-17).
  public func precisePreviousLocation(in view: View?) -> Point { previousLocation(in: view) }

  /// Pressure, where 1 is an average press; 0 if the device knows none (TO-14).
  public var force: Double { (values.pressure ?? 0) * maximumPossibleForce }

  /// The largest force that the device can tell; 0 if it knows none (TO-14).
  public var maximumPossibleForce: Double { values.pressure == nil ? 0 : 25.0 / 6.0 }

  /// A pen's angle to the surface in radians: π/2 upright, 0 flat (TO-15).
  public var altitudeAngle: Double { values.altitude }

  /// A pen's turn about its own axis in radians.
  public var rollAngle: Double { values.roll }

  /// The direction of a pen's cap end in a view's space, in radians clockwise from +x; 0 if undefined (TO-15).
  public func azimuthAngle(in view: View?) -> Double {
    let vector = azimuthUnitVector(in: view)
    return Angles.angle(of: vector)
  }

  /// The direction of a pen's cap end in a view's space, of length 1; (1, 0) if undefined (TO-15).
  public func azimuthUnitVector(in view: View?) -> Point {
    let vector = Angles.unitVector(values.azimuth)
    let converted = view.map { $0.convertVectorFromBase(vector) } ?? vector
    let length = converted.distance(to: .zero)
    guard length > 0, length.isFinite else { return Point(x: 1, y: 0) }
    return Point(x: converted.x / length, y: converted.y / length)
  }

  /// Half the major axis of the touching area in points; 20 if unknown (TO-16).
  public var majorRadius: Double { values.majorRadius ?? 20 }

  /// How much `majorRadius` may be wrong, in points.
  public var majorRadiusTolerance: Double { 0 }

  /// Pressed buttons of a pointer or pen, bit 0 the primary one; 0 for fingers (WPO-4).
  public var buttonMask: UInt32 { values.buttons }

  /// Whether a pen's eraser end is down.
  public var isEraser: Bool { values.isEraser }

  /// Properties that are only estimated in this event (EV-8).
  public internal(set) var estimatedProperties: Properties = []
  /// Those of them that will still be updated (EV-8).
  public internal(set) var estimatedPropertiesExpectingUpdates: Properties = []
  /// The number by which an update finds its sample, or nil if none is expected (EV-8).
  public internal(set) var estimationUpdateIndex: Int?

  /// Whether both are the same touch (TO-2).
  public nonisolated static func == (a: Touch, b: Touch) -> Bool { a === b }

  /// Hashes the touch's identity (TO-2).
  public nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Lets go at the end of what only a living touch needs: of the sets of its own, of which one holds the touch itself, and of
  /// its samples, since an attempt that goes on with other fingers keeps those that have lifted.
  func releaseMemory() {
    copies = []
    samples = []
    history = TouchHistory()
    single = []
  }

  /// Lets go of view and window at the end; who has kept the touch may still ask for them.
  func release(isKept: Bool) {
    if isKept {
      formerView = heldView
      formerWindow = heldWindow
    }
    heldView = nil
    heldWindow = nil
  }

  /// Is looked at by a recognizer no more.
  func unbind(_ recognizer: GestureRecognizer) {
    bound.removeAll { $0 === recognizer }
  }

  private func convert(_ point: Point, to view: View?) -> Point {
    guard let view, view !== heldWindow else { return point }
    // Mostly the view is in the touch's window, and there is nothing to go up before going down.
    if let heldWindow, view.window === heldWindow { return view.convert(point, from: nil) }
    return view.convert(point, from: window)
  }
}
