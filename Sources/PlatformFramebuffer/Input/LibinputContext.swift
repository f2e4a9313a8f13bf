internal import CEaselLibinput
import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux
internal import Glibc

/// Owns a `struct libinput`: its descriptor in the loop, the opening of devices, its log (LCX).
///
/// It is used on the main thread alone (LCX-9).
@safe @MainActor final class LibinputContext: @MainActor PreparedEventSource {
  /// A node that could not be opened, and why (LCX-3).
  struct Refusal: Equatable {
    var node: String
    /// The kernel's number.
    var code: Int32
  }

  /// Each event, in order; it is gone when this returns.
  var onEvent: ((LibinputEvent) -> Void)?
  /// The waiting events have all been told.
  var onDrained: (() -> Void)?
  /// Nodes that could not be opened, since the start or the last resume.
  private(set) var refusals: [Refusal] = []

  let library: InputLibrary
  private let opener: any DeviceOpener
  private let log: Log
  private let messages: LibinputLog
  private let interface: UnsafeMutablePointer<libinput_interface>
  private var pointer: OpaquePointer?
  private var udev: OpaquePointer?
  /// Descriptors of open nodes.
  private var opened: [(node: String, descriptor: Int32)] = []
  private var registration: SourceRegistration?
  private var hasDrained = false
  private var isClosed = false
  private var tellingDepth = 0

  /// A context that follows the devices of a seat, or with a list of nodes those alone (LCX-1).
  ///
  /// Devices are told as events, the first ones in the next turn or by `readNow`; none at all is no error (LCX-3).
  init(
    library: InputLibrary, loop: EpollLoop, opener: any DeviceOpener, devices: [String]?, seatName: String, log: Log
  ) throws(BackendError) {
    self.library = library
    self.opener = opener
    self.log = log
    messages = LibinputLog(log: log) { [unowned loop] in loop.now }
    unsafe interface = .allocate(capacity: 1)
    unsafe interface.initialize(to: LibinputContext.doors)
    if let devices {
      try follow(devices)
    } else {
      try follow(seatName: seatName)
    }
    do throws(SystemError) {
      registration = try loop.add(self, priority: .input)
    } catch {
      throw BackendError("Input devices cannot be used. \(error)")
    }
  }

  isolated deinit {
    end()
    unsafe interface.deallocate()
  }

  /// Gives everything back; nobody may keep anything of the library by then.
  ///
  /// From inside `onEvent` it waits for its return.
  func close() {
    isClosed = true
    registration = nil
    if tellingDepth == 0 { end() }
  }

  private func end() {
    registration = nil
    if let pointer = unsafe pointer {
      _ = unsafe library.call.unref(pointer)
      unsafe messages.detach(from: pointer)
    }
    if let udev = unsafe udev { _ = unsafe library.udev.unref(udev) }
    unsafe pointer = nil
    unsafe udev = nil
  }

  /// The descriptor of the library's own epoll.
  var fileDescriptor: Int32 { unsafe library.call.get_fd(pointer) }

  // MARK: Start

  private func follow(_ devices: [String]) throws(BackendError) {
    unsafe try take(library.call.path_create_context(interface, context))
    for path in devices {
      // A node that cannot be opened has been told by then; one that is no input device the library tells.
      _ = unsafe library.call.path_add_device(pointer, path)
    }
  }

  private func follow(seatName: String) throws(BackendError) {
    guard let udev = library.udev.new() else { throw LibinputContext.noMemory }
    unsafe self.udev = udev
    unsafe try take(library.call.udev_create_context(interface, context, udev))
    guard unsafe library.call.udev_assign_seat(pointer, seatName) == 0 else {
      throw BackendError(
        "The input devices of “\(escaped(seatName))” cannot be listed. Check that udev runs and that /run/udev can be read.")
    }
  }

  private var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  private static var noMemory: BackendError {
    BackendError("Input devices cannot be used: there is no memory for libinput. Close other programs and try again.")
  }

  private func take(_ made: OpaquePointer?) throws(BackendError) {
    guard let made = unsafe made else { throw LibinputContext.noMemory }
    unsafe pointer = made
    unsafe messages.attach(to: made, library: library)
  }

  // MARK: Opening devices

  /// What the library calls; the last argument is the context.
  private static var doors: libinput_interface {
    unsafe libinput_interface(
      open_restricted: { path, _, context in
        guard let path = unsafe path, let context = unsafe context else { return -ENODEV }
        return unsafe Unmanaged<LibinputContext>.fromOpaque(context).takeUnretainedValue().open(String(cString: path))
      },
      close_restricted: { descriptor, context in
        guard let context = unsafe context else { return }
        unsafe Unmanaged<LibinputContext>.fromOpaque(context).takeUnretainedValue().close(descriptor)
      })
  }

  private func open(_ node: String) -> Int32 {
    let result = opener.openDevice(node)
    if result >= 0 {
      opened.append((node, result))
    } else {
      refusals.removeAll { $0.node == node }
      if refusals.count < InputLimits.devices { refusals.append(Refusal(node: node, code: -result)) }
    }
    return result
  }

  private func close(_ descriptor: Int32) {
    opened.removeAll { $0.descriptor == descriptor }
    opener.closeDevice(descriptor)
  }

  /// The descriptor of an open node.
  func descriptor(of node: String) -> Int32? { opened.first { $0.node == node }?.descriptor }

  // MARK: Events

  /// Whether the library has read events into memory that nobody has heard yet.
  func prepare() -> Bool { hasDrained }

  /// Reads and tells everything at once, since late reading breaks the library's own deadlines (LCX-8).
  func process(_ readiness: IOReadiness) {
    if !readiness.isEmpty { dispatch() }
    if hasDrained || !readiness.isEmpty { tell() }
  }

  /// Reads what waits into the library's memory, before the kernel has to throw it away (WEL-6).
  func drain() {
    dispatch()
    hasDrained = true
  }

  /// Reads and tells what is there, outside of the loop's turn.
  func readNow() {
    dispatch()
    tell()
  }

  private func dispatch() {
    guard !isClosed else { return }
    let result = unsafe library.call.dispatch(pointer)
    if result != 0 {
      log.once("libinput dispatch", .warning, "Input devices cannot be read (error \(-result)).")
    }
  }

  private func tell() {
    hasDrained = false
    tellingDepth += 1
    while !isClosed, let event = unsafe library.call.get_event(pointer) {
      onEvent?(unsafe LibinputEvent(event, library))
      unsafe library.call.event_destroy(event)
    }
    tellingDepth -= 1
    if isClosed && tellingDepth == 0 { return end() }
    onDrained?()
  }

  // MARK: Sessions

  /// Closes all devices; the library tells them as removed.
  func suspend() {
    guard !isClosed else { return }
    unsafe library.call.suspend(pointer)
  }

  /// Opens what was closed and what was refused before; the library tells the devices as new ones (LCX-7).
  func resume() {
    guard !isClosed else { return }
    refusals.removeAll()
    if unsafe library.call.resume(pointer) != 0 {
      log.once("libinput resume", .warning, "Some input devices cannot be opened again.")
    }
  }
}
