import Easel

/// Counts bursts of one to four taps; the label of the newest has a coloured ground.
final class CounterView: View {
  private(set) var counts = [0, 0, 0, 0]
  private let names = ["One tap", "Two taps", "Three taps", "Four taps"]
  private let labels = [Label(), Label(), Label(), Label()]

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    for (label, name) in zip(labels, names) {
      label.text = name
      label.font = .systemFont(ofSize: 28)
      label.textAlignment = .center
      addSubview(label)
    }
    var longer: TapGestureRecognizer?
    for taps in [4, 3, 2, 1] {
      let tap = TapGestureRecognizer(target: self, action: CounterView.tapped)
      tap.numberOfTapsRequired = taps
      // A chain is enough: whoever waits for the next one waits for all behind it.
      if let longer { tap.require(toFail: longer) }
      addGestureRecognizer(tap)
      longer = tap
    }
  }

  private func tapped(_ tap: TapGestureRecognizer) {
    let row = tap.numberOfTapsRequired - 1
    counts[row] += 1
    labels[row].text = "\(names[row]): \(counts[row])"
    for label in labels { label.backgroundColor = label === labels[row] ? Color(red: 0.7, green: 0.85, blue: 1) : nil }
  }

  override func layoutSubviews() {
    let height = bounds.height / 4
    for (row, label) in labels.enumerated() {
      label.frame = Rect(x: 0, y: Double(row) * height, width: bounds.width, height: height)
    }
  }
}
