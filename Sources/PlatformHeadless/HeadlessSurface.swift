public import EaselGeometry
public import EaselInputEvents
public import EaselPlatform
public import EaselRaster

/// What the toolkit has asked of the display for a window and a picture in memory cannot do.
public enum SurfaceRequest: Hashable, Sendable {
  /// To move the window with a contact.
  case move(ContactID)
  /// To resize it with a contact.
  case resize(WindowEdges, ContactID)
  /// To show the display's menu for it.
  case windowMenu(Point, ContactID)
  /// To put it away.
  case minimize
}

/// A window that is a picture in memory: its display decides, shows and calls back on the loop's clock.
///
/// Its `decide`, `requestClose` and the like play the display's and the user's part.
public final class HeadlessSurface: OutputSurface {
  /// Nothing but identity: the display's side of a slot is the slot itself.
  final class Memory {}

  /// The name of this surface in input events: 1 for the backend's first, then 2 and so on.
  public let id: SurfaceID
  /// What has been decided last.
  public private(set) var state: SurfaceState
  /// Whether a frame callback is outstanding.
  public private(set) var isWaitingForFrame = false
  /// Whether frames are being shown; false after a callback has been withheld for 1 s (WFR-5).
  public private(set) var isPresenting = true
  /// Whether a new size or scale, or the first map, must be answered now.
  public private(set) var mustAnswerConfigure = false
  /// Whether it has shown a frame and was neither hidden nor closed.
  public private(set) var isMapped = false
  /// Whether `close` has been called.
  public private(set) var isClosed = false
  /// Its title.
  public private(set) var title: String
  /// The smallest size that its owner allows.
  public private(set) var minimumSize: Size
  /// Frames that were presented.
  public private(set) var presentCount = 0
  /// The time of the newest input that the latest frame shows.
  public private(set) var newestInput: Timestamp?
  /// The damage that the latest frame named.
  public private(set) var latestDamage: [PixelRect] = []
  /// Whether the display keeps its frame callbacks to itself, as real ones do for hidden windows (WFR-4).
  public var isWithholdingFrames = false {
    didSet { if oldValue && !isWithholdingFrames && isWaitingForFrame { armFrameTimer() } }
  }
  /// Whether there was no memory for its picture.
  public private(set) var lacksMemory = false
  /// Told what a picture in memory cannot do.
  public var onRequest: ((SurfaceRequest) -> Void)?

  private weak var delegate: (any OutputSurfaceDelegate)?
  private weak var backend: HeadlessBackend?
  private let loop: any EventLoop
  private var ring: SlotRing
  private var isConfigured = false
  private var isStarved = false
  /// Committed but not shown yet, and shown.
  private var pending: BufferSlot?
  private var shown: BufferSlot?
  private var restoredSize: Size
  private var frameTimer: (any LoopTimer)?
  private var starvationTimer: (any LoopTimer)?

  init(
    id: SurfaceID, state: SurfaceState, options: SurfaceOptions, delegate: any OutputSurfaceDelegate, backend: HeadlessBackend
  ) {
    self.id = id
    self.state = state
    self.title = options.title
    self.minimumSize = options.minimumSize
    self.restoredSize = state.size
    self.delegate = delegate
    self.backend = backend
    self.loop = backend.loop
    self.ring = SlotRing(size: state.pixelSize)
    frameTimer = loop.makeTimer { [weak self] _ in self?.frameIsDue() }
    starvationTimer = loop.makeTimer { [weak self] _ in self?.setPresenting(false) }
  }

  // MARK: Frames

  /// How many pixels a frame with this damage would have to copy, or nil if every slot is held or nothing is decided yet.
  public func repairArea(for damage: borrowing Region) -> Int? {
    isConfigured && !isClosed ? ring.repairArea(for: damage) : nil
  }

