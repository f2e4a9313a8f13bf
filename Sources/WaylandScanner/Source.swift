/// Swift source that grows line by line.
struct Source {
  private(set) var text = ""
  private var depth = 0

  mutating func line(_ content: String = "") {
    if !content.isEmpty { text += String(repeating: "  ", count: depth) + content }
    text += "\n"
  }

  /// A line that opens a brace, what is in it, and the brace that closes.
  mutating func block(_ head: String, _ body: (inout Source) -> Void) {
    line(head + " {")
    depth += 1
    body(&self)
    depth -= 1
    line("}")
  }

  /// Lines one step further in, with no brace of their own.
  mutating func indented(_ body: (inout Source) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }
}
