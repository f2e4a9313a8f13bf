/// Actions that run one after the other each time that something happens, as long as their tokens are kept.
package final class HookList {
  private final class Entry {
    @safe @exclusivity(unchecked) var action: (() -> Void)?

    init(_ action: @escaping () -> Void) {
      self.action = action
    }
  }

  @safe @exclusivity(unchecked) private var entries: [Entry] = []
  @safe @exclusivity(unchecked) private var depth = 0
  private var hasGaps = false

  /// A list without actions.
  package init() {}

  /// Whether no action is left.
  package var isEmpty: Bool { entries.allSatisfy { $0.action == nil } }

  /// Adds an action behind the others; `removed` runs after it was taken out again.
  package func add(_ action: @escaping () -> Void, removed: (() -> Void)? = nil) -> LoopHook {
    let entry = Entry(action)
    entries.append(entry)
    return LoopHook { [weak self] in
      entry.action = nil
      self?.hasGaps = true
      self?.compact()
      removed?()
    }
  }

  /// Runs the actions in order; each may add others, which run the next time, and remove any, which run no more.
  package func run() {
    depth += 1
    let count = entries.count
    for index in 0..<count { entries[index].action?() }
    depth -= 1
    compact()
  }

  private func compact() {
    // During a run the places must not move.
    guard depth == 0, hasGaps else { return }
    hasGaps = false
    entries.removeAll { $0.action == nil }
  }
}
