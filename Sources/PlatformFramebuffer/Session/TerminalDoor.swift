internal import CEaselLinuxShims
import EaselPlatform
import EaselPlatformLinux
internal import Glibc

/// What the guard of our terminal has said (FRE-3).
enum GuardWord: Equatable {
  /// Somebody wants to see another terminal.
  case release
  /// Ours is seen again; the guard has muted it already.
  case acquired
  /// The guard is gone, or the terminal.
  case gone
}

/// The one door to a virtual terminal's kernel calls and to the guard that holds it.
protocol TerminalDoor: AnyObject {
  /// The terminal's number.
  var number: Int { get }
  /// The guard's channel, to be waited for; -1 before `take`.
  var channel: Int32 { get }
  /// The terminal that is seen, or a negated errno.
  func active() -> Int
  /// Starts the guard, which takes the terminal over; 0 or a negated errno.
  func take() -> Int32
  /// The next word, or nil if there is none.
  func hear() -> GuardWord?
  /// Nothing is shown any more: the guard may hand the terminal over.
  func answerRelease()
  func switchTo(_ number: Int) -> Int32
  /// The guard gives the terminal back.
  func restore()
}

/// A real `/dev/tty*`.
final class TerminalFile: TerminalDoor {
  let number: Int
  private(set) var channel: Int32 = -1
  private let file: FileDescriptor
  private var guardProcess: Int32 = 0

  /// - Throws: `BackendError` for what is no virtual terminal.
  init(_ path: String) throws(BackendError) {
    let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw DeviceRefusal(path: path, code: errno).error }
    file = FileDescriptor(adopting: descriptor)
    number = Int(easel_terminal_number(descriptor))
    guard number > 0 else {
      throw BackendError("“\(path)” is no virtual terminal. Name one by --tty NUMBER, or use --session none.")
    }
  }

  isolated deinit {
    restore()
  }

  /// The number of the process's controlling terminal, not positive if that is no virtual one.
  static var controlling: Int { Int(easel_terminal_controlling()) }

  /// The path of the terminal that is seen, or nil where the kernel has none.
  static var seen: String? {
    guard let bytes = try? Files.read("/sys/class/tty/tty0/active", limit: 4096) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map { "/dev/\($0)" }
  }

  func active() -> Int { Int(easel_terminal_active(file.number)) }

  func take() -> Int32 {
    easel_crash_watch(file.number)
    let result = unsafe easel_guard_start(file.number, &guardProcess)
    guard result >= 0 else {
      easel_crash_end_watch()
      return result
    }
    channel = result
    return 0
  }

  func hear() -> GuardWord? {
    let word = easel_guard_hear(channel)
    guard word != 0 else { return nil }
    return word == Int32(EASEL_GUARD_RELEASE) ? .release : word == Int32(EASEL_GUARD_ACQUIRED) ? .acquired : .gone
  }

  func answerRelease() { easel_guard_released(channel) }

  func switchTo(_ number: Int) -> Int32 { easel_terminal_switch(file.number, Int32(clamping: number)) }

  func restore() {
    guard channel >= 0 else { return }
    easel_guard_end(channel, guardProcess)
    channel = -1
    easel_crash_end_watch()
  }
}
