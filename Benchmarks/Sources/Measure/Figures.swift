/// One number of a program.
struct Figure {
  var name: String
  var value: Double
  var digits: Int

  init(_ name: String, _ value: Double, digits: Int = 0) {
    self.name = name
    self.value = value
    self.digits = digits
  }
}

/// All numbers of a program.
struct Column {
  var name: String
  var figures: [Figure]
}

/// The table, a row a figure; the ratios are to the last program, and only the ratios travel from machine to machine.
func printTable(_ columns: [Column]) {
  guard let base = columns.last else { return }
  let others = columns.dropLast()
  let width = (base.figures.map(\.name.count).max() ?? 0) + 2
  let heads = columns.map(\.name) + others.map { "\($0.name) : \(base.name)" }
  print(padded("", width) + heads.map { padded($0, 16, left: true) }.joined())
  for (row, figure) in base.figures.enumerated() {
    let values = columns.map { fixed($0.figures[row].value, digits: figure.digits) }
    let ratios = others.map { figure.value == 0 ? "–" : fixed($0.figures[row].value / figure.value, digits: 2) }
    print(padded(figure.name, width) + (values + ratios).map { padded($0, 16, left: true) }.joined())
  }
}

func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
}

/// A number with so many digits after the point.
func fixed(_ value: Double, digits: Int) -> String {
  guard value.isFinite, value.magnitude < 1e12 else { return "–" }
  var scale = 1
  for _ in 0..<digits { scale *= 10 }
  let whole = Int((value.magnitude * Double(scale)).rounded())
  let sign = value < 0 && whole > 0 ? "-" : ""
  guard digits > 0 else { return sign + String(whole) }
  let fraction = String(whole % scale)
  return sign + String(whole / scale) + "." + String(repeating: "0", count: digits - fraction.count) + fraction
}

private func padded(_ text: String, _ width: Int, left: Bool = false) -> String {
  let space = String(repeating: " ", count: max(0, width - text.count))
  return left ? space + text : text + space
}
