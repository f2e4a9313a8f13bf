/// The newest requests, to be read after a protocol error (WER-1).
struct RequestHistory {
  private struct Entry {
    var interface: BoundInterface
    var id: UInt32
    var opcode: UInt32
  }

  /// How many are remembered.
  static var capacity: Int { 50 }

  private var entries: [Entry] = []
  private var next = 0

  init() {
    entries.reserveCapacity(Self.capacity)
  }

  /// Remembers a request in place of the oldest; allocates nothing.
  mutating func record(_ interface: BoundInterface, id: UInt32, opcode: UInt32) {
    let entry = Entry(interface: interface, id: id, opcode: opcode)
    if entries.count < Self.capacity {
      entries.append(entry)
    } else {
      entries[next] = entry
    }
    next = (next + 1) % Self.capacity
  }

  /// A line for each, the oldest first.
  var text: String {
    let start = entries.count < Self.capacity ? 0 : next
    return (0..<entries.count).map { line(entries[(start + $0) % entries.count]) }.joined(separator: "\n")
  }

  private func line(_ entry: Entry) -> String {
    let description = entry.interface.description
    let isKnown = Int(entry.opcode) < description.requests.count
    let name = isKnown ? "\(description.requests[Int(entry.opcode)].name)" : "request \(entry.opcode)"
    return "  \(description.name)#\(entry.id).\(name)"
  }
}
