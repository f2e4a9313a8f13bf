/// A reference up to an owner that neither keeps it nor is weak.
///
/// A weak reference makes its object keep its count in a table of its own, so that every later use of the object, weak or not,
/// costs several times as much; and up is the way that each touch and each mark goes. The rule that makes this one safe: the
/// owner sets it when it takes its holder in, and sets it to nil when it lets the holder go, at the latest in its `deinit`. So
/// there is either nil here or an object that is there. Owners are let go of on the main thread, as all that is the main actor's.
@safe nonisolated struct BackReference<Owner: AnyObject> {
  private var reference: Unmanaged<Owner>?

  /// No owner.
  init() {}

  init(_ owner: Owner) {
    unsafe reference = Unmanaged.passUnretained(owner)
  }

  /// The owner, kept as long as the caller has it.
  var object: Owner? { unsafe reference?.takeUnretainedValue() }

  /// Whether there is an owner.
  var isSet: Bool { unsafe reference != nil }

  /// Whether this is an object's reference.
  func refers(to object: AnyObject) -> Bool {
    unsafe reference?.toOpaque() == Unmanaged.passUnretained(object).toOpaque()
  }

  /// Calls `body` with the owner, if there is one, and counts nothing: for what cannot end the owner's life.
  @inline(__always) func use<Result>(_ body: (Owner) -> Result) -> Result? {
    unsafe reference?._withUnsafeGuaranteedRef(body)
  }
}

/// Calls `body` with an object that somebody else keeps until `body` returns, and counts nothing.
///
/// Counting is a locked instruction on the way in and another one on the way out, for every object that a touch passes. Each
/// call says who keeps the object.
@inline(__always) func withKept<Object: AnyObject, Result>(_ object: Object, _ body: (Object) -> Result) -> Result {
  unsafe Unmanaged.passUnretained(object)._withUnsafeGuaranteedRef(body)
}
