internal import CEaselSeat
import EaselPlatform
import EaselPlatformLinux
internal import Glibc

/// The functions of libseat, loaded when a bare screen is used.
@safe struct SeatLibrary {
  var functions: easel_seat

  /// libseat's own, or nil if it is not installed.
  static func load() -> SeatLibrary? {
    var functions = easel_seat()
    guard unsafe easel_seat_load(&functions) == nil else { return nil }
    return SeatLibrary(functions: functions)
  }
}

/// A session of a seat manager, seatd or logind, through libseat (FVT-1).
///
/// The manager opens devices for us, takes them back when the user goes to another terminal, and mends the console if we die.
@safe final class SeatManagerSession: Session {
  private(set) var seatName = "seat0"
  private(set) var isActive = false
  let mutesKeyboard = true
  let managesMaster = true
  weak var delegate: (any SessionDelegate)?

  private let library: SeatLibrary
  private let watch: (any EventSource) throws(SystemError) -> SourceRegistration?
  private var seat: OpaquePointer?
  private var registration: SourceRegistration?
  private var listener = libseat_seat_listener()
  /// libseat's number of each device, by the descriptor that it gave.
  private var devices: [Int32: Int32] = [:]
  private var hasBegun = false

  /// Asks the managers for a session and waits until it is ours, at most two seconds.
  ///
  /// - Returns: nil if no manager answers.
  static func open(
    _ library: SeatLibrary, watch: @escaping (any EventSource) throws(SystemError) -> SourceRegistration?
  ) -> SeatManagerSession? {
    let session = SeatManagerSession(library, watch)
    return session.openSeat() ? session : nil
  }

  private init(_ library: SeatLibrary, _ watch: @escaping (any EventSource) throws(SystemError) -> SourceRegistration?) {
    self.library = library
    self.watch = watch
  }

  isolated deinit {
    close()
  }

  private func openSeat() -> Bool {
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe listener.enable_seat = { _, data in
      MainActor.assumeIsolated { unsafe SeatManagerSession.from(data)?.didEnable() }
    }
    unsafe listener.disable_seat = { _, data in
      MainActor.assumeIsolated { unsafe SeatManagerSession.from(data)?.willDisable() }
    }
    library.functions.set_log_level(LIBSEAT_LOG_LEVEL_SILENT)
    unsafe seat = library.functions.open_seat(&listener, me)
    guard let seat = unsafe seat else { return false }
    if let name = unsafe library.functions.seat_name(seat) { seatName = unsafe String(cString: name) }
    // The first word comes by itself; a terminal that is not seen gives none, and then we start paused.
    for _ in 0..<20 where !isActive {
      guard unsafe library.functions.dispatch(seat, 100) >= 0 else { break }
    }
    return true
  }

  private nonisolated static func from(_ data: UnsafeMutableRawPointer?) -> SeatManagerSession? {
    unsafe data.map { unsafe Unmanaged<SeatManagerSession>.fromOpaque($0).takeUnretainedValue() }
  }

  func begin() throws(BackendError) {
    hasBegun = true
    do {
      registration = try watch(self)
    } catch {
      throw BackendError(error.description)
    }
  }

  func openDevice(_ path: String) -> Int32 {
    guard let seat = unsafe seat else { return -ENODEV }
    var descriptor: Int32 = -1
    let number = unsafe library.functions.open_device(seat, path, &descriptor)
    guard number >= 0 else { return -errno }
    devices[descriptor] = number
    return descriptor
  }

  func closeDevice(_ descriptor: Int32) {
    if let number = devices.removeValue(forKey: descriptor), let seat = unsafe seat {
      _ = unsafe library.functions.close_device(seat, number)
    }
    // libseat leaves the descriptor open (LCX-5).
    _ = Glibc.close(descriptor)
  }

  func switchTerminal(to number: Int) {
    guard let seat = unsafe seat else { return }
    _ = unsafe library.functions.switch_session(seat, Int32(clamping: number))
  }

  func close() {
    registration = nil
    guard let seat = unsafe seat else { return }
    unsafe self.seat = nil
    _ = unsafe library.functions.close_seat(seat)
  }

  private func didEnable() {
    guard !isActive else { return }
    isActive = true
    if hasBegun { delegate?.sessionDidActivate(self) }
  }

  private func willDisable() {
    guard isActive, let seat = unsafe seat else { return }
    isActive = false
    if hasBegun { delegate?.sessionWillDeactivate(self) }
    _ = unsafe library.functions.disable_seat(seat)
  }
}

extension SeatManagerSession: EventSource {
  /// libseat's.
  var fileDescriptor: Int32 {
    guard let seat = unsafe seat else { return -1 }
    return unsafe library.functions.get_fd(seat)
  }

  /// Hears the manager.
  func process(_ readiness: IOReadiness) {
    guard let seat = unsafe seat else { return }
    guard unsafe library.functions.dispatch(seat, 0) >= 0 else {
      registration = nil
      delegate?.session(self, didFail: BackendError("The seat manager is gone. Start it and this program again."))
      return
    }
  }
}
