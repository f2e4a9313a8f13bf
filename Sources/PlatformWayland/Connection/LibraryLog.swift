internal import CEaselWaylandClient
internal import Glibc

/// libwayland's own messages.
enum LibraryLog {
  /// Gives them our prefix (WER-6).
  ///
  /// The library calls back with nothing but the text, so they cannot go to one connection's log: they go where that goes,
  /// to the standard error output.
  static func prefixMessages() {
    unsafe wl_log_set_handler_client { format, arguments in
      guard let format = unsafe format, let arguments = unsafe arguments else { return }
      unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { text in
        let prefix = "easel: wayland: "
        let start = prefix.utf8.count
        for (index, byte) in prefix.utf8.enumerated() { unsafe text[index] = CChar(bitPattern: byte) }
        let room = text.count - start
        let length = unsafe vsnprintf(text.baseAddress.map { unsafe $0 + start }, room, format, arguments)
        guard length > 0 else { return }
        _ = unsafe write(2, text.baseAddress, start + min(Int(length), room - 1))
      }
    }
  }
}
