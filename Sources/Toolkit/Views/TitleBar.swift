internal import EaselGeometry
internal import EaselInputEvents
internal import EaselPlatform
internal import EaselRaster
internal import EaselText

/// The toolkit's own title bar, where the display draws none (WDE-2, WDE-6).
///
/// A drag moves the window, a double tap maximizes it, a long press or the secondary button asks for the display's menu.
final class TitleBar: View {
  /// The bar's height, and the least width of a button's hit area, in points.
  static let height = 40.0
  /// How far a contact moves before the window moves with it: a double tap must stay one (WDE-3).
  static let dragDistance = 4.0
  /// The room on both sides of the title.
  private static let titleMargin = 12.0
  /// The title's size, in points.
  private static let titleSize = 15.0

  /// Takes the touches beside the window.
  let margin = ResizeMargin()
  /// The window's title.
  var title = "" {
    didSet { titleLabel?.text = title }
  }
  /// There from the window's first frame on: fonts are not loaded before it.
  private var titleLabel: Label?
  private var buttons: [TitleBarButton] = []
  private var dragTouch: Touch?
  private lazy var longPress = Deadline { [weak self] _ in self?.showMenu() }

  init() {
    super.init(frame: .zero)
    backgroundColor = Color(white: 0.9)
    addSubview(margin)
  }

  /// Shows the buttons that the display has a use for (WXS-15).
  func update(_ state: SurfaceState) {
    var wanted: [TitleBarButton.Kind] = []
    if state.capabilities.contains(.minimize) { wanted.append(.minimize) }
    if state.capabilities.contains(.maximize) { wanted.append(state.isMaximized ? .restore : .maximize) }
    wanted.append(.close)
    backgroundColor = Color(white: state.isActivated ? 0.82 : 0.9)
    margin.isActive = !state.isMaximized && !state.isFullscreen
    guard wanted != buttons.map(\.kind) else { return }
    for button in buttons { button.removeFromSuperview() }
    buttons = wanted.map { TitleBarButton(kind: $0) }
    for button in buttons { addSubview(button) }
    setNeedsLayout()
  }

  /// Shows the title from now on.
  ///
  /// It comes after the first frame, since the first text of a program costs about 10 ms.
  func showTitle() {
    guard titleLabel == nil else { return }
    let label = Label()
    label.text = title
    label.font = .systemFont(ofSize: Self.titleSize)
    label.textColor = Color(white: 0.15)
    titleLabel = label
    addSubview(label)
    setNeedsLayout()
  }

  override func layoutSubviews() {
    var right = bounds.width
    for button in buttons.reversed() {
      button.frame = Rect(x: right - Self.height, y: 0, width: Self.height, height: Self.height)
      right -= Self.height
    }
    let margin = Self.titleMargin
    titleLabel?.frame = Rect(x: margin, y: 0, width: max(0, right - 2 * margin), height: Self.height)
  }

  override func draw(_ rect: Rect, in painter: Painter) {
    painter.fill(Rect(x: 0, y: bounds.height - 1, width: bounds.width, height: 1), color: Color(white: 0.6))
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    guard let touch = touches.first, let window else { return }
    if touch.buttonMask & ~1 != 0 {
      window.showWindowMenu(with: touch)
      return
    }
    dragTouch = touch
    let pipeline = window.application?.pipeline
    pipeline?.arm(longPress, afterSeconds: window.application?.tuning.longPressMinimumDuration ?? 0.5)
  }

  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    guard let touch = dragTouch, touches.contains(touch) else { return }
    guard touch.location(in: nil).distance(to: touch.origin.location) > Self.dragDistance else { return }
    forget()
    window?.beginMove(with: touch)
  }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    guard let touch = dragTouch, touches.contains(touch) else { return }
    forget()
    guard touch.tapCount == 2, let window, window.surfaceState?.capabilities.contains(.maximize) == true else { return }
    window.isMaximized.toggle()
  }

  override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    guard let touch = dragTouch, touches.contains(touch) else { return }
    forget()
  }

  private func showMenu() {
    guard let touch = dragTouch else { return }
    dragTouch = nil
    window?.showWindowMenu(with: touch)
  }

  private func forget() {
    dragTouch = nil
    window?.application?.pipeline.deadlines.disarm(longPress)
  }
}

/// One of the title bar's buttons; it acts when its finger lifts inside.
final class TitleBarButton: View {
  /// What a button does.
  enum Kind {
    case minimize
    case maximize
    case restore
    case close
  }

  let kind: Kind
  private var isPressed = false {
    didSet { if oldValue != isPressed { setNeedsDisplay() } }
  }

  init(kind: Kind) {
    self.kind = kind
    super.init(frame: .zero)
  }

  override func draw(_ rect: Rect, in painter: Painter) {
    if isPressed { painter.fill(bounds, color: Color(white: 0.7)) }
    painter.stroke(glyph, style: StrokeStyle(width: 1.5), color: Color(white: 0.2))
  }

  private var glyph: Path {
    let box = Rect(x: bounds.midX - 6, y: bounds.midY - 6, width: 12, height: 12)
    var path = Path()
    switch kind {
    case .minimize:
      path.move(to: Point(box.minX, box.maxY))
      path.addLine(to: Point(box.maxX, box.maxY))
    case .maximize:
      path.addRect(box)
    case .restore:
      path.addRect(Rect(x: box.minX, y: box.minY + 3, width: 9, height: 9))
      path.move(to: Point(box.minX + 3, box.minY))
      path.addLine(to: Point(box.maxX, box.minY))
      path.addLine(to: Point(box.maxX, box.maxY - 3))
    case .close:
      path.move(to: Point(box.minX, box.minY))
      path.addLine(to: Point(box.maxX, box.maxY))
      path.move(to: Point(box.maxX, box.minY))
      path.addLine(to: Point(box.minX, box.maxY))
    }
    return path
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    isPressed = true
  }

  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    isPressed = holds(touches)
  }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    isPressed = false
    guard holds(touches), let window else { return }
    switch kind {
    case .minimize: window.minimize()
    case .maximize: window.isMaximized = true
    case .restore: window.isMaximized = false
    case .close: window.closeIfAllowed()
    }
  }

  override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    isPressed = false
  }

  private func holds(_ touches: Set<Touch>) -> Bool {
    touches.contains { bounds.contains($0.location(in: self)) }
  }
}
