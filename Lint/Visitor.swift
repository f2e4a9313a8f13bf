import SwiftSyntax

/// Walks one file's declarations and calls.
final class Visitor: SyntaxVisitor {
  private(set) var findings: [Finding] = []
  private let place: Place
  private let converter: SourceLocationConverter

  init(place: Place, converter: SourceLocationConverter) {
    self.place = place
    self.converter = converter
    super.init(viewMode: .sourceAccurate)
  }

  private func line(_ node: some SyntaxProtocol) -> Int {
    converter.location(for: node.positionAfterSkippingLeadingTrivia).line
  }

  private func report(_ node: some SyntaxProtocol, _ rule: String, _ text: String) {
    findings.append(Finding(line: line(node), rule: rule, text: text))
  }

  // MARK: Imports

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.path.first?.name.text ?? ""
    if let problem = importProblem(of: name, node) {
      report(node, "import", problem)
    }
    return .skipChildren
  }

  private func importProblem(of name: String, _ node: ImportDeclSyntax) -> String? {
    if name.hasPrefix("Foundation") {
      return place.mayUseFoundation ? nil : "\(name): only the build plugin and Examples may import it"
    }
    if let wrappers = Arrows.wrappers[name] {
      guard wrappers.contains(place.top + "/" + place.folder) else {
        return "\(name) may be imported by \(wrappers.sorted().joined(separator: ", ")) only"
      }
      return node.modifiers.contains { $0.name.text == "internal" } ? nil : "\(name): write `internal import`"
    }
    if name.hasPrefix("CEasel") { return "\(name) has no wrapper module in Lint/Place.swift" }
    if place.isExample { return name == "Easel" ? nil : "an example imports Easel alone, as its reader would" }
    guard place.isSource else { return nil }
    guard let allowed = Arrows.allowed[place.folder] else {
      return "the folder \(place.folder) has no arrows in Lint/Place.swift"
    }
    if name == "Glibc" {
      let isAllowed = !Arrows.withoutGlibc.contains(place.folder) || Arrows.withGlibc.contains(place.path)
      return isAllowed ? nil : "Glibc: \(place.folder) knows no C"
    }
    if Arrows.system.contains(name) { return nil }
    if name == "Dispatch" { return place.folder == "PlatformLinux" ? nil : "Dispatch: only PlatformLinux knows it" }
    guard name.hasPrefix("Easel") else { return "\(name): dependencies from outside need a place in Lint/Place.swift" }
    let folder = name == "Easel" ? name : String(name.dropFirst("Easel".count))
    return allowed.contains(folder) ? nil : "\(place.folder) may not import \(folder)"
  }

  // MARK: Functions

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    measure(node, node.name.text)
    checkDoc(node, node.modifiers, node.name.text)
    return .visitChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    measure(node, "init")
    checkDoc(node, node.modifiers, "init")
    return .visitChildren
  }

  override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    measure(node, "deinit")
    return .visitChildren
  }

  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
    measure(node, "subscript")
    checkDoc(node, node.modifiers, "subscript")
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    measure(node, "closure")
    return .visitChildren
  }

  private func measure(_ node: some SyntaxProtocol, _ name: String) {
    let first = line(node)
    let last = converter.location(for: node.endPositionBeforeTrailingTrivia).line
    let lines = last - first + 1
    if lines > Limit.functionLines {
      report(node, "function-length", "\(name) has \(lines) lines; at most \(Limit.functionLines)")
    }
  }

  // MARK: State

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.bindings.first?.pattern.trimmedDescription ?? ""
    if node.bindings.first?.accessorBlock != nil { measure(node, name) }
    checkDoc(node, node.modifiers, name)
    guard place.isSource, node.bindingSpecifier.text == "var", isStored(node) else { return .visitChildren }
    if node.modifiers.contains(where: { $0.name.text == "static" || $0.name.text == "class" }) {
      report(node, "global", "static var \(name): state has one owner that is passed in")
    } else if node.parent?.parent?.parent?.is(SourceFileSyntax.self) == true, !place.isMain {
      report(node, "global", "var \(name): state has one owner that is passed in")
    }
    return .visitChildren
  }

  /// Whether a variable has memory of its own; observers do not change that.
  private func isStored(_ node: VariableDeclSyntax) -> Bool {
    guard let block = node.bindings.first?.accessorBlock else { return true }
    guard case .accessors(let list) = block.accessors else { return false }
    return list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }

  // MARK: Calls

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if place.isLibrary, let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
      ["print", "debugPrint", "dump"].contains(name)
    {
      report(node, "print", "a library writes to the Log that it was given, not by \(name)(")
    }
    return .visitChildren
  }

  // MARK: Documentation

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    checkDoc(node, node.modifiers, node.name.text)
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    checkDoc(node, node.modifiers, node.name.text)
    return .visitChildren
  }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    checkDoc(node, node.modifiers, node.name.text)
    return .visitChildren
  }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    checkDoc(node, node.modifiers, node.name.text)
    return .visitChildren
  }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    checkDoc(node, node.modifiers, node.name.text)
    return .visitChildren
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    checkDoc(node, node.modifiers, node.name.text)
    return .visitChildren
  }

  override func visit(_ node: AssociatedTypeDeclSyntax) -> SyntaxVisitorContinueKind {
    checkDoc(node, node.modifiers, node.name.text)
    return .visitChildren
  }

  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind {
    checkDoc(node, node.modifiers, node.elements.first?.name.text ?? "case")
    return .visitChildren
  }

  private func checkDoc(_ node: some DeclSyntaxProtocol, _ modifiers: DeclModifierListSyntax, _ name: String) {
    guard isPublic(node, modifiers), !modifiers.contains(where: { $0.name.text == "override" }) else { return }
    let documented = node.leadingTrivia.contains {
      switch $0 {
      case .docLineComment, .docBlockComment: true
      default: false
      }
    }
    if !documented { report(node, "documentation", "public \(name) has no /// comment") }
  }

  /// Public by its own word, or because it lies in a public protocol, extension or (a case) enumeration.
  private func isPublic(_ node: some DeclSyntaxProtocol, _ modifiers: DeclModifierListSyntax) -> Bool {
    let words = Set(modifiers.map(\.name.text))
    if words.contains("public") || words.contains("open") { return true }
    guard words.isDisjoint(with: ["private", "fileprivate", "internal", "package"]),
      let owner = node.parent?.parent?.parent?.parent?.asProtocol((any DeclGroupSyntax).self)
        ?? node.parent?.parent?.parent?.asProtocol((any DeclGroupSyntax).self)
    else { return false }
    let ownerIsPublic = owner.modifiers.contains { $0.name.text == "public" || $0.name.text == "open" }
    return ownerIsPublic
      && (owner.is(ProtocolDeclSyntax.self) || owner.is(ExtensionDeclSyntax.self)
        || (owner.is(EnumDeclSyntax.self) && node.is(EnumCaseDeclSyntax.self)))
  }
}
