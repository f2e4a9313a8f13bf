import EaselGeometry
import EaselPlatform
import EaselPlatformLinux
import EaselRaster

/// Memory that is shared with the display: a sealed memory file, its mapping and the display's name for it (WSB-1 to WSB-4).
@safe @MainActor final class ShmPool {
  /// Bytes that buffers may take.
  let capacity: Int
  private let file: MemoryFile
  private let map: MemoryMap
  private let proxy: WlShmPool

  /// Reserves the memory and tells the display.
  ///
  /// - Throws: `SystemError` if there is no memory or no descriptor left.
  init(shm: WlShm, capacity: Int) throws(SystemError) {
    precondition(capacity > 0 && capacity < Limits.poolSize, "A pool's size is positive and has 31 bits (WSB-5).")
    self.capacity = capacity
    file = try MemoryFile(name: "easel-pixels", size: capacity)
    map = try file.map()
    proxy = shm.createPool(fd: file.descriptor.number, size: Int32(capacity))
  }

  isolated deinit {
    proxy.destroy()
  }

  /// A buffer at the pool's start; whoever asks for a second one must have ended the first.
  func makeBuffer(size: PixelSize, stride: Int, format: WlShm.Format) -> WlBuffer {
    precondition(!size.isEmpty && stride * size.height <= capacity, "A buffer lies in its pool (WSB-4).")
    return proxy.createBuffer(
      offset: 0, width: Int32(size.width), height: Int32(size.height), stride: Int32(stride), format: format)
  }

  /// A bitmap over a part of a buffer's pixels; it keeps the pool.
  func makeBitmap(of part: PixelRect, stride: Int, format: PixelFormat) throws(RasterError) -> Bitmap {
    precondition(part.maxY * stride <= capacity && part.maxX * 4 <= stride, "A bitmap lies in its pool.")
    guard let start = unsafe map.bytes.baseAddress else { throw .outOfMemory(part.size) }
    let first = unsafe start + part.y * stride + part.x * 4
    return try unsafe Bitmap(pixels: first, size: part.size, format: format, stride: stride, owner: self)
  }

  /// Makes all bytes of a buffer zero.
  func clear(byteCount: Int) {
    unsafe map.bytes.baseAddress?.initializeMemory(as: UInt8.self, repeating: 0, count: min(byteCount, capacity))
  }
}

/// One buffer of the display's with the memory that it has to itself.
@MainActor final class ShmBuffer {
  let proxy: WlBuffer
  let pool: ShmPool

  init(pool: ShmPool, proxy: WlBuffer) {
    self.pool = pool
    self.proxy = proxy
  }

  isolated deinit {
    proxy.destroy()
  }
}
