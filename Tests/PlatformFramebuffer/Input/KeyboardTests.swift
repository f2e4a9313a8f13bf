internal import CEaselLibinput
import EaselGeometry
import EaselInputEvents
import EaselKeyboard
import EaselPlatform
import EaselPlatformLinux
import Testing

@testable import EaselPlatformFramebuffer

/// Key codes of the kernel.
private nonisolated enum Key {
  static let backspace: UInt32 = 14
  static let control: UInt32 = 29
  static let a: UInt32 = 30
  static let shift: UInt32 = 42
  static let alternate: UInt32 = 56
  static let capsLock: UInt32 = 58
  static let f2: UInt32 = 60
  static let f12: UInt32 = 88
}

@Suite struct `A keyboard without a compositor` {
  private func play(_ bench: InputBench, _ device: FakeDevice, _ keys: [(UInt32, Bool)]) {
    bench.fake.play(keys.map { bench.key($0.0, $0.1, device) })
  }

  private func typed(_ bench: InputBench, _ device: FakeDevice, _ keys: UInt32...) -> String {
    play(bench, device, keys.flatMap { [($0, true), ($0, false)] })
    return bench.taken()
  }

  @Test func `types, the symbol before the state changes (LKB-2)`() throws {
    let keyboard = FakeDevice.keyboard()
    let bench = try InputBench(keyboard)
    play(
      bench, keyboard, [(Key.a, true), (Key.a, false), (Key.shift, true), (Key.a, true), (Key.a, false), (Key.shift, false)])
    #expect(bench.taken() == "<down 30 “a”> <up 30> <down 42> <down 30 “A” m1> <up 30 m1> <up 42 m1>")
  }

  @Test func `counts a key from its first press to its last release over all keyboards (LKB-2)`() throws {
    let keyboards = [FakeDevice.keyboard("event1"), .keyboard("event7")]
    let bench = try InputBench(keyboards[0], keyboards[1])
    play(bench, keyboards[0], [(Key.shift, true)])
    play(
      bench, keyboards[1],
      [(Key.shift, true), (Key.a, true), (Key.a, false), (Key.shift, false), (Key.a, true), (Key.a, false)])
    #expect(bench.taken() == "<down 42> <down 30 “A” m1> <up 30 m1> <down 30 “A” m1> <up 30 m1>")
    play(bench, keyboards[0], [(Key.shift, false), (Key.shift, false), (Key.a, true)])
    #expect(bench.taken() == "<up 42 m1> <down 30 “a”>")
    bench.fake.unplug(keyboards[0])  // KB-4
    #expect(bench.taken() == "<cancelled 30>")
  }

