// Crashes when it is touched, in the way that the variable CRASH names: for the tests of what is left of a terminal then.
import Easel
import Glibc

/// A number of calls that no stack can hold.
@inline(never) func overflow(_ depth: Int) -> Int {
  guard depth > 0 else { return 0 }
  var frame = (depth, depth, depth, depth)
  return withUnsafeMutableBytes(of: &frame) { bytes in
    bytes[depth & 31] = 1
    return overflow(depth - 1) &+ Int(bytes[0])
  }
}

/// Overflows the stack of a thread that has no other stack for signals, and waits for what comes of it.
func overflowThread() {
  var thread = pthread_t()
  let status = pthread_create(
    &thread, nil,
    { _ in
      _ = overflow(.max)
      return nil
    }, nil)
  precondition(status == 0, "There is no thread to crash.")
  pthread_join(thread, nil)
}

final class Fuse: View {
  var way = ""

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    switch way {
    case "overflow": _ = overflow(.max)
    case "thread": overflowThread()
    case "trap": preconditionFailure("This is the trap that was asked for.")
    default: abort()
    }
  }
}

let program = Program(
  name: "crash", applicationID: "org.easel.Crash", version: "1.0", summary: "a program that crashes when it is touched.")

runProgram(program) { application, launch in
  let fuse = Fuse()
  fuse.way = getenv("CRASH").map { String(cString: $0) } ?? ""
  let window = Window(application: application, options: launch.surfaceOptions(title: "Crash"))
  window.rootView = fuse
  try window.makeKeyAndVisible()
}
