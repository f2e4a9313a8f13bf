import EaselFormats
import EaselGeometry
import EaselRaster
import EaselRigs
import Glibc
import Testing

/// The built programs, as a user has them.
enum Easel {
  /// The drawing program.
  static let path = path(of: "easel")

  /// They lie beside the tests.
  static func path(of program: String) -> String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let runner = String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    return runner.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/" + program
  }

  /// What the screen must show after a trace: the headless backend's picture.
  static func picture(
    of trace: String, program: String = "easel", size: String, scale: Double = 1, in workspace: Workspace
  ) throws -> Picture {
    let file = try workspace.write("expected.trace", trace)
    return try picture(ofFile: file, program: program, size: size, scale: scale, in: workspace)
  }

  static func picture(
    ofFile file: String, program: String = "easel", size: String, scale: Double = 1, in workspace: Workspace
  ) throws -> Picture {
    let picture = workspace.path("expected.png")
    let program = try workspace.start([
      path(of: program), "--backend", "headless", "--size", size, "--scale", "\(scale)", "--replay", file,
      "--screenshot", picture,
    ])
    let exit = try program.waitForExit()
    guard exit == .status(0) else { throw RigError("the headless run ended with \(exit):\n\(program.output)") }
    let bitmap = try PNG.decode(workspace.read(picture))
    let pixels = (0..<bitmap.size.area).map { index in
      bitmap.pixel(x: index % bitmap.size.width, y: index / bitmap.size.width) & 0xffffff
    }
    return Picture(width: bitmap.size.width, height: bitmap.size.height, pixels: pixels)
  }
}

/// Fingers in the words that the rigs' scripts and our traces share.
struct Fingers {
  private(set) var script = ""

  /// As a trace.
  var trace: String {
    "easel-trace 1\n" + script.split(separator: "\n").map { $0 == "cancel" ? "cancel all\n" : "\($0)\n" }.joined()
  }

  mutating func frame(_ lines: [String]) { script += (lines + ["frame"]).joined(separator: "\n") + "\n" }

  /// Several fingers draw side by side from top to bottom, all in the same frames, each on a path of its own.
  mutating func draw(_ ids: Range<Int>, left: Int, top: Int, gap: Int, steps: Int = 12, lift: Bool = true) {
    for step in 0...steps {
      frame(
        ids.map { id in
          // Quarters of a point: exact in the protocol's fixed-point numbers.
          let x = Double(left + (id - ids.lowerBound) * gap) + Double((step * (id + 3) * 7) % 61) / 4
          let y = Double(top) + Double(step * 24) + Double(id % 4) / 4
          return "\(step == 0 ? "down" : "move") \(id) \(x) \(y)"
        })
    }
    if lift { frame(ids.map { "up \($0)" }) }
  }
}

/// Compares what a window shows with what it should, and leaves both pictures behind when they differ.
func expectScreen(
  _ rig: Rig, shows expected: Picture, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let shown = try rig.screenshot { $0 == expected }
  guard let difference = shown.difference(from: expected) else { return }
  shown.write(to: "/tmp/easel-\(name)-shown.ppm")
  expected.write(to: "/tmp/easel-\(name)-expected.ppm")
  Issue.record("\(name): \(difference); see /tmp/easel-\(name)-*.ppm", sourceLocation: sourceLocation)
}
