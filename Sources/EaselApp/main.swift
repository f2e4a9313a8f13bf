import Easel
import EaselPlatformLinux

let program = Program(
  name: "easel", applicationID: "org.easel.Easel", version: "0.1.0",
  summary: "a drawing program for several fingers, pens and mice at once.",
  options: [
    Option("journal", value: "FILE", help: "Keep the drawing in this file; without it, in the state directory."),
    Option("no-journal", help: "Begin with an empty page and keep nothing, as headless without --journal."),
  ])

runProgram(program) { application, launch in
  let file = try openDrawing(launch, log: application.log)
  let options = launch.surfaceOptions(title: "Easel")
  let controller = DrawingController(application: application, options: options, file: file)
  try controller.show()
  return controller
}

/// The drawing cannot be kept where it should be.
struct DrawingError: ProgramError {
  let description: String
  let exitStatus: Int32
}

/// The file in which the drawing is kept, or nil if it is not.
private func openDrawing(_ launch: Launch, log: Log) throws -> DrawingFile? {
  if launch.options.contains("no-journal") {
    guard launch.options["journal"] == nil else {
      throw UsageError("--journal and --no-journal contradict each other; give one of them.")
    }
    return nil
  }
  if let path = launch.options["journal"] {
    do {
      if let file = try DrawingFile.open(path, log: log) { return file }
    } catch {
      guard error.isOfThePath else { throw error }
      throw UsageError("\(error)")
    }
    throw UsageError("Another window is drawing in \(path); close that one or name another file.")
  }
  guard !launch.isHeadless else { return nil }
  do {
    return try DrawingFile.open(inFolder: launch.stateFolder(of: "easel"), log: log)
  } catch let error as SystemError {
    throw DrawingError(
      description: "\(error) With --journal FILE it is kept elsewhere, with --no-journal not at all.",
      exitStatus: error.isShortage ? 71 : 74)
  }
}
