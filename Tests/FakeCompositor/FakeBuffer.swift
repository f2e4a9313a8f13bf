internal import Glibc

/// A client's shared memory; mapped for reading as long as a buffer uses it.
@MainActor final class FakePool {
  private let recorder: Recorder
  private let descriptor: Int32
  private var memory: UnsafeMutableRawPointer?
  private var size: Int

  /// Makes a pool that lives as long as its resource or a buffer of it.
  static func make(_ resource: WlShmPoolResource, descriptor: Int32, size: Int32, in compositor: FakeCompositor) {
    let pool = FakePool(descriptor: descriptor, size: Int(size), in: compositor)
    if size <= 0 { compositor.recorder.violation("\(resource.name) has \(size) bytes") }
    // The name alone: with the resource in its own closure the pool would live for ever.
    let name = resource.name
    resource.onRequest = { [weak compositor] request in
      guard let compositor else { return }
      switch request {
      case .createBuffer(let id, let offset, let width, let height, let stride, let format):
        let layout = FakeBuffer.Layout(
          offset: Int(offset), width: Int(width), height: Int(height), stride: Int(stride), format: format)
        compositor.buffers.append(FakeBuffer(id, layout, in: pool, of: compositor))
      case .resize(let size): pool.resize(Int(size), name)
      case .destroy: break
      }
    }
  }

  private init(descriptor: Int32, size: Int, in compositor: FakeCompositor) {
    recorder = compositor.recorder
    self.descriptor = descriptor
    self.size = 0
    map(size)
  }

  isolated deinit {
    if let memory { munmap(memory, size) }
    close(descriptor)
  }

  private func map(_ size: Int) {
    var status = stat()
    guard size > 0, fstat(descriptor, &status) == 0, Int(status.st_size) >= size else {
      return recorder.violation("a pool of \(size) bytes is not backed by its file")
    }
    guard let mapped = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0), mapped != MAP_FAILED else {
      return recorder.violation("a pool of \(size) bytes cannot be mapped")
    }
    if let memory { munmap(memory, self.size) }
    memory = mapped
    self.size = size
  }

  private func resize(_ size: Int, _ name: String) {
    guard size >= self.size else { return recorder.violation("\(name) shrinks to \(size) bytes") }
    map(size)
  }

  /// The bytes at an offset, or nil if they are not all in the pool.
  fileprivate func bytes(at offset: Int, count: Int) -> UnsafeRawBufferPointer? {
    guard let memory, offset >= 0, count >= 0, offset + count <= size else { return nil }
    return UnsafeRawBufferPointer(start: memory + offset, count: count)
  }
}

/// A client's buffer.
final class FakeBuffer {
  /// Where its pixels are.
  struct Layout {
    var offset: Int
    var width: Int
    var height: Int
    var stride: Int
    var format: WlShmResource.Format
  }

  let resource: WlBufferResource
  let layout: Layout
  private let pool: FakePool
  private let recorder: Recorder
  private var contentAtCommit: [UInt32] = []

  /// Whether the compositor may read it: from a commit to the release.
  private(set) var isHeld = false

  init(_ resource: WlBufferResource, _ layout: Layout, in pool: FakePool, of compositor: FakeCompositor) {
    self.resource = resource
    self.layout = layout
    self.pool = pool
    recorder = compositor.recorder
    let isInPool = pixel(layout.width - 1, layout.height - 1) != nil
    if layout.width <= 0 || layout.height <= 0 || layout.stride < layout.width * 4 || !isInPool {
      recorder.violation("\(resource.name) cannot be \(layout.width) × \(layout.height), \(layout.stride) bytes a row")
    }
    resource.onDestroy = { [weak self, weak compositor] in
      self?.isHeld = false
      compositor?.buffers.removeAll { $0 === self }
    }
  }

  /// All pixels, row by row; empty if the layout leaves the pool, or if there are too many to be looked at.
  var pixels: [UInt32] {
    let (length, overflow) = layout.stride.multipliedReportingOverflow(by: layout.height)
    guard !overflow, layout.width > 0, layout.width * layout.height <= Self.mostPixels, layout.stride >= layout.width * 4,
      let bytes = pool.bytes(at: layout.offset, count: length)
    else { return [] }
    var pixels = [UInt32](repeating: 0, count: layout.width * layout.height)
    pixels.withUnsafeMutableBytes { target in
      guard let to = target.baseAddress, let from = bytes.baseAddress else { return }
      for row in 0..<layout.height {
        memcpy(to + row * layout.width * 4, from + row * layout.stride, layout.width * 4)
      }
    }
    return pixels
  }

  private static let mostPixels = 4 << 20

  /// One pixel, or nil outside.
  func pixel(_ x: Int, _ y: Int) -> UInt32? {
    guard x >= 0, x < layout.width, y >= 0, y < layout.height else { return nil }
    return pool.bytes(at: layout.offset + y * layout.stride + x * 4, count: 4)?.loadUnaligned(as: UInt32.self)
  }

  /// Takes it with a commit.
  func hold(_ pixels: [UInt32]) {
    isHeld = true
    contentAtCommit = pixels
  }

  /// Gives it back to the client (WSB-6: it must not have been written meanwhile).
  func release() {
    guard isHeld else { return }
    isHeld = false
    if firstDifference(pixels, contentAtCommit) != nil { recorder.violation("\(resource.name) was written while held") }
    resource.sendRelease()
  }
}

/// Where two pictures differ first; pictures are large, so the C library compares them.
func firstDifference(_ a: [UInt32], _ b: [UInt32]) -> Int? {
  guard a.count == b.count else { return 0 }
  let isSame = a.withUnsafeBytes { a in
    b.withUnsafeBytes { b in
      guard let left = a.baseAddress, let right = b.baseAddress else { return true }
      return memcmp(left, right, a.count) == 0
    }
  }
  return isSame ? nil : zip(a, b).enumerated().first { $1.0 != $1.1 }?.offset
}
