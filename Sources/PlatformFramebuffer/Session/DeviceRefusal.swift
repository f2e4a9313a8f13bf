import EaselPlatform
import EaselPlatformLinux
internal import Glibc

/// A device that could not be opened, told once with all that helps: whose it is, who we are, and what to do (FRM-5).
struct DeviceRefusal {
  let path: String
  let code: Int32

  var error: BackendError { BackendError(description) }

  private var description: String {
    let reason = SystemError(action: "open", path: path, code: code)
    guard code == EACCES || code == EPERM else { return reason.description }
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return reason.description }
    let group = DeviceRefusal.groupName(status.st_gid)
    let mode = String(status.st_mode & 0o777, radix: 8)
    let remedy =
      status.st_mode & 0o060 == 0o060
      ? "Add the user to group \(group) (usermod -aG \(group) \(DeviceRefusal.userName)) and log in again, or use a seat manager "
        + "(seatd or logind)."
      : "Use a seat manager (seatd or logind), or start as root."
    return
      "\(path): permission denied; it is of user \(status.st_uid), group \(group), mode \(mode), and this process is of user "
      + "\(geteuid()). \(remedy)"
  }

  private static func groupName(_ id: UInt32) -> String {
    guard let entry = unsafe getgrgid(id) else { return "\(id)" }
    return unsafe String(cString: entry.pointee.gr_name)
  }

  private static var userName: String {
    guard let entry = unsafe getpwuid(geteuid()) else { return "USER" }
    return unsafe String(cString: entry.pointee.pw_name)
  }
}
