import EaselRigs
import Glibc

/// What the kernel says of a process's memory.
struct Memory {
  /// Resident megabytes without shared ones: those are the window's buffers.
  var besideBuffers: Double
  var threads: Int

  init(pid: Int32) throws {
    let status = String(decoding: try readFile("/proc/\(pid)/status"), as: UTF8.self)
    func value(_ name: String) -> Double {
      for line in status.split(separator: "\n") where line.hasPrefix(name + ":") {
        return numbers(String(line.dropFirst(name.count + 1))).first ?? 0
      }
      return 0
    }
    besideBuffers = (value("VmRSS") - value("RssShmem")) / 1024
    threads = Int(value("Threads"))
  }
}

/// The numbers in a text, whatever stands between them.
func numbers(_ text: String) -> [Double] {
  text.split { !($0.isNumber || $0 == "." || $0 == "-") }.compactMap { Double($0) }
}

func readFile(_ path: String) throws -> [UInt8] {
  guard let file = fopen(path, "r") else { throw RigError("\(path) cannot be read") }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 4096)
  while true {
    let count = fread(&chunk, 1, chunk.count, file)
    if count == 0 { return bytes }
    bytes += chunk[..<count]
  }
}

func fileSize(_ path: String) throws -> Int {
  var info = stat()
  guard stat(path, &info) == 0 else { throw RigError("\(path) is not there") }
  return Int(info.st_size)
}
