import EaselPlatform
import EaselPlatformLinux
internal import Glibc

/// Finds the screen to use: the one that was named, else a card, else a framebuffer (FFB-1, FKM-1).
struct ScreenFinder {
  let session: any Session
  let loop: any EventLoop
  let log: Log
  let options: FramebufferOptions

  /// What a name of a screen asks for.
  private enum Wish {
    case any
    case card(path: String?, connector: String?)
    case framebuffer(path: String)
  }

  /// A screen that is still somebody else's, as the boot splash's, is asked for so often (FRM-4).
  static let mostTries = 20
  /// Microseconds from one try to the next.
  private static let pause: UInt32 = 500_000
  /// `EX_TEMPFAIL` of `sysexits.h`: the card is another program's now.
  private static let busy: Int32 = 75

  /// What is to be mended where there is no device at all; the doctor says it too.
  static let nothing = "Neither /dev/dri/card* nor /dev/fb* exists: load the driver of the screen."

  /// Waits for a screen that is another program's at the moment, at most ten seconds.
  ///
  /// - Throws: `BackendError` that says of each device why it is not used.
  func find(tries: Int = 1) throws(BackendError) -> any Screen {
    do {
      return try findOnce()
    } catch  where error.exitStatus == ScreenFinder.busy && tries > 1 {
      usleep(ScreenFinder.pause)
      return try find(tries: tries - 1)
    }
  }

  private func findOnce() throws(BackendError) -> any Screen {
    switch try wish() {
    case .framebuffer(let path): return try framebuffer(path)
    case .card(let path, let connector):
      return try first(path.map { [$0] } ?? ScreenFinder.cards(), "card") { path throws(BackendError) in
        try card(path, connector)
      }
    case .any:
      let cards = ScreenFinder.cards()
      return try first(cards + ScreenFinder.framebuffers(), "screen") { path throws(BackendError) in
        cards.contains(path) ? try card(path, nil) : try framebuffer(path)
      }
    }
  }

  /// The numbers of `/dev/dri/card*` as paths, the lowest first.
  static func cards() -> [String] { devices(in: "/dev/dri", prefix: "card") }

  /// The numbers of `/dev/fb*` as paths, the lowest first.
  static func framebuffers() -> [String] { devices(in: "/dev", prefix: "fb") }

  private func wish() throws(BackendError) -> Wish {
    guard let name = options.screen else { return .any }
    if name.hasPrefix("fb:") { return .framebuffer(path: String(name.dropFirst(3))) }
    if name.hasPrefix("kms:") {
      let rest = String(name.dropFirst(4))
      return rest.hasPrefix("/") ? .card(path: rest, connector: nil) : .card(path: nil, connector: rest)
    }
    if name.hasPrefix("/dev/dri/") { return .card(path: name, connector: nil) }
    if name.hasPrefix("/") { return .framebuffer(path: name) }
    throw BackendError(
      "“\(name)” is no screen; a screen is fb:/dev/fb0, kms:HDMI-A-1, kms:/dev/dri/card0 or the path of a device.",
      exitStatus: 2)
  }

  /// The first one that can be used and shows something, else a card that waits for a screen to be plugged in (FKM-1, FKM-3).
  private func first(
    _ paths: [String], _ kind: String, _ open: (String) throws(BackendError) -> any Screen
  ) throws(BackendError) -> any Screen {
    var reasons: [String] = []
    var waiting: (card: CardScreen, path: String)?
    // A card's own framebuffer shows nothing either while nothing is plugged in.
    for path in paths where waiting.map({ !ScreenFinder.areOneDevice($0.path, path) }) ?? true {
      do {
        let screen = try open(path)
        if let card = screen as? CardScreen, !card.isPlugged {
          if waiting == nil { waiting = (card, path) } else { card.close() }
          continue
        }
        waiting?.card.close()
        return screen
      } catch  where error.exitStatus == ScreenFinder.busy {
        // Its framebuffer would be painted over by whoever has the card.
        waiting?.card.close()
        throw error
      } catch {
        reasons.append(error.description)
      }
    }
    if let waiting { return waiting.card }
    guard !reasons.isEmpty else {
      throw BackendError("There is no \(kind). \(ScreenFinder.nothing)")
    }
    throw BackendError(reasons.joined(separator: " "))
  }

  /// Whether a card and a framebuffer are two doors to the same piece of hardware, as sysfs tells.
  private static func areOneDevice(_ card: String, _ framebuffer: String) -> Bool {
    func device(_ folder: String, _ path: String) -> String? {
      let name = path.split(separator: "/").last ?? ""
      guard let resolved = unsafe realpath("/sys/class/\(folder)/\(name)/device", nil) else { return nil }
      defer { unsafe free(resolved) }
      return unsafe String(cString: resolved)
    }
    guard let one = device("drm", card) else { return false }
    return one == device("graphics", framebuffer)
  }

  private func card(_ path: String, _ connector: String?) throws(BackendError) -> any Screen {
    let descriptor = session.openDevice(path)
    guard descriptor >= 0 else { throw DeviceRefusal(path: path, code: -descriptor).error }
    do throws(BackendError) {
      let door = CardFile(fileDescriptor: descriptor)
      guard door.hasDumbBuffers() else { throw BackendError("The card \(path) has no buffers that a processor can write.") }
      if !session.managesMaster, door.setMaster() < 0 {
        throw BackendError(
          "The card \(path) is used by another program. End it, or start this one on another terminal.",
          exitStatus: ScreenFinder.busy)
      }
      let wish = CardWish(connector: connector, mode: options.mode)
      return try CardScreen(
        path: path, door: door, wish: wish, managesMaster: !session.managesMaster, loop: loop, log: log
      ) { [session] in
        session.closeDevice(descriptor)
      }
    } catch {
      session.closeDevice(descriptor)
      throw error
    }
  }

  /// Seat managers do not open framebuffers (FRM-1).
  private func framebuffer(_ path: String) throws(BackendError) -> any Screen {
    let descriptor = DirectDevices.open(path)
    guard descriptor >= 0 else { throw DeviceRefusal(path: path, code: -descriptor).error }
    let door = FramebufferFile(FileDescriptor(adopting: descriptor))
    return try FramebufferScreen(name: path, door: door, loop: loop, log: log)
  }

  private static func devices(in folder: String, prefix: String) -> [String] {
    guard let directory = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(directory) }
    var numbers: [Int] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) {
        unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix(prefix), let number = Int(name.dropFirst(prefix.count)) { numbers.append(number) }
    }
    return numbers.sorted().map { "\(folder)/\(prefix)\($0)" }
  }
}
