internal import EaselGeometry

/// One band's coverage while capsules are added to it, a byte a pixel; each row has `padding` bytes more.
@safe struct CapsuleMask {
  /// Pixels are worked on in groups of so many; the last group of a row may reach beyond it.
  static let padding = 4

  @unsafe private let base: UnsafeMutablePointer<UInt8>
  private let blocks: RowBlocks
  private let band: PixelRect
  private let span: SpanPainter

  init(base: UnsafeMutablePointer<UInt8>, blocks: RowBlocks, band: PixelRect, span: SpanPainter) {
    unsafe self.base = unsafe base
    self.blocks = blocks
    self.band = band
    self.span = span
  }

  /// Covers the pixels that lie inside the capsule for certain, and notes in `spans` for each row what is left to be done.
  @inline(__always)
  func begin(_ kernel: CapsuleKernel, spans: UnsafeMutablePointer<CapsuleRows.Spans>) {
    let box = kernel.pixels.intersection(band)
    for y in box.y..<max(box.y, box.maxY) {
      let run = kernel.spans(y: y, left: box.x, right: box.maxX)
      unsafe spans[y &- box.y] = run
      guard run.from < run.to else { continue }
      span.expect(x: run.from, y: y, count: run.to &- run.from)
      blocks.touch(y &- band.y, from: run.from &- band.x, to: run.to &- band.x)
      let row = unsafe row(y)
      var x = run.solidFrom
      while x < run.solidTo {
        unsafe row[x] = 255
        x &+= 1
      }
    }
  }

  /// Raises all other pixels to what the capsule covers of them; returns how many pixels were looked at, and 1 for the capsule.
  @inline(__always)
  func finish(_ kernel: CapsuleKernel, spans: UnsafeMutablePointer<CapsuleRows.Spans>) -> Int {
    let box = kernel.pixels.intersection(band)
    var work = 1
    for y in box.y..<max(box.y, box.maxY) {
      let run = unsafe spans[y &- box.y]
      let row = unsafe row(y)
      if run.from < run.solidFrom { unsafe kernel.cover(row, y: y, from: run.from, to: run.solidFrom) }
      if run.solidTo < run.to { unsafe kernel.cover(row, y: y, from: run.solidTo, to: run.to) }
      work &+= run.to &- run.from
    }
    return work
  }

  @inline(__always)
  private func row(_ y: Int) -> UnsafeMutablePointer<UInt8> {
    unsafe base + ((y &- band.y) &* (band.width &+ CapsuleMask.padding) &- band.x)
  }
}
