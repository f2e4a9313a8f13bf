import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux

/// How a backend comes to a screen when its own is gone, and hears of what screens tell.
struct ScreenSupply {
  /// Finds one that can be used now.
  let find: () throws(BackendError) -> any Screen
  /// Adds a source of events to the loop.
  let watch: (any EventSource) throws(SystemError) -> SourceRegistration
  /// What the screen tells.
  var screenEvents: SourceRegistration?
  /// What udev tells.
  var plugs: (watch: PlugWatch, events: SourceRegistration?)?
  /// Has a new screen shown once more, or tried once more, when its driver has started up: one that has not may lose what it is
  /// given, or refuse it.
  var settling: (any LoopTimer)?

  /// Seconds that a driver may take for that.
  static let settleTime = 1.0

  init(
    find: @escaping () throws(BackendError) -> any Screen,
    watch: @escaping (any EventSource) throws(SystemError) -> SourceRegistration
  ) {
    self.find = find
    self.watch = watch
  }
}

/// Screens that come and go (FKM-14, FFB-15).
extension FramebufferBackend {
  /// Hears of the screen's events, and of what udev tells of screens.
  func watchScreens(_ supply: ScreenSupply, _ library: UdevLibrary?) throws(BackendError) {
    self.supply = supply
    self.supply?.settling = loop.makeTimer { [weak self] _ in self?.screenHasSettled() }
    try watchScreen()
    guard let library else { return }
    let plugs = PlugWatch(library: library, loop: loop) { [weak self] in
      self?.devicesDidChange()
    } removed: { [weak self] node in
      if let self, node == screen.node { loseScreen() }
    }
    guard let plugs else { return }
    let events = try watch(plugs)
    self.supply?.plugs = (plugs, events)
  }

  private func watchScreen() throws(BackendError) {
    supply?.screenEvents = nil
    guard let source = screen as? any EventSource, source.fileDescriptor >= 0 else { return }
    let events = try watch(source)
    supply?.screenEvents = events
  }

  private func watch(_ source: any EventSource) throws(BackendError) -> SourceRegistration? {
    do {
      return try supply?.watch(source)
    } catch {
      throw BackendError(error.description)
    }
  }

  private func devicesDidChange() {
    if screen is AbsentScreen { lookForScreen() } else { screen.reprobe() }
  }

  private func screenHasSettled() {
    if screen is AbsentScreen { lookForScreen(isLast: true) } else { screen.reprobe() }
  }

  /// The screen's device is gone: what is painted from now on is shown when there is one again, which udev tells.
  func loseScreen() {
    guard !isEnded else { return }
    guard supply?.plugs != nil else {
      return fail(BackendError("The screen \(screen.name) is gone. Start the program again."))
    }
    log(.warning, "The screen \(screen.name) is gone; the picture appears as soon as there is one again.")
    supply?.screenEvents = nil
    do throws(BackendError) {
      try use(AbsentScreen(after: screen, loop: loop))
    } catch {
      fail(error)
    }
  }

  /// Uses whatever screen there is now; while there is none, or none that can begin, nothing changes.
  ///
  /// - Parameter isLast: whether the next try is for udev to tell of, and not for a timer.
  func lookForScreen(isLast: Bool = false) {
    guard session.isActive, let supply else { return }
    let new: any Screen
    do throws(BackendError) {
      new = try supply.find()
    } catch {
      return log(.info, error.description)
    }
    do throws(BackendError) {
      try use(new)
      log(.info, "The screen \(new.name) is used from now on.")
      try watchScreen()
    } catch {
      log(.warning, "The screen \(new.name) cannot be used, the next one is waited for. \(error)")
      if isLast { return }
    }
    supply.settling?.arm(at: loop.now.advanced(bySeconds: ScreenSupply.settleTime))
  }
}
