import EaselGeometry
import EaselPlatform
import EaselPlatformHeadless
import EaselRaster
import EaselTestSupport
import EaselText
import EaselToolkit
import Testing

/// Labels, and the title bar's title.
@Suite(.harnessed, .needsFont) struct LabelTests {
  private func make(_ text: String?, _ frame: Rect, scale: Double = 1) -> (WindowHarness, Label) {
    var options = HeadlessOptions()
    options.scale = scale
    let harness = WindowHarness(size: Size(200, 60), options: options)
    let label = Label(frame: frame)
    label.text = text
    label.font = TestFont.of(17)
    harness.window.addSubview(label)
    harness.settle()
    return (harness, label)
  }

  /// The box around everything in a window that is not white.
  private func ink(_ harness: WindowHarness, in rect: PixelRect? = nil) -> PixelRect {
    let picture = harness.picture()
    let rect = rect ?? PixelRect(picture.size)
    var box = PixelRect.zero
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX where picture.pixel(x: x, y: y) & 0xffffff != 0xffffff {
        box = box.union(PixelRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return box
  }

  @Test func `A label is 17 points large, lets touches through (HT-15) and is as large as its text`() throws {
    let label = Label()
    #expect(!label.isUserInteractionEnabled && label.font == .systemFont(ofSize: 17) && label.textColor == .black)
    #expect(label.intrinsicContentSize.width == 0 && label.intrinsicContentSize.height == label.font.lineHeight.rounded(.up))
    label.font = TestFont.of(17)
    label.text = "Fitting"
    let line = try TextLine("Fitting", font: label.font)
    let size = Size(line.size.width.rounded(.up), line.size.height.rounded(.up))
    #expect(label.intrinsicContentSize == size && label.sizeThatFits(.zero) == size)
    #expect(label.sizeThatFits(Size(20, 5)) == Size(20, size.height) && label.sizeThatFits(Size(500, 500)) == size)
    label.frame.origin = Point(30, 40)
    label.sizeToFit()
    #expect(label.frame == Rect(origin: Point(30, 40), size: size))
    label.transform = AffineTransform(cosine: 0, sine: 1)
    let center = label.center
    label.text = "Fitting more"
    label.sizeToFit()
    #expect(label.center == center && label.bounds.width > size.width)
    #expect(View(frame: Rect(x: 0, y: 0, width: 7, height: 8)).sizeThatFits(.zero) == Size(7, 8))
    #expect(View().intrinsicContentSize == Size(View.noIntrinsicMetric, View.noIntrinsicMetric))
  }

  @Test(arguments: [1, 1.25, 1.5, 2]) func `Text stands left, in the middle or right, at every scale`(scale: Double) {
    let (harness, label) = make("Align", Rect(x: 20, y: 10, width: 160, height: 40), scale: scale)
    let width = label.intrinsicContentSize.width
    func edges() -> (Double, Double, Double) {
      let box = ink(harness).points(scale: scale)
      return (box.minX, box.maxX, box.midY)
    }
    let left = edges()
    #expect((left.0 - 20).magnitude <= 1.5 && (left.1 - 20 - width).magnitude <= 3)
    #expect((left.2 - 30).magnitude < 3, "in the middle of the height: \(left.2)")
    label.textAlignment = .center
    let middle = edges()
    #expect(((middle.0 + middle.1) / 2 - 100).magnitude <= 2)
    label.textAlignment = .right
    let right = edges()
    #expect((right.1 - 180).magnitude <= 2.5 && (right.1 - right.0 - left.1 + left.0).magnitude <= 1)
    label.bounds.origin = Point(400, 300)
    #expect(edges() == right, "the text goes with the bounds")
  }

  @Test func `A fitted label cuts no letter, and one that is too narrow ends with an ellipsis`() throws {
    let (harness, label) = make("Wjgflij", Rect(x: 20, y: 10, width: 160, height: 40))
    let free = ink(harness)
    label.sizeToFit()
    let fitted = ink(harness)
    #expect(fitted.width == free.width && fitted.height == free.height)
    label.frame = Rect(x: 20, y: 10, width: 45, height: 40)
    let narrow = ink(harness)
    #expect(narrow.maxX <= 65 && narrow.maxX > 50)
    let elided = try TextLine("Wjgflij", font: label.font).truncated(toWidth: 45)
    label.text = elided.text
    #expect(ink(harness) == narrow && elided.text.hasSuffix("…"))
  }

  @Test func `A label is painted again only when something of it changes`() {
    let (harness, label) = make("Same", Rect(x: 20, y: 10, width: 100, height: 30))
    func paints(_ change: () -> Void) -> Int {
      let before = harness.surface.presentCount
      change()
      harness.settle()
      return harness.surface.presentCount - before
    }
    let none = paints {
      label.text = "Same"
      label.font = TestFont.of(17)
      label.textColor = .black
      label.textAlignment = .leading
      label.numberOfLines = 1
      label.lineBreakMode = .byTruncatingTail
      _ = label.intrinsicContentSize
    }
    #expect(none == 0)
    let changes: [() -> Void] = [
      { label.text = "Other" }, { label.font = TestFont.of(20) }, { label.textColor = .red }, { label.textAlignment = .right },
      { label.numberOfLines = 0 }, { label.lineBreakMode = .byWordWrapping }, { label.text = nil },
    ]
    for change in changes {
      #expect(paints(change) == 1)
      #expect(harness.surface.latestDamage == [PixelRect(x: 20, y: 10, width: 100, height: 30)])
    }
    #expect(ink(harness) == .zero)
  }

  @Test func `A label of several lines wraps words, is as high as they are, and shortens what has no room`() throws {
    let (harness, label) = make("One two three four five six", Rect(x: 20, y: 0, width: 90, height: 60))
    let line = label.font.lineHeight
    label.numberOfLines = 0
    let size = label.sizeThatFits(Size(90, 1000))
    #expect(size.width <= 90 && size.height >= (3 * line).rounded(.up), "\(size)")
    label.numberOfLines = 2
    #expect(label.sizeThatFits(Size(90, 1000)).height == (2 * line).rounded(.up))
    #expect(ink(harness).height > Int(line) + 5 && ink(harness).maxX <= 111)
    #expect(label.intrinsicContentSize.height == line.rounded(.up), "without a width all is one line")
    label.text = "One\ntwo"
    #expect(label.intrinsicContentSize.height == (2 * line).rounded(.up))
    label.numberOfLines = 1
    label.text = "שלום"
    #expect(ink(harness).x > 50, "Hebrew begins at the right")
  }

  @Test func `A touch on a label goes to the view behind it (HT-15)`() {
    let (harness, _) = make("Behind", Rect(x: 0, y: 0, width: 200, height: 60))
    let view = RecordingView("V", frame: Rect(x: 0, y: 0, width: 200, height: 60), trace: harness.trace) {
      harness.name(of: $0)
    }
    harness.window.insertSubview(view, at: 0)
    harness.play(TouchScript().down("A", 30, 30).up("A"))
    #expect(harness.trace.entries == "V.began{A} V.ended{A}")
  }

  @Test func `The title bar shows the window's title after the first frame, shortened where there is no room (WDE-2)`() {
    var options = HeadlessOptions()
    options.needsTitleBar = true
    let harness = WindowHarness(size: Size(300, 100), options: options)
    harness.surface.decide { $0.capabilities = [] }
    harness.settle()
    let bar = PixelRect(x: 0, y: 0, width: 250, height: 39)
    func inked() -> PixelRect {
      let picture = harness.picture()
      let paper = picture.pixel(x: 2, y: 2)
      var box = PixelRect.zero
      for y in bar.y..<bar.maxY {
        for x in bar.x..<bar.maxX where picture.pixel(x: x, y: y) != paper {
          box = box.union(PixelRect(x: x, y: y, width: 1, height: 1))
        }
      }
      return box
    }
    let short = inked()
    #expect(short.x >= 12 && short.width > 20 && short.width < 40 && (short.y + short.maxY - 40).magnitude < 8)
    harness.window.title = String(repeating: "A very long title ", count: 5)
    let long = inked()
    #expect(long.x == short.x || long.x == short.x + 1)
    #expect(long.maxX <= 248 && long.maxX > 225, "\(long)")
    harness.window.title = ""
    #expect(inked() == .zero)
    // A bar that comes later has its title at once.
    harness.surface.decide { $0.needsTitleBar = false }
    harness.settle()
    harness.window.title = "Test"
    harness.surface.decide { $0.needsTitleBar = true }
    harness.loop.turn()
    #expect(inked() == short)
  }
}
