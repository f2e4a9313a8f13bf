internal import EaselFormats
internal import EaselGeometry
internal import EaselInputEvents
internal import EaselPlatform
internal import EaselPlatformHeadless
internal import EaselPlatformLinux
internal import EaselRaster
internal import EaselToolkit

/// A trace or a screenshot cannot be used; the program says it and ends with status 2.
struct InputFileError: Error, CustomStringConvertible {
  let description: String
}

/// A program without a display: a trace is played on a virtual clock, then the window's picture is written.
final class HeadlessRun {
  let application: Application
  private let settings: LaunchSettings
  private let loop: ManualLoop
  private let backend: HeadlessBackend
  private let input: InputChain
  private let trace: Trace

  init(_ settings: LaunchSettings, applicationID: String, drainsMainQueue: Bool, log: Log, console: Console) throws {
    self.settings = settings
    trace = try settings.replay.map(HeadlessRun.readTrace) ?? Trace(events: [], duration: .zero)
    loop = drainsMainQueue ? ManualLoop(everyTurn: { EpollLoop.drainMainQueue() }) : ManualLoop()
    var options = HeadlessOptions()
    options.size = settings.size
    options.scale = settings.scale ?? 1
    backend = HeadlessBackend(loop: loop, options: options)
    application = Application(backend: backend, applicationID: applicationID, log: log)
    input = try InputChain(settings, application: application, backend: backend, console: console)
  }

  /// Plays the trace and a second more, in which the last frames are shown, and writes what was asked for.
  func play() throws {
    let end = loop.makeTimer { [loop] _ in loop.stop() }
    let player = TracePlayer(trace, backend: backend, log: application.log) { [loop] in
      end.arm(at: loop.now.advanced(bySeconds: 1))
    }
    player.play()
    loop.run()
    try input.finish()
    if let path = settings.screenshot { try writeScreenshot(to: path) }
    application.terminate()
  }

  private func writeScreenshot(to path: String) throws {
    guard let surface = backend.surfaces.first else {
      throw InputFileError(description: "There is no window to make a picture of: the trace has closed it.")
    }
    if surface.lacksMemory { throw RasterError.outOfMemory(surface.state.pixelSize) }
    guard let picture = try surface.screenshot() else {
      throw InputFileError(description: "There is no picture of the window: it is hidden at the end.")
    }
    try Files.writeAtomically(try PNG.encode(picture), to: path)
  }

  private static func readTrace(_ path: String) throws -> Trace {
    do {
      return try TraceParser.parse(Files.read(path, limit: TraceLimit.fileBytes))
    } catch {
      throw InputFileError(description: "The trace \(path) cannot be played: \(error)")
    }
  }
}
