import EaselGeometry
import EaselInputEvents

/// What is worked around in other people's programs, one function each, with the bug's address.
enum Quirks {
  /// Weston up to 10 leaves out the frame after the last finger's up (Smithay/client-toolkit#444, slint-ui/slint#4551): at the
  /// end of a turn such a group is taken as complete (WTC-5).
  ///
  /// A client that was busy longer than the fingers were away reads the next down in the same turn: being later, it is of
  /// another group, or the taps of a double tap would be two fingers at once.
  static func frameAfterLastUp(_ touches: inout TouchFrameAssembler, before down: Timestamp? = nil) -> TouchFrame? {
    guard touches.hasLiftedLast else { return nil }
    if let down, down <= touches.time { return nil }
    return touches.frame()
  }

  /// KWin up to 6.1 takes rows as if they had no gap between them when it makes a texture (mpv-player/mpv#13961).
  ///
  /// The picture is skewed from each new size on until the next commit. For KWin rows are packed (WSB-5).
  ///
  /// - Parameter interfaces: what the registry offers; KWin is known by its own.
  /// - Returns: the number of bytes of which a buffer's rows are a multiple.
  static func rowAlignment(offered interfaces: some Sequence<String>) -> Int {
    interfaces.contains { $0.hasPrefix("org_kde_") } ? 4 : 64
  }

  /// KWin 5.27 rounds damage to the nearest whole points before it copies pixels.
  ///
  /// At 1.25 a row that begins half a point above a whole one stayed as it was. At fractional scales damage is told in whole
  /// points, grown outwards.
  ///
  /// - Parameter numerator: the scale in 120ths (WHD-3).
  static func damageInWholePoints(_ rect: PixelRect, numerator: Int) -> PixelRect {
    func down(_ pixel: Int) -> Int { (pixel * 120 / numerator) * numerator / 120 }
    func up(_ pixel: Int) -> Int {
      let points = (pixel * 120 + numerator - 1) / numerator
      return (points * numerator + 119) / 120
    }
    let (left, top) = (down(max(0, rect.x)), down(max(0, rect.y)))
    return PixelRect(x: left, y: top, width: up(rect.maxX) - left, height: up(rect.maxY) - top)
  }
}
