import EaselRigs
import Testing

/// `easel` on a bare screen of a virtual machine, touched.
///
/// The screens are 1024 × 768 pixels and the touchscreen has 4096 × 4096 places, so that all positions here are exact.
@Suite(.serialized, .enabled(if: Machine.reasonToSkip() == nil))
struct `On a bare screen` {
  @Test func `a card shows what fingers draw, loses nothing that is unplugged, and leaves and comes back`() throws {
    var machine = try Machine(.bochs, program: Easel.path)
    machine.shell("echo before: $($TOOLS/console-modes /dev/tty1)")
    // It starts without a screen, which is plugged in later (FKM-3); the card's own framebuffer is no other screen (FFB-1).
    machine.plug("off")
    machine.start("--no-journal")
    machine.waitUntilSaid("No screen is plugged into /dev/dri/card0")
    machine.shell("echo running: $($TOOLS/console-modes /dev/tty1)")
    machine.plug("detect")
    // Fingers that are down on a screen when it changes have nothing there to draw on.
    machine.waitUntilSaid("The screen Virtual-1 is used")
    var fingers = PanelFingers()
    fingers.draw(0..<9)
    machine.play(fingers.takeOrders())
    machine.expect("plugged", try fingers.picture(in: machine.folder))
    // What is drawn while it is unplugged is there when it comes back (FKM-14).
    machine.plug("off")
    machine.waitUntilSaid("No screen is plugged", times: 2)
    fingers.draw(9..<10)
    machine.play(fingers.takeOrders())
    machine.plug("detect")
    machine.waitUntilSaid("The screen Virtual-1 is used", times: 2)
    let ten = try fingers.picture(in: machine.folder)
    machine.expect("ten-fingers", ten)
    fingers.draw(0..<1, from: 600, lift: false)
    machine.play(fingers.takeOrders())
    machine.expect("in-progress", try fingers.picture(in: machine.folder))
    machine.play("unplug touch")
    machine.expect("unplugged", ten)
    // Somebody types while our picture is in front, and looks at another terminal (SCV-1, SCV-5).
    machine.play("key 30 1\nkey 30 0\nkey 28 1\nkey 28 0\nkey 29 1\nkey 56 1\nkey 60 1\nkey 60 0\nkey 56 0\nkey 29 0")
    machine.shell("waitfor 20 grep -q tty2 /sys/class/tty/tty0/active; echo seen: $(cat /sys/class/tty/tty0/active)")
    machine.shell("chvt 1")
    machine.expect("come-back", ten)
    machine.end()
    let outcome = try machine.run()
    #expect(outcome.differences() == "")
    #expect(
      outcome.output == """
        before: keyboard text automatic
        running: muted graphics asked
        seen: tty2
        TERM: 0, keyboard text automatic

        """)
  }

  @Test func `a framebuffer shows it upright at every turn, and a finger draws where it is`() throws {
    var machine = try Machine(.virtio, program: Easel.path)
    for degrees in [0, 90, 180, 270] {
      if degrees == 270 { machine.shell(PanelFingers.exchangeAxes) }
      machine.start(
        "--no-journal --session vt --screen \(degrees % 180 == 0 ? "fb:/dev/fb0" : "kms:Virtual-1") --rotate \(degrees)")
      // The last time the touchscreen's axes are exchanged, which the matrix mends (LCO-1, LCO-2).
      var fingers = PanelFingers(degrees: degrees, areAxesExchanged: degrees == 270)
      fingers.draw(0..<3, from: 60)
      machine.play(fingers.takeOrders())
      machine.expect("turned-\(degrees)", try fingers.picture(in: machine.folder))
      machine.end()
    }
    let outcome = try machine.run(seconds: 240)
    #expect(outcome.differences() == "")
    #expect(outcome.output == String(repeating: "TERM: 0, keyboard text automatic\n", count: 4))
  }

  @Test func `16 bits show the same picture but for what they cannot tell`() throws {
    for (display, screens) in [(Machine.Display.cirrus, ["fb:/dev/fb0", "kms:VGA-1"]), (.vesa16, ["/dev/fb0"])] {
      var machine = try Machine(display, program: Easel.path)
      for (place, screen) in screens.enumerated() {
        machine.start("--no-journal --screen \(screen)")
        var fingers = PanelFingers()
        fingers.draw(0..<4)
        machine.play(fingers.takeOrders())
        // A second one on the same terminal goes and leaves all as it was.
        if screens == ["/dev/fb0"] {
          machine.shell(
            "$EASEL --backend framebuffer --no-journal 2>/dev/null; echo second: $? $($TOOLS/console-modes /dev/tty1)")
        }
        // Dithering moves a channel to the level above or below: 8 of 255.
        machine.expect("\(display.rawValue)-\(place)", try fingers.picture(in: machine.folder), tolerance: 9)
        machine.end()
      }
      let outcome = try machine.run()
      #expect(outcome.differences() == "")
      let second = screens == ["/dev/fb0"] ? "second: 75 muted graphics asked\n" : ""
      #expect(outcome.output == second + String(repeating: "TERM: 0, keyboard text automatic\n", count: screens.count))
    }
  }

  @Test func `FFB-7, FFB-8: a framebuffer shows it in grey, in a palette, in 24 bits, and on two pages by turns`() throws {
    var machine = try Machine(.none, program: Easel.path, append: ["vfb.vfb_enable=1", "vfb.videomemorysize=8388608"])
    // Grey and 24 bits are exact for grey lines; the palette's steps are dithered, the widest is blue's: 85 of 255.
    for (mode, tolerance) in [("8 grey", 0), ("8", 86), ("24", 0), ("32 double", 0)] {
      machine.shell("$TOOLS/framebuffer mode 1024 768 \(mode)")
      machine.start("--no-journal --screen fb:/dev/fb0")
      // The first picture is a whole one, and goes where nobody has seen it come.
      if mode == "32 double" { machine.shell("waitfor 20 grep -qx 0,768 /sys/class/graphics/fb0/pan && echo second page") }
      var fingers = PanelFingers()
      fingers.draw(0..<3)
      machine.play(fingers.takeOrders())
      machine.expect(
        mode.split(separator: " ").joined(separator: "-"), try fingers.picture(in: machine.folder), tolerance: tolerance)
      machine.end()
    }
    let outcome = try machine.run()
    #expect(outcome.differences() == "")
    let ended = "TERM: 0, keyboard text automatic\n"
    #expect(outcome.output == ended + ended + ended + "second page\n" + ended)
  }

  @Test func `however it ends, the terminal is what it was before (FRE-1, FRE-2, FRE-3, FRE-5)`() throws {
    var machine = try Machine(.bochs, program: Easel.path)
    let signals = ["TERM", "INT", "HUP", "QUIT", "KILL", "ABRT"]
    for signal in signals {
      machine.start("--no-journal")
      machine.end(signal)
    }
    // A touch overflows the stack of the main thread, then of another one, and meets a precondition that does not hold.
    let crashes = ["overflow", "thread", "trap"]
    for way in crashes {
      machine.shell("drawing=$EASEL; EASEL='env CRASH=\(way) \(Easel.path(of: "EaselCrashProbe"))'; start; EASEL=$drawing")
      machine.play("down 0 400 400\nframe\nup 0\nframe")
      machine.expectEnd(way)
    }
    // Somebody takes the terminal away, as a login prompt does (FVT-8).
    machine.start("--no-journal")
    machine.shell("$TOOLS/hang-up /dev/tty1 & wait $!")
    machine.expectEnd("hang-up")
    // A process that stands still does not keep the terminal: the guard answers for it (SCV-4).
    machine.start("--no-journal")
    machine.shell(
      """
      kill -STOP $program
      chvt 2; echo away: $(cat /sys/class/tty/tty0/active)
      kill -CONT $program
      chvt 1; waitfor 10 grep -q tty1 /sys/class/tty/tty0/active; echo back: $(cat /sys/class/tty/tty0/active)
      """)
    machine.expect("after-standing-still", try PanelFingers().picture(in: machine.folder))
    // Neither a guard nor we: a user mends it from elsewhere (FRE-4, SCV-3).
    machine.shell(
      """
      kill -KILL $(cat /proc/$program/task/$program/children) $program
      wait $program 2>/dev/null
      echo dead: $($TOOLS/console-modes /dev/tty1)
      $EASEL rescue 1
      $EASEL rescue 1 > /dev/full 2> /dev/null
      echo told to a full device: $?
      echo mended: $($TOOLS/console-modes /dev/tty1)
      """)
    let outcome = try machine.run()
    #expect(outcome.differences() == "")
    let statuses = [0, 0, 0, 0, 137, 134, 139, 139, 132, 69]
    let told = zip(signals + crashes + ["hang-up"], statuses).map { "\($0): \($1), keyboard text automatic\n" }.joined()
    #expect(
      outcome.output == told + """
        away: tty2
        back: tty1
        dead: muted graphics asked
        Terminal /dev/tty1 can be used again.
        told to a full device: 74
        mended: keyboard text automatic

        """)
  }

  @Test func `a pen draws with its pressure, a mouse with its button, and nothing wakes up when nothing happens`() throws {
    var machine = try Machine(.bochs, program: Easel.path)
    machine.start("--no-journal --record /out/pen.trace")
    machine.play("penin\npen 400 400 0\npendown\npen 400 800 900\npen 800 1200 1500\npenup\npenout\nsleep 200")
    machine.play("rel 0 0\nrel 40 40\nbutton 272 1\nrel 30 0\nbutton 272 0")
    machine.shell(
      """
      waitfor 20 sh -c 'sleep 1; true'
      before=$(grep ctxt /proc/$program/status)
      sleep 4
      [ "$before" = "$(grep ctxt /proc/$program/status)" ] && echo idle || echo "awake: $before, then $(grep ctxt /proc/$program/status)"
      """)
    machine.end()
    let outcome = try machine.run()
    #expect(outcome.output == "idle\nTERM: 0, keyboard text automatic\n")
    let words = String(decoding: try outcome.file("pen.trace"), as: UTF8.self).split(separator: "\n")
    #expect(words.contains { $0.hasPrefix("down") && $0.contains("pressure") }, "\(words)")
    #expect(words.contains { $0.hasPrefix("down 2") && $0.contains("kind pointer buttons 1") }, "\(words)")
  }

  @Test func `under a seat manager a user without any right draws, leaves, comes back, and may be killed`() throws {
    var machine = try Machine(.virtio, program: Easel.path)
    machine.shell(
      """
      seatd -u nobody >/dev/null 2>&1 &
      waitfor 10 test -S /run/seatd.sock
      EASEL="setpriv --reuid 65534 --regid 65534 --clear-groups env HOME=/tmp XDG_STATE_HOME=/tmp/state $EASEL"
      """)
    machine.start("--no-journal")
    var fingers = PanelFingers()
    fingers.draw(0..<3)
    machine.play(fingers.takeOrders())
    let drawn = try fingers.picture(in: machine.folder)
    machine.expect("seat", drawn)
    machine.play("key 29 1\nkey 56 1\nkey 60 1\nkey 60 0\nkey 56 0\nkey 29 0")
    machine.shell("waitfor 20 grep -q tty2 /sys/class/tty/tty0/active; echo seen: $(cat /sys/class/tty/tty0/active); chvt 1")
    machine.expect("seat-again", drawn)
    machine.shell(
      "kill -KILL $program; wait $program 2>/dev/null; waitfor 5 sh -c \"$TOOLS/console-modes /dev/tty1 | grep text\"")
    machine.shell("echo killed: $($TOOLS/console-modes /dev/tty1 | cut -d ' ' -f 1,2); $EASEL doctor | grep -A 1 '^session'")
    // The same for programs; and what has to be mended where udev is not.
    machine.shell(
      """
      $EASEL doctor --json | python3 -c 'import json, sys; found = json.load(sys.stdin); print(found["uses"]["screen"], len(found["input"]) > 3)'
      mount -t tmpfs none /run/udev; $EASEL doctor | sed '1,/^to mend/d' | grep -c '/run/udev/data is not there'
      """)
    let outcome = try machine.run()
    #expect(outcome.differences() == "")
    #expect(
      outcome.output == "seen: tty2\nkilled: keyboard text\nsession\n  the seat manager’s seat seat0\nVirtual-1 True\n1\n")
  }

  @Test func `a user without a terminal of his own draws by his groups, and is told what is missing without them`() throws {
    var machine = try Machine(.bochs, program: Easel.path)
    machine.shell(
      """
      as() { exec setpriv --reuid 1234 --regid 1234 --groups "$1" env HOME=/tmp XDG_STATE_HOME=/tmp/state $EASEL --no-journal; }
      # As udev does where the group "input" exists.
      chgrp 4321 /dev/input/event*; chmod 0660 /dev/input/event*
      (as 1234) 2>&1 | head -c 400 | grep -o '/dev/dri/card0: permission denied' | head -n 1
      as "$(stat -c %g /dev/dri/card0),4321" 2>/tmp/said & program=$!
      waitfor 60 grep -q 'input devices found' /tmp/said || cat /tmp/said
      """)
    var fingers = PanelFingers()
    fingers.draw(0..<2)
    machine.play(fingers.takeOrders())
    machine.expect("by-groups", try fingers.picture(in: machine.folder))
    let outcome = try machine.run()
    #expect(outcome.differences() == "")
    #expect(outcome.output == "/dev/dri/card0: permission denied\n")
  }
}

