internal import EaselGeometry
internal import EaselInputEvents
internal import EaselPlatform
internal import EaselPlatformLinux
internal import EaselRaster
public import EaselToolkit
internal import Glibc

/// Runs a program on the toolkit and ends the process: reads options and environment, finds the display, runs the loop.
///
/// - Parameters:
///   - program: its name, help and options of its own.
///   - setUp: makes the windows; called once, before the loop runs. What it returns is kept until the program ends, and told
///     of the end if it is a `FinishingProgram`; an error that it throws is printed and ends the program.
public func runProgram<Kept>(_ program: Program, setUp: (Application, Launch) throws -> Kept) -> Never {
  FileDescriptor.openMissingStandardOnes()
  let launcher = Launcher(program: program, environment: ProcessEnvironment.take(), console: Console.standard)
  exit(launcher.run(arguments: Array(CommandLine.arguments.dropFirst()), setUp: setUp))
}

/// One run of a program, from its arguments to its exit status.
final class Launcher {
  private let program: Program
  private let environment: [String: String]
  private let console: Console
  /// Whether this run may drain the main dispatch queue; a test that is a task of that queue may not.
  private let drainsMainQueue: Bool
  private let log: Log

  init(program: Program, environment: [String: String], console: Console, drainsMainQueue: Bool = true) {
    self.drainsMainQueue = drainsMainQueue
    self.program = program
    self.environment = environment
    self.console = console
    let name = program.name
    log = Log(minimum: environment["EASEL_DEBUG"] == nil ? .info : .debug) { _, message in
      console.complain("\(name): \(message)")
    }
  }

  /// Runs the program and returns its exit status.
  func run<Kept>(arguments: [String], setUp: (Application, Launch) throws -> Kept) -> Int32 {
    do {
      if let command = try Command(arguments) { return try run(command) }
      let values = try OptionValues(arguments: arguments, environment: environment, options: program.allOptions)
      if values.contains("help") { return try say(program.help) }
      if values.contains("version") { return try say("\(program.name) \(program.version)\n") }
      let settings = try LaunchSettings(values)
      EpollLoop.surviveRefusedWrites()
      let backend = try chooseBackend(settings)
      try settings.check(on: backend)
      let launch = Launch(
        options: values, isHeadless: backend == .headless, settings: settings, applicationID: program.applicationID,
        environment: environment)
      return try run(launch, on: backend) { try setUp($0, launch) }
    } catch {
      console.complain("\(program.name): \(error)")
      return Launcher.status(of: error)
    }
  }

  private func run(_ command: Command) throws -> Int32 {
    if command == .help { return try say(program.help) }
    let values = try OptionValues(arguments: [], environment: environment, options: program.allOptions)
    let loop = try EpollLoop(mainQueue: .leftAlone)
    let result = try EaselLaunch.run(command, LaunchSettings(values), loop: loop, environment: environment)
    try console.say(result.text)
    return result.status
  }

  private func say(_ text: String) throws(SystemError) -> Int32 {
    try console.say(text)
    return 0
  }

  /// The exit status that an error stands for; the numbers are those of `sysexits.h`.
  private static func status(of error: any Error) -> Int32 {
    switch error {
    case let error as BackendError: error.exitStatus
    case is UsageError, is InputFileError: 2
    case is RasterError: 71
    case let error as SystemError: error.isShortage ? 71 : 74
    case let error as any ProgramError: error.exitStatus
    default: 70
    }
  }

  private func run<Kept>(
    _ launch: Launch, on backend: LaunchSettings.BackendName, setUp: (Application) throws -> Kept
  ) throws -> Int32 {
    switch backend {
    case .headless: try runHeadless(launch.settings, setUp: setUp)
    case .wayland, .framebuffer: try runOnScreen(launch.settings, backend, setUp: setUp)
    }
  }

  /// SET-2: the backend that was named, else Wayland if there is one, else the bare screen.
  ///
  /// A display that was set is never given up for another, and a screen that an X server owns is left alone.
  private func chooseBackend(_ settings: LaunchSettings) throws(BackendError) -> LaunchSettings.BackendName {
    if let backend = settings.backend { return backend }
    if hasWaylandDisplay(environment) { return .wayland }
    guard environment["DISPLAY"] == nil else { throw noDisplay("The screen belongs to the X server of DISPLAY.") }
    return .framebuffer
  }

  private func noDisplay(_ bareScreen: String) -> BackendError {
    BackendError(
      "\(missingDisplay)\(bareScreen) Start the program \(displayAdvice)on a console with a screen, or without a display by "
        + "--backend headless --screenshot FILE.")
  }

  private func runOnScreen<Kept>(
    _ settings: LaunchSettings, _ name: LaunchSettings.BackendName, setUp: (Application) throws -> Kept
  ) throws -> Int32 {
    let loop = try EpollLoop(mainQueue: drainsMainQueue ? .drained : .leftAlone)
    let quit = Quit()
    // Before anything is taken over: a bare screen must be given back, whoever ends the program and however early (FRE-1).
    let signals: [Signal] = [.interrupt, .terminate, .hangUp] + (name == .framebuffer ? [.quit] : [])
    let hooks = try signals.map { try loop.onSignal($0) { quit.action?() } }
    let (backend, endBackend) = try makeBackend(name, settings, loop: loop, quit: quit)
    defer { endBackend() }
    let application = Application(backend: backend, applicationID: program.applicationID, log: log)
    let input = try InputChain(settings, application: application, backend: backend, console: console)
    var status: Int32 = 0
    backend.onDisplayLost = { [console, name = program.name] error in
      console.complain("\(name): \(error)")
      status = error.exitStatus
      application.terminate()
    }
    quit.action = { application.terminate() }
    let kept = try setUp(application)
    if !application.isTerminated { application.run() }
    withExtendedLifetime(hooks) {}
    return end(status, [{ try (kept as? any FinishingProgram)?.finish() }, input.finish])
  }

  private func makeBackend(
    _ name: LaunchSettings.BackendName, _ settings: LaunchSettings, loop: EpollLoop, quit: Quit
  ) throws(BackendError) -> (backend: any Backend, end: () -> Void) {
    guard name == .framebuffer else {
      return (try makeWaylandBackend(loop: loop, log: log, environment: environment), {})
    }
    do {
      return try makeFramebufferBackend(settings, loop: loop, log: log, environment: environment) { quit.action?() }
    } catch {
      if settings.backend == .framebuffer { throw error }
      throw noDisplay(error.description)
    }
  }

  private func runHeadless<Kept>(_ settings: LaunchSettings, setUp: (Application) throws -> Kept) throws -> Int32 {
    let run = try HeadlessRun(
      settings, applicationID: program.applicationID, drainsMainQueue: drainsMainQueue, log: log, console: console)
    let kept = try setUp(run.application)
    return end(0, [run.play, { try (kept as? any FinishingProgram)?.finish() }])
  }

  /// Does what is left to do at the end; what fails is told, and decides the status unless that is an error's already.
  private func end(_ status: Int32, _ steps: [() throws -> Void]) -> Int32 {
    var status = status
    for step in steps {
      do {
        try step()
      } catch {
        console.complain("\(program.name): \(error)")
        if status == 0 { status = Launcher.status(of: error) }
      }
    }
    return status
  }
}

/// What the devices' own key for ending a program does, once there is an application to end.
private final class Quit {
  var action: (() -> Void)?
}
