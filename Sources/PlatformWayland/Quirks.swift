import EaselInputEvents

/// What is worked around in other people's programs, one function each, with the bug's address.
enum Quirks {
  /// Weston up to 10 leaves out the frame after the last finger's up (Smithay/client-toolkit#444, slint-ui/slint#4551): at the
  /// end of a turn such a group is taken as complete (WTC-5).
  static func frameAfterLastUp(_ touches: inout TouchFrameAssembler) -> TouchFrame? {
    touches.hasLiftedLast ? touches.frame() : nil
  }
}
