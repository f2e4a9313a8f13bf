import Testing

@testable import EaselWaylandScanner

@Suite struct EmitterTests {
  private func set() throws -> InterfaceSet {
    var set = InterfaceSet()
    for interface in try sample().interfaces { try set.insert(interface) }
    return set
  }

  @Test(arguments: [
    ("wl_shm_pool", "WlShmPool"), ("wp_fractional_scale_v1", "WpFractionalScaleV1"), ("xdg_toplevel", "XdgToplevel"),
  ])
  func `Interfaces become types`(name: String, type: String) {
    #expect(Naming.type(name) == type)
  }

  @Test func `Messages and arguments become members, words of Swift get backticks`() {
    let names = ["set_app_id", "damage_buffer", "id", "default", "repeat", "in", "frame"].map(Naming.member)
    #expect(names == ["setAppID", "damageBuffer", "id", "`default`", "`repeat`", "`in`", "frame"])
    #expect(Naming.entry("90", of: "transform") == "transform90")
    #expect(Naming.entry("flipped_90", of: "transform") == "flipped90")
  }

  /// WCN-6: an enum of the protocol is a struct, so that a value that nobody knows is a value like any other.
  @Test func `An enum takes any value`() throws {
    var source = Source()
    for each in try sample().interfaces[0].enums { EnumEmitter().emit(each, into: &source) }
    #expect(
      source.text == """
        nonisolated struct Mode: RawRepresentable, Hashable, Sendable {
          var rawValue: UInt32
          init(rawValue: UInt32) {
            self.rawValue = rawValue
          }
          static let `default` = Mode(rawValue: 0)
          static let mode90 = Mode(rawValue: 16)
          static let newer = Mode(rawValue: 2)
        }
        nonisolated struct Flag: OptionSet, Hashable, Sendable {
          var rawValue: UInt32
          init(rawValue: UInt32) {
            self.rawValue = rawValue
          }
          static let big = Flag(rawValue: 4)
        }

        """)
  }

  @Test func `The tables hold every message, also those that Swift cannot express`() throws {
    var source = Source()
    TableEmitter(set: try set()).emit(try sample().interfaces[0], into: &source)
    #expect(
      source.text == """
        extension InterfaceDescription {
          static let wlThing = InterfaceDescription(
            name: "wl_thing", version: 3,
            requests: [
              MessageDescription("destroy", ""),
              MessageDescription("make_other", "nus", [.wlOther, nil, nil]),
              MessageDescription("use_foreign", "o"),
              MessageDescription("later", "3"),
            ],
            events: [
              MessageDescription("moved", "2?ofio", [.wlOther, nil, nil, nil]),
              MessageDescription("sent", "ha"),
              MessageDescription("done", ""),
            ])
        }

        """)
  }

  @Test func `A client's class has requests as methods and one closure for all events`() throws {
    var interface = try sample().interfaces[0]
    interface.enums = []
    var source = Source()
    ClientEmitter(set: try set()).emit(interface, into: &source)
    #expect(source.text == clientText)
  }

  @Test func `A server's class has events as methods and one closure for all requests`() throws {
    var interface = try sample().interfaces[0]
    interface.enums = []
    interface.events.removeFirst()
    var source = Source()
    ServerEmitter(set: try set()).emit(interface, into: &source)
    #expect(source.text == serverText)
  }

  @Test func `An event that makes an object of an interface that is not bound is refused`() throws {
    var interface = try sample().interfaces[0]
    let id = ArgumentModel(name: "id", kind: .newID, interface: "wl_nothing")
    interface.events.append(MessageModel(name: "offer", arguments: [id]))
    let set = try set()
    #expect(throws: ScannerError("wl_thing.offer creates an object that bound.txt does not name")) {
      try set.check(interface)
    }
  }
}

private let clientText = """
  /// `wl_thing` up to version 3.
  final class WlThing: Proxy {
    override class var interface: BoundInterface {
      .wlThing
    }

    enum Event {
      case moved(other: WlOther?, surfaceX: Fixed, flags: WlThing.Flag, tool: Proxy?)
      case sent(fd: Int32, keys: WireArray)
      case done
    }

    /// Set once by the owner; descriptors in what it is handed become its own, to be closed by it.
    @safe @exclusivity(unchecked) var onEvent: ((Event) -> Void)?

    override func receive(_ opcode: UInt32, _ arguments: WireArguments) {
      switch opcode {
      case 0:
        let message = Event.moved(other: arguments.object(0, WlOther.self), surfaceX: arguments.fixed(1), \
  flags: WlThing.Flag(rawValue: UInt32(bitPattern: arguments.int(2))), tool: nil)
        onEvent?(message)
      case 1:
        guard onEvent != nil else { return arguments.closeDescriptor(0) }
        let message = Event.sent(fd: arguments.descriptor(0), keys: arguments.array(1))
        onEvent?(message)
      case 2:
        let message = Event.done
        retire()
        onEvent?(message)
      default:
        super.receive(opcode, arguments)
      }
    }

    func destroy() {
      guard canSend("wl_thing.destroy", since: 1) else { return }
      sendDestructor(0)
    }

    func makeOther(mode: WlThing.Mode, appID: String) -> WlOther {
      guard canSend("wl_thing.make_other", since: 1) else { return WlOther(inertOn: display) }
      return WireArgument.withString(appID) { (appID: WireArgument) -> WlOther in
        var list: InlineArray<3, WireArgument> = [WireArgument.newID, WireArgument(uint: mode.rawValue), appID]
        return create(1, &list, WlOther.self)
      }
    }

    func later() {
      guard canSend("wl_thing.later", since: 3) else { return }
      send(3)
    }

  }

  """

private let serverText = """
  /// A client's `wl_thing`.
  final class WlThingResource: Resource {
    override class var interface: BoundInterface {
      .wlThing
    }

    enum Request {
      case destroy
      case makeOther(id: WlOtherResource, mode: WlThingResource.Mode, appID: String)
      case later
    }

    /// Set once by the owner; descriptors in what it is handed become its own, to be closed by it.
    @safe @exclusivity(unchecked) var onRequest: ((Request) -> Void)?

    override func dropHandler() {
      onRequest = nil
    }

    override func receive(_ opcode: UInt32, _ arguments: WireArguments) {
      switch opcode {
      case 0:
        let message = Request.destroy
        onRequest?(message)
        destroy()
      case 1:
        let message = Request.makeOther(id: newObject(arguments, 0, WlOtherResource.self), \
  mode: WlThingResource.Mode(rawValue: arguments.uint(1)), appID: arguments.string(2))
        onRequest?(message)
      case 2:
        super.receive(opcode, arguments)
      case 3:
        let message = Request.later
        onRequest?(message)
      default:
        super.receive(opcode, arguments)
      }
    }

    func sendSent(fd: Int32, keys: WireArray) {
      WireArgument.withArray(keys) { (keys: WireArgument) in
        var list: InlineArray<2, WireArgument> = [WireArgument(descriptor: fd), keys]
        send(0, &list)
      }
    }

    func sendDone() {
      send(1)
    }

  }

  """
