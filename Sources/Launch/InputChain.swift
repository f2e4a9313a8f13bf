internal import EaselInputEvents
internal import EaselPlatform
internal import EaselPlatformLinux
internal import EaselToolkit

/// What stands between a backend and the application: the palm filter, touch emulation, then the recorder, which sees what the
/// application sees.
final class InputChain: InputSink {
  private let chain: FilterChain
  private let recording: Recording?
  private let markers: EmulationMarkers?

  init(
    _ settings: LaunchSettings, application: Application, backend: any Backend, console: Console
  ) throws(SystemError) {
    if settings.traces.contains(.gestures) { application.onGestureNote { console.complain($0) } }
    application.showsTouches = settings.traces.contains(.touches)
    var filters: [any InputFilter] = [PalmFilter()]
    if settings.emulatesTouch {
      let markers = EmulationMarkers(application: application, backend: backend)
      filters.append(markers.emulation)
      self.markers = markers
    } else {
      markers = nil
    }
    recording = try settings.record.map { path throws(SystemError) in try Recording(path: path, loop: backend.loop) }
    if let recording { filters.append(recording.recorder) }
    let sink = application.inputSink
    chain = FilterChain(filters) { sink.receive($0) }
    backend.inputSink = self
  }

  func receive(_ event: InputEvent) {
    chain.receive(event)
  }

  /// Writes what was recorded.
  func finish() throws(SystemError) {
    try recording?.finish()
  }
}