  /// Lends out a slot that is up to date outside of the damage.
  public func beginFrame(damage: borrowing Region) -> FrameSlot? {
    guard isConfigured, !isClosed else { return nil }
    let slot = ring.begin(damage: damage) { _ in
      let bitmap = try? Bitmap(size: ring.size, format: .xrgb32)
      lacksMemory = bitmap == nil
      guard let bitmap else { return nil }
      return (bitmap, Memory())
    }
    if slot == nil { isStarved = true }
    return slot?.frame
  }

  /// Shows a slot at the display's next refresh; what was committed and not shown by then is never seen.
  public func present(_ slot: FrameSlot, damage: borrowing Region, newestInput: Timestamp?) {
    // A slot of an old size is not the ring's any more and is dropped (WSB-9).
    guard !isClosed, let buffer = ring.slot(for: slot), ring.commit(buffer, damage: damage) else { return }
    if let pending { release(pending) }
    pending = buffer
    presentCount += 1
    self.newestInput = newestInput
    latestDamage.removeAll(keepingCapacity: true)
    damage.forEachRect { latestDamage.append($0) }
    mustAnswerConfigure = false
    if !isMapped {
      isMapped = true
      backend?.surfaceDidMap(self)
    }
    guard !isWaitingForFrame else { return }
    isWaitingForFrame = true
    armFrameTimer()
  }

  /// Takes a slot back unpainted.
  public func abandon(_ slot: FrameSlot) {
    if let buffer = ring.slot(for: slot) { ring.abandon(buffer) }
  }

  /// A copy of the newest frame that was presented, or nil if there is none.
  ///
  /// - Throws: `RasterError.outOfMemory`.
  public func screenshot() throws(RasterError) -> Bitmap? {
    guard isMapped, let newest = (pending ?? shown)?.frame.bitmap else { return nil }
    let copy = try Bitmap(size: newest.size, format: newest.format)
    let row = min(copy.stride, newest.stride)
    for y in 0..<newest.size.height {
      unsafe (copy.pixels + y * copy.stride).copyMemory(from: newest.pixels + y * newest.stride, byteCount: row)
    }
    return copy
  }

  private func armFrameTimer() {
    starvationTimer?.arm(at: loop.now.advanced(bySeconds: 1))
    if !isWithholdingFrames, let backend { frameTimer?.arm(at: backend.nextRefresh) }
  }

  private func frameIsDue() {
    guard !isWithholdingFrames, !isClosed else { return }
    starvationTimer?.disarm()
    isWaitingForFrame = false
    if let pending {
      if let shown { release(shown) }
      shown = pending
      self.pending = nil
    }
    setPresenting(true)
    delegate?.surfaceIsReadyForFrame(self)
  }

  private func release(_ slot: BufferSlot) {
    guard ring.release(slot.storage), isStarved else { return }
    isStarved = false
    loop.post { [weak self] in
      guard let self, !isClosed else { return }
      delegate?.surfaceIsReadyForFrame(self)
    }
  }

  private func setPresenting(_ value: Bool) {
    guard isPresenting != value else { return }
    isPresenting = value
    delegate?.surfaceDidChangePresenting(self)
  }

  // MARK: What its owner asks for

  /// Changes the title.
  public func setTitle(_ title: String) { self.title = title }

  /// Limits the size that may be decided.
  public func setMinimumSize(_ size: Size) { minimumSize = size }

  /// Fills the screen, or goes back to the size before, in a later turn.
  public func setFullscreen(_ isFullscreen: Bool) { later { $0.isFullscreen = isFullscreen } }

  /// Fills the screen, or goes back to the size before, in a later turn.
  public func setMaximized(_ isMaximized: Bool) { later { $0.isMaximized = isMaximized } }

  /// Tells `onRequest`.
  public func minimize() { onRequest?(.minimize) }

  /// Cancels the contact and tells `onRequest`.
  public func beginMove(with contact: ContactID) {
    backend?.cancelContacts { $0.contact == contact }
    onRequest?(.move(contact))
  }

