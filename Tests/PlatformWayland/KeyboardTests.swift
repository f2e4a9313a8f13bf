import EaselGeometry
import EaselInputEvents
import EaselPlatform
import Glibc
import Testing

@testable import EaselFakeCompositor
@testable import EaselKeyboard
@testable import EaselPlatformWayland

/// Key codes of the kernel and bits of the modifiers in the fake's keymap.
private enum Key {
  static let escape: UInt32 = 1
  static let q: UInt32 = 16
  static let control: UInt32 = 29
  static let a: UInt32 = 30
  static let z: UInt32 = 44
  static let f11: UInt32 = 87
}

private enum Bit {
  static let shift: UInt32 = 1
  static let lock: UInt32 = 2
  static let control: UInt32 = 4
  static let alternate: UInt32 = 8
  static let command: UInt32 = 64
}

@Suite struct `A keyboard over the protocol` {
  private func keys(_ bench: SeatBench) -> [KeyEvent] {
    bench.sink.events.compactMap { event in
      if case .key(let key) = event { key } else { nil }
    }
  }

  @Test func `gives symbols, text and shortcuts`() throws {
    // WKB-3, WKB-9: state follows the modifiers event alone; control characters are no text.
    let bench = try SeatBench()
    bench.seat.focus(bench.surface)
    let steps: [(mask: UInt32, code: UInt32)] = [
      (0, Key.a), (Bit.shift, Key.a), (Bit.lock, Key.a), (Bit.control, Key.z), (Bit.control | Bit.shift, Key.z),
      (Bit.alternate, Key.q), (Bit.command, Key.q), (0, Key.escape), (0, Key.f11), (0, Key.control), (0, 4000),
      (0, .max),
    ]
    for step in steps {
      bench.seat.modifiers(depressed: step.mask & ~Bit.lock, locked: step.mask & Bit.lock)
      bench.seat.key(step.code, .pressed)
      bench.seat.key(step.code, .released)
    }
    bench.rig.turn()
    let downs = keys(bench).filter { $0.phase == .down }.map {
      "\($0.code) \(String($0.symbol, radix: 16)) \(String($0.shortcutSymbol, radix: 16)) “\($0.text)” m\($0.modifiers.rawValue)"
    }
    #expect(
      downs == [
        "30 61 61 “a” m0", "30 41 61 “A” m1", "30 41 61 “A” m0", "44 7a 7a “” m2", "44 5a 7a “” m3", "16 71 71 “q” m4",
        "16 71 71 “q” m8", "1 ff1b ff1b “” m0", "87 ffc8 ffc8 “” m0", "29 ffe3 ffe3 “” m0", "4000 0 0 “” m0",
        "4294967295 0 0 “” m0",
      ])
    #expect(keys(bench).filter { $0.phase == .up }.count == steps.count)
    #expect(bench.isWell)
  }

  @Test func `does not count modifiers itself, and takes them without focus`() throws {
    // WKB-3
    let bench = try SeatBench()
    bench.seat.modifiers(depressed: Bit.control)
    bench.seat.focus(bench.surface)
    bench.seat.key(Key.control, .pressed)
    bench.seat.key(Key.control, .released)
    bench.seat.key(Key.z, .pressed)
    bench.down(1)
    #expect(bench.taken() == "<down 29@1 m2> <up 29@1 m2> <down 44@1 m2> [down A@1]")
    guard case .touches(let frame) = bench.sink.events.last else { return }
    #expect(frame.modifiers == .control)
  }

  @Test func `is silent about keys that are held when the focus comes`() throws {
    // WKB-4
    let bench = try SeatBench()
    bench.seat.focus(bench.surface, keys: [Key.a, Key.q, 0xffff_ffff])
    bench.seat.key(Key.a, .released)
    #expect(bench.taken() == "")
    #expect(bench.taken(after: 2000) == "")  // no repeat
    bench.seat.key(Key.q, .pressed)
    #expect(bench.taken() == "<down 16@1 “q”>")
    bench.seat.focusNothing()
    bench.seat.key(Key.z, .pressed)
    #expect(bench.taken() == "<cancelled 16@1>")
    bench.seat.unfocusNothing()
    bench.seat.unfocusNothing()
    bench.seat.focus(bench.surface)
    bench.seat.unfocusNothing()
    #expect(bench.taken() == "")
    let focus = bench.windows[0].takeHeard().split(separator: " ").filter { $0.hasPrefix("focus") }
    #expect(focus == ["focus+", "focus-", "focus+", "focus-"])
    #expect(bench.isWell)
  }

  @Test func `cancels held keys with focus, capability, window and seat`() throws {
    // WKB-5, KB-4, WSE-4
    let ends: [(SeatBench) -> Void] = [
      { $0.seat.unfocus($0.surface) }, { $0.seat.setCapabilities([.touch]) }, { $0.close(0) },
      { $0.compositor.removeGlobals(.wlSeat) }, { $0.seat.focus($0.surfaces[1]) },
    ]
    for (index, end) in ends.enumerated() {
      let bench = try SeatBench(windows: 2)
      bench.seat.focus(bench.surface)
      bench.seat.key(Key.a, .pressed)
      bench.seat.key(Key.z, .pressed)
      _ = bench.taken()
      end(bench)
      #expect(bench.taken() == "<cancelled 30@1> <cancelled 44@1>", "\(index)")
      bench.seat.key(Key.a, .released)
      #expect(bench.taken(after: 5000) == "", "\(index)")  // neither an up nor a repeat
      #expect(bench.isWell, "\(index)")
    }
  }

  @Test func `repeats what the keymap lets repeat, at the compositor's rate`() throws {
    // WKB-6: the fake tells 25 a second after 600 ms.
    let bench = try SeatBench(windows: 2)
    bench.seat.focus(bench.surface)
    bench.seat.key(Key.a, .pressed)
    #expect(bench.taken() == "<down 30@1 “a”>")
    #expect(bench.taken(after: 599) == "")
    #expect(bench.taken(after: 1) == "<repeated 30@1 “a”>")
    #expect(bench.taken(after: 40) == "<repeated 30@1 “a”>")
    bench.seat.key(Key.q, .pressed)
    bench.seat.key(Key.a, .released)
    #expect(bench.taken() == "<down 16@1 “q”> <up 30@1>")
    #expect(bench.taken(after: 600) == "<repeated 16@1 “q”>")
    // A new window does not inherit it.
    bench.seat.unfocus(bench.surface)
    bench.seat.focus(bench.surfaces[1], keys: [Key.q])
    #expect(bench.taken() == "<cancelled 16@1>")
    #expect(bench.taken(after: 3000) == "")
    bench.seat.repeatInfo(rate: 0, delay: 100)
    bench.seat.key(Key.a, .pressed)
    #expect(bench.taken() == "<down 30@2 “a”>")
    #expect(bench.taken(after: 3000) == "")
  }

  @Test func `reads the socket before it repeats, and repeats once after a stall`() throws {
    // WKB-7
    let bench = try SeatBench()
    bench.seat.focus(bench.surface)
    bench.seat.key(Key.a, .pressed)
    _ = bench.taken()
    #expect(bench.taken(after: 5000) == "<repeated 30@1 “a”>")
    bench.seat.key(Key.a, .released)
    #expect(bench.taken(after: 5000) == "<up 30@1>")
    // The compositor's own repeat of version 10 is passed on.
    bench.seat.repeatInfo(rate: 0, delay: 0)
    bench.seat.key(Key.a, .pressed)
    bench.seat.key(Key.a, .repeated)
    bench.seat.key(Key.z, .repeated)
    bench.seat.keyState(Key.a, 99)
    bench.seat.key(Key.a, .pressed)
    #expect(bench.taken() == "<down 30@1 “a”> <repeated 30@1 “a”>")
  }

  @Test func `without repeat_info repeats 25 times a second after 400 ms`() throws {
    // WKB-6: before version 4 nobody tells.
    let bench = try SeatBench(.usual.with(.wlSeat, 3))
    bench.seat.focus(bench.surface)
    bench.seat.key(Key.a, .pressed)
    _ = bench.taken()
    #expect(bench.taken(after: 399) == "")
    #expect(bench.taken(after: 1) == "<repeated 30@1 “a”>")
    #expect(bench.taken(after: 40) == "<repeated 30@1 “a”>")
  }

  @Test func `keeps the last keymap that worked`() throws {
    // WKB-1, WKB-2; bad input: a keymap that is not text, a file shorter than announced, a size beyond all reason.
    let bench = try SeatBench()
    bench.seat.focus(bench.surface)
    let before = bench.rig.log.count
    bench.seat.sendKeymap("this is no keymap")
    bench.seat.sendKeymap("\u{0}\u{1}\u{2}\u{0}")
    bench.seat.sendKeymap("")
    bench.seat.sendKeymap(FakeSeat.smallKeymap, size: UInt32(FakeSeat.smallKeymap.utf8.count) + 4096)
    bench.seat.sendKeymap(FakeSeat.smallKeymap, size: .max)
    bench.seat.sendKeymap(FakeSeat.smallKeymap, size: 4 << 20 + 1)
    bench.seat.sendKeymap(FakeSeat.smallKeymap, format: 0)
    bench.seat.sendKeymap(FakeSeat.smallKeymap, format: 77)
    bench.seat.sendKeymap(String(FakeSeat.smallKeymap.dropLast(40)))
    bench.seat.sendKeymap("this is no keymap either")
    bench.seat.key(Key.a, .pressed)
    #expect(bench.taken() == "<down 30@1 “a”>")
    #expect(bench.rig.log.count - before == 3, "each kind is told once: \(bench.rig.log.suffix(from: before))")
    #expect(bench.isWell)
  }

  @Test func `delivers codes where there is no keymap at all`() throws {
    // WKB-2, WKB-10: no text, no repeat; and no keyboard is normal.
    let bench = try SeatBench()
    bench.seat.setCapabilities([.touch])
    bench.rig.turn()
    bench.down(1)
    #expect(bench.taken() == "[down A@1]")
    bench.seat.keymap = nil
    bench.seat.setCapabilities([.touch, .keyboard])
    bench.rig.turn()
    bench.seat.focus(bench.surface)
    bench.seat.key(Key.a, .pressed)
    #expect(bench.taken() == "<down 30@1>")
    #expect(bench.taken(after: 2000) == "")
  }

  @Test func `closes every descriptor that it is sent`() throws {
    // WKB-1, WKB-10: as an on-screen keyboard does, a keymap for each key.
    let bench = try SeatBench()
    bench.seat.focus(bench.surface)
    let other = FakeSeat.smallKeymap.replacing("[ a, A ]", with: "[ b, B ]")
    bench.rig.turn()
    let before = openDescriptors()
    for index in 0..<50 {
      bench.seat.sendKeymap(index % 2 == 0 ? other : FakeSeat.smallKeymap)
      bench.seat.sendKeymap("nonsense \(index)")
      bench.seat.key(Key.a, .pressed)
      bench.seat.key(Key.a, .released)
      bench.rig.turn()
    }
    // Other tests of this process open and close files meanwhile; a leak would be a hundred.
    #expect(openDescriptors() - before < 50)
    let words = bench.take()
    #expect(words.ranges(of: "“b”").count == 25 && words.ranges(of: "“a”").count == 25)
  }
}

