internal import Glibc

extension FileDescriptor {
  /// Reads so many bytes from an offset of a file, fewer if it ends before (pread(2), restarted on EINTR and short reads).
  ///
  /// The bytes are a copy: whoever holds the file may shrink or change it at any time, during the call too. What is no file,
  /// a pipe for instance, is refused. Costs the memory asked for.
  public func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    precondition(count >= 0 && offset >= 0, "A part of a file has no negative extent.")
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[done...])
        let result = unsafe pread(number, rest.baseAddress, rest.count, offset + done)
        if result > 0 {
          done += result
        } else if result == 0 {
          return
        } else if errno != EINTR {
          failure = SystemError(action: "read", code: errno)
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }
}
