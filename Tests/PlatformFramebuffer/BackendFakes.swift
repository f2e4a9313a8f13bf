import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformHeadless
import EaselPlatformLinux
import EaselRaster

@testable import EaselPlatformFramebuffer

/// Writes down, in one order, what a terminal, a screen and the devices are told.
final class Story {
  var lines: [String] = []
  func tell(_ line: String) { lines.append(line) }

  func take() -> String {
    defer { lines.removeAll() }
    return lines.joined(separator: ", ")
  }
}

/// A terminal whose guard says what the test says.
final class FakeTerminal: TerminalDoor {
  let number = 1
  let channel: Int32 = -1
  var seen = 1
  var takeAnswer: Int32 = 0
  var words: [GuardWord] = []
  private let story: Story

  init(_ story: Story) {
    self.story = story
  }

  func active() -> Int { seen }

  func take() -> Int32 {
    story.tell("take")
    return takeAnswer
  }

  func hear() -> GuardWord? { words.isEmpty ? nil : words.removeFirst() }
  func answerRelease() { story.tell("released") }

  func switchTo(_ number: Int) -> Int32 {
    story.tell("switch to \(number)")
    return 0
  }

  func restore() { story.tell("restore") }
}

/// A screen that shows nothing.
final class FakeScreen: Screen {
  let name = "fake"
  var node = "/dev/fake"
  var panel = PixelSize(width: 40, height: 30)
  var orientationHint = Orientation.none
  var millimeters: Size?
  weak var delegate: (any ScreenDelegate)?
  var beginError: BackendError?
  private let story: Story

  init(_ story: Story) {
    self.story = story
  }

  func begin(_ orientation: Orientation) throws(BackendError) {
    story.tell("begin")
    if let beginError { throw beginError }
  }

  func show(_ layers: borrowing PanelLayers, damage: borrowing Region) {
    let bounds = damage.bounds
    story.tell("show \(bounds.x) \(bounds.y) \(bounds.width) \(bounds.height)")
  }

  func reprobe() { story.tell("screen looks again") }
  func pause() { story.tell("screen rests") }
  func resume() throws(BackendError) { story.tell("screen works") }
  func close() { story.tell("screen closes") }
}

/// Devices that say nothing.
final class FakeInput: LocalInput {
  var onEvent: ((InputEvent) -> Void)?
  var placement = InputPlacement(panel: PixelSize(width: 1, height: 1)) {
    didSet { story.tell("points at \(placement.surface?.value ?? 0)") }
  }
  var onCursorChange: ((Point?) -> Void)?
  var onSwitchTerminal: ((Int) -> Void)?
  var onQuit: (() -> Void)?
  private let story: Story
  private var contacts = ContactIDSource()

  init(_ story: Story) {
    self.story = story
  }

  var grabsKeyboards = false

  func pause() { story.tell("devices rest") }
  func close() { story.tell("devices close") }
  func resume() { story.tell("devices work") }
  func cancel(_ contact: ContactID) {}
  func cancel(on surface: SurfaceID) { story.tell("cancel on \(surface.value)") }
  func newContact() -> ContactID { contacts.next() }
}

/// A window's owner that paints all of it whenever it may.
final class Owner: OutputSurfaceDelegate {
  var focus = false
  func surfaceDidChangeState(_ surface: any OutputSurface) {}

  func surfaceIsReadyForFrame(_ surface: any OutputSurface) {
    guard surface.mustAnswerConfigure else { return }
    paint(surface, PixelRect(surface.state.pixelSize))
  }

  func paint(_ surface: any OutputSurface, _ rect: PixelRect) {
    let damage = Region(rect)
    guard let slot = surface.beginFrame(damage: damage) else { return }
    surface.present(slot, damage: damage, newestInput: nil)
  }

  func surfaceDidChangePresenting(_ surface: any OutputSurface) {}
  func surface(_ surface: any OutputSurface, didChangeKeyboardFocus hasFocus: Bool) { focus = hasFocus }
  func surfaceShouldClose(_ surface: any OutputSurface) {}
}
