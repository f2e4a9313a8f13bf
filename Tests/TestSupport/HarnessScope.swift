public import Testing

/// Tears the harnesses of a test down at its end: a suite says `@Suite(.harnessed)`.
public nonisolated struct HarnessTrait: TestTrait, SuiteTrait, TestScoping {
  /// Each test of a suite has a scope of its own.
  public var isRecursive: Bool { true }

  /// Runs a test and lets go of what its harnesses hold.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let scope = await HarnessScope()
    try await CurrentScope.$value.withValue(scope) { try await function() }
    await scope.tearDown()
  }
}

extension Trait where Self == HarnessTrait {
  /// Harnesses made in the test are torn down at its end.
  public nonisolated static var harnessed: HarnessTrait { HarnessTrait() }
}

/// The harnesses of one test.
final class HarnessScope {
  static var current: HarnessScope? { CurrentScope.value }
  private var harnesses: [WindowHarness] = []
  private let lives = LifetimeTracker()

  func add(_ harness: WindowHarness) {
    harnesses.append(harness)
    lives.track(harness, "harness")
    lives.track(harness.application, "application")
    lives.track(harness.window, "window")
    lives.track(harness.backend, "backend")
  }

  /// What is left afterwards has leaked.
  func tearDown() {
    for harness in harnesses { harness.tearDown(lives) }
    harnesses = []
    if !lives.survivors.isEmpty { Issue.record(Comment("Still alive after the test: \(lives.survivors)")) }
  }
}

private nonisolated enum CurrentScope {
  @TaskLocal static var value: HarnessScope?
}
