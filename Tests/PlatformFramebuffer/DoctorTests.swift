import EaselGeometry
import EaselPlatform
import Glibc
import Testing

@testable import EaselPlatformFramebuffer

@Suite struct `The doctor` {
  @Test func `tells what to mend once and at the end, whoever met it (DOC-1)`() {
    var findings = Findings()
    findings.section("session", "session", "no session", .text("none"))
    findings.section("screens", "screens", [Finding(["/dev/fb0: cannot be opened", "  more"], .nothing)])
    findings.section("input", "input", [])
    #expect(findings.text.hasSuffix("to mend\n  nothing\n"))
    findings.mend("/dev/fb0: permission denied.")
    findings.mend("No screen can be used. /dev/fb0: permission denied.")
    findings.mend("/dev/fb0: permission denied.")
    findings.mend("Start udev.")
    #expect(
      findings.text == """
        session
          no session
        screens
          /dev/fb0: cannot be opened
            more
        input
          none
        to mend
          No screen can be used. /dev/fb0: permission denied.
          Start udev.

        """)
  }

  @Test func `speaks to programs as JSON (DOC-2)`() {
    var findings = Findings()
    let odd = ReportValue.fields([
      "name": .text("a “b” \"c\" \\ \n\u{1b}"), "size": .list([.number(1), .number(0.5), .number(.nan), .integer(nil)]),
      "isRefused": .flag(true), "none": .list([]), "empty": .record([]),
    ])
    findings.section("input", "input", [Finding([], odd)])
    #expect(
      findings.json == #"""
        {
          "input": [
            {
              "name": "a “b” \"c\" \\ \n\u001b",
              "size": [
                1,
                0.5,
                null,
                null
              ],
              "isRefused": true,
              "none": [],
              "empty": {}
            }
          ],
          "toMend": []
        }

        """#)
  }

  @Test func `finds nodes that are refused, ignored, and of one finger (DOC-1, LCO-7)`() {
    var device = InputReport.Device(name: "Screen", node: "/dev/input/event0", roles: .touch)
    device.touchCount = 1
    device.calibration = [0, 1, 0, 1, 0, 0]
    let report = InputReport(
      devices: [device], refusals: [.init(node: "/dev/input/event1", code: EACCES)],
      ignored: [.init(node: "/dev/input/event2", name: "Lid")])
    let lines = report.findings(panel: PixelSize(width: 4, height: 3), screen: nil).flatMap(\.lines)
    #expect(
      lines == [
        "/dev/input/event0 “Screen”: touch", "  1 finger", "  calibration matrix 0.0 1.0 0.0 1.0 0.0 0.0",
        "/dev/input/event1: cannot be opened, see what to mend", "/dev/input/event2 “Lid”: ignored",
      ])
  }

  @Test func `leaves names and serial numbers out of both forms where that is wished (DOC-2)`() {
    let report = InputReport(
      devices: [InputReport.Device(name: "Anna’s pen", node: "/dev/input/event0", roles: .tablet)],
      refusals: [.init(node: "/dev/input/by-id/usb-Maker_Pen_S3R1AL-event-mouse", code: EACCES)],
      ignored: [.init(node: "/dev/input/event2", name: "Anna’s lid")])
    for (isMasked, secrets) in [(true, 0), (false, 4)] {
      var findings = Findings(isMasked: isMasked)
      let told = isMasked ? report.masked : report
      findings.section("input", "input", told.findings(panel: PixelSize(width: 4, height: 3), screen: nil))
      findings.mend("“/dev/input/by-id/usb-Maker_Pen_S3R1AL-event-mouse”: permission denied; add the user to a group.")
      for form in [findings.text, findings.json] {
        let found = form.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).filter { $0 == "Anna" || $0 == "S3R1AL" }
        #expect(found.count == secrets, "\(form)")
        #expect(form.includes("/dev/input/event0") && form.includes("/dev/input/event2"))
        #expect(form.includes("permission denied; add the user to a group."))
        #expect(form.includes("“/dev/input/by-id/masked”: permission") == isMasked)
      }
    }
  }

  @Test func `FVT-2: what is asked for beats the controlling terminal, and that the usual one and the one that is seen`() {
    var options = FramebufferOptions()
    #expect(options.terminalPath(controlling: 0, seen: nil) == nil)
    #expect(options.terminalPath(controlling: -6, seen: "/dev/tty2") == "/dev/tty2")
    options.usualTerminal = "3"
    #expect(options.terminalPath(controlling: 0, seen: "/dev/tty2") == "/dev/tty3")
    #expect(options.terminalPath(controlling: 4, seen: "/dev/tty2") == "/dev/tty4")
    options.terminal = "/dev/tty5"
    #expect(options.terminalPath(controlling: 4, seen: "/dev/tty2") == "/dev/tty5")
  }
}
