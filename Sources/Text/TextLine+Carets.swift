internal import EaselGeometry

extension TextLine {
  /// Where a Character stands, from the line's left edge.
  struct Cell {
    var minX: Double
    var maxX: Double
    var isRightToLeft: Bool

    /// The side at which its reader enters it.
    var leading: Double { isRightToLeft ? maxX : minX }
    /// The side at which its reader leaves it.
    var trailing: Double { isRightToLeft ? minX : maxX }
  }

  /// Where a caret stands in front of the Character at an index, from the left edge of the line's box.
  ///
  /// An index within a Character counts as its beginning, one behind the text as its end, which is where the line as a whole ends.
  public func caretOffset(at index: String.Index) -> Double {
    caretOffset(atByte: text.byteOffset(of: index))
  }

  /// The index whose caret is the nearest to a place, which is measured from the left edge of the line's box.
  public func index(atOffset x: Double) -> String.Index {
    text.index(atByte: offsets[boundary(nearest: x)])
  }

  func caretOffset(atByte offset: Int) -> Double {
    let character = self.character(atByte: offset)
    return character < cells.count ? cells[character].leading : endOffset
  }

  /// Where the line as a whole ends.
  var endOffset: Double { isRightToLeft ? 0 : size.width }

  /// The Character that a byte belongs to; the number of Characters for one behind them.
  func character(atByte offset: Int) -> Int {
    var low = 0
    var high = offsets.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if offsets[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The number of the Character in front of which a caret is the nearest to a place.
  func boundary(nearest x: Double) -> Int {
    guard let hit = cell(nearest: x) else { return 0 }
    let cell = cells[hit]
    return (x - cell.leading).magnitude <= (x - cell.trailing).magnitude ? hit : hit + 1
  }

  /// The Character that stands at a place, or else the one that is the nearest to it; nil if there is none.
  func cell(nearest x: Double) -> Int? {
    guard !x.isNaN else { return cells.isEmpty ? nil : 0 }
    var best: Int?
    var distance = Double.infinity
    for (index, cell) in cells.enumerated() {
      let away = max(cell.minX - x, x - cell.maxX, 0)
      // Of two that touch there the wider one, so that a mark of no width catches nothing.
      if best.map({ away < distance || away == distance && cell.maxX - cell.minX > cells[$0].maxX - cells[$0].minX }) ?? true {
        best = index
        distance = away
      }
    }
    return best
  }

  func makeCells() -> [Cell] {
    var result = [Cell](repeating: Cell(minX: 0, maxX: 0, isRightToLeft: false), count: offsets.count - 1)
    for word in words {
      let isRightToLeft = word.shaped.key.isRightToLeft
      var pen = isRightToLeft ? word.x + word.shaped.width * font.pointSize : word.x
      for (index, part) in zip(word.characters, word.shaped.characterWidths) {
        let width = part * font.pointSize
        if isRightToLeft { pen -= width }
        result[index] = Cell(minX: pen, maxX: pen + width, isRightToLeft: isRightToLeft)
        if !isRightToLeft { pen += width }
      }
    }
    return result
  }

  /// The stretches of some Characters from left to right, those that touch as one.
  func stretches(of characters: Range<Int>) -> [(minX: Double, maxX: Double)] {
    let sorted = cells[characters.clamped(to: 0..<cells.count)].sorted { $0.minX < $1.minX }
    var result: [(minX: Double, maxX: Double)] = []
    for cell in sorted where cell.maxX > cell.minX {
      if let last = result.last, cell.minX <= last.maxX + 1e-6 * max(1, font.pointSize) {
        result[result.count - 1].maxX = max(last.maxX, cell.maxX)
      } else {
        result.append((cell.minX, cell.maxX))
      }
    }
    return result
  }
}

extension String {
  /// The bytes in front of an index; one that is not this string's counts as the nearest that is.
  func byteOffset(of index: Index) -> Int {
    let index = Swift.min(Swift.max(index, startIndex), endIndex)
    return utf8.distance(from: startIndex, to: index)
  }

  /// The index behind so many bytes.
  func index(atByte offset: Int) -> Index {
    utf8.index(startIndex, offsetBy: Swift.min(Swift.max(offset, 0), utf8.count))
  }
}
