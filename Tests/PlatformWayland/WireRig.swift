import EaselInputEvents
import EaselPlatform
import EaselPlatformLinux

@testable import EaselFakeCompositor
@testable import EaselPlatformWayland

/// Bare proxies against a fake compositor, below everything that the backend does.
final class WireRig {
  let server: FakeCompositor
  let display: WaylandDisplay
  let connection: Connection
  let registry: WlRegistry
  let loop: EpollLoop
  /// What the registry has told, by interface.
  private(set) var offered: [String: (name: UInt32, version: UInt32)] = [:]
  private let lines = Lines()

  /// What was logged.
  var log: [String] { lines.all }

  private final class Lines {
    var all: [String] = []
  }

  init(_ offer: Offer = .usual, descriptor: (FakeCompositor) -> Int32 = { $0.connect() }) throws {
    let lines = lines
    server = FakeCompositor(offering: offer)
    loop = try EpollLoop(mainQueue: .leftAlone, clock: { .zero })
    display = try WaylandDisplay(
      fileDescriptor: descriptor(server), log: Log(minimum: .debug) { lines.all.append("\($0): \($1)") })
    connection = try Connection(display: display, loop: loop)
    registry = display.getRegistry()
    registry.onEvent = { [weak self] event in
      switch event {
      case .global(let name, let interface, let version): self?.offered[interface] = (name, version)
      case .globalRemove: break
      }
    }
    turn()
  }

  func turn() {
    connection.flush()
    server.pump()
    loop.poll()
  }

  /// Binds a global in the version that the backend would take (WCN-1).
  func bind<P: Proxy>(_ type: P.Type) -> P {
    let description = P.interface.description
    let global = offered["\(description.name)"] ?? (name: 0, version: 1)
    return registry.bind(name: global.name, type, version: min(global.version, UInt32(description.version)))
  }

  private(set) lazy var compositorProxy = bind(WlCompositor.self)
}
