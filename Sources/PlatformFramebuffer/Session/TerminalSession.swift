import EaselPlatform
import EaselPlatformLinux
internal import Glibc

/// A virtual terminal of our own, where no seat manager answers (FVT).
///
/// The guard holds it: it hears the kernel's questions, and gives the terminal back when we are gone.
final class TerminalSession: Session {
  let seatName: String
  private(set) var isActive: Bool
  let mutesKeyboard = true
  let managesMaster = false
  weak var delegate: (any SessionDelegate)?

  /// The terminal's number.
  var terminal: Int { door.number }

  private let door: any TerminalDoor
  private let watch: (any EventSource) throws(SystemError) -> SourceRegistration?
  private var registration: SourceRegistration?
  private let startedOn: Int
  private var isTaken = false

  /// - Parameter watch: puts a source into the loop.
  init(
    door: any TerminalDoor, seatName: String, watch: @escaping (any EventSource) throws(SystemError) -> SourceRegistration?
  ) {
    self.door = door
    self.seatName = seatName
    self.watch = watch
    startedOn = door.active()
    isActive = startedOn == door.number
  }

  func begin() throws(BackendError) {
    let result = door.take()
    guard result != -EBUSY else {
      throw BackendError(
        "Terminal \(door.number) is in use by another program of this kind. End that, or start this one on another terminal.",
        exitStatus: 75)
    }
    guard result >= 0 else {
      let reason = SystemError(action: "take terminal \(door.number) over", code: -result)
      throw BackendError(
        "\(reason) Start the program from that terminal, as root, or under a seat manager (seatd or logind); --session none does "
          + "without a terminal.")
    }
    isTaken = true
    do {
      registration = try watch(self)
    } catch {
      throw BackendError(error.description)
    }
    // It may have been left or come back to before the guard listened.
    isActive = door.active() == door.number
  }

  func openDevice(_ path: String) -> Int32 { DirectDevices.open(path) }

  func closeDevice(_ descriptor: Int32) { _ = Glibc.close(descriptor) }

  func switchTerminal(to number: Int) { _ = door.switchTo(number) }

  func close() {
    registration = nil
    guard isTaken else { return }
    isTaken = false
    door.restore()
  }
}

extension TerminalSession: EventSource {
  /// The guard's channel.
  var fileDescriptor: Int32 { door.channel }

  /// Hears the guard.
  func process(_ readiness: IOReadiness) {
    while isTaken, let word = door.hear() {
      switch word {
      case .release: leave()
      case .acquired: comeBack()
      case .gone:
        registration = nil
        delegate?.session(
          self, didFail: BackendError("Terminal \(door.number) was taken away by another program. Start this one again."))
        return
      }
    }
  }

  private func leave() {
    if isActive {
      isActive = false
      delegate?.sessionWillDeactivate(self)
    }
    door.answerRelease()
  }

  private func comeBack() {
    guard !isActive else { return }
    isActive = true
    delegate?.sessionDidActivate(self)
  }
}