/// Fingers on the machine's touchscreen, in orders for its devices and as a trace of the same.
struct PanelFingers {
  /// How the screen is turned, clockwise.
  let degrees: Int
  /// Whether the touchscreen tells x for y.
  let areAxesExchanged: Bool
  private var orders = ""
  private var lines = "easel-trace 1\n"

  init(degrees: Int = 0, areAxesExchanged: Bool = false) {
    self.degrees = degrees
    self.areAxesExchanged = areAxesExchanged
  }

  /// Has udev tell the library of a touchscreen whose axes are exchanged.
  static let exchangeAxes = """
    mkdir -p /run/udev/rules.d
    echo 'ATTRS{name}=="Test touch", ENV{LIBINPUT_CALIBRATION_MATRIX}="0 1 0 1 0 0"' >/run/udev/rules.d/99-easel.rules
    udevadm control --reload
    udevadm trigger --action=add --subsystem-match=input
    udevadm settle --timeout=30
    """

  /// Fingers draw side by side from top to bottom of the panel, all in the same frames.
  mutating func draw(_ fingers: Range<Int>, from left: Int = 48, lift: Bool = true) {
    for step in 0...6 {
      for finger in fingers {
        // Multiples of three rows are whole places of the touchscreen.
        let x = left + finger * 88 + step * 8
        let y = 90 + step * 60 + finger * 9
        add(step == 0 ? "down" : "move", finger, x, y)
      }
      frame()
    }
    guard lift else { return }
    for finger in fingers {
      orders += "up \(finger)\n"
      lines += "up \(finger)\n"
    }
    frame()
  }

