/// Where in its width a line of text stands.
public nonisolated enum TextAlignment: Sendable {
  /// At the side where its paragraph begins: left, or right where that runs from right to left.
  case leading
  /// At the side where its paragraph ends.
  case trailing
  /// At the left edge.
  case left
  /// In the middle.
  case center
  /// At the right edge.
  case right
}

/// What becomes of text that is wider than its room.
public nonisolated enum LineBreakMode: Sendable {
  /// It goes on in the next line after a word; a word that is wider than a line is broken anywhere.
  case byWordWrapping
  /// It goes on in the next line after any Character.
  case byCharWrapping
  /// It is one line, which is cut off.
  case byClipping
  /// Words are wrapped, and the last line shows the end of the text behind an ellipsis.
  case byTruncatingHead
  /// Words are wrapped, and the last line ends with an ellipsis if there is more.
  case byTruncatingTail
  /// Words are wrapped, and the last line has an ellipsis in its middle if there is more.
  case byTruncatingMiddle

  var truncation: TextLine.Truncation? {
    switch self {
    case .byTruncatingHead: .head
    case .byTruncatingTail: .tail
    case .byTruncatingMiddle: .middle
    case .byWordWrapping, .byCharWrapping, .byClipping: nil
    }
  }
}

/// How lines are made of a text.
public nonisolated struct ParagraphStyle: Hashable, Sendable {
  /// Where lines stand.
  public var alignment: TextAlignment
  /// How lines end.
  public var lineBreakMode: LineBreakMode
  /// The room between two lines, in points; what is no positive number counts as 0.
  public var lineSpacing: Double

  /// A style; by default words are wrapped and lines begin where their paragraph does.
  public init(alignment: TextAlignment = .leading, lineBreakMode: LineBreakMode = .byWordWrapping, lineSpacing: Double = 0) {
    self.alignment = alignment
    self.lineBreakMode = lineBreakMode
    self.lineSpacing = lineSpacing
  }
}