/// How many descriptors this process has.
private func openDescriptors() -> Int {
  (0..<1024).count { fcntl($0, F_GETFD) >= 0 }
}

@Suite struct `Keymaps` {
  private func text(_ letter: String) -> [UInt8] {
    Array(FakeSeat.smallKeymap.replacing("[ a, A ]", with: "[ \(letter), \(letter.uppercased()) ]").utf8)
  }

  @Test func `are compiled once for the last eight texts`() throws {
    // WKB-10
    let context = try #require(XKBContext())
    let letters = ["a", "b", "c", "d", "e", "f", "g", "h"]
    let first = letters.map { context.keymap(text: text($0)) }
    #expect(first.allSatisfy { $0 != nil })
    #expect(zip(letters, first).allSatisfy { context.keymap(text: text($0)) === $1 })
    _ = context.keymap(text: text("i"))  // the oldest goes
    #expect(context.keymap(text: text("b")) === first[1])
    #expect(context.keymap(text: text("a")) !== first[0])
    #expect(context.keymap(text: [0xff, 0, 1]) == nil)
  }

  @Test func `of other scripts match shortcuts by their first Latin layout`() throws {
    // WKB-9
    let cyrillic = FakeSeat.smallKeymap
      .replacing(
        "{ type = \"ALPHABETIC\", [ z, Z ] }", with: "{ type = \"ALPHABETIC\", [ Cyrillic_ya, Cyrillic_YA ], [ z, Z ] }"
      )
      .replacing("key <LCTL>", with: "key <LVL3> { [ Cyrillic_io ] }; key <LCTL>")
    var keys = KeyTranslator(context: XKBContext(), locale: "C")
    let isKnown = keys.setKeymap(Array(cyrillic.utf8))
    #expect(isKnown)
    keys.setModifiers(depressed: Bit.control | Bit.shift, latched: 0, locked: 0, group: 0)
    var meaning = keys.press(Key.z)
    #expect(meaning.symbol == 0x6f1 && meaning.shortcutSymbol == 0x7a && meaning.modifiers == [.control, .shift])
    keys.setModifiers(depressed: 0, latched: 0, locked: 0, group: 1)
    meaning = keys.press(Key.z)
    #expect(meaning.symbol == 0x7a && meaning.text == "z")
    // A key without a Latin layout keeps its own symbol; a layout that there is none of wraps.
    keys.setModifiers(depressed: 0, latched: 0, locked: 0, group: .max)
    meaning = keys.press(100)
    #expect(meaning.symbol == 0x6a3 && meaning.shortcutSymbol == 0x6a3 && meaning.text == "ё")
  }

