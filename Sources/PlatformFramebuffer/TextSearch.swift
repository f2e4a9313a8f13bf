internal import Glibc

extension String {
  /// Whether a piece of text stands in this one, byte for byte.
  ///
  /// C's search: the library's `contains` links the matching of regular expressions, two megabytes in a program that is linked
  /// statically.
  func includes(_ part: String) -> Bool {
    unsafe withCString { text in unsafe part.withCString { unsafe strstr(text, $0) != nil } }
  }
}
