/// A ring or a strip beside a tablet, along which a finger slides and so scrolls (LPN-6).
public struct PadSlide: Sendable {
  /// How far a whole turn of a ring, or the length of a strip, scrolls, in points: ten steps of a wheel.
  public static let pointsPerLength = 480.0

  private let isRing: Bool
  private var place: Double?

  /// A ring's ends meet, a strip's do not.
  public init(isRing: Bool) {
    self.isRing = isRing
  }

  /// Whether a finger is on it.
  public var isTouched: Bool { place != nil }

  /// The finger is at a place from 0 to 1, or has gone (nil).
  ///
  /// - Returns: how far that scrolls, in points; 0 at the end of it, nil where there is nothing to tell, as where a finger lands.
  public mutating func move(to new: Double?) -> Double? {
    let old = place
    let new = new.flatMap { $0.isFinite ? $0 : old }
    place = new
    guard let old else { return nil }
    guard let new else { return 0 }
    var difference = new - old
    // Round a ring the finger goes the shorter way.
    if isRing { difference -= difference.rounded() }
    return difference == 0 ? nil : difference * PadSlide.pointsPerLength
  }
}
