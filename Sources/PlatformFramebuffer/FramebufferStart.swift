public import EaselPlatform
public import EaselPlatformLinux

extension FramebufferBackend {
  /// Finds the session, the screen and the devices that the options and the environment name, and takes the screen over.
  ///
  /// - Parameters:
  ///   - loop: the loop that the main thread runs.
  ///   - options: what the user wants.
  ///   - environment: the seat's name, the keyboard's layout.
  ///   - log: where faults of devices are told.
  /// - Throws: `BackendError` that says what is missing and what to do.
  public convenience init(
    loop: EpollLoop, options: FramebufferOptions, environment: [String: String], log: Log
  ) throws(BackendError) {
    let finder = SessionFinder(options: options, environment: environment, log: log) { source throws(SystemError) in
      try loop.add(source)
    }
    let session = try finder.find()
    let screens = ScreenFinder(session: session, loop: loop, log: log, options: options)
    let screen = try screens.find(tries: ScreenFinder.mostTries)
    let input = try LibinputSeat(
      loop: loop, opener: session, devices: options.devices, seatName: session.seatName, environment: environment, log: log)
    try self.init(
      loop: loop, screen: screen, session: session, input: input, orientation: options.orientation, scale: options.scale,
      keysEnd: options.keysEnd, log: log)
    let supply = ScreenSupply { () throws(BackendError) in
      try screens.find()
    } watch: { source throws(SystemError) in
      try loop.add(source, priority: .ordinary)
    }
    try watchScreens(supply, UdevLibrary.load())
  }
}
