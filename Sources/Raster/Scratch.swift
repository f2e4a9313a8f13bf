/// Memory that an engine keeps between its runs: it grows, is never given back, and stays zero between uses.
@safe final class Scratch<Element: BitwiseCopyable> {
  @unsafe private(set) var base: UnsafeMutablePointer<Element>
  private(set) var capacity = 0
  private let zero: Element

  init(zero: Element) {
    self.zero = zero
    unsafe base = UnsafeMutablePointer<Element>.allocate(capacity: 1)
  }

  deinit {
    unsafe base.deallocate()
  }

  /// Makes room for so many elements; new room is all zero, and so must the old be when this is called.
  func reserve(_ count: Int) {
    guard count > capacity else { return }
    unsafe base.deallocate()
    unsafe base = UnsafeMutablePointer<Element>.allocate(capacity: count)
    unsafe base.initialize(repeating: zero, count: count)
    capacity = count
  }
}

extension Scratch where Element: ExpressibleByIntegerLiteral {
  convenience init() {
    self.init(zero: 0)
  }
}
