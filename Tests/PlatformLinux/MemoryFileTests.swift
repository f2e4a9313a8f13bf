import Glibc
import Testing

@testable import EaselPlatformLinux

@Suite struct `A memory file` {
  @Test func `has the size that was asked for, is shared and closes on exec (WSB-1)`() throws {
    let file = try MemoryFile(name: "test", size: 10_000)
    let one = try file.map()
    let other = try file.map()
    one.bytes[9_999] = 7
    var status = stat()
    fstat(file.descriptor.number, &status)
    #expect(other.bytes[9_999] == 7 && other.bytes[0] == 0 && status.st_size == 10_000)
    #expect(fcntl(file.descriptor.number, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func `reserves its memory, again after an interruption, and truncates where that is unknown (WSB-2)`() throws {
    var calls = 0
    let interrupted = try MemoryFile(name: "test", size: 4096) { descriptor, size in
      calls += 1
      return calls < 3 ? -EINTR : ftruncate(descriptor, Int(size))
    }
    #expect(calls == 3 && interrupted.size == 4096)
    let truncated = try MemoryFile(name: "test", size: 4096) { _, _ in -EOPNOTSUPP }
    var status = stat()
    fstat(truncated.descriptor.number, &status)
    #expect(status.st_size == 4096)
    let real = try MemoryFile(name: "test", size: 1 << 20)
    fstat(real.descriptor.number, &status)
    #expect(status.st_blocks * 512 >= 1 << 20)
  }

  @Test func `says that there is no memory, and leaves no descriptor behind (WSB-2)`() {
    var seen: Int32 = -1
    var message = ""
    do throws(SystemError) {
      _ = try MemoryFile(name: "test", size: 4096) { descriptor, _ in
        seen = descriptor
        return -ENOSPC
      }
    } catch {
      message = error.description
    }
    let reason = "Cannot reserve 4096 bytes of memory: No space left on device."
    #expect(message == reason + " Free some space and try again.")
    #expect(seen >= 0)
  }

  @Test func `can neither shrink nor grow nor be sealed further, but be written (WSB-3)`() throws {
    let file = try MemoryFile(name: "test", size: 4096)
    let seals = fcntl(file.descriptor.number, 1034)  // F_GET_SEALS
    // F_SEAL_SEAL, F_SEAL_SHRINK and F_SEAL_GROW; not F_SEAL_WRITE, not F_SEAL_FUTURE_WRITE.
    #expect(seals & 0b11111 == 0b00111)
    #expect(ftruncate(file.descriptor.number, 1) == -1 && ftruncate(file.descriptor.number, 8192) == -1)
  }
}
