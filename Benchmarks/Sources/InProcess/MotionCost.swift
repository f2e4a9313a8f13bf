import EaselPlatform
import EaselPlatformLinux
import EaselPlatformWayland
import Motions

/// What a `wl_touch.motion` costs that nobody wants.
///
/// In plain C it goes to an empty listener, in our bindings as far as the
/// seat, which knows no such finger and drops it. A hundred come in each read of the socket.
func measureMotions() throws {
  let (rounds, count) = (2000, 100)
  let ours = try motionsInOurBindings(rounds: rounds, count: count)
  var (plain, plainDispatch) = (Double.infinity, Double.infinity)
  for _ in 0..<5 {
    var dispatch = 0.0
    let whole = motions_handle_in_c(Int32(rounds), Int32(count), &dispatch)
    precondition(whole > 0, "A plain client gets every movement.")
    plain = min(plain, whole / Double(rounds * count))
    plainDispatch = min(plainDispatch, dispatch / Double(rounds * count))
  }
  print("a wl_touch.motion that nobody wants, read and dispatched:")
  print("  plain C: \(tenths(plain)) ns, of which dispatch \(tenths(plainDispatch)) ns")
  print("  our bindings, to the seat: \(tenths(ours)) ns, \(tenths(ours / plain)) times as much")
}

private func motionsInOurBindings(rounds: Int, count: Int) throws -> Double {
  let descriptor = motions_start()
  precondition(descriptor >= 0, "A display runs in this process.")
  let loop = try EpollLoop()
  let backend = try WaylandBackend(loop: loop, log: Log { print("\($0): \($1)") }, environment: [:], descriptor: descriptor)
  var best = Double.infinity
  for _ in 0..<5 {
    var sum = 0
    for _ in 0..<rounds {
      motions_send(Int32(count))
      let before = Cost.now()
      loop.poll()
      sum += Cost.now() - before
    }
    best = min(best, Double(sum) / Double(rounds * count))
  }
  withExtendedLifetime(backend) {}
  return best
}
