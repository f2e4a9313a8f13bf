internal import Glibc

/// The kernel's refusal of something that was asked of it.
///
/// `description` is for the user: what failed, with which file, why, and what to do where that can be known.
public nonisolated struct SystemError: Error, Equatable, CustomStringConvertible {
  /// What was tried, as it stands in "cannot …".
  public var action: String
  /// The file that it was tried with, or nil.
  public var path: String?
  /// The kernel's number (errno), or 0 if the refusal is our own.
  public var code: Int32
  private var reason: String?

  /// A refusal with the kernel's number.
  public init(action: String, path: String? = nil, code: Int32) {
    self.action = action
    self.path = path
    self.code = code
  }

  /// A refusal of our own, with its reason.
  public init(action: String, path: String? = nil, reason: String) {
    self.init(action: action, path: path, code: 0)
    self.reason = reason
  }

  /// One sentence, and a second that says what to do.
  public var description: String {
    let subject = path.map { " “\($0)”" } ?? ""
    return "Cannot \(action)\(subject): \(reason ?? SystemError.text(of: code)).\(advice)"
  }

  /// Whether there are too many open files, in the process or in the machine.
  public var isShortageOfDescriptors: Bool { code == EMFILE || code == ENFILE }

  /// Whether the machine is short of something that the program's user has not named: open files, memory.
  public var isShortage: Bool { isShortageOfDescriptors || code == ENOMEM }

  /// Whether another path would have done: there is nothing of this name, or it is of another kind or another user.
  public var isOfThePath: Bool {
    [0, EACCES, EPERM, ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, EROFS, ENXIO, ENODEV].contains(code)
  }

  private var advice: String {
    switch code {
    case EACCES, EPERM: " Check its permissions, or choose another place."
    case ENOENT: " Check the path."
    case ENOSPC, EDQUOT: " Free some space and try again."
    case EFBIG: " Choose a smaller one, or raise the limit of a file's size (ulimit -f)."
    case EROFS: " Choose a place that can be written."
    case EMFILE, ENFILE: " Close other programs or raise the limit of open files (ulimit -n)."
    case ENOMEM: " Close other programs and try again."
    default: ""
    }
  }

  static func text(of code: Int32) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let base = buffer.baseAddress, unsafe strerror_r(code, base, buffer.count) == 0 else { return "error \(code)" }
      return unsafe String(cString: base)
    }
  }
}
