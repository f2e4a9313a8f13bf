import EaselPlatform

/// The right to use a seat's screen and devices (FVT-1): from a seat manager, from a virtual terminal of our own, or from nobody.
protocol Session: DeviceOpener {
  /// The seat's name, for libinput.
  var seatName: String { get }

  /// Whether the screen and the devices are ours at the moment.
  var isActive: Bool { get }

  /// Whether somebody keeps what is typed from reaching a shell; if not, keyboards are grabbed (FVT-10).
  var mutesKeyboard: Bool { get }

  /// Whether a card opened here is master already, so that we must not ask for it (FKM-12).
  var managesMaster: Bool { get }

  /// Whom it tells.
  var delegate: (any SessionDelegate)? { get set }

  /// Takes the terminal over and begins to tell; after the screen and the devices were opened, before anything is shown.
  func begin() throws(BackendError)

  /// Asks to go to another terminal (LKB-6).
  func switchTerminal(to number: Int)

  /// Gives everything back; the screen has been given back already (FVT-11).
  func close()
}

/// Whom a session tells.
protocol SessionDelegate: AnyObject {
  /// The session goes: when this returns nothing is written or read any more, and the terminal is handed over (FVT-5).
  func sessionWillDeactivate(_ session: any Session)

  /// The session has come back (FVT-6).
  func sessionDidActivate(_ session: any Session)

  /// It is gone for good (FVT-8).
  func session(_ session: any Session, didFail error: BackendError)
}
