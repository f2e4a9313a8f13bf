// Bytes are tried on one part of ours. Built by `.ci/run` with libFuzzer, which calls `fuzz` with EASEL_FUZZ naming the part; built as
// usual it is a program that tries files, such as those that the fuzzer has left behind, on every part.

import Glibc

/// What bytes are tried on.
enum Part: String, CaseIterable {
  case path, png, jpeg

  func take(_ bytes: [UInt8]) {
    switch self {
    case .path: paintRandomly(bytes)
    case .png: decodeRandomly(bytes, isPNG: true)
    case .jpeg: decodeRandomly(bytes, isPNG: false)
    }
  }
}

#if FUZZING
  private let part: Part = {
    guard let part = getenv("EASEL_FUZZ").flatMap({ Part(rawValue: String(cString: $0)) }) else {
      preconditionFailure("EASEL_FUZZ names what is fuzzed: path, png or jpeg.")
    }
    return part
  }()

  /// What libFuzzer calls with bytes of its invention; always 0, as it wants.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    part.take(UnsafeBufferPointer(start: start, count: count).map { $0 })
    return 0
  }
#else
  @main
  struct Fuzzer {
    static func main() {
      for name in CommandLine.arguments.dropFirst() {
        guard let file = fopen(name, "r") else {
          print("\(name): cannot be read")
          exit(1)
        }
        var bytes: [UInt8] = []
        while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        fclose(file)
        for part in Part.allCases { part.take(bytes) }
        print("\(name): no fault")
      }
    }
  }
#endif
