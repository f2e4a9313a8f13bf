internal import CEaselWaylandServer
internal import Glibc

/// A compositor in the test's own process and thread that does what the test tells it, right or wrong.
///
/// The client connects to the descriptor from `connect()`. Nothing happens by itself: `pump()` takes the client's
/// requests in, answers what a polite compositor answers at once (globals, first states, a first configure), and sends
/// what has been queued. Frames are shown, and buffers released, by `showFrame()`. Requests are kept as a trace,
/// breaches as `violations`.
@MainActor final class FakeCompositor {
  let display: OpaquePointer
  let recorder = Recorder()
  private(set) var clients: [FakeClient] = []
  private(set) var globals: [FakeGlobal] = []

  // What the objects of the usual globals are kept in; see the files of those types.
  var surfaces: [FakeSurface] = []
  var toplevels: [FakeToplevel] = []
  var buffers: [FakeBuffer] = []
  var seats: [FakeSeat] = []
  var outputs: [FakeOutput] = []
  var wmBases: [XdgWmBaseResource] = []
  var timestamps: [ZwpInputTimestampsV1Resource] = []
  /// The serials that pings were answered with.
  var pongs: [UInt32] = []
  /// The tokens that windows were to be activated with.
  var activations: [String] = []

  /// Whether a configure is sent as soon as a toplevel asks for it by its first commit; 0 × 0 leaves the size to the client.
  var firstConfigure: (width: Int32, height: Int32)? = (0, 0)
  /// What stands between the compositor and its client.
  var wiretap: Wiretap?
  /// Who draws title bars; nil leaves it to the client's wish.
  var decorationMode: ZxdgToplevelDecorationV1Resource.Mode?
  /// Whether buffers that were replaced are kept for ever.
  var withholdsReleases = false
  /// Whether a commit whose buffer differs from what is shown outside its damage is a violation.
  var checksDamage = true
  /// The refresh rate's period that frames and presentation tell.
  var refreshNanoseconds: UInt32 = 16_666_667

  /// A compositor that offers interfaces in these versions.
  init(offering offer: Offer = .usual) {
    guard let display = wl_display_create() else { preconditionFailure("There is no memory for a display.") }
    self.display = display
    // What a hostile test makes libwayland say is nobody's news.
    wl_log_set_handler_server { (_, _) in }
    for interface in BoundInterface.allCases {
      guard let version = offer.versions[interface] else { continue }
      addGlobal(interface, version: version)
    }
  }

  isolated deinit {
    wl_display_destroy_clients(display)
    wl_display_destroy(display)
  }

  /// A new client's end of a socket pair; the caller owns it.
  func connect() -> Int32 {
    var ends: [Int32] = [-1, -1]
    let status = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
    precondition(status == 0, "There are no descriptors left for a socket pair.")
    adopt(serverEnd: ends[0])
    return ends[1]
  }

  /// Takes a connected socket as a new client's; for tests that stand in its way.
  func adopt(serverEnd: Int32) {
    guard let pointer = wl_client_create(display, serverEnd) else { preconditionFailure("libwayland refuses the socket.") }
    clients.append(FakeClient(compositor: self, pointer: pointer))
  }

  /// Reads and answers what clients have sent, and sends what is queued for them; never waits.
  func pump() {
    wiretap?.pump()
    let loop = wl_display_get_event_loop(display)
    wl_event_loop_dispatch(loop, 0)
    wl_display_flush_clients(display)
    wiretap?.pump()
  }

  /// The requests since the last call; `of` keeps those of some kinds of objects: `["surface", "xdg_surface"]`.
  func takeTrace(of kinds: [String] = []) -> String {
    recorder.takeTrace(of: kinds)
  }

  /// What clients did wrong so far.
  var violations: [String] { recorder.violations }

  /// The next serial.
  func serial() -> UInt32 { wl_display_next_serial(display) }

  /// Whether the last client is still there.
  var isConnected: Bool { clients.last?.isConnected ?? false }

  /// Disconnects every client with no word, as a compositor that crashes.
  func kill() {
    for client in clients { client.kill() }
  }

  /// Ends every client with a protocol error.
  func postError(on resource: Resource? = nil, code: UInt32, message: String) {
    for client in clients { client.postError(on: resource, code: code, message: message) }
  }

  func client(_ pointer: OpaquePointer) -> FakeClient? {
    clients.first { $0.pointer == pointer }
  }

  /// Offers an interface with its usual behaviour, or with none if it has none of its own here.
  @discardableResult
  func addGlobal(_ interface: BoundInterface, version: Int32) -> FakeGlobal {
    let bind = behaviour(of: interface)
    let global = FakeGlobal(self, interface, version: version, onBind: bind)
    globals.append(global)
    return global
  }

  /// Withdraws every global of an interface.
  func removeGlobals(_ interface: BoundInterface) {
    for global in globals where global.interface == interface { global.remove() }
    globals.removeAll { $0.interface == interface }
  }
}

/// What a compositor's registry offers.
struct Offer {
  var versions: [BoundInterface: Int32]

  /// Everything in the newest version that we bind.
  static var usual: Offer {
    Offer(versions: Dictionary(uniqueKeysWithValues: all.map { ($0, $0.description.version) }))
  }

  /// Everything, in a version that does not exist yet (WCN-1).
  static var unheardOf: Offer {
    Offer(versions: Dictionary(uniqueKeysWithValues: all.map { ($0, 99) }))
  }

  /// What Weston 10 offers.
  static var weston10: Offer {
    Offer(versions: [
      .wlCompositor: 4, .wlShm: 1, .wlSeat: 7, .wlOutput: 3, .xdgWmBase: 3, .wpViewporter: 1, .wpPresentation: 1,
      .zwpInputTimestampsManagerV1: 1,
    ])
  }

  /// The same without some interfaces.
  func without(_ interfaces: BoundInterface...) -> Offer {
    Offer(versions: versions.filter { !interfaces.contains($0.key) })
  }

  /// The same with an interface in another version.
  func with(_ interface: BoundInterface, _ version: Int32) -> Offer {
    Offer(versions: versions.merging([interface: version]) { $1 })
  }

  private static let all: [BoundInterface] = [
    .wlCompositor, .wlShm, .wlSeat, .wlOutput, .xdgWmBase, .wpViewporter, .wpPresentation, .zxdgDecorationManagerV1,
    .zwpInputTimestampsManagerV1, .zwpPointerGesturesV1, .wpFractionalScaleManagerV1, .xdgActivationV1, .wpCursorShapeManagerV1,
    .zwpTabletManagerV2,
  ]
}
