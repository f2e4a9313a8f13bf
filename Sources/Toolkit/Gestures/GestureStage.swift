/// The recognizers' place in the order of dispatch: before the views, with their actions between (TD-4).
///
/// There are no recognizers yet, so that every touch is bound to none and each phase is empty. They enter here and in no
/// other file: `bind` gathers the candidates of new touches from the hit view to the window (TD-8), `recognize` shows them
/// the event (TD-13), `sendActions` tells their targets (AC-2), `cleanUp` resets them (RS). Between `sendActions` and
/// `cleanUp` the view phase runs; what gates withhold or recognition takes away (DC) is decided there by `TouchDelivery`.
final class GestureStage {
  /// Offers new touches of a window to the recognizers of their views and superviews (6.2).
  func bind(_ session: TouchSession, in window: Window) {}

  /// Shows the window's changed touches to the recognizers that are bound to them (6.3).
  func recognize(_ session: TouchSession, in window: Window) {}

  /// Sends what has been recognized to its targets (8.3).
  func sendActions() {}

  /// Resets recognizers whose attempt is over (8.4).
  func cleanUp() {}
}
