// measure PROBE_FOLDER NAME=COMMAND...: measures Wayland programs that draw a line under each finger, one beside the other, from
// the compositor's side, and prints a table with each figure's ratio to the last program's.
//
// `script/bench` builds everything and calls it.

import EaselRigs
import Glibc

let arguments = CommandLine.arguments.dropFirst()
guard let tools = arguments.first, arguments.count > 1 else {
  print("usage: measure PROBE_FOLDER NAME=COMMAND...")
  exit(2)
}
// The compositor and its client before whatever else runs here; without the right to it, it is only less exact.
setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, -15)

var columns: [Column] = []
var failures = 0
for argument in arguments.dropFirst() {
  let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
  guard parts.count == 2 else {
    print("\"\(argument)\" is not NAME=COMMAND")
    exit(2)
  }
  do {
    let session = try Session(tools: tools, command: parts[1].split(separator: " ").map(String.init))
    columns.append(Column(name: parts[0], figures: try session.measure()))
  } catch {
    // One that does not live through it must not keep the others from being seen.
    print("\(parts[0]) is left out: \(error)")
    failures += 1
  }
}
printTable(columns)
exit(failures == 0 ? 0 : 1)
