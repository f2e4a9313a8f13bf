/// Memory that an engine keeps between its runs: it grows, is never given back, and stays zero between uses.
@safe final class Scratch<Element: BitwiseCopyable & ExpressibleByIntegerLiteral> {
  @unsafe private(set) var base: UnsafeMutablePointer<Element>
  private(set) var capacity = 0

  init() {
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
    unsafe base.initialize(repeating: 0, count: count)
    capacity = count
  }
}
