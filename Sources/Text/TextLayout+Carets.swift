public import EaselGeometry

/// Where Characters stand, and which one stands where.
extension TextLayout {
  /// Where a caret stands in front of the Character at an index: a line of no width, from the layout's upper left corner.
  ///
  /// An index within a Character counts as its beginning. Where a line is wrapped the caret stands in the next one.
  /// What an ellipsis stands for has its caret in front of that.
  public func caretRect(at index: String.Index) -> Rect {
    let byte = text.byteOffset(of: index)
    let line = lines[lineNumber(ofByte: byte)]
    let x = line.origin.x + line.line.caretOffset(atByte: line.shown(byte))
    return Rect(x: x, y: line.origin.y, width: 0, height: line.line.size.height)
  }

  /// The index whose caret is the nearest to a point, in the line that is the nearest to it.
  public func index(at point: Point) -> String.Index {
    let line = lines[lineNumber(at: point.y)]
    let letters = line.line
    var boundary = letters.boundary(nearest: point.x - line.origin.x)
    // Behind its last Character the caret would stand in the next line.
    if line.isWrapped, line.byte(ofShown: letters.offsets[boundary]) == line.bytes.upperBound {
      boundary = max(0, boundary - 1)
    }
    return text.index(atByte: line.byte(ofShown: letters.offsets[boundary]))
  }

  /// The Character that stands at a point; nil where there is none.
  ///
  /// An ellipsis is all that it stands for.
  public func characterRange(at point: Point) -> Range<String.Index>? {
    guard point.y >= 0, point.y < size.height else { return nil }
    let line = lines[lineNumber(at: point.y)]
    let x = point.x - line.origin.x
    guard let number = line.line.cell(nearest: x) else { return nil }
    let cell = line.line.cells[number]
    guard x >= cell.minX, x < cell.maxX else { return nil }
    let offsets = line.line.offsets
    if let hidden = line.hidden, offsets[number] == hidden.lowerBound - line.bytes.lowerBound {
      return text.index(atByte: hidden.lowerBound)..<text.index(atByte: hidden.upperBound)
    }
    return text.index(atByte: line.byte(ofShown: offsets[number]))..<text.index(atByte: line.byte(ofShown: offsets[number + 1]))
  }

  /// The rectangles that cover some of the text, line by line, in each from left to right; there are several where directions mix.
  public func selectionRects(for range: Range<String.Index>) -> [Rect] {
    let bytes = text.byteOffset(of: range.lowerBound)..<text.byteOffset(of: range.upperBound)
    guard !bytes.isEmpty else { return [] }
    var result: [Rect] = []
    for line in lines[lineNumber(ofByte: bytes.lowerBound)...] {
      let part = bytes.clamped(to: line.bytes)
      guard !part.isEmpty else { break }
      let letters = line.line
      let first = letters.character(atByte: line.shown(part.lowerBound))
      var last = letters.character(atByte: line.shown(part.upperBound))
      // Half of what an ellipsis stands for is the ellipsis.
      if let hidden = line.hidden, hidden.contains(part.upperBound - 1), part.upperBound < hidden.upperBound { last += 1 }
      guard first < last else { continue }
      for stretch in letters.stretches(of: first..<last) {
        result.append(
          Rect(
            x: line.origin.x + stretch.minX, y: line.origin.y, width: stretch.maxX - stretch.minX, height: letters.size.height))
      }
    }
    return result
  }

  private func lineNumber(ofByte byte: Int) -> Int {
    var low = 0
    var high = lines.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if lines[middle].bytes.lowerBound <= byte { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private func lineNumber(at y: Double) -> Int {
    guard pitch > 0, y > 0 else { return 0 }
    return Int(min((y / pitch).rounded(.down), Double(lines.count - 1)))
  }
}

extension TextLayout.Line {
  private static let ellipsisLength = "…".utf8.count

  /// Where a byte of the text is shown, among the bytes of the line.
  func shown(_ byte: Int) -> Int {
    guard let hidden else { return byte - bytes.lowerBound }
    if byte < hidden.lowerBound { return byte - bytes.lowerBound }
    let ellipsis = hidden.lowerBound - bytes.lowerBound
    return byte < hidden.upperBound ? ellipsis : ellipsis + Self.ellipsisLength + byte - hidden.upperBound
  }

  /// The byte of the text that is shown at a byte of the line.
  func byte(ofShown shown: Int) -> Int {
    guard let hidden else { return bytes.lowerBound + shown }
    let ellipsis = hidden.lowerBound - bytes.lowerBound
    if shown <= ellipsis { return bytes.lowerBound + shown }
    return hidden.upperBound + max(0, shown - ellipsis - Self.ellipsisLength)
  }
}
