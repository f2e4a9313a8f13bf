// panel: what ten fingers that draw cost on a bare screen, from libinput's events to the pixels in the panel's memory.
//
// libinput and the framebuffer are in our memory, behind the same doors as the real ones. Beside it stands the least that anybody
// must do: copying the same pixels once more.

import EaselGeometry
import EaselRaster
import Glibc

@testable import EaselPlatformFramebuffer

/// Seconds for copying rectangles of 32-bit pixels from one place to another by memcpy, row by row.
func plainCopy(
  _ rects: [PixelRect], from source: UnsafeMutableRawBufferPointer, to target: UnsafeMutableRawBufferPointer, _ width: Int
)
  -> Double
{
  let before = now()
  for rect in rects {
    for y in rect.y..<rect.maxY {
      let place = (y * width + rect.x) * 4
      memcpy(target.baseAddress! + place, source.baseAddress! + place, rect.width * 4)
    }
  }
  return now() - before
}

func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

func measure(_ title: String, bits: Int, _ orientation: Orientation) throws {
  let size = PixelSize(width: 1024, height: 768)
  let drawing = try Drawing(size: size, bits: bits, orientation: orientation)
  let spare = UnsafeMutableRawBufferPointer.allocate(byteCount: size.area * 4, alignment: 64)
  let other = UnsafeMutableRawBufferPointer.allocate(byteCount: size.area * 4, alignment: 64)
  defer {
    spare.deallocate()
    other.deallocate()
  }
  spare.initializeMemory(as: UInt8.self, repeating: 1)
  other.initializeMemory(as: UInt8.self, repeating: 1)
  for _ in 0..<200 { _ = drawing.move() }
  precondition(drawing.isShown(), "Every finger's ink is on the panel when the turn is over.")
  var times: [Double] = []
  var plain: [Double] = []
  let pixels = drawing.screen.pixels
  for _ in 0..<2000 {
    times.append(drawing.move())
    plain.append(plainCopy(drawing.screen.rects, from: spare, to: other, orientation.turned(size).width))
  }
  precondition(drawing.isShown(), "Every finger's ink is on the panel when the turn is over.")
  times.sort()
  plain.sort()
  let (middle, late, copy) = (times[1000] * 1e6, times[1980] * 1e6, plain[1000] * 1e6)
  let bytes = Double(drawing.screen.pixels - pixels) * Double(bits / 8) / 2000 / Double(Drawing.fingers)
  print(
    "\(title): \(tenths(middle)) µs from events to pixels, p99 \(tenths(late)) µs, \(tenths(middle / copy)) times a plain copy")
  print(
    "  processor \(tenths(middle * 1e-6 * Drawing.rate * 100)) % at \(Int(Drawing.rate)) frames a second,"
      + " \(Int(bytes)) bytes copied a moved touch, \(tenths(drawing.start * 1000)) ms of processor time from the backend to the first picture"
  )
}

print("ten fingers draw on a page of 1024 × 768, all moved in each frame:")
try measure("32 bits", bits: 32, .none)
try measure("16 bits", bits: 16, .none)
try measure("16 bits, turned by 90°", bits: 16, .quarter)
