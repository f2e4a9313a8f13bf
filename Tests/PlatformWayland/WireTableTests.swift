import EaselFakeCompositor
import Testing

@testable import EaselPlatformWayland

@Suite struct WireTableTests {
  /// WCN-7: what we generate may be newer than the installed library, but where both know a message it is the same one.
  @Test func `Our tables and the system library's agree in every message that both know`() {
    var compared = 0
    for interface in EaselPlatformWayland.BoundInterface.allCases {
      let description = interface.description
      guard let system = SystemInterface("\(description.name)") else { continue }
      compared += 1
      #expect(common(system.requests, description.requests))
      #expect(common(system.events, description.events))
    }
    #expect(compared >= 13, "The library exports the tables of the core protocol.")
  }

  private func common(_ theirs: [String], _ ours: [MessageDescription]) -> Bool {
    zip(theirs, ours.map(signature)).allSatisfy { $0 == $1 }
  }

  private func signature(_ message: MessageDescription) -> String {
    "\(message.name) \(message.signature)"
  }
}