  @Test func `compose by the table of the locale`() throws {
    // WKB-8
    let context = try #require(XKBContext())
    let table = """
      <dead_acute> <a> : "á" aacute
      <dead_acute> <dead_acute> : "´" acute
      <Multi_key> <o> <e> : "œ" oe
      """
    let compose = try #require(Compose(text: table, locale: "C", context: context))
    let acute: UInt32 = 0xfe51
    let multi: UInt32 = 0xff20
    #expect(compose.feed(0x61) == .nothing)
    #expect([acute, 0xffe1, 0x61].map { compose.feed($0) } == [.silent, .nothing, .composed(symbol: 0xe1, text: "á")])
    #expect([acute, 0x7a, 0x7a].map { compose.feed($0) } == [.silent, .silent, .nothing])  // what fails produces nothing
    #expect([multi, 0x6f, 0x65].map { compose.feed($0) } == [.silent, .silent, .composed(symbol: 0x13bd, text: "œ")])
    _ = compose.feed(acute)
    compose.reset()
    #expect(compose.feed(0x61) == .nothing)
    #expect(Compose(text: "<", locale: "C", context: context)?.feed(0x61) ?? .nothing == .nothing)
    #expect(Compose(locale: "no such locale", context: context) == nil)
  }

  @Test func `forget a compose sequence with the focus`() throws {
    // WKB-5, WKB-8: the locale's own table, if this system has one.
    let dead = FakeSeat.smallKeymap.replacing("[ q, Q ]", with: "[ dead_acute, dead_acute ]")
    let bench = try SeatBench(locale: "en_US.UTF-8")
    bench.seat.sendKeymap(dead)
    bench.seat.focus(bench.surface)
    for code in [Key.q, Key.a] { bench.seat.key(code, .pressed) }
    for code in [Key.q, Key.a] { bench.seat.key(code, .released) }
    let composed = bench.taken()
    bench.seat.key(Key.q, .pressed)
    bench.seat.unfocus(bench.surface)
    bench.seat.focus(bench.surface)
    bench.seat.key(Key.a, .pressed)
    let afterwards = bench.taken()
    #expect(afterwards == "<down 16@1> <cancelled 16@1> <down 30@1 “a”>")
    guard Compose(locale: "en_US.UTF-8", context: try #require(XKBContext())) != nil else {
      print("Not tested: this system has no compose table of en_US.UTF-8.")
      return
    }
    #expect(composed == "<down 16@1> <down 30@1 “á”> <up 16@1> <up 30@1>")
  }
}
