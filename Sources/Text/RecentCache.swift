/// Values that were used of late, up to a cost that is known: two generations, the older of which goes all at once.
///
/// What is used stays; each look-up costs the same, and nothing is sorted.
struct RecentCache<Key: Hashable, Value> {
  private var young: [Key: Entry] = [:]
  private var old: [Key: Entry] = [:]
  private var youngCost = 0
  /// The most that one generation costs.
  private let limit: Int

  private struct Entry {
    var value: Value
    var cost: Int
  }

  /// An empty cache whose values cost together at most twice the limit.
  init(limit: Int) { self.limit = limit }

  var count: Int { young.count + old.count }

  /// The value of a key, if it is still here.
  mutating func value(of key: Key) -> Value? {
    if let entry = young[key] { return entry.value }
    guard let entry = old.removeValue(forKey: key) else { return nil }
    add(entry, key)
    return entry.value
  }

  /// Keeps a value; one that costs more than a generation may is not kept.
  mutating func insert(_ value: Value, for key: Key, cost: Int) {
    guard cost <= limit else { return }
    add(Entry(value: value, cost: cost), key)
  }

  private mutating func add(_ entry: Entry, _ key: Key) {
    if youngCost + entry.cost > limit {
      old = young
      young = [:]
      youngCost = 0
    }
    youngCost += entry.cost
    young[key] = entry
  }
}
