public import EaselGeometry
internal import EaselInputEvents

/// Follows a pointer without a pressed button, or a pen near the surface, over a view and what is in it; continuous (9.8).
open class HoverGestureRecognizer: GestureRecognizer {
  private var hover: HoverEvent?

  /// How far a pen is from the surface, from 0 to 1; 0 if unknown (HOV-2).
  public var zOffset: Double { hover?.distance ?? 0 }

  /// A pen's angle to the surface in radians: π/2 upright, also if unknown (TO-15).
  public var altitudeAngle: Double { hover?.pen?.altitude ?? .pi / 2 }

  /// The direction of a pen's cap end in a view's space, in radians clockwise from +x; 0 if unknown (TO-15).
  public func azimuthAngle(in view: View?) -> Double {
    guard let azimuth = hover?.pen?.azimuth else { return 0 }
    return Angles.angle(of: vectorFromBase(Angles.unitVector(azimuth), to: view))
  }

  /// Where the pointer is.
  open override func location(in view: View?) -> Point { fromBase(lastCentroid, to: view) }

  func take(_ hover: HoverEvent, at location: Point) {
    self.hover = hover
    lastCentroid = location
  }

  override var looksAtTouches: Bool { false }
}
