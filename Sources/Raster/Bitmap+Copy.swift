public import EaselGeometry

extension Bitmap {
  /// Sets the pixels of a rectangle to a colour, whatever they were; the part outside the bitmap is ignored.
  ///
  /// In a bitmap of bytes the colour's opacity is what is stored.
  public func fill(_ color: Color, in rect: PixelRect? = nil) {
    let all = PixelRect(size)
    let part = (rect ?? all).intersection(all)
    let pixel = Pixel.premultiplied(color)
    for y in part.y..<part.maxY {
      let row = unsafe pixels + y * stride
      switch format {
      case .alpha8:
        unsafe (row + part.x).assumingMemoryBound(to: UInt8.self)
          .update(repeating: UInt8(pixel >> 24), count: part.width)
      case .argb32, .xrgb32:
        unsafe (row.assumingMemoryBound(to: UInt32.self) + part.x).update(repeating: pixel, count: part.width)
      }
    }
  }

  /// Copies a rectangle of pixels from another bitmap, or from another place in this one; the two may overlap.
  ///
  /// What lies outside either bitmap is left out. From a format without opacity pixels come as opaque. Bytes and words do not mix.
  /// - Parameters:
  ///   - rect: in `source`.
  ///   - origin: where the rectangle's corner goes.
  public func copy(from source: Bitmap, rect: PixelRect, to origin: PixelPoint) {
    let size = format.bytesPerPixel
    precondition(size == source.format.bytesPerPixel, "Bitmaps that are copied into each other have pixels of the same size.")
    let dx = origin.x - rect.x
    let dy = origin.y - rect.y
    let visible = rect.intersection(PixelRect(source.size)).moved(x: dx, y: dy).intersection(PixelRect(self.size))
    guard !visible.isEmpty else { return }
    let addsAlpha = format == .argb32 && source.format == .xrgb32
    let firstSource = unsafe source.pixels + ((visible.y - dy) * source.stride + (visible.x - dx) * size)
    let firstTarget = unsafe pixels + (visible.y * stride + visible.x * size)
    // In shared memory rows go in the order in which none is overwritten before it has been read.
    let isForwards = unsafe firstTarget <= firstSource
    for index in 0..<visible.height {
      let y = isForwards ? index : visible.height - 1 - index
      let from = unsafe firstSource + y * source.stride
      let to = unsafe firstTarget + y * stride
      unsafe to.copyMemory(from: from, byteCount: visible.width * size)
      if addsAlpha {
        let row = unsafe to.assumingMemoryBound(to: UInt32.self)
        for x in 0..<visible.width { unsafe row[x] |= 0xFF00_0000 }
      }
    }
  }

  /// Copies the pixels of a region from the same places of another bitmap; what lies outside either is left out.
  public func copy(from source: Bitmap, region: borrowing Region) {
    region.forEachRect { copy(from: source, rect: $0, to: PixelPoint(x: $0.x, y: $0.y)) }
  }

  /// The bytes of one row of pixels, as they lie in memory.
  public func row(_ y: Int) -> [UInt8] {
    precondition(y >= 0 && y < size.height, "The row lies in the bitmap.")
    let start = unsafe pixels + y * stride
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: size.width * format.bytesPerPixel))
  }
}
