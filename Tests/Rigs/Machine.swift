import Glibc

/// A virtual machine with a real framebuffer, real cards, terminals and input devices, for one script (Tests/Rigs/Machine/machine).
///
/// A script is written step by step, then run in one boot; what it said and saw comes back. The guest is some twenty times slower
/// than this machine, so every step waits for what is to happen and never for a time.
public struct Machine {
  /// What the guest's screen is driven by.
  public enum Display: String, Sendable {
    /// A card, and a framebuffer of 32 bits.
    case bochs
    /// A card that shows nothing that it was not told of.
    case virtio
    /// A card and a framebuffer of 16 bits.
    case cirrus
    /// A framebuffer of 16 bits alone.
    case vesa16
    /// A framebuffer in memory, without a screen.
    case none
  }

  /// What came back.
  public struct Outcome {
    /// What the script said.
    public var output: String
    /// The script's status; 124 for a time-out, 125 for a guest that died.
    public var status: Int
    let workspace: Workspace
    let expected: [(name: String, picture: Picture, tolerance: Int)]

    /// How the screen differed from what was expected, a line each; empty if it never did.
    public func differences() -> String {
      expected.compactMap { name, picture, tolerance -> String? in
        let path = workspace.path("out/\(name).ppm")
        guard let seen = try? Picture(ppm: path) else { return "\(name): no picture" }
        guard let difference = seen.difference(from: picture, tolerance: tolerance) else { return nil }
        seen.write(to: "/tmp/easel-machine-\(name).ppm")
        return "\(name): \(difference) (see /tmp/easel-machine-\(name).ppm)"
      }.joined(separator: "\n")
    }

    /// A file that the script wrote into /out.
    public func file(_ name: String) throws -> [UInt8] { try workspace.read(workspace.path("out/\(name)")) }
  }

  private let workspace: Workspace
  private let display: Display
  private let appended: [String]
  private var script: String
  private var expected: [(name: String, picture: Picture, tolerance: Int)] = []
  private var environment: [String] = []

  /// Why a machine cannot be had here, or nil; said loudly.
  ///
  /// With `CI=true` nothing is skipped.
  public static func reasonToSkip() -> String? {
    do {
      _ = try Toolbox(["machine"])
      return nil
    } catch let missing as Toolbox.Missing {
      if getenv("CI").map({ String(cString: $0) }) == "true" { return nil }
      let reason = "SKIPPED, no tests in a virtual machine: \(missing.reason)"
      write(2, reason + "\n", reason.utf8.count + 1)
      return reason
    } catch {
      return nil
    }
  }

  /// A machine whose script has made a touchscreen, a pen, a keyboard and a mouse.
  ///
  /// - Parameters:
  ///   - program: what `start` starts.
  ///   - append: arguments of the kernel, or `module.parameter=value`.
  public init(_ display: Display, program: String, append: [String] = []) throws {
    do {
      workspace = try Workspace(tools: Toolbox(["machine"]))
    } catch let missing as Toolbox.Missing {
      throw RigError(missing.reason)
    }
    self.display = display
    appended = append
    environment = ["EASEL=\(program)", "TOOLS=\(workspace.tools.path(""))", "KIOSK=\(workspace.tools.root)/Kiosk"]
    // A framebuffer in memory is seen by nobody but who reads it.
    environment += ["SHOT=" + (display == .none ? workspace.tools.path("framebuffer") : "hostctl") + " shot"]
    script = Machine.words
    guard mkdir(workspace.path("out"), 0o777) == 0 else { throw RigError("no folder for what comes back") }
  }

  /// The folder of the test, for what it makes outside of the machine.
  public var folder: Workspace { workspace }

  /// Adds lines of the shell.
  public mutating func shell(_ lines: String) { script += lines + "\n" }

  /// Starts the program and waits until it has its devices.
  public mutating func start(_ arguments: String = "") { shell("start \(arguments)") }

  /// Ends the program by a signal, and says its status and what the terminal is like then.
  public mutating func end(_ signal: String = "TERM") { shell("end \(signal)") }

  /// Waits until the program has ended by itself, and says that word, its status and what the terminal is like then.
  public mutating func expectEnd(_ word: String) { shell("ended \(word)") }

  /// Plays orders on the devices (Tests/Rigs/C/input-devices.c).
  public mutating func play(_ orders: String) { shell("cat >&3 <<'ORDERS'\n\(orders)\nORDERS") }

  /// Plugs the card's screen in or out, as somebody does who forces its connector by hand: "on", "off", or "detect" for the truth.
  public mutating func plug(_ status: String) {
    shell("echo \(status) >/sys/class/drm/card0-Virtual-1/status; udevadm trigger --action=change --name-match=/dev/dri/card0")
  }

  /// Waits until the program has said something so often.
  public mutating func waitUntilSaid(_ text: String, times: Int = 1) {
    shell("waitfor 30 sh -c '[ $(grep -c \"\(text)\" /tmp/said) = \(times) ]'")
  }

  /// Waits until the screen shows a picture, at most half a minute; `differences` tells if it never did.
  public mutating func expect(_ name: String, _ picture: Picture, tolerance: Int = 0) {
    expected.append((name, picture, tolerance))
    picture.write(to: workspace.path("out/\(name).expected.ppm"))
    shell("expect \(name) \(tolerance)")
  }

  /// Boots, runs the script and gives what came back.
  public func run(seconds: Int = 180) throws -> Outcome {
    var command = [workspace.tools.root + "/Tests/Rigs/Machine/machine", "run", "--display", display.rawValue]
    command += ["--out", workspace.path("out"), "--timeout", "\(seconds)"]
    for pair in environment { command += ["--env", pair] }
    for argument in appended { command += ["--append", argument] }
    let home = getenv("HOME").map { String(cString: $0) } ?? "/root"
    let machine = try workspace.start(command + [script], environment: ["HOME=\(home)"])
    let exit = try machine.waitForExit(seconds: Double(seconds) + 60)
    guard case .status(let status) = exit else { throw RigError("the machine ended with \(exit):\n\(machine.output)") }
    return Outcome(output: machine.output, status: status, workspace: workspace, expected: expected)
  }

  /// Words of the script's own.
  private static let words = """
    start() {
      : >/tmp/said
      SWIFT_BACKTRACE=enable=no $EASEL "$@" 2>/tmp/said & program=$!
      waitfor 60 grep -Eq 'input devices? found' /tmp/said || cat /tmp/said
    }
    end() {
      kill -$1 $program
      ended $1
    }
    ended() {
      wait $program 2>/dev/null
      status=$?
      waitfor 5 sh -c "$TOOLS/console-modes /dev/tty1 | grep -q text"
      echo "$1: $status, $($TOOLS/console-modes /dev/tty1)"
    }
    expect() {
      waitfor 30 sh -c "$SHOT $1.ppm && $TOOLS/compare-pictures /out/$1.ppm /out/$1.expected.ppm $2"
    }
    mkfifo /tmp/orders
    $TOOLS/input-devices touch pen keyboard mouse </tmp/orders >/tmp/played &
    exec 3>/tmp/orders
    waitfor 20 test -e /dev/input/event4
    udevadm settle --timeout=30

    """
}
