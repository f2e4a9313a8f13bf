import Easel

/// The drawing program: one window with one page, its keys, and the file in which the drawing is kept.
final class DrawingController: Responder, ApplicationDelegate, FinishingProgram {
  private let application: Application
  private let canvas: CanvasView
  private let window: Window
  private let file: DrawingFile?

  /// A window with the drawing of a file, or with an empty page that is not kept.
  init(application: Application, options: SurfaceOptions, file: DrawingFile?) {
    self.application = application
    self.file = file
    canvas = CanvasView(frame: Rect(origin: .zero, size: options.preferredSize), document: file?.document ?? Document())
    window = Window(application: application, options: options)
    super.init()
    canvas.onEdit = { file?.keep($0) }
    window.rootView = canvas
    application.delegate = self
  }

  /// Shows the window.
  func show() throws {
    try window.makeKeyAndVisible()
  }

  /// The last try to keep what the disk has refused so far; an error means that lines are lost.
  func finish() throws {
    try file?.finish()
  }

  override var keyCommands: [KeyCommand] {
    [
      KeyCommand("z", modifierFlags: .control, title: "Undo") { [canvas] in canvas.undo() },
      KeyCommand("z", modifierFlags: [.control, .shift], title: "Redo") { [canvas] in canvas.redo() },
      KeyCommand(.escape, title: "Drop the lines in progress", isRepeatable: false) { [self] in escape() },
      KeyCommand(.function(11), title: "Whole screen", isRepeatable: false) { [window] in window.isFullscreen.toggle() },
      KeyCommand("q", modifierFlags: .control, title: "Quit", isRepeatable: false) { [application] in application.terminate() },
    ]
  }

  /// The innermost thing that can be left: a line in progress, then the whole screen.
  private func escape() {
    if canvas.isDrawing { canvas.cancelDrawing() } else { window.isFullscreen = false }
  }
}
