// paint               the same scenes painted by us and by cairo, on one thread, in memory, at 1920 × 1080: milliseconds and ratios
// paint SCENE TIMES   only ours, so many times, to be looked at from outside

import EaselGeometry
import EaselRaster
import Glibc

let scenes = [
  Scene.strokes("1,000 round strokes of 50 points, width 3", width: 3),
  Scene.strokes("the same, width 12", width: 12),
  Scene.strokes("the same, width 12, half transparent", width: 12, alpha: 0.5),
  Scene.strokes("the same, width 12, butt and miter", width: 12, isRound: false),
  Scene.curves("500 filled curves, large", count: 500, size: 150),
  Scene.curves("2,000 filled curves, small", count: 2000, size: 20),
  Scene.rects("10,000 small rectangles", count: 10_000, alpha: 1),
  Scene.rects("10,000 small rectangles, half transparent", count: 10_000, alpha: 0.5),
  Scene.images("4 opaque screens laid down", width: 1920, height: 1080, hasAlpha: false, limit: .copy),
  Scene.images("4 screens with alpha laid down", width: 1920, height: 1080, hasAlpha: true, limit: .blend),
  Scene.images("the same, half transparent", width: 1920, height: 1080, hasAlpha: true, opacity: 0.5, limit: .blend),
  Scene.images("4 pictures enlarged twice", width: 960, height: 540, hasAlpha: false, limit: nil),
  Scene.images("4 pictures of 3,840 × 2,160 reduced", width: 3840, height: 2160, hasAlpha: false, limit: nil),
  Scene.images("4 pictures of 5,000 × 2,812 reduced", width: 5000, height: 2812, hasAlpha: true, limit: nil),
  Scene.text("10,000 glyphs, laid out before"),
  Scene.gradient("a linear gradient", isRadial: false),
  Scene.gradient("a radial gradient", isRadial: true),
]

/// Processor time of this thread: what others do on the machine does not count.
func now() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// A number with one digit after the point.
func tenths(_ value: Double) -> String {
  let whole = Int((value * 10).rounded())
  return "\(whole / 10).\(whole % 10)"
}

/// The parts of the pixels that differ at all, and by more than 32 levels.
func difference(_ a: Bitmap, _ b: Bitmap) -> String {
  var counts = (any: 0, large: 0)
  for y in 0..<a.size.height {
    let (first, second) = (a.row(y), b.row(y))
    for x in 0..<a.size.width {
      var most = 0
      for byte in 4 * x..<4 * x + 3 { most = max(most, abs(Int(first[byte]) - Int(second[byte]))) }
      if most > 4 { counts.any += 1 }
      if most > 32 { counts.large += 1 }
    }
  }
  let all = Double(a.size.area) / 100
  return
    "\(tenths(Double(counts.any) / all)) % differ by more than 4 levels, \(tenths(Double(counts.large) / all)) % by more than 32"
}

/// What memory takes for the least that a scene does, in milliseconds: a screen copied by the C library, the best of several.
func memoryTime(_ limit: Scene.Limit, _ a: Bitmap, _ b: Bitmap) -> Double {
  let bytes = a.stride * Scene.height
  var best = Double.infinity
  for _ in 0..<9 {
    let start = now()
    memcpy(a.pixels, b.pixels, bytes)
    best = min(best, Double(now() - start) / 1e6)
  }
  switch limit {
  case .copy: return best
  case .blend: return best * 1.5
  }
}

let contestants: [any Contestant] = [Ours(), Cairo()]
let screens = try contestants.map { _ in
  try Bitmap(size: PixelSize(width: Scene.width, height: Scene.height), format: .xrgb32)
}
if CommandLine.arguments.count == 3, let scene = Int(CommandLine.arguments[1]), let times = Int(CommandLine.arguments[2]) {
  for _ in 0..<times { contestants[0].paint(scenes[scene], into: screens[0]) }
  exit(0)
}
for scene in scenes {
  var best = contestants.map { _ in Double.infinity }
  // In turn, so that a slow moment of the machine meets both.
  for _ in 0..<7 {
    for (index, contestant) in contestants.enumerated() {
      screens[index].fill(.white)
      let start = now()
      contestant.paint(scene, into: screens[index])
      best[index] = min(best[index], Double(now() - start) / 1e6)
    }
  }
  let pixels = difference(screens[0], screens[1])
  let memory = scene.limit.map { limit in
    let least = memoryTime(limit, screens[0], screens[1]) * Double(scene.items.count)
    return "; memory alone \(tenths(least)) ms, so \(tenths(best[0] / least)) times that"
  }
  let figures = zip(contestants, best).map { "\($0.name) \(tenths($1)) ms" }.joined(separator: ", ")
  print("\(scene.name): \(figures), \(tenths(best[1] / best[0])) times cairo's rate\(memory ?? ""); \(pixels)")
}