  @Test func `repeats after 400 ms, 25 times a second (LKB-3)`() throws {
    let keyboard = FakeDevice.keyboard()
    let bench = try InputBench(keyboard)
    play(bench, keyboard, [(Key.a, true)])
    #expect(bench.taken() == "<down 30 “a”>")
    #expect(
      [399, 1, 39, 1, 200].map { bench.taken(after: $0) } == [
        "", "<repeated 30 “a”>", "", "<repeated 30 “a”>", "<repeated 30 “a”>",
      ])
    play(bench, keyboard, [(Key.a, false)])
    #expect(bench.taken(after: 1000) == "<up 30>")
    #expect(bench.taken(after: 1000) == "" && bench.loop.nextDeadline == nil)
  }

  @Test func `lights lamps, also on keyboards that come later (LKB-4)`() throws {
    let keyboard = FakeDevice.keyboard()
    let bench = try InputBench(keyboard)
    #expect(typed(bench, keyboard, Key.capsLock, Key.a).hasSuffix("<down 30 “A”> <up 30>"))
    let other = FakeDevice.keyboard("event7")
    bench.fake.plug(other)
    _ = bench.taken()
    #expect(keyboard.lamps == LIBINPUT_LED_CAPS_LOCK.rawValue && other.lamps == LIBINPUT_LED_CAPS_LOCK.rawValue)
    _ = typed(bench, other, Key.capsLock)
    #expect(keyboard.lamps == 0 && other.lamps == 0)
    #expect([keyboard, other].map(\.lampWrites) == [3, 2])  // when it comes, and at each change
  }

  @Test func `lets everything go when the session goes, and keeps what is locked (LKB-5, SCV-2)`() throws {
    let keyboard = FakeDevice.keyboard()
    let bench = try InputBench(keyboard)
    _ = typed(bench, keyboard, Key.capsLock)
    play(bench, keyboard, [(Key.control, true), (Key.a, true)])
    _ = bench.taken()
    bench.seat?.pause()
    #expect(bench.taken() == "<cancelled 29 m18> <cancelled 30 m2>")
    // Released elsewhere, or at home before they count again: nothing comes of it.
    bench.seat?.resume()
    play(bench, keyboard, [(Key.control, false), (Key.a, false)])
    #expect(bench.taken() == "")
    #expect(typed(bench, keyboard, Key.a) == "<down 30 “A”> <up 30>")
    #expect(keyboard.lamps == LIBINPUT_LED_CAPS_LOCK.rawValue)
  }

  @Test(arguments: [(Key.f2, 2), (Key.f12, 12)])
  func `asks for another terminal and says nothing of the key (LKB-6)`(code: UInt32, terminal: Int) throws {
    let keyboard = FakeDevice.keyboard()
    for environment in [[:], ["XKB_DEFAULT_LAYOUT": "no such layout"]] {
      let bench = try InputBench(keyboard, environment: environment)
      var asked: [Int] = []
      bench.seat?.onSwitchTerminal = { asked.append($0) }
      play(bench, keyboard, [(code, true), (code, false)])
      #expect(bench.taken().hasPrefix("<down \(code)>") && asked.isEmpty)
      play(bench, keyboard, [(Key.control, true), (Key.alternate, true), (code, true), (code, false)])
      #expect(bench.taken() == "<down 29> <down 56 m2>" && asked == [terminal])
    }
  }

  @Test func `asks for the end where it may (LKB-7)`() throws {
    let keyboard = FakeDevice.keyboard()
    let bench = try InputBench(keyboard)
    let chord = [(Key.control, true), (Key.alternate, true), (Key.backspace, true), (Key.backspace, false)]
    play(bench, keyboard, chord + [(Key.alternate, false), (Key.control, false)])
    #expect(bench.taken().contains("<down 14"))  // a kiosk: a key like any other
    var asked = 0
    bench.seat?.onQuit = { asked += 1 }
    play(bench, keyboard, chord)
    #expect(!bench.taken().contains("14") && asked == 1)
  }

  @Test func `leaves power keys to the system, and drops keys that there are not (LDV-4)`() throws {
    let keyboard = FakeDevice.keyboard()
    let bench = try InputBench(keyboard)
    #expect(typed(bench, keyboard, 116, 142, 205, 0x300, .max, 0x2ff) == "<down 767> <up 767>")
  }

  @Test func `loses its keys with the window (WKB-5)`() throws {
    let keyboard = FakeDevice.keyboard()
    let bench = try InputBench(keyboard)
    play(bench, keyboard, [(Key.a, true)])
    _ = bench.taken()
    bench.seat?.placement.surface = SurfaceID(2)
    play(bench, keyboard, [(Key.a, false)])
    #expect(bench.taken(after: 1000) == "<cancelled 30>")
    bench.seat?.placement.surface = nil
    #expect(typed(bench, keyboard, Key.a) == "")
  }

  @Test func `is kept from others if nobody else does it, and a screen never is (FVT-10)`() throws {
    let keyboard = FakeDevice.keyboard()
    let power = FakeDevice.keyboard("event7")
    power.keys = [116]
    let both = FakeDevice("event8", [LIBINPUT_DEVICE_CAP_KEYBOARD, LIBINPUT_DEVICE_CAP_TOUCH])
    let bench = try InputBench(keyboard, power, both)
    bench.seat?.grabsKeyboards = true
    // The fake's nodes are no devices, so each try is refused and told; the kernel's own are tried in a virtual machine.
    #expect(bench.messages.filter { $0.contains("What is typed reaches other programs") }.count == 1)
    #expect(bench.messages.contains { $0.contains("/dev/input/event1") })
  }
}

