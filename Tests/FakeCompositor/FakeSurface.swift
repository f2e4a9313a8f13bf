/// A client's surface: what waits for a commit, and what is shown.
final class FakeSurface {
  /// What requests change and a commit applies.
  struct State {
    var buffer: FakeBuffer?
    var scale: Int32 = 1
    var transform = WlOutputResource.Transform.normal
    var destination: (width: Int32, height: Int32)?
    var frames: [WlCallbackResource] = []
    var feedback: [WpPresentationFeedbackResource] = []
    /// In pixels of the buffer; nil stands for everything.
    var damage: [(x: Int, y: Int, width: Int, height: Int)?] = []
    fileprivate var isAttached = false
  }

  let resource: WlSurfaceResource
  unowned let compositor: FakeCompositor
  var pending = State()
  /// What is shown; its lists are what waits for the next shown frame.
  private(set) var current = State()
  private(set) var commitCount = 0
  /// What a display would show: each commit's damage copied onto it.
  private(set) var picture: [UInt32] = []
  private(set) var xdgSurface: FakeXDGSurface?
  var fractionalScale: WpFractionalScaleV1Resource?
  private var replaced: [FakeBuffer] = []

  init(_ resource: WlSurfaceResource, in compositor: FakeCompositor) {
    self.resource = resource
    self.compositor = compositor
    resource.onRequest = { [unowned self] in take($0) }
    resource.onDestroy = { [weak self, weak compositor] in
      // Nothing is left to be told once the compositor itself goes.
      if compositor != nil { self?.wasDestroyed() }
    }
  }

  /// One pixel of the buffer that is shown.
  func pixel(_ x: Int, _ y: Int) -> UInt32? { current.buffer?.pixel(x, y) }

  /// Tells the client that it is on an output.
  func enter(_ output: FakeOutput) {
    for resource in output.resources where resource.isAlive { self.resource.sendEnter(output: resource) }
  }

  /// Tells the client that it is no longer on an output.
  func leave(_ output: FakeOutput) {
    for resource in output.resources where resource.isAlive { self.resource.sendLeave(output: resource) }
  }

  // MARK: Requests

  private func take(_ request: WlSurfaceResource.Request) {
    switch request {
    case .attach(let buffer, _, _):
      pending.buffer = compositor.buffers.first { $0.resource === buffer }
      pending.isAttached = true
    case .damage: pending.damage.append(nil)
    case .damageBuffer(let x, let y, let width, let height):
      pending.damage.append((Int(x), Int(y), Int(width), Int(height)))
    case .frame(let callback): pending.frames.append(callback)
    case .setBufferTransform(let transform): pending.transform = transform
    case .setBufferScale(let scale): pending.scale = scale
    case .commit: commit()
    case .setOpaqueRegion, .setInputRegion, .offset, .destroy: break
    }
  }

  func take(_ viewport: WpViewportResource) {
    viewport.onRequest = { [unowned self] request in
      switch request {
      case .setDestination(let width, let height): pending.destination = width == -1 ? nil : (width, height)
      case .setSource, .destroy: break
      }
    }
    viewport.onDestroy = { [weak self] in self?.pending.destination = nil }
  }

  func take(_ xdgSurface: XdgSurfaceResource) {
    self.xdgSurface = FakeXDGSurface(xdgSurface, of: self)
  }

  private func commit() {
    commitCount += 1
    let old = current
    current = pending
    pending.frames = []
    pending.feedback = []
    pending.damage = []
    pending.isAttached = false
    for feedback in old.feedback { feedback.sendDiscarded() }
    if !old.frames.isEmpty, !current.frames.isEmpty {
      compositor.recorder.violation("\(resource.name) asks for a frame while one is outstanding")
    }
    current.frames = old.frames + current.frames
    xdgSurface?.wasCommitted(hasBuffer: current.buffer != nil)
    if current.isAttached { replace(old.buffer) }
  }

  private func replace(_ old: FakeBuffer?) {
    if let old, old !== current.buffer, old.isHeld { replaced.append(old) }
    guard let buffer = current.buffer else { return picture = [] }
    if buffer.isHeld { compositor.recorder.violation("\(buffer.resource.name) is committed while held") }
    checkSize(of: buffer)
    let pixels = buffer.pixels
    show(pixels, of: buffer, hadSameSize: old.map { $0.layout.width == buffer.layout.width } ?? false)
    replaced.removeAll { $0 === buffer }
    buffer.hold(pixels)
  }

  private func checkSize(of buffer: FakeBuffer) {
    let (width, height) = (buffer.layout.width, buffer.layout.height)
    guard current.scale > 0, width % Int(current.scale) == 0, height % Int(current.scale) == 0 else {
      return compositor.recorder.violation(
        "\(buffer.resource.name) of \(width) × \(height) is no multiple of scale \(current.scale)")
    }
  }

  private func show(_ pixels: [UInt32], of buffer: FakeBuffer, hadSameSize: Bool) {
    let (width, height) = (buffer.layout.width, buffer.layout.height)
    // A buffer that lies about its size shows what there is of it.
    guard hadSameSize, picture.count == pixels.count, pixels.count == width * height else { return picture = pixels }
    for rectangle in current.damage {
      guard let rectangle else { return picture = pixels }
      let left = max(0, min(width, rectangle.x))
      let right = max(left, min(width, rectangle.x + rectangle.width))
      let top = max(0, min(height, rectangle.y))
      for row in top..<max(top, min(height, rectangle.y + rectangle.height)) {
        let part = row * width + left..<row * width + right
        picture.replaceSubrange(part, with: pixels[part])
      }
    }
    guard compositor.checksDamage, let wrong = firstDifference(picture, pixels) else { return }
    compositor.recorder.violation("\(buffer.resource.name) differs outside its damage at \(wrong % width), \(wrong / width)")
    picture = pixels
  }

  // MARK: Showing

  /// Answers what waits for a shown frame, and lets go of buffers that are no longer shown.
  func showFrame(milliseconds: UInt32, nanoseconds: UInt64) {
    let frames = current.frames
    let feedback = current.feedback
    current.frames = []
    current.feedback = []
    for output in compositor.outputs.prefix(1).flatMap(\.resources) {
      for each in feedback { each.sendSyncOutput(output: output) }
    }
    for each in feedback {
      let seconds = nanoseconds / 1_000_000_000
      each.sendPresented(
        tvSecHi: UInt32(truncatingIfNeeded: seconds >> 32), tvSecLo: UInt32(truncatingIfNeeded: seconds),
        tvNsec: UInt32(nanoseconds % 1_000_000_000), refresh: compositor.refreshNanoseconds, seqHi: 0, seqLo: 0, flags: .vsync)
      each.destroy()
    }
    for frame in frames {
      frame.sendDone(callbackData: milliseconds)
      frame.destroy()
    }
    if !compositor.withholdsReleases { releaseReplaced() }
  }

  /// Gives back the buffers that are no longer shown.
  func releaseReplaced() {
    let buffers = replaced
    replaced = []
    for buffer in buffers { buffer.release() }
  }

  private func wasDestroyed() {
    compositor.surfaces.removeAll { $0 === self }
    current.buffer?.release()
    releaseReplaced()
  }
}

extension FakeCompositor {
  /// Shows a frame at a time of the monotonic clock: callbacks and presentation feedback are answered, buffers released.
  func showFrame(at milliseconds: UInt32) {
    for surface in surfaces {
      surface.showFrame(milliseconds: milliseconds, nanoseconds: UInt64(milliseconds) * 1_000_000)
    }
    pump()
  }
}
