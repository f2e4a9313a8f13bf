/// The lamps of a keyboard.
package nonisolated struct KeyboardLamps: OptionSet, Hashable, Sendable {
  package var rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let numLock = KeyboardLamps(rawValue: 1)
  package static let capsLock = KeyboardLamps(rawValue: 2)
  package static let scrollLock = KeyboardLamps(rawValue: 4)
}
