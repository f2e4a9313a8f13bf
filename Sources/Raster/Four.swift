/// Four numbers at once: what `SIMD4` lacks, or does lane by lane.
///
/// Conditions are signs of differences, so that all is arithmetic that every processor has for four lanes. None is a NaN.
enum Four {
  typealias Numbers = SIMD4<Float>
  /// All ones in the lanes where a condition holds, else all zeros.
  typealias Choice = SIMD4<Int32>

  /// Whether the first is less than the second.
  @inline(__always)
  static func isLess(_ a: Numbers, _ b: Numbers) -> Choice { bits(a - b) &>> Choice(repeating: 31) }

  /// The first where the choice says so, else the second.
  @inline(__always)
  static func choose(_ choice: Choice, _ first: Numbers, _ second: Numbers) -> Numbers {
    let second = bits(second)
    return numbers(second ^ ((bits(first) ^ second) & choice))
  }

  /// The numbers where the choice says so, else 0.
  @inline(__always)
  static func keep(_ choice: Choice, _ numbers: Numbers) -> Numbers { Four.numbers(bits(numbers) & choice) }

  /// The numbers where they are positive, else 0.
  @inline(__always)
  static func positive(_ numbers: Numbers) -> Numbers {
    let bits = bits(numbers)
    return Four.numbers(bits & ~(bits &>> Choice(repeating: 31)))
  }

  @inline(__always)
  static func magnitude(_ numbers: Numbers) -> Numbers { Four.numbers(bits(numbers) & Choice(repeating: 0x7FFF_FFFF)) }

  /// Positive numbers with the signs of others.
  @inline(__always)
  static func withSign(of signs: Numbers, _ numbers: Numbers) -> Numbers {
    Four.numbers(bits(numbers) | (bits(signs) & Choice(repeating: .min)))
  }

  @inline(__always)
  static func bits(_ numbers: Numbers) -> Choice { unsafe unsafeBitCast(numbers, to: Choice.self) }

  /// The bits as numbers without signs.
  @inline(__always)
  static func words(_ numbers: Numbers) -> SIMD4<UInt32> { unsafe unsafeBitCast(numbers, to: SIMD4<UInt32>.self) }

  /// The bits of a choice as words.
  @inline(__always)
  static func words(_ choice: Choice) -> SIMD4<UInt32> { unsafe unsafeBitCast(choice, to: SIMD4<UInt32>.self) }

  /// Whether the choice says so in any lane.
  @inline(__always)
  static func isAnySet(_ choice: Choice) -> Bool {
    let halves = unsafe unsafeBitCast(choice, to: SIMD2<UInt64>.self)
    return halves.x | halves.y != 0
  }

  /// The whole numbers below, or the numbers themselves; they lie within 2²¹.
  @inline(__always)
  static func floor(_ numbers: Numbers) -> Numbers {
    let magic = Numbers(repeating: 0x1.8p23)
    let nearest = (numbers + magic) - magic
    return nearest - keep(isLess(numbers, nearest), Numbers(repeating: 1))
  }

  @inline(__always)
  static func numbers(_ bits: Choice) -> Numbers { unsafe unsafeBitCast(bits, to: Numbers.self) }
}
