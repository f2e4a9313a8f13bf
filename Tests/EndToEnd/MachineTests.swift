import EaselRigs
import Testing

/// `easel` on a bare screen of a virtual machine, touched.
///
/// The screens are 1024 × 768 pixels and the touchscreen has 4096 × 4096 places, so that all positions here are exact.
@Suite(.serialized, .enabled(if: Machine.reasonToSkip() == nil))
struct `On a bare screen` {
  @Test func `a card shows what fingers draw, loses none that is unplugged, and leaves and comes back`() throws {
    var machine = try Machine(.bochs, program: Easel.path)
    machine.shell("echo before: $($TOOLS/console-modes /dev/tty1)")
    machine.start("--no-journal")
    machine.shell("echo running: $($TOOLS/console-modes /dev/tty1)")
    var fingers = PanelFingers()
    fingers.draw(0..<10)
    machine.play(fingers.takeOrders())
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
}

/// Fingers on the machine's touchscreen, in orders for its devices and as a trace of the same.
struct PanelFingers {
  private var orders = ""
  private var lines = "easel-trace 1\n"

  /// Fingers draw side by side from top to bottom, all in the same frames.
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

  /// What a window of the screen's size shows after the trace without a display.
  func picture(in folder: Workspace, size: String = "1024x768") throws -> Picture {
    try Easel.picture(of: lines, size: size, in: folder)
  }

  private mutating func add(_ word: String, _ finger: Int, _ x: Int, _ y: Int) {
    orders += "\(word) \(finger) \(x * 4) \(y * 16 / 3)\n"
    lines += "\(word) \(finger) \(x) \(y)\n"
  }

  private mutating func frame() {
    orders += "frame\nsleep 20\n"
    lines += "frame\nwait 20\n"
  }
}
