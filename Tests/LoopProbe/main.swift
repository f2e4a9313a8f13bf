// A program of its own for what cannot be tried inside a test runner: who drains the main queue, what a child inherits,
// what an idle loop asks of the kernel.
import EaselInputEvents
import EaselPlatform
import EaselPlatformHeadless
import EaselPlatformLinux
import Glibc

switch CommandLine.arguments.dropFirst().first {
case "main-queue": try probeMainQueue()
case "headless-main-queue": probeHeadlessMainQueue()
case "descriptors": try probeDescriptors()
case "broken-pipe": probeBrokenPipe()
case "idle": try probeIdle(seconds: Double(CommandLine.arguments.last ?? "") ?? 3)
default:
  say("usage: EaselLoopProbe main-queue | headless-main-queue | descriptors | broken-pipe | idle SECONDS")
  exit(2)
}

/// Tasks on the main actor run in the loop's turns, those that were there before it and those that wake it.
func probeMainQueue() throws {
  let loop = try EpollLoop()
  let hook = loop.addHook(.flush) { say("turn") }
  Task { @MainActor in
    say("task")
    let answer = await Task.detached { 42 }.value
    say("answer \(answer)")
    loop.stop()
  }
  loop.run()
  withExtendedLifetime(hook) { say("end") }
}

func probeHeadlessMainQueue() {
  let loop = ManualLoop(everyTurn: EpollLoop.drainMainQueue)
  Task { @MainActor in say("task") }
  loop.turn()
  say("end")
}

/// Prints the descriptors that a child sees before and after we have opened all kinds of ours (DSE-6).
func probeDescriptors() throws {
  listDescriptorsOfChild()
  let loop = try EpollLoop()
  let token = try loop.onSignal(.hangUp) {}
  let memory = try MemoryFile(name: "probe", size: 4096)
  guard var file = try AppendFile.open("/tmp/easel-probe-\(getpid())") else { return say("no file") }
  defer { try? Files.remove("/tmp/easel-probe-\(getpid())") }
  listDescriptorsOfChild()
  withExtendedLifetime(token) { say("\(memory.size)") }
  try file.append([])
}

func listDescriptorsOfChild() {
  guard let pipe = popen("echo $(ls /proc/self/fd)", "r") else { return say("no child") }
  var line = [CChar](repeating: 0, count: 256)
  while fgets(&line, 256, pipe) != nil {
    say(String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self), terminator: "")
  }
  pclose(pipe)
}

func probeBrokenPipe() {
  EpollLoop.surviveRefusedWrites()
  var ends: [Int32] = [0, 0]
  pipe(&ends)
  close(ends[0])
  var byte: UInt8 = 0
  let count = write(ends[1], &byte, 1)
  say(count == -1 && errno == EPIPE ? "an error, not the end" : "no error")
}

/// Stands idle, for strace: between the two lines no thread makes a system call.
func probeIdle(seconds: Double) throws {
  let loop = try EpollLoop()
  let token = try loop.onSignal(.interrupt) { loop.stop() }
  let hook = loop.addHook(.paint) {}
  let end = loop.makeTimer { _ in loop.stop() }
  end.arm(at: loop.now.advanced(bySeconds: seconds))
  say("idle from here")
  loop.run()
  withExtendedLifetime((token, hook)) { say("to here") }
}

func say(_ line: String, terminator: String = "\n") {
  print(line, terminator: terminator)
  fflush(nil)
}
