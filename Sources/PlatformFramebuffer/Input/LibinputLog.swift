internal import CEaselLibinput
import EaselInputEvents
import EaselPlatform
internal import Glibc

/// libinput's own messages on their way to our log (LTM-4).
///
/// The library calls back with nothing but its context, by which the log is found again.
@safe final class LibinputLog {
  /// The longest message; the rest is cut off.
  static let mostBytes = 512

  private static let table = LibinputLogTable()

  private let log: Log
  private let now: () -> Timestamp
  private var limiter = MessageLimiter()

  init(log: Log, now: @escaping () -> Timestamp) {
    self.log = log
    self.now = now
  }

  /// Takes a context's messages from now on, those for debugging left out.
  func attach(to context: OpaquePointer, library: InputLibrary) {
    unsafe LibinputLog.table.logs[context] = self
    unsafe library.call.log_set_priority(context, LIBINPUT_LOG_PRIORITY_INFO)
    unsafe library.call.log_set_handler(context) { context, priority, format, arguments in
      guard let context = unsafe context, let format = unsafe format, let arguments = unsafe arguments else { return }
      unsafe LibinputLog.table.logs[context]?.receive(priority, format, arguments)
    }
  }

  /// The context is gone.
  func detach(from context: OpaquePointer) {
    unsafe LibinputLog.table.logs[context] = nil
  }

  private func receive(_ priority: libinput_log_priority, _ format: UnsafePointer<CChar>, _ arguments: CVaListPointer) {
    // The library's format is always the same for one kind of message, whatever it says in numbers and names.
    guard let pass = limiter.pass(unsafe String(cString: format), at: now()) else { return }
    var text = unsafe LibinputLog.text(format, arguments)
    if case .last = pass { text += " (Said often; more of these are left out for a minute.)" }
    // It takes late reading for a fault of ours, and tells of each device; neither is for everybody (LTM-2).
    let isWarning = priority == LIBINPUT_LOG_PRIORITY_ERROR && !text.includes("your system is too slow")
    log(isWarning ? .warning : .debug, "libinput: \(text)")
  }

  private static func text(_ format: UnsafePointer<CChar>, _ arguments: CVaListPointer) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: mostBytes) { buffer in
      let length = unsafe vsnprintf(buffer.baseAddress, buffer.count, format, arguments)
      guard length > 0 else { return "" }
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<min(Int(length), buffer.count - 1)])
      var text = unsafe String(decoding: bytes, as: UTF8.self)
      while text.last == "\n" { text.removeLast() }
      return escaped(text)
    }
  }
}

/// The logs of all contexts of the process, by context; the main thread's.
@safe private final class LibinputLogTable {
  var logs = unsafe [OpaquePointer: LibinputLog]()
}

/// A text from outside with its control characters made visible (LTM-4): devices are named by whoever made them.
nonisolated func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
      result += "\\u{\(String(scalar.value, radix: 16))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
