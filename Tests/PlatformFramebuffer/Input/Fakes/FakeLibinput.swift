internal import CEaselLibinput
import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux
import Glibc

@testable import EaselPlatformFramebuffer

/// A libinput in memory: devices that open through the caller's functions, and events that are played.
///
/// It finds itself by its own pointers, so that tests may have several at once.
@MainActor final class FakeLibinput {
  /// Devices that are there; they are opened at the start and at each resume.
  var devices: [FakeDevice] = []
  /// What calls answer with.
  var hasContext = true
  var assignResult: Int32 = 0
  var dispatchResult: Int32 = 0
  var resumeResult: Int32 = 0

  /// What was asked.
  private(set) var seatName: String?
  private(set) var paths: [String] = []
  private(set) var eventsAlive = 0
  private(set) var isGone = false
  /// Questions that the real one would call a bug of its caller.
  private(set) var misuses: [String] = []

  private var waiting: [FakeEvent] = []
  private var queue: [FakeEvent] = []
  private var told: [FakeEvent] = []
  private var interface: libinput_interface?
  private var userData: UnsafeMutableRawPointer?
  private var handler: libinput_log_handler?
  private let reading: Int32
  private let writing: Int32

  init() {
    var ends: [Int32] = [0, 0]
    precondition(pipe(&ends) == 0)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  isolated deinit {
    close(reading)
    close(writing)
  }

  // MARK: For tests

  /// Plays events; they are seen when the loop turns.
  func play(_ events: FakeEvent...) { play(events) }

  func play(_ events: [FakeEvent]) {
    waiting += events
    var byte: UInt8 = 0
    write(writing, &byte, 1)
  }

  /// A device appears.
  func plug(_ device: FakeDevice) {
    devices.append(device)
    open(device)
    play([])
  }

  /// A device goes.
  func unplug(_ device: FakeDevice) {
    devices.removeAll { $0 === device }
    shut(device)
    play([])
  }

  /// The library has something to say; texts come before numbers.
  func say(_ priority: libinput_log_priority, _ format: String, texts: [String] = [], _ numbers: Int...) {
    let copies = texts.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    let arguments = copies.map { $0.map(Int.init(bitPattern:)) ?? 0 } + numbers
    withVaList(arguments) { handler?(pointer, priority, format, $0) }
  }

  // MARK: What the library does

  private func open(_ device: FakeDevice) {
    device.owner = self
    let result = interface?.open_restricted(device.node, O_RDWR | O_NONBLOCK, userData) ?? -ENODEV
    guard result >= 0 else { return }
    device.descriptor = result
    waiting.append(FakeEvent(LIBINPUT_EVENT_DEVICE_ADDED, device, at: 0))
  }

  private func shut(_ device: FakeDevice) {
    guard let descriptor = device.descriptor else { return }
    device.descriptor = nil
    waiting.append(FakeEvent(LIBINPUT_EVENT_DEVICE_REMOVED, device, at: 0))
    interface?.close_restricted(descriptor, userData)
  }

  private func dispatch() -> Int32 {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(reading, &bytes, 64) > 0 {}
    queue += waiting
    waiting.removeAll()
    return dispatchResult
  }

  private func next() -> OpaquePointer? {
    guard !queue.isEmpty else { return nil }
    let event = queue.removeFirst()
    told.append(event)
    eventsAlive += 1
    return event.pointer
  }

  func destroy(_ event: FakeEvent) {
    eventsAlive -= 1
    told.removeAll { $0 === event }
  }

  func misuse(_ what: String) { misuses.append(what) }

  // MARK: The tables

  private var pointer: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

  private static func of(_ pointer: OpaquePointer?) -> FakeLibinput {
    Unmanaged<FakeLibinput>.fromOpaque(UnsafeRawPointer(pointer!)).takeUnretainedValue()
  }

  /// Who is to be the next context; nothing but this can reach a function without arguments.
  private static let shelf = Shelf()

  private final class Shelf {
    var next: FakeLibinput?
  }

  /// The functions, for one context that is to be made right after.
  func library() -> InputLibrary {
    FakeLibinput.shelf.next = self
    var call = easel_libinput()
    FakeLibinput.fillContext(&call)
    FakeLibinput.fillDevice(&call)
    FakeLibinput.fillTouchAndKeys(&call)
    FakeLibinput.fillPointer(&call)
    FakeLibinput.fillTablet(&call)
    var udev = easel_udev()
    udev.new = { FakeLibinput.shelf.next?.pointer }
    udev.unref = { _ in nil }
    udev.device_unref = { _ in nil }
    udev.device_get_devnode = { FakeDevice.of($0).lend(FakeDevice.of($0).node) }
    udev.device_get_property_value = { device, name in
      FakeDevice.of(device).properties[String(cString: name!)].flatMap { FakeDevice.of(device).lend($0) }
    }
    return InputLibrary(call, udev)
  }

  private func begin(_ interface: UnsafePointer<libinput_interface>?, _ userData: UnsafeMutableRawPointer?) -> OpaquePointer? {
    self.interface = interface?.pointee
    self.userData = userData
    return hasContext ? pointer : nil
  }

  private static func fillContext(_ call: inout easel_libinput) {
    call.udev_create_context = { interface, userData, udev in FakeLibinput.of(udev).begin(interface, userData) }
    call.path_create_context = { interface, userData in FakeLibinput.shelf.next?.begin(interface, userData) }
    call.udev_assign_seat = { context, name in
      let fake = FakeLibinput.of(context)
      fake.seatName = String(cString: name!)
      if fake.assignResult == 0 { for device in fake.devices { fake.open(device) } }
      return fake.assignResult
    }
    call.path_add_device = { context, path in
      let fake = FakeLibinput.of(context)
      fake.paths.append(String(cString: path!))
      guard let device = fake.devices.first(where: { $0.node == fake.paths.last }) else { return nil }
      fake.open(device)
      return device.descriptor == nil ? nil : device.pointer
    }
    call.get_fd = { FakeLibinput.of($0).reading }
    call.dispatch = { FakeLibinput.of($0).dispatch() }
    call.get_event = { FakeLibinput.of($0).next() }
    call.suspend = { context in for device in FakeLibinput.of(context).devices { FakeLibinput.of(context).shut(device) } }
    call.resume = { context in
      for device in FakeLibinput.of(context).devices { FakeLibinput.of(context).open(device) }
      return FakeLibinput.of(context).resumeResult
    }
    call.unref = { context in
      for device in FakeLibinput.of(context).devices { FakeLibinput.of(context).shut(device) }
      FakeLibinput.of(context).isGone = true
      return nil
    }
    call.log_set_priority = { _, _ in }
    call.log_set_handler = { FakeLibinput.of($0).handler = $1 }
  }
}
