/// A word as a face shaped it: its glyphs from left to right, and how wide each Character is.
///
/// Lengths are parts of the font's size.
///
/// Text is shaped by words, so that a word that was shaped before costs a look-up alone, in whatever line it stands.
final class ShapedWord {
  /// What was shaped.
  let key: Key
  /// From the word's left edge to the pen at each glyph.
  let positions: [Double]
  /// How far the pen goes in all.
  let width: Double
  /// The width of each Character, in the order of the text; letters that join into one glyph share its width evenly.
  let characterWidths: [Double]

  /// What makes words alike.
  struct Key: Hashable {
    var scalars: [UInt32]
    /// Where each Character begins among the scalars.
    var starts: [Int32]
    var isRightToLeft: Bool
  }

  /// - Throws: `FontError.notShaped`.
  init(_ key: Key, face: FontFace) throws(FontError) {
    self.key = key
    let run = try face.run(of: key.scalars)
    let factor = 1 / face.pixelSize
    var positions: [Double] = []
    positions.reserveCapacity(run.count)
    var pen = 0.0
    var ofScalars = [Double](repeating: 0, count: key.scalars.count)
    var beginsCluster = [Bool](repeating: false, count: key.scalars.count)
    for index in run.visualOrder(isRightToLeft: key.isRightToLeft) {
      positions.append(pen)
      let advance = ShapedWord.likely(run.advance(index)) * factor
      let cluster = run.cluster(index)
      if ofScalars.indices.contains(cluster) {
        ofScalars[cluster] += advance
        beginsCluster[cluster] = true
      }
      pen += advance
    }
    self.positions = positions
    width = pen
    characterWidths = ShapedWord.share(ofScalars, beginsCluster, key.starts)
  }

  /// Gives each Character its part of the clusters that begin in it; one in which none begins shares with the one before.
  private static func share(_ widths: [Double], _ begins: [Bool], _ starts: [Int32]) -> [Double] {
    var result: [Double] = []
    result.reserveCapacity(starts.count)
    var first = 0
    for index in starts.indices {
      let start = Int(starts[index])
      let end = index + 1 < starts.count ? Int(starts[index + 1]) : widths.count
      if (start..<end).contains(where: { begins[$0] }) { first = index }
      result.append(widths[start..<end].reduce(0, +))
      guard first < index else { continue }
      let each = result[first...index].reduce(0, +) / Double(index - first + 1)
      // Those between were given equal parts before.
      for sharer in first...index { result[sharer] = each }
    }
    return result
  }

  /// The likeliest length behind one that was rounded down to whole pixels.
  private static func likely(_ advance: Int) -> Double {
    advance > 0 ? Double(advance) + 0.5 : Double(advance)
  }
}
