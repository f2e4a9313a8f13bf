/// One step between a backend and the windows: emulation, calibration, palm rejection, smoothing, recording.
public protocol InputFilter: AnyObject {
  /// Takes one event and appends what becomes of it: itself, something else, several events or nothing.
  ///
  /// Contacts that a filter adds or takes away must stay consistent: each begins once and ends once.
  func filter(_ event: InputEvent, into output: inout [InputEvent])
}

/// The filters that input passes, in their order, before the application sees it.
///
/// An event that arrives while another one is being delivered (closing a window in a handler cancels its contacts, for
/// instance) waits until that delivery is over, so that nobody is called from inside himself. A moved touch allocates nothing
/// here.
public final class FilterChain {
  /// The filters, the first one nearest to the device.
  public let filters: [any InputFilter]

  private let deliver: (InputEvent) -> Void
  private var waiting: [InputEvent] = []
  private var current: [InputEvent] = []
  private var next: [InputEvent] = []
  private var isDelivering = false

  /// A chain that hands what its last filter lets through to `deliver`.
  public init(_ filters: [any InputFilter], deliver: @escaping (InputEvent) -> Void) {
    self.filters = filters
    self.deliver = deliver
  }

  /// Sends one event through the filters and delivers what comes out.
  public func receive(_ event: InputEvent) {
    waiting.append(event)
    guard !isDelivering else { return }
    isDelivering = true
    var index = 0
    while index < waiting.count {
      process(waiting[index])
      index += 1
    }
    waiting.removeAll(keepingCapacity: true)
    isDelivering = false
  }

  private func process(_ event: InputEvent) {
    current.append(event)
    for filter in filters {
      for index in current.indices {
        filter.filter(current[index], into: &next)
      }
      swap(&current, &next)
      next.removeAll(keepingCapacity: true)
    }
    for index in current.indices {
      deliver(current[index])
    }
    current.removeAll(keepingCapacity: true)
  }
}
