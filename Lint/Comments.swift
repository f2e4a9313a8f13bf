import SwiftParser
import SwiftSyntax

/// What is wrong with the comments of a file: postponed work, and code that was put aside.
func comments(in tree: SourceFileSyntax, converter: SourceLocationConverter) -> [Finding] {
  var findings: [Finding] = []
  for block in commentBlocks(in: tree, converter: converter) {
    for (offset, text) in block.lines.enumerated() {
      for word in ["TODO", "FIXME", "XXX", "HACK"] where words(of: text).contains(word) {
        let text = "\(word): do it now, or write an issue and say nothing here"
        findings.append(Finding(line: block.line + offset, rule: "postponed", text: text))
      }
    }
    if let offset = deadCode(in: block) {
      findings.append(
        Finding(line: block.line + offset, rule: "dead-code", text: "code in a comment: history keeps what was"))
    }
  }
  return findings
}

/// Comment lines that stand together, without their slashes.
struct CommentBlock {
  var line: Int
  var lines: [String]
  var isDocumentation: Bool
}

private func commentBlocks(in tree: SourceFileSyntax, converter: SourceLocationConverter) -> [CommentBlock] {
  var blocks: [CommentBlock] = []
  for token in tree.tokens(viewMode: .sourceAccurate) {
    collect(token.leadingTrivia, from: token.position, converter, into: &blocks)
    collect(token.trailingTrivia, from: token.endPositionBeforeTrailingTrivia, converter, into: &blocks)
  }
  return blocks
}

private func collect(
  _ trivia: Trivia, from start: AbsolutePosition, _ converter: SourceLocationConverter, into blocks: inout [CommentBlock]
) {
  var position = start
  for piece in trivia {
    defer { position += piece.sourceLength }
    let line = converter.location(for: position).line
    switch piece {
    case .lineComment(let text), .docLineComment(let text):
      let isDocumentation = text.hasPrefix("///")
      let content = String(text.drop { $0 == "/" })
      if let last = blocks.last, last.line + last.lines.count == line, last.isDocumentation == isDocumentation {
        blocks[blocks.count - 1].lines.append(content)
      } else {
        blocks.append(CommentBlock(line: line, lines: [content], isDocumentation: isDocumentation))
      }
    case .blockComment(let text), .docBlockComment(let text):
      let lines = text.dropFirst(2).dropLast(2).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      blocks.append(CommentBlock(line: line, lines: lines, isDocumentation: text.hasPrefix("/**")))
    default:
      break
    }
  }
}

private func words(of text: String) -> Set<String> {
  Set(text.split { !$0.isLetter }.map(String.init))
}

/// The first line of a comment that is code, or 0 if it is code as a whole; examples in documentation are welcome.
private func deadCode(in block: CommentBlock) -> Int? {
  if block.isDocumentation { return nil }
  return looksLikeCode(block.lines.joined(separator: "\n")) ? 0 : block.lines.firstIndex(where: looksLikeCode)
}

/// Whether a text is Swift without error and does something: declares, calls or assigns.
///
/// Prose hardly ever parses: two words in a row are an error already.
private func looksLikeCode(_ text: String) -> Bool {
  guard text.contains(where: { "({=".contains($0) }) else { return false }
  let tree = Parser.parse(source: text)
  guard !tree.hasError, !tree.statements.isEmpty else { return false }
  let finder = CodeFinder(viewMode: .sourceAccurate)
  finder.walk(tree)
  return finder.found
}

private final class CodeFinder: SyntaxVisitor {
  var found = false

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: AssignmentExprSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind { find() }

  private func find() -> SyntaxVisitorContinueKind {
    found = true
    return .skipChildren
  }
}
