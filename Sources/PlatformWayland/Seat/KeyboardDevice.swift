import EaselInputEvents
import EaselKeyboard
import EaselPlatform
import EaselPlatformLinux

/// One `wl_keyboard`: turns its events into key events (WKB).
final class KeyboardDevice {
  /// Keymaps larger than this are refused (WKB-1, DLI-3).
  static let largestKeymap = 4 << 20
  /// More keys than the kernel has are not held.
  static let mostKeys = 768

  private let proxy: WlKeyboard
  private unowned let seat: Seat
  private unowned let list: SeatList
  private let clock: DeviceTime
  private var keys: KeyTranslator
  /// A keymap that no key has needed yet: compiling takes milliseconds, which the first picture should not wait for.
  private var waitingKeymap: [UInt8]?
  private var repeater = KeyRepeat()
  private var timer: (any LoopTimer)?

  /// The window that has this keyboard's focus.
  private var focus: SurfaceID?
  /// Keys that were told as down.
  private var pressed: [UInt32] = []
  private var newestTime = Timestamp.zero

  init(_ proxy: WlKeyboard, seat: Seat, list: SeatList) {
    self.proxy = proxy
    self.seat = seat
    self.list = list
    clock = DeviceTime(list: list)
    keys = KeyTranslator(context: list.keymaps, locale: list.locale)
    timer = list.loop.makeTimer { [weak self] now in self?.repeatKey(now) }
    proxy.onEvent = { [weak self] event in self?.receive(event) }
    timestampsDidChange()
  }

  /// The device goes: held keys are cancelled, its focus ends (WKB-5).
  func invalidate() {
    clock.invalidate()
    end(proxy, since: 3) { proxy.release() }
    leave()
    timer = nil
  }

  func timestampsDidChange() {
    clock.subscribe { $0.getKeyboardTimestamps(keyboard: proxy) }
  }

  /// A window goes or is hidden: keys held on it are cancelled.
  func cancel(on surface: SurfaceID) {
    if focus == surface { releaseAll() }
  }

  private func receive(_ event: WlKeyboard.Event) {
    switch event {
    case .keymap(let format, let descriptor, let size):
      readKeymap(format, descriptor, size)
    case .enter(_, let surface, _):
      // Keys that are held already are not told, neither now nor when they go up, and do not repeat (WKB-4).
      enter(list.windows.window(of: surface)?.id)
    case .leave:
      leave()
    case .key(let serial, let time, let code, let state):
      useWaitingKeymap()
      key(code, state, serial: serial, time: clock.time(time))
    case .modifiers(_, let depressed, let latched, let locked, let group):
      if depressed | latched | locked != 0 { useWaitingKeymap() }
      keys.setModifiers(depressed: depressed, latched: latched, locked: locked, group: group)
      seat.modifiersDidChange(keys.modifiers)
      list.deliver()
    case .repeatInfo(let rate, let delay):
      repeater.configure(rate: rate, delay: delay)
      armTimer()
    }
  }

  // MARK: Keymap

  private func readKeymap(_ format: WlKeyboard.KeymapFormat, _ descriptor: Int32, _ size: UInt32) {
    guard descriptor >= 0 else { return }
    let file = FileDescriptor(adopting: descriptor)  // closes it, whatever comes
    guard format == .xkbV1 else {
      return list.log.once("keymap format", .info, "The keyboard has no keymap that we know: keys come without text.")
    }
    guard size > 0, size <= KeyboardDevice.largestKeymap, var text = try? file.read(Int(size), at: 0), text.count == Int(size)
    else {
      return list.log.once("keymap file", .warning, "A keymap of \(size) bytes cannot be read; the previous one stays.")
    }
    while text.last == 0 { text.removeLast() }
    // One that was not needed yet may be the last that works (WKB-2).
    useWaitingKeymap()
    waitingKeymap = text
    if !pressed.isEmpty { useWaitingKeymap() }
  }

  private func useWaitingKeymap() {
    guard let text = waitingKeymap else { return }
    waitingKeymap = nil
    guard keys.setKeymap(text) else {
      return list.log.once("keymap text", .warning, "A keymap cannot be compiled; the previous one stays.")
    }
    seat.modifiersDidChange(keys.modifiers)
    list.deliver()
  }

  // MARK: Focus

  private func enter(_ surface: SurfaceID?) {
    leave()
    focus = surface
    if let surface { list.windows.keyboard(came: true, to: surface) }
  }

  private func leave() {
    releaseAll()
    list.deliver()
    guard let old = focus else { return }
    focus = nil
    list.windows.keyboard(came: false, to: old)
  }

  private func releaseAll() {
    repeater.stop()
    armTimer()
    keys.resetCompose()
    guard let focus else { return pressed.removeAll() }
    for code in pressed {
      queue(code, .cancelled, keys.translate(code), on: focus, at: newestTime)
    }
    pressed.removeAll()
  }

  // MARK: Keys

  private func key(_ code: UInt32, _ state: WlKeyboard.KeyState, serial: UInt32, time: Timestamp) {
    newestTime = max(newestTime, time)
    guard let focus, list.windows.window(focus) != nil else { return }
    switch state {
    case .pressed: press(code, serial: serial, on: focus)
    case .released: release(code, on: focus)
    case .repeated:
      guard pressed.contains(code) else { return }
      queue(code, .repeated, keys.repeat(code), on: focus, at: newestTime)
    default: return  // WCN-6
    }
    list.deliver()
  }

  private func press(_ code: UInt32, serial: UInt32, on focus: SurfaceID) {
    guard !pressed.contains(code), pressed.count < KeyboardDevice.mostKeys else { return }
    list.note(serial: serial, of: seat.proxy)
    pressed.append(code)
    repeater.press(code, repeats: keys.repeats(code), at: list.loop.now)
    armTimer()
    queue(code, .down, keys.press(code), on: focus, at: newestTime)
  }

  private func release(_ code: UInt32, on focus: SurfaceID) {
    guard let index = pressed.firstIndex(of: code) else { return }
    pressed.remove(at: index)
    repeater.release(code)
    armTimer()
    queue(code, .up, keys.translate(code), on: focus, at: newestTime)
  }

  private func repeatKey(_ now: Timestamp) {
    let due = repeater.deadline
    let code = repeater.fire(at: now)
    armTimer()
    guard let code, let due, let focus, list.windows.window(focus) != nil else { return }
    newestTime = max(newestTime, due)
    queue(code, .repeated, keys.repeat(code), on: focus, at: newestTime)
    list.deliver()
  }

  private func armTimer() {
    guard repeater.deadline != timer?.deadline else { return }
    if let deadline = repeater.deadline {
      timer?.arm(at: deadline)
    } else {
      timer?.disarm()
    }
  }

  private func queue(
    _ code: UInt32, _ phase: KeyEvent.Phase, _ meaning: KeyTranslator.Meaning, on surface: SurfaceID, at time: Timestamp
  ) {
    list.queue.append(
      .key(
        KeyEvent(
          time: time, surface: surface, phase: phase, code: code, symbol: meaning.symbol,
          shortcutSymbol: meaning.shortcutSymbol, text: meaning.text, modifiers: meaning.modifiers)))
  }
}
