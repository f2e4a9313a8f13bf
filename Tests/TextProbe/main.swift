// A program of its own for what fontconfig decides once in a process: whether it is loaded, and which fonts there are;
// and for fribidi, which is loaded once too.
//
// Prints what text does here; the environment's FONTCONFIG_FILE names the configuration.
import EaselGeometry
import EaselPlatform
import EaselPlatformHeadless
import EaselText
import EaselToolkit
import Glibc

/// Whether a library is in this process.
func isMapped(_ name: String) -> Bool {
  guard let file = fopen("/proc/self/maps", "r") else { return false }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 4096)
  while fgets(&line, 4096, file) != nil {
    if String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).contains(name) { return true }
  }
  return false
}

func say(_ text: String) {
  puts(text)
}

let loop = ManualLoop()
var options = HeadlessOptions()
options.needsTitleBar = true
let backend = HeadlessBackend(loop: loop, options: options)
let application = Application(backend: backend, applicationID: "probe", log: Log { say("log \($0): \($1)") })
let window = Window(application: application, title: "Probe", size: Size(200, 100))
let label = Label(frame: Rect(x: 10, y: 50, width: 100, height: 30))
let page = View()
page.addSubview(label)
window.rootView = page
try window.makeKeyAndVisible()

// The first frame: a label without text, a title bar whose title comes with the display's answer.
loop.advance(bySeconds: 0)
let frames = backend.surfaces.first?.presentCount ?? 0
say("after frame \(frames): fontconfig is \(isMapped("libfontconfig") ? "loaded" : "not loaded")")
loop.advance(bySeconds: 0.1)
say("after the title: fontconfig is \(isMapped("libfontconfig") ? "loaded" : "not loaded")")
label.text = "Text"
loop.advance(bySeconds: 0.1)
label.text = "Ünïted, (12 %) – “fi”"
loop.advance(bySeconds: 0.1)
say("after Latin text: fribidi is \(isMapped("libfribidi") ? "loaded" : "not loaded")")
label.sizeToFit()
say("height \(label.frame.height > 0 ? "of a line" : "none")")
do {
  say("family \(try Font(family: "DejaVu Sans", size: 17).familyName)")
} catch {
  say("error: \(error)")
}
label.text = "שלום"
loop.advance(bySeconds: 0.1)
say("after Hebrew text: fribidi is \(isMapped("libfribidi") ? "loaded" : "not loaded")")
