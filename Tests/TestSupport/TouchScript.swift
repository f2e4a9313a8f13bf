public import EaselGeometry
public import EaselInputEvents

/// What fingers, pens, pointers and touchpads do, written down as a sequence with times; a harness plays it.
///
/// Fingers have names of one letter. Each call is a frame of its own, unless it stands inside `frame`:
///
///     TouchScript().at(0).down("A", 100, 100).at(0.1).move("A", 112, 100).up("A")
///     TouchScript().pinch(.began, 100, 100).pinch(.changed, scale: 1.5).pinch(.ended).scroll(.wheel, .moved, 100, 100, by: Point(0, 48))
public struct TouchScript {
  /// One change of one finger.
  public struct Change {
    /// The finger's name.
    public var finger: Character
    /// What happens.
    public var phase: ContactPhase
    /// Where; nil is where the finger was.
    public var position: Point?
    /// What kind of contact it is.
    public var kind: ContactKind
    /// Pressed buttons.
    public var buttons: UInt32
    /// What a pen tells.
    public var pen: PenAxes?

    /// A change; what is left out is the usual.
    public init(
      finger: Character, phase: ContactPhase, position: Point? = nil, kind: ContactKind = .direct, buttons: UInt32 = 0,
      pen: PenAxes? = nil
    ) {
      self.finger = finger
      self.phase = phase
      self.position = position
      self.kind = kind
      self.buttons = buttons
      self.pen = pen
    }
  }

  /// Changes that belong together, and when they come.
  public struct Frame {
    /// Seconds from the script's beginning.
    public var time: Double
    /// The changes in order.
    public var changes: [Change]
    /// In place of them scrolling, or a step of a touchpad's gesture; its player says on which surface and when exactly.
    public var event: InputEvent?
  }

  /// The frames so far.
  public private(set) var frames: [Frame] = []
  /// When the next frame comes.
  public private(set) var time = 0.0
  private(set) var gesture: TransformEvent?
  private(set) var scrollPosition = Point.zero
  private var group: [Change]?

  /// A script in which nothing happens.
  public init() {}

  /// The next frames come so many seconds after the beginning.
  public func at(_ time: Double) -> TouchScript {
    var copy = self
    copy.time = time
    return copy
  }

  /// The next frames come so many seconds later.
  public func wait(_ seconds: Double) -> TouchScript { at(time + seconds) }

  /// A finger goes down.
  public func down(
    _ finger: Character, _ x: Double, _ y: Double, kind: ContactKind = .direct, buttons: UInt32 = 0, pen: PenAxes? = nil
  ) -> TouchScript {
    adding(Change(finger: finger, phase: .down, position: Point(x, y), kind: kind, buttons: buttons, pen: pen))
  }

  /// A finger moves, or its buttons or axes change.
  public func move(
    _ finger: Character, _ x: Double, _ y: Double, kind: ContactKind = .direct, buttons: UInt32 = 0, pen: PenAxes? = nil
  ) -> TouchScript {
    adding(Change(finger: finger, phase: .moved, position: Point(x, y), kind: kind, buttons: buttons, pen: pen))
  }

  /// A finger moves in even steps, each a frame, 8 ms from step to step.
  public func drag(
    _ finger: Character, from start: Point, to end: Point, steps: Int, interval: Double = 0.008
  ) -> TouchScript {
    var copy = self
    for step in 1...steps {
      let part = Double(step) / Double(steps)
      copy = copy.wait(interval).move(finger, start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)
    }
    return copy
  }

  /// A finger lifts where it is, or elsewhere.
  public func up(_ finger: Character, at position: Point? = nil) -> TouchScript {
    adding(Change(finger: finger, phase: .up, position: position))
  }

  /// The system takes a finger away.
  public func cancel(_ finger: Character) -> TouchScript {
    adding(Change(finger: finger, phase: .cancelled, position: nil))
  }

  /// Everything in it is one frame.
  public func frame(_ changes: (TouchScript) -> TouchScript) -> TouchScript {
    var inner = TouchScript()
    inner.group = []
    var copy = self
    copy.frames.append(Frame(time: time, changes: changes(inner).group ?? []))
    return copy
  }

  /// A frame of something else than fingers.
  func adding(_ event: InputEvent) -> TouchScript {
    precondition(group == nil, "Scrolling and gestures are frames of their own.")
    var copy = self
    copy.frames.append(Frame(time: time, changes: [], event: event))
    switch event {
    case .transform(let transform): copy.gesture = transform
    case .scroll(let scroll): copy.scrollPosition = scroll.position
    case .touches, .hover, .key: break
    }
    return copy
  }

  private func adding(_ change: Change) -> TouchScript {
    var copy = self
    if group != nil { copy.group?.append(change) } else { copy.frames.append(Frame(time: time, changes: [change])) }
    return copy
  }
}