  /// Cancels the contact and tells `onRequest`.
  public func beginResize(_ edges: WindowEdges, with contact: ContactID) {
    backend?.cancelContacts { $0.contact == contact }
    onRequest?(.resize(edges, contact))
  }

  /// Tells `onRequest`.
  public func showWindowMenu(at position: Point, with contact: ContactID) { onRequest?(.windowMenu(position, contact)) }

  /// Shows nothing until a next frame is presented.
  public func hide() {
    isMapped = false
    frameTimer?.disarm()
    starvationTimer?.disarm()
    isWaitingForFrame = false
    backend?.surfaceDidUnmap(self)
  }

  /// Ends the surface: its contacts and keys are cancelled, its delegate hears no more (SC-4).
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    delegate = nil
    frameTimer?.disarm()
    starvationTimer?.disarm()
    isMapped = false
    backend?.surfaceDidClose(self)
  }

  private func later(_ change: @escaping @Sendable @MainActor (inout SurfaceState) -> Void) {
    loop.post { [weak self] in
      guard let self, !isClosed else { return }
      var next = state
      change(&next)
      let fills = next.isFullscreen || next.isMaximized
      if fills && !(state.isFullscreen || state.isMaximized) { restoredSize = state.size }
      next.size = fills ? backend?.options.screenSize ?? state.size : restoredSize
      decide { $0 = next }
    }
  }
}

extension HeadlessSurface {
  /// Decides about the window as a display would, and tells its owner; `pixelSize` follows from size and scale.
  ///
  /// Sizes below the owner's minimum or a pixel and beyond 16384 pixels, and scales outside of 0.5 … 8, are moved to the
  /// nearest that can be (WHD-9, DLI-1).
  public func decide(_ change: (inout SurfaceState) -> Void) {
    guard !isClosed else { return }
    var next = state
    change(&next)
    next = HeadlessSurface.possible(next)
    next.size.width = max(next.size.width, minimumSize.width)
    next.size.height = max(next.size.height, minimumSize.height)
    next = HeadlessSurface.possible(next)
    let isNewSize = next.pixelSize != state.pixelSize
    if isNewSize || next.scale != state.scale || next.size != state.size { mustAnswerConfigure = true }
    guard next != state || !isConfigured else { return }
    state = next
    if isNewSize { retireSlots() }
    isConfigured = true
    delegate?.surfaceDidChangeState(self)
  }

  /// Does what the window's close button would.
  public func requestClose() { delegate?.surfaceShouldClose(self) }

  /// The display's first word about a new window.
  func configure() {
    guard !isClosed, !isConfigured else { return }
    mustAnswerConfigure = true
    decide { _ in }
    delegate?.surfaceIsReadyForFrame(self)
  }

  func tellKeyboardFocus(_ hasFocus: Bool) {
    delegate?.surface(self, didChangeKeyboardFocus: hasFocus)
  }

  private func retireSlots() {
    // The picture on screen stays for screenshots until the new size is answered; its ring forgets it.
    for slot in ring.slots where slot.state == .held { _ = ring.release(slot.storage) }
    ring.retireAll(newSize: state.pixelSize)
  }

  /// The nearest state that a window can have.
  static func possible(_ state: SurfaceState) -> SurfaceState {
    var state = state
    state.scale = state.scale.isFinite ? min(8, max(0.5, state.scale)) : 1
    state.size.width = extent(state.size.width, scale: state.scale)
    state.size.height = extent(state.size.height, scale: state.scale)
    state.pixelSize = PixelSize(
      width: pixels(state.size.width, scale: state.scale), height: pixels(state.size.height, scale: state.scale))
    return state
  }

  private static func extent(_ points: Double, scale: Double) -> Double {
    guard points.isFinite else { return 1 }
    return min((16384 / scale).rounded(.down), max(1, points.rounded()))
  }

  private static func pixels(_ points: Double, scale: Double) -> Int {
    min(16384, max(1, Int((points * scale).rounded(.toNearestOrAwayFromZero))))
  }
}
