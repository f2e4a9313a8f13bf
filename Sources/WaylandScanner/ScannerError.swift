/// Why no bindings can be made; the description is what the build prints.
struct ScannerError: Error, CustomStringConvertible, Equatable {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
