/// The buttons of one pointer that are down, as codes and as the mask that a touch carries (WPO-4).
struct PointerButtons: Sendable {
  /// The kernel's code of the primary button; it and the 31 codes after it have a bit each.
  static let firstCode: UInt32 = 0x110
  /// More buttons than this are not told apart.
  static let most = 32

  private var held: [UInt32] = []

  /// Whether none is down.
  var isEmpty: Bool { held.isEmpty }

  /// The bits of the buttons that are down; codes beyond the 32 named ones share the last bit.
  var mask: UInt32 {
    held.reduce(0) { $0 | Self.bit($1) }
  }

  func contains(_ code: UInt32) -> Bool { held.contains(code) }

  mutating func press(_ code: UInt32) {
    if held.count < Self.most { held.append(code) }
  }

  /// Whether the button was down.
  mutating func release(_ code: UInt32) -> Bool {
    guard let index = held.firstIndex(of: code) else { return false }
    held.remove(at: index)
    return true
  }

  mutating func removeAll() { held.removeAll(keepingCapacity: true) }

  static func bit(_ code: UInt32) -> UInt32 {
    let number = code &- firstCode
    return 1 << min(number, 31)
  }
}
