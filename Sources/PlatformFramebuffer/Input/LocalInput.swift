import EaselGeometry
import EaselInputEvents

/// The devices of a seat without a compositor, as the backend sees them.
protocol LocalInput: AnyObject {
  /// Where events go.
  var onEvent: ((InputEvent) -> Void)? { get set }

  /// What the devices point at; contacts are cancelled where it changes (LCO-5).
  var placement: InputPlacement { get set }

  /// Told the pointer's place in points of the view, or nil while it is hidden (LPT-1).
  var onCursorChange: ((Point?) -> Void)? { get set }

  /// Told the number of the terminal that the user wants to see (LKB-6).
  var onSwitchTerminal: ((Int) -> Void)? { get set }

  /// Told when the user asks the program to end (LKB-7).
  var onQuit: (() -> Void)? { get set }

  /// Whether keys are kept from everybody else, where no session does it (FVT-10).
  var grabsKeyboards: Bool { get set }

  /// Everything that is down is cancelled, nothing is read any more (LCX-6).
  func pause()

  /// Devices are read again; what is held meanwhile is ignored until it is let go (LTC-7, LKB-5).
  func resume()

  /// One contact is taken away (SC-2).
  func cancel(_ contact: ContactID)

  /// A surface goes: what is down on it is cancelled (SC-4).
  func cancel(on surface: SurfaceID)

  /// A contact's number that was not used before.
  func newContact() -> ContactID

  /// The end: everything is cancelled, devices are given back.
  func close()
}