  /// The orders so far, which are then forgotten; the trace is not.
  mutating func takeOrders() -> String {
    defer { orders = "" }
    return orders
  }

  /// What the panel shows after the trace: the headless picture of the view, turned.
  func picture(in folder: Workspace) throws -> Picture {
    let size = degrees % 180 == 0 ? "1024x768" : "768x1024"
    let view = try Easel.picture(of: lines, size: size, in: folder)
    var pixels: [UInt32] = []
    for y in 0..<768 {
      for x in 0..<1024 {
        // The table of FRO-1 read backwards: which pixel of the view lies at this one of the panel.
        switch degrees {
        case 90: pixels.append(view[y, 1023 - x])
        case 180: pixels.append(view[1023 - x, 767 - y])
        case 270: pixels.append(view[767 - y, x])
        default: pixels.append(view[x, y])
        }
      }
    }
    return Picture(width: 1024, height: 768, pixels: pixels)
  }

  private mutating func add(_ word: String, _ finger: Int, _ x: Int, _ y: Int) {
    let (across, down) = (x * 4, y * 16 / 3)
    orders += areAxesExchanged ? "\(word) \(finger) \(down) \(across)\n" : "\(word) \(finger) \(across) \(down)\n"
    let (viewX, viewY): (Int, Int)
    switch degrees {
    case 90: (viewX, viewY) = (y, 1024 - x)
    case 180: (viewX, viewY) = (1024 - x, 768 - y)
    case 270: (viewX, viewY) = (768 - y, x)
    default: (viewX, viewY) = (x, y)
    }
    lines += "\(word) \(finger) \(viewX) \(viewY)\n"
  }

  private mutating func frame() {
    orders += "frame\nsleep 20\n"
    lines += "frame\nwait 20\n"
  }
}
