import Easel

/// A view whose label grows and shrinks between two fingers.
final class PinchView: View {
  let label = Label()
  private var initialFontSize = 0.0

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    label.text = "Easel"
    label.font = .systemFont(ofSize: 20)
    label.textAlignment = .center
    addSubview(label)
    addGestureRecognizer(PinchGestureRecognizer(target: self, action: PinchView.pinched))
  }

  private func pinched(_ pinch: PinchGestureRecognizer) {
    if pinch.state == .began {
      // The scale counts from here, so the size it is multiplied with does too.
      initialFontSize = label.font.pointSize
    } else {
      label.font = label.font.withSize(initialFontSize * pinch.scale)
    }
  }

  override func layoutSubviews() {
    label.frame = bounds
  }
}
