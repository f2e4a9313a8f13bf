import EaselFormats
import EaselGeometry
import EaselRaster

/// What becomes of bytes that are decoded, in a few words.
func outcome(of decode: ([UInt8]) throws(FormatError) -> Bitmap, _ bytes: [UInt8]) -> String {
  do {
    let size = try decode(bytes).size
    return "\(size.width)x\(size.height)"
  } catch {
    switch error {
    case .damaged: return "damaged"
    case .tooLarge(let size): return "too large: \(size.width)x\(size.height)"
    case .outOfMemory: return "no memory"
    case .noLibrary: return "no library"
    }
  }
}
