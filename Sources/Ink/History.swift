/// One change of a document, which can be done and undone.
public enum Edit: Hashable, Sendable {
  /// A stroke was put on the page.
  case add(Stroke)
  /// A stroke was taken off the page.
  case remove(Stroke)

  /// The edit that takes this one back.
  public var inverse: Edit {
    switch self {
    case .add(let stroke): .remove(stroke)
    case .remove(let stroke): .add(stroke)
    }
  }

  /// The stroke that it concerns.
  public var stroke: Stroke {
    switch self {
    case .add(let stroke), .remove(let stroke): stroke
    }
  }
}

/// What has been done to a document and can be taken back, and what has been taken back and can be done again.
public struct History: Sendable {
  private var done: [Edit] = []
  private var undone: [Edit] = []

  /// Nothing done yet.
  public init() {}

  /// Whether there is something to take back.
  public var canUndo: Bool { !done.isEmpty }

  /// Whether there is something to do again.
  public var canRedo: Bool { !undone.isEmpty }

  /// Notes an edit that was made; what had been taken back can then no more be done again.
  public mutating func record(_ edit: Edit) {
    done.append(edit)
    undone.removeAll()
  }

  /// The edit to make in order to take the last one back, or nil if there is none.
  public mutating func undo() -> Edit? {
    guard let edit = done.popLast() else { return nil }
    undone.append(edit)
    return edit.inverse
  }

  /// The edit to make again, or nil if there is none.
  public mutating func redo() -> Edit? {
    guard let edit = undone.popLast() else { return nil }
    done.append(edit)
    return edit
  }
}

extension Document {
  /// Makes an edit.
  public mutating func apply(_ edit: Edit) {
    switch edit {
    case .add(let stroke): insert(stroke)
    case .remove(let stroke): _ = remove(stroke.id)
    }
  }
}
