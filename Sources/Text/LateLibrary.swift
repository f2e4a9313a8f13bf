internal import Glibc

/// A library that is loaded when it is first needed, and then stays for as long as the process lives.
@safe struct LateLibrary {
  private let title: String
  private let handle: UnsafeMutableRawPointer
  private let error: (String) -> FontError

  /// Loads it.
  ///
  /// - Parameters:
  ///   - title: what people call it.
  ///   - name: the file's name with the number of the interface that we know.
  ///   - error: what is thrown for the reason that there is.
  init(_ title: String, name: String, error: @escaping (String) -> FontError) throws(FontError) {
    guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      throw error(unsafe dlerror().map { unsafe String(cString: $0) } ?? "\(name) cannot be loaded")
    }
    self.title = title
    unsafe self.handle = unsafe handle
    self.error = error
  }

  /// A function of the library or of one that it depends on; its type is the caller's word.
  func find<Function>(_ name: String) throws(FontError) -> Function {
    guard let address = unsafe dlsym(handle, name) else { throw error("\(title) lacks \(name)") }
    return unsafe unsafeBitCast(address, to: Function.self)
  }
}
