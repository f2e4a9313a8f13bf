/// Decides when a held key counts again (WKB-6, WKB-7); pure, with the loop's time passed in and the next deadline read out.
public struct KeyRepeat: Hashable, Sendable {
  /// Times a second before a keyboard says otherwise.
  public static let usualRate: Int32 = 25
  /// Milliseconds from the press to the first repeat before a keyboard says otherwise.
  public static let usualDelay: Int32 = 400
  /// No key repeats more often than this in a second, whatever a keyboard says.
  public static let highestRate: Int32 = 1000

  private var interval: Double?
  private var delay: Double
  private var code: UInt32?

  /// When `fire` is to be called, in the loop's time; nil while nothing repeats.
  public private(set) var deadline: Timestamp?

  /// A machine with the usual rate and delay.
  public init() {
    interval = 1 / Double(Self.usualRate)
    delay = Double(Self.usualDelay) / 1000
  }

  /// What the keyboard tells; a rate of zero or less means that nothing repeats.
  public mutating func configure(rate: Int32, delay newDelay: Int32) {
    interval = rate > 0 ? 1 / Double(min(rate, Self.highestRate)) : nil
    delay = Double(max(0, newDelay)) / 1000
    if interval == nil { stop() }
  }

  /// A key goes down; if it repeats, it is the only one that does from now on.
  public mutating func press(_ newCode: UInt32, repeats: Bool, at now: Timestamp) {
    guard repeats, interval != nil else { return }
    code = newCode
    deadline = now.advanced(bySeconds: delay)
  }

  /// A key goes up; another one's repeat goes on.
  public mutating func release(_ oldCode: UInt32) {
    if code == oldCode { stop() }
  }

  /// Focus or keyboard are gone: nothing repeats.
  public mutating func stop() {
    code = nil
    deadline = nil
  }

  /// The key that counts again now, if its deadline has come; after a stall it counts once, what was missed is forgotten.
  public mutating func fire(at now: Timestamp) -> UInt32? {
    guard let code, let interval, let due = deadline, due <= now else { return nil }
    let next = due.advanced(bySeconds: interval)
    deadline = next > now ? next : now.advanced(bySeconds: interval)
    return code
  }
}
