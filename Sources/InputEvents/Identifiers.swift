/// The number of one finger, pen or pressed pointer from its down to its up; a process never uses one twice (WTC-2).
public struct ContactID: Hashable, Comparable, Sendable {
  /// The number itself; later contacts have larger ones.
  public var value: UInt64

  /// A contact's number.
  public init(_ value: UInt64) {
    self.value = value
  }

  /// Whether `a` went down before `b`.
  public static func < (a: ContactID, b: ContactID) -> Bool { a.value < b.value }
}

/// Hands out contact numbers; a backend has one for all its devices.
public struct ContactIDSource: Sendable {
  private var last: UInt64 = 0

  /// A source that begins at 1.
  public init() {}

  /// The next number.
  public mutating func next() -> ContactID {
    last += 1
    return ContactID(last)
  }
}

/// The number by which a backend's surface is named in input; a process never uses one twice.
public struct SurfaceID: Hashable, Sendable {
  /// The number itself.
  public var value: UInt32

  /// A surface's number.
  public init(_ value: UInt32) {
    self.value = value
  }
}
