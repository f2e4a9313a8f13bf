public import EaselInputEvents

/// A sink that stands before another one and lets input pass through filters first.
public final class FilteringSink: InputSink {
  private let chain: FilterChain

  /// A sink that filters, in this order, and then tells `next`, which it keeps alive.
  public init(_ filters: [any InputFilter], next: any InputSink) {
    chain = FilterChain(filters) { next.receive($0) }
  }

  /// Takes one event; one that comes while another is being delivered waits for its end.
  public func receive(_ event: InputEvent) {
    chain.receive(event)
  }
}
