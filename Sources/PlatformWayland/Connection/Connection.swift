internal import CEaselWaylandClient
import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux
internal import Glibc

/// The display's socket in the loop: prepared before each wait, read or given up after it (WEL-1).
@safe @MainActor final class Connection: @MainActor PreparedEventSource {
  /// What a round trip waits with: for the descriptor, at most so many seconds.
  typealias Waiter = (_ descriptor: Int32, _ seconds: Double) -> IOReadiness

  let display: WaylandDisplay
  let fileDescriptor: Int32
  /// Why nothing goes on, once that is so.
  private(set) var failure: BackendError?
  /// Whether the display takes nothing more for now: no new frame is begun (WEL-3).
  private(set) var isBlocked = false
  /// Called once, from inside a turn, never from inside libwayland.
  var onFailure: ((BackendError) -> Void)?
  /// Called when the display takes requests again.
  var onUnblocked: (() -> Void)?

  private let loop: EpollLoop
  private let emptyQueue: OpaquePointer?
  private var registration: SourceRegistration?
  private var isReadPrepared = false
  private var isDispatching = false

  /// Round trips of the start take no longer than this (WCN-3).
  private static let roundTripLimit = 5.0
  /// Reads of one drain, of 4 kB each: more than all fingers of a screen bring in the 10 ms until the next one.
  private static let drainedReads = 16

  init(display: WaylandDisplay, loop: EpollLoop) throws(BackendError) {
    self.display = display
    self.loop = loop
    unsafe fileDescriptor = wl_display_get_fd(display.pointer)
    unsafe emptyQueue = wl_display_create_queue(display.pointer)
    do {
      registration = try loop.add(self, interest: .readable, priority: .input)
    } catch {
      throw BackendError("The Wayland connection cannot be waited for. \(error)")
    }
  }

  isolated deinit {
    if isReadPrepared { unsafe wl_display_cancel_read(display.pointer) }
    if let queue = unsafe emptyQueue { unsafe wl_event_queue_destroy(queue) }
  }

  // MARK: In the loop

  /// Delivers what is queued until a read can be prepared, and sends what has to be sent; whether anything was delivered.
  func prepare() -> Bool {
    guard failure == nil, !isReadPrepared else { return false }
    var hasDelivered = false
    // It fails only while events are queued; a broken connection shows in the dispatch and ends this loop (WEL-2).
    while unsafe wl_display_prepare_read(display.pointer) != 0 {
      hasDelivered = true
      guard dispatchPending() else { return true }
    }
    isReadPrepared = true
    flush()
    return hasDelivered
  }

  /// Reads what has come or takes the preparation back, then delivers.
  func process(_ readiness: IOReadiness) {
    guard failure == nil else { return }
    if isReadPrepared {
      isReadPrepared = false
      // A hang-up is read too, so that a waiting error event is seen; at the end of file the read fails (WEL-11).
      if readiness.isDisjoint(with: [.readable, .hangUp]) {
        unsafe wl_display_cancel_read(display.pointer)
      } else if unsafe wl_display_read_events(display.pointer) < 0 && errno != EAGAIN {
        _ = dispatchPending()
        return fail()
      }
    }
    if readiness.contains(.writable) { flush() }
    _ = dispatchPending()
  }

  /// Reads what waits into memory; delivers nothing (WEL-6).
  ///
  /// Not without end: a display that sends as fast as we read would hold up whoever calls.
  /// The read is prepared on a queue that stays empty: on the default queue that fails while events wait there.
  func drain() {
    guard failure == nil, !isReadPrepared, let queue = unsafe emptyQueue else { return }
    flush()
    for _ in 0..<Self.drainedReads {
      guard DescriptorCalls.wait(for: fileDescriptor, seconds: 0).contains(.readable) else { return }
      guard unsafe wl_display_prepare_read_queue(display.pointer, queue) == 0 else { return }
      // What fails here fails again in the next turn, and is told there.
      guard unsafe wl_display_read_events(display.pointer) == 0 else { return }
    }
  }

  /// Sends what was asked for; what the socket does not take is sent when it does (WEL-3).
  func flush() {
    guard failure == nil else { return }
    if unsafe wl_display_flush(display.pointer) >= 0 {
      guard isBlocked else { return }
      isBlocked = false
      registration?.interest = .readable
      onUnblocked?()
    } else if errno == EAGAIN {
      isBlocked = true
      registration?.interest = [.readable, .writable]
    } else if errno != EPIPE {
      // A broken pipe is no error here: the display's last words are read first.
      fail()
    }
  }

  private func dispatchPending() -> Bool {
    guard failure == nil else { return false }
    isDispatching = true
    let count = unsafe wl_display_dispatch_pending(display.pointer)
    isDispatching = false
    guard count < 0 else { return true }
    fail()
    return false
  }

  private func fail() {
    guard failure == nil else { return }
    if isReadPrepared {
      isReadPrepared = false
      unsafe wl_display_cancel_read(display.pointer)
    }
    registration = nil
    let error = describeFailure()
    failure = error
    onFailure?(error)
  }

  // MARK: At the start

  /// Waits until the display has handled all that was sent, and delivers what it answered (WCN-3).
  func roundTrip(wait: Waiter) throws(BackendError) {
    precondition(!isDispatching && !isReadPrepared, "A round trip inside of a handler would never end (WEL-4).")
    var isDone = false
    let callback = display.sync()
    callback.onEvent = { _ in isDone = true }
    let deadline = loop.now.advanced(bySeconds: Self.roundTripLimit)
    while !isDone {
      guard loop.now < deadline else {
        callback.retire()
        throw BackendError("The Wayland display has not answered for 5 s. Check whether the compositor hangs.")
      }
      _ = prepare()
      process(failure == nil ? wait(fileDescriptor, deadline.seconds(since: loop.now)) : [])
      if let failure { throw failure }
    }
  }

  // MARK: What went wrong

  private func describeFailure() -> BackendError {
    let code = unsafe wl_display_get_error(display.pointer)
    guard code == EPROTO else {
      // A message's descriptor that finds no room is lost, and libwayland calls the message a broken one (EINVAL).
      if [EINVAL, EMFILE, ENFILE].contains(code), let shortage = DescriptorCalls.shortage {
        return BackendError("The Wayland connection cannot go on. \(shortage)", exitStatus: 71)
      }
      return BackendError("The Wayland display is gone: the compositor has ended or has closed the connection.")
    }
    var interface: UnsafePointer<wl_interface>?
    var id: UInt32 = 0
    let number = unsafe wl_display_get_protocol_error(display.pointer, &interface, &id)
    let name = unsafe interface.flatMap { unsafe $0.pointee.name }.map { unsafe String(cString: $0) } ?? "an unknown object"
    display.log(.error, "Protocol error \(number) on \(name)#\(id). The last requests were:\n\(display.history.text)")
    return BackendError(
      "The Wayland display refused a request (protocol error \(number) on \(name)). This is a fault of Easel: please report it.",
      exitStatus: 70)
  }
}
