internal import CEaselLibinput
import EaselPlatform

/// The functions of libinput and libudev: the one door to each of them, which tests fill with functions of their own.
@safe final class InputLibrary {
  let call: easel_libinput
  let udev: easel_udev

  /// Functions that are there already.
  init(_ call: easel_libinput, _ udev: easel_udev) {
    self.call = call
    self.udev = udev
  }

  /// Loads the system's libraries, which stay loaded.
  static func load() throws(BackendError) -> InputLibrary {
    var call = easel_libinput()
    var udev = easel_udev()
    if let missing = unsafe easel_libinput_load(&call, &udev) {
      let name = unsafe String(cString: missing)
      throw BackendError("Input devices cannot be used: \(name) is missing. Install the package libinput10.")
    }
    return InputLibrary(call, udev)
  }
}