@Suite struct `The keymap without a compositor` {
  private func meaning(_ keys: inout KeyTranslator, _ code: UInt32) -> String { keys.press(code).text }

  @Test func `comes from the environment, else from the system's file (LKB-1)`() {
    #expect(KeymapNames(environment: ["XKB_DEFAULT_LAYOUT": "de", "XKB_DEFAULT_OPTIONS": ""])?.layout == "de")
    #expect(KeymapNames(environment: ["XKB_DEFAULT_LAYOUT": "", "LAYOUT": "de"]) == nil)
    let file = """
      # XKBLAYOUT="fr"
      XKBMODEL="pc105"
        XKBLAYOUT=  'de,us'
      XKBVARIANT=""
      XKBOPTIONS=ctrl:nocaps
      BACKSPACE="guess"
      XKBLAYOUT
      """
    let names = KeymapNames(systemFile: file)
    #expect(names?.model == "pc105" && names?.layout == "de,us" && names?.variant == nil && names?.options == "ctrl:nocaps")
    #expect(KeymapNames(systemFile: "nothing\n=\n") == nil)
  }

  @Test func `that cannot be compiled is replaced, with one message (LKB-1)`() {
    var messages: [String] = []
    let log = Log { messages.append("\($1)") }
    var keys = LocalKeymap.translator(
      environment: ["XKB_DEFAULT_LAYOUT": "no such\nlayout"], systemFile: "/nonexistent", log: log)
    #expect(meaning(&keys, Key.a) == "a")
    #expect(messages.count == 1 && messages.first?.contains("no such?layout") == true)
  }

  @Test func `of our own needs no files (LKB-1)`() {
    var messages: [String] = []
    let log = Log { messages.append("\($1)") }
    // A context that may read no files, as where the keyboard data are missing.
    var keys = LocalKeymap.translator(
      environment: [:], systemFile: "/nonexistent", context: XKBContext(readsSystem: false), log: log)
    #expect(messages.count == 1 && messages.first?.contains("xkb-data") == true)
    let plain = (2...13).map { meaning(&keys, $0) }.joined() + (16...27).map { meaning(&keys, $0) }.joined()
    #expect(plain == "1234567890-=qwertyuiop[]")
    keys.update(Key.shift, isPressed: true)
    let shifted = (2...13).map { meaning(&keys, $0) }.joined() + (30...40).map { meaning(&keys, $0) }.joined()
    #expect(shifted == "!@#$%^&*()_+ASDFGHJKL:\"")
    keys.update(Key.shift, isPressed: false)
    for code in [Key.capsLock, 69] {
      keys.update(code, isPressed: true)
      keys.update(code, isPressed: false)
    }
    #expect(keys.lamps == [.capsLock, .numLock] && meaning(&keys, Key.a) == "A" && meaning(&keys, 71) == "7")
    #expect(keys.modifiers == [.alphaShift] && keys.repeats(Key.a) && !keys.repeats(Key.control))
    #expect(keys.press(103).symbol == 0xff52 && keys.press(Key.f12).symbol == 0xffc9)
  }

  @Test func `without memory for it there are codes alone (LKB-1)`() {
    var keys = LocalKeymap.translator(environment: [:], context: nil, log: Log { _, _ in })
    keys.update(Key.a, isPressed: true)
    keys.releaseAll()
    #expect(keys.press(Key.a).text == "" && keys.lamps == [] && keys.modifiers == [])
  }
}
