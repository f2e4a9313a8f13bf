internal import CEaselWaylandClient
internal import Glibc

/// Wayland's number with 8 bits after the point.
nonisolated struct Fixed: Hashable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// The number times 256.
  var raw: Int32

  init(raw: Int32) {
    self.raw = raw
  }

  /// The nearest number that fits; what is no number becomes zero.
  init(_ double: Double) {
    let scaled = (double * 256).rounded()
    raw = scaled.isNaN ? 0 : Int32(max(-2_147_483_648, min(2_147_483_647, scaled)))
  }

  init(floatLiteral value: Double) {
    self.init(value)
  }

  init(integerLiteral value: Int32) {
    self.init(Double(value))
  }

  /// The number; exact.
  var double: Double { Double(raw) / 256 }
}

/// An array as it goes over the wire: bytes that are mostly 32-bit words.
nonisolated struct WireArray: Hashable, Sendable {
  var bytes: [UInt8]

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  init(words: [UInt32]) {
    bytes = words.flatMap { (word: UInt32) in unsafe withUnsafeBytes(of: word) { unsafe [UInt8]($0) } }
  }

  /// The words in it; bytes at the end that make no whole word are left out.
  var words: [UInt32] {
    unsafe bytes.withUnsafeBytes { (buffer: UnsafeRawBufferPointer) in
      (0..<buffer.count / 4).map { unsafe buffer.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
    }
  }
}

/// One argument of a message that is sent.
@safe struct WireArgument {
  let raw: wl_argument

  init(int: Int32) {
    unsafe raw = wl_argument(i: int)
  }

  init(uint: UInt32) {
    unsafe raw = wl_argument(u: uint)
  }

  init(fixed: Fixed) {
    unsafe raw = wl_argument(f: fixed.raw)
  }

  /// A descriptor; libwayland sends a copy, the caller keeps its own.
  init(descriptor: Int32) {
    unsafe raw = wl_argument(h: descriptor)
  }

  @unsafe init(pointer: OpaquePointer?) {
    unsafe raw = wl_argument(o: pointer)
  }

  @unsafe private init(string: UnsafePointer<CChar>?) {
    unsafe raw = wl_argument(s: string)
  }

  @unsafe private init(array: UnsafeMutablePointer<wl_array>) {
    unsafe raw = wl_argument(a: array)
  }

  /// The place of an object that libwayland makes.
  static var newID: WireArgument { WireArgument(uint: 0) }

  /// An argument whose text stays in memory for the time of `body`; a zero byte ends it early.
  static func withString<Result>(_ string: String?, _ body: (WireArgument) -> Result) -> Result {
    guard let string else { return unsafe body(WireArgument(string: nil)) }
    return unsafe string.withCString { unsafe body(WireArgument(string: $0)) }
  }

  /// An argument whose bytes stay in memory for the time of `body`.
  static func withArray<Result>(_ array: WireArray, _ body: (WireArgument) -> Result) -> Result {
    var bytes = array.bytes
    return unsafe bytes.withUnsafeMutableBytes { (buffer: UnsafeMutableRawBufferPointer) in
      var list = unsafe wl_array(size: buffer.count, alloc: buffer.count, data: buffer.baseAddress)
      return unsafe withUnsafeMutablePointer(to: &list) { unsafe body(WireArgument(array: $0)) }
    }
  }
}

extension InlineArray where Element == WireArgument {
  /// Lends the arguments out in libwayland's form.
  ///
  /// On no actor, or each call would look up which one it is on.
  nonisolated mutating func withWireForm<Result>(_ body: (UnsafeMutablePointer<wl_argument>?) -> Result) -> Result {
    var span = mutableSpan
    return unsafe span.withUnsafeMutableBufferPointer { (buffer: UnsafeMutableBufferPointer<WireArgument>) in
      unsafe buffer.withMemoryRebound(to: wl_argument.self) { unsafe body($0.baseAddress) }
    }
  }
}

/// The arguments of a message that arrived; libwayland has checked them against the signature, and they are only valid
/// while the message is delivered.
@safe struct WireArguments {
  private let base: UnsafeMutablePointer<wl_argument>

  @unsafe init(_ base: UnsafeMutablePointer<wl_argument>) {
    unsafe self.base = base
  }

  func int(_ index: Int) -> Int32 { unsafe base[index].i }

  func uint(_ index: Int) -> UInt32 { unsafe base[index].u }

  func fixed(_ index: Int) -> Fixed { unsafe Fixed(raw: base[index].f) }

  func descriptor(_ index: Int) -> Int32 { unsafe base[index].h }

  /// Closes a descriptor that nobody takes.
  func closeDescriptor(_ index: Int) {
    _ = close(descriptor(index))
  }

  /// Text; bytes that are no UTF-8 become replacement characters.
  func string(_ index: Int) -> String { optionalString(index) ?? "" }

  func optionalString(_ index: Int) -> String? {
    unsafe base[index].s.map { unsafe String(cString: $0) }
  }

  func array(_ index: Int) -> WireArray {
    guard let list = unsafe base[index].a, let data = unsafe list.pointee.data else { return WireArray(bytes: []) }
    return unsafe WireArray(bytes: [UInt8](UnsafeRawBufferPointer(start: data, count: list.pointee.size)))
  }

  /// The object as libwayland has it, or nil if it is dead or was not named.
  @unsafe func pointer(_ index: Int) -> OpaquePointer? {
    unsafe base[index].o
  }
}
