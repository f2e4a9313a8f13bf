import EaselInputEvents
import EaselKeyboard
import EaselPlatform

/// All keyboards of a seat as one: a key counts from the first press to the last release (LKB-2).
final class SeatKeyboard {
  /// Keys that devices may have; what lies beyond is dropped.
  static let mostKeys: UInt32 = 0x300

  /// Another terminal is wanted, by its number (LKB-6).
  var onSwitchTerminal: ((Int) -> Void)?
  /// The end is wanted; nil if the keys for it are like any others (LKB-7).
  var onQuit: (() -> Void)?
  /// Lamps or modifiers may have changed.
  var onStateChange: (() -> Void)?

  private let route: InputRoute
  private var keys: KeyTranslator
  private var repeater = KeyRepeat()
  private var timer: (any LoopTimer)?
  /// Who holds which key.
  private var held: [(code: UInt32, device: ObjectIdentifier)] = []
  /// Keys that were told as down, and on which surface.
  private var told: [(code: UInt32, surface: SurfaceID)] = []
  private var newestTime = Timestamp.zero

  init(route: InputRoute, keys: KeyTranslator) {
    self.route = route
    self.keys = keys
    timer = route.loop.makeTimer { [weak self] now in self?.repeatKey(now) }
  }

  var lamps: KeyboardLamps { keys.lamps }

  // MARK: What keyboards say

  /// A key of a device changes.
  func key(_ code: UInt32, isPressed: Bool, of device: ObjectIdentifier, at time: Timestamp) {
    guard code < SeatKeyboard.mostKeys, !SystemKey.codes.contains(code) else { return }
    newestTime = max(newestTime, time)
    let isOwn = held.contains { $0.code == code && $0.device == device }
    guard isOwn != isPressed else { return }
    if isPressed {
      let isFirst = !held.contains { $0.code == code }
      held.append((code, device))
      if isFirst { press(code) }
    } else {
      held.removeAll { $0.code == code && $0.device == device }
      if !held.contains(where: { $0.code == code }) { release(code, .up) }
    }
  }

  /// A device goes: what it alone held is cancelled (LDV-2).
  func remove(_ device: ObjectIdentifier) {
    let codes = held.filter { $0.device == device }.map(\.code)
    held.removeAll { $0.device == device }
    for code in codes where !held.contains(where: { $0.code == code }) { release(code, .cancelled) }
  }

  /// The session goes: everything is released, and only what is locked stays (LKB-5).
  func releaseAll() {
    cancelTold { _ in true }
    held.removeAll()
    keys.releaseAll()
    stateDidChange()
  }

  /// A surface goes: the keys held on it are cancelled, and nothing comes of them when they go up.
  func cancel(on surface: SurfaceID) {
    cancelTold { $0 == surface }
  }

  private func cancelTold(where isGone: (SurfaceID) -> Bool) {
    repeater.stop()
    armTimer()
    keys.resetCompose()
    for (code, surface) in told where isGone(surface) {
      queue(code, .cancelled, keys.translate(code), on: surface)
    }
    told.removeAll { isGone($0.surface) }
  }

  // MARK: Keys

  private func press(_ code: UInt32) {
    let meaning = keys.press(code)  // before the state changes (LKB-2)
    let modifiers = keys.modifiers
    keys.update(code, isPressed: true)
    defer { stateDidChange() }
    if let terminal = SystemKey.terminal(meaning, code, modifiers) {
      onSwitchTerminal?(terminal)
      return
    }
    if let onQuit, SystemKey.quits(meaning, code, modifiers) {
      onQuit()
      return
    }
    guard let surface = route.placement.surface else { return }
    told.append((code, surface))
    repeater.press(code, repeats: keys.repeats(code), at: route.loop.now)
    armTimer()
    queue(code, .down, meaning, on: surface)
  }

  private func release(_ code: UInt32, _ phase: KeyEvent.Phase) {
    let meaning = keys.translate(code)
    keys.update(code, isPressed: false)
    repeater.release(code)
    armTimer()
    defer { stateDidChange() }
    guard let index = told.firstIndex(where: { $0.code == code }) else { return }
    queue(code, phase, meaning, on: told.remove(at: index).surface)
  }

  private func stateDidChange() {
    route.modifiers = keys.modifiers
    onStateChange?()
  }

  private func repeatKey(_ now: Timestamp) {
    let due = repeater.deadline
    let code = repeater.fire(at: now)
    armTimer()
    guard let code, let due, let surface = told.first(where: { $0.code == code })?.surface else { return }
    newestTime = max(newestTime, due)
    queue(code, .repeated, keys.repeat(code), on: surface)
    route.deliver()
  }

  private func armTimer() {
    guard repeater.deadline != timer?.deadline else { return }
    if let deadline = repeater.deadline {
      timer?.arm(at: deadline)
    } else {
      timer?.disarm()
    }
  }

  private func queue(_ code: UInt32, _ phase: KeyEvent.Phase, _ meaning: KeyTranslator.Meaning, on surface: SurfaceID) {
    route.queue.append(
      .key(
        KeyEvent(
          time: newestTime, surface: surface, phase: phase, code: code, symbol: meaning.symbol,
          shortcutSymbol: meaning.shortcutSymbol, text: meaning.text, modifiers: meaning.modifiers)))
  }
}

/// Keys that are for the system, not for the application.
private enum SystemKey {
  /// Power and sleep, which the system hears by itself (LDV-4).
  static let codes: Set<UInt32> = [116, 142, 143, 205, 356]
  private static let switchSymbols: ClosedRange<UInt32> = 0x1008_fe01...0x1008_fe0c
  private static let backspace: UInt32 = 14
  private static let terminateSymbol: UInt32 = 0xfed5

  /// The terminal that a key asks for: by the layout, and where that lacks it by Control, Alt and F1 to F12 (LKB-6).
  static func terminal(_ meaning: KeyTranslator.Meaning, _ code: UInt32, _ modifiers: KeyModifiers) -> Int? {
    if switchSymbols.contains(meaning.symbol) { return Int(meaning.symbol - switchSymbols.lowerBound) + 1 }
    guard modifiers.isSuperset(of: [.control, .alternate]) else { return nil }
    switch code {
    case 59...68: return Int(code) - 58  // F1 to F10
    case 87, 88: return Int(code) - 76  // F11, F12
    default: return nil
    }
  }

  /// Control, Alt and Backspace (LKB-7).
  static func quits(_ meaning: KeyTranslator.Meaning, _ code: UInt32, _ modifiers: KeyModifiers) -> Bool {
    meaning.symbol == terminateSymbol || (code == backspace && modifiers.isSuperset(of: [.control, .alternate]))
  }
}
