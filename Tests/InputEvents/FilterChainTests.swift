import EaselGeometry
import EaselInputEvents
import Testing

/// Writes down that it was passed, and gives the event on as often as it is told.
private final class Marker: InputFilter {
  let name: String
  let copies: Int
  let write: (String) -> Void

  init(_ name: String, copies: Int = 1, write: @escaping (String) -> Void) {
    self.name = name
    self.copies = copies
    self.write = write
  }

  func filter(_ event: InputEvent, into output: inout [InputEvent]) {
    write(name)
    for _ in 0..<copies { output.append(event) }
  }
}

private final class Trace {
  var words: [String] = []
}

@Suite struct `A filter chain` {
  private func key(_ code: UInt32) -> InputEvent {
    .key(KeyEvent(time: .zero, surface: SurfaceID(1), phase: .down, code: code))
  }

  @Test func `passes each event through its filters in their order`() {
    let trace = Trace()
    let write: (String) -> Void = { trace.words.append($0) }
    let chain = FilterChain([
      Marker("a", write: write), Marker("b", copies: 2, write: write), Marker("c", write: write),
      Marker("d", copies: 0, write: write),
    ]) { _ in trace.words.append("delivered") }
    chain.receive(key(1))
    #expect(trace.words.joined(separator: " ") == "a b c c d d")
  }

  @Test func `delivers an event that comes during a delivery after it`() {
    let trace = Trace()
    var chain: FilterChain?
    let made = FilterChain([]) { event in
      guard case .key(let key) = event else { return }
      trace.words.append("begin \(key.code)")
      if key.code < 3 { chain?.receive(self.key(key.code + 1)) }
      trace.words.append("end \(key.code)")
    }
    chain = made
    made.receive(key(1))
    chain = nil
    #expect(trace.words.joined(separator: ", ") == "begin 1, end 1, begin 2, end 2, begin 3, end 3")
  }
}
