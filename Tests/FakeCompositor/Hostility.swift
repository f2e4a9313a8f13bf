internal import CEaselWaylandServer
internal import Glibc

/// Events that are well-formed and make no sense (DSE-1, DFZ-2).
extension FakeCompositor {
  /// Sends every event of every object that clients have, once, with arguments from a generator; how many were sent.
  @discardableResult
  func sendEveryEvent(using generator: inout some RandomNumberGenerator) -> Int {
    var count = 0
    for resource in clients.flatMap(\.resources) {
      let events = type(of: resource).interface.description.events
      for opcode in events.indices where sendEvent(opcode, of: resource, using: &generator) { count += 1 }
    }
    return count
  }

  /// Sends one event of one object, both by chance; `among` limits the choice to objects of some interfaces.
  func sendRandomEvent(among kinds: Set<BoundInterface>? = nil, using generator: inout some RandomNumberGenerator) {
    let candidates = clients.flatMap(\.resources).filter { kinds?.contains(type(of: $0).interface) ?? true }
    guard let resource = candidates.randomElement(using: &generator) else { return }
    let events = type(of: resource).interface.description.events
    guard let opcode = events.indices.randomElement(using: &generator) else { return }
    sendEvent(opcode, of: resource, using: &generator)
  }

  /// Sends one event with arguments by chance; false if it needs an object that nobody has.
  @discardableResult
  func sendEvent(_ opcode: Int, of resource: Resource, using generator: inout some RandomNumberGenerator) -> Bool {
    guard let pointer = resource.pointer else { return false }
    var arguments = HostileArguments()
    defer { arguments.free() }
    let event = type(of: resource).interface.description.events[opcode]
    var isNullable = false
    for letter in "\(event.signature)" where !letter.isNumber {
      if letter == "?" {
        isNullable = true
        continue
      }
      let type = event.types.isEmpty ? nil : event.types[arguments.count]
      let objects = resource.client.resources.filter { Swift.type(of: $0).interface == type }
      guard arguments.append(letter, isNullable: isNullable, objects: objects, using: &generator) else { return false }
      isNullable = false
    }
    arguments.withList { wl_resource_post_event_array(pointer, UInt32(opcode), $0) }
    return true
  }
}

/// Arguments by chance, with a liking for the edges.
private struct HostileArguments {
  private var list: [wl_argument] = []
  private var memory: [UnsafeMutableRawPointer] = []
  private var descriptors: [Int32] = []

  var count: Int { list.count }

  mutating func append(
    _ letter: Character, isNullable: Bool, objects: [Resource], using generator: inout some RandomNumberGenerator
  ) -> Bool {
    switch letter {
    case "i": list.append(wl_argument(i: number(using: &generator)))
    case "u": list.append(wl_argument(u: UInt32(bitPattern: number(using: &generator))))
    case "f": list.append(wl_argument(f: number(using: &generator)))
    case "s": list.append(wl_argument(s: string(using: &generator)))
    case "a": list.append(wl_argument(a: array(using: &generator)))
    case "h": list.append(wl_argument(h: descriptor(using: &generator)))
    case "o":
      let object = objects.randomElement(using: &generator)
      guard object != nil || isNullable else { return false }
      list.append(wl_argument(o: object?.pointer))
    default: return false
    }
    return true
  }

  mutating func withList(_ body: (UnsafeMutablePointer<wl_argument>?) -> Void) {
    list.withUnsafeMutableBufferPointer { body($0.baseAddress) }
  }

  func free() {
    for each in memory { each.deallocate() }
    for each in descriptors { close(each) }
  }

  private func number(using generator: inout some RandomNumberGenerator) -> Int32 {
    switch UInt8.random(in: 0..<6, using: &generator) {
    case 0: [0, 1, -1, .max, .min, 256, 65536, 0x110].randomElement(using: &generator) ?? 0
    case 1: .random(in: .min ... .max, using: &generator)
    case 2, 3: .random(in: 0..<4, using: &generator)
    default: .random(in: -4..<300, using: &generator)
    }
  }

  private mutating func string(using generator: inout some RandomNumberGenerator) -> UnsafePointer<CChar> {
    let count = Int.random(in: 0..<40, using: &generator)
    let text = UnsafeMutableRawPointer.allocate(byteCount: count + 1, alignment: 1)
    for index in 0..<count {
      text.storeBytes(of: UInt8.random(in: 1...255, using: &generator), toByteOffset: index, as: UInt8.self)
    }
    text.storeBytes(of: 0, toByteOffset: count, as: UInt8.self)
    memory.append(text)
    return UnsafePointer(text.assumingMemoryBound(to: CChar.self))
  }

  private mutating func array(using generator: inout some RandomNumberGenerator) -> UnsafeMutablePointer<wl_array> {
    let count = Int.random(in: 0..<50, using: &generator)
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: count + 1, alignment: 8)
    for index in 0..<count {
      bytes.storeBytes(of: UInt8.random(in: 0...12, using: &generator), toByteOffset: index, as: UInt8.self)
    }
    let array = UnsafeMutablePointer<wl_array>.allocate(capacity: 1)
    array.initialize(to: wl_array(size: count, alloc: count, data: bytes))
    memory += [bytes, UnsafeMutableRawPointer(array)]
    return array
  }

  private mutating func descriptor(using generator: inout some RandomNumberGenerator) -> Int32 {
    let path = ["/dev/null", "/dev/zero", "/"].randomElement(using: &generator) ?? "/"
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    descriptors.append(descriptor)
    return descriptor
  }
}
