import EaselGeometry
import EaselRaster

/// Copies rectangles of the user's picture into a panel's memory, turned and in the panel's format (FRO-2, FFB-6).
///
/// The panel's memory is only written, each pixel once, in pieces of rows from left to right.
@safe nonisolated struct PanelWriter {
  /// The visible part's first pixel.
  private let memory: UnsafeMutableRawPointer
  /// Bytes from row to row.
  private let stride: Int
  private let panel: PixelSize
  private let orientation: Orientation
  private let bytesPerPixel: Int
  private let encoder: PixelEncoder

  /// Turned copies go in squares of so many pixels, so that each line of the picture is fetched once.
  private static let tile = 32

  /// A writer into memory that stays mapped as long as it is used.
  @unsafe init(
    memory: UnsafeMutableRawPointer, stride: Int, panel: PixelSize, format: PanelFormat, orientation: Orientation
  ) {
    unsafe self.memory = memory
    self.stride = stride
    self.panel = panel
    self.orientation = orientation
    bytesPerPixel = format.bytesPerPixel
    encoder = PixelEncoder(format)
  }

  /// Copies a rectangle of the view.
  ///
  /// - Parameters:
  ///   - rect: in pixels of the view; what lies outside of it is left out.
  ///   - source: 32-bit pixels.
  ///   - origin: the place in the view of the source's first pixel.
  func copy(_ rect: PixelRect, from source: Bitmap, at origin: PixelPoint = PixelPoint(x: 0, y: 0)) {
    let view = PixelRect(orientation.turned(panel))
    let held = PixelRect(source.size).moved(x: origin.x, y: origin.y)
    let rect = rect.intersection(view).intersection(held)
    guard !rect.isEmpty else { return }
    let target = orientation.panelRect(rect, panel: panel)
    let first = unsafe source.pixels.assumingMemoryBound(to: UInt32.self)
    let line = source.stride / 4
    // Where the panel's pixel (0, 0) lies in the source, and the steps along a row and a column of the panel.
    let corner: Int
    let (alongRow, alongColumn): (Int, Int)
    switch orientation {
    case .none: (corner, alongRow, alongColumn) = (0, 1, line)
    case .quarter: (corner, alongRow, alongColumn) = ((panel.width - 1) * line, -line, 1)
    case .half: (corner, alongRow, alongColumn) = ((panel.height - 1) * line + panel.width - 1, -1, -line)
    case .threeQuarters: (corner, alongRow, alongColumn) = (panel.height - 1, line, -1)
    }
    let start = corner - origin.y * line - origin.x
    if orientation == .none {
      unsafe copyStraight(target, first, start: start, line: line)
    } else {
      unsafe copyTurned(target, first, start: start, alongRow: alongRow, alongColumn: alongColumn)
    }
  }

  /// Copies a rectangle of the view from what lies there, the pointer last.
  @MainActor func copy(_ rect: PixelRect, from layers: PanelLayers) {
    copy(rect, from: layers.picture)
    if let pointer = layers.pointer { copy(rect, from: pointer.image, at: pointer.place) }
  }

  private func copyStraight(_ target: PixelRect, _ source: UnsafePointer<UInt32>, start: Int, line: Int) {
    for y in target.y..<target.maxY {
      unsafe encoder.encode(
        source + (start + y * line + target.x), count: target.width, x: target.x, y: y, to: place(target.x, y))
    }
  }

  private func copyTurned(
    _ target: PixelRect, _ source: UnsafePointer<UInt32>, start: Int, alongRow: Int, alongColumn: Int
  ) {
    let tile = PanelWriter.tile
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: tile) { buffer in
      guard let pixels = buffer.baseAddress else { return }
      for top in Swift.stride(from: target.y, to: target.maxY, by: tile) {
        for left in Swift.stride(from: target.x, to: target.maxX, by: tile) {
          let count = min(tile, target.maxX - left)
          for y in top..<min(top + tile, target.maxY) {
            var from = start + y * alongColumn + left * alongRow
            for index in 0..<count {
              unsafe pixels[index] = source[from]
              from += alongRow
            }
            unsafe encoder.encode(pixels, count: count, x: left, y: y, to: place(left, y))
          }
        }
      }
    }
  }

  private func place(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
    unsafe memory + (y * stride + x * bytesPerPixel)
  }
}
