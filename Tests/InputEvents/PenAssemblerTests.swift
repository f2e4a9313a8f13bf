import EaselGeometry
import EaselInputEvents
import Testing

/// Plays a tool's events on an assembler and writes what comes out.
private struct PenBench {
  var pen = PenFrameAssembler()
  var contacts = ContactIDSource()
  var time = Timestamp(milliseconds: 1000)
  var output: [InputEvent] = []

  mutating func frame() { pen.frame(at: time, into: &output, contacts: &contacts) }

  mutating func take() -> String {
    defer { output = [] }
    return output.map(PenBench.describe).joined(separator: " ")
  }

  static func describe(_ event: InputEvent) -> String {
    switch event {
    case .hover(let hover): "(\(hover.phase) \(hover.position.x),\(hover.position.y))"
    case .touches(let frame):
      "["
        + frame.samples.map { sample in
          let name = Character(UnicodeScalar(UInt8(64 + sample.contact.value)))
          let pressure = sample.pen?.pressure.map { " p\($0)" } ?? ""
          return "\(sample.phase) \(name) \(sample.position.x),\(sample.position.y)\(pressure)"
        }.joined(separator: ", ") + "]"
    default: "?"
    }
  }
}

private let surface = SurfaceID(1)

@Suite struct PenAssemblerTests {
  @Test("WTB-2, WTB-5: what belongs to one frame is told together, with the newest values")
  func frames() {
    var bench = PenBench()
    bench.pen.proximityIn(on: surface)
    bench.pen.motion(to: Point(1, 2))
    #expect(bench.take() == "")
    bench.frame()
    bench.pen.down(on: nil)
    bench.pen.pressure(0.25)
    bench.pen.motion(to: Point(3, 4))
    bench.frame()
    bench.pen.pressure(0.5)
    bench.frame()
    bench.frame()
    bench.pen.up()
    bench.pen.motion(to: Point(5, 6))
    bench.pen.pressure(0)
    bench.pen.proximityOut()
    #expect(bench.pen.hasGone)
    bench.frame()
    #expect(
      bench.take()
        == "(entered 1.0,2.0) (left 3.0,4.0) [down A 3.0,4.0 p0.25] [moved A 3.0,4.0 p0.5] [up A 5.0,6.0 p0.0] (entered 5.0,6.0) (left 5.0,6.0)"
    )
    #expect(bench.pen.focus == nil && !bench.pen.hasGone)
  }

  @Test("WTB-4: the tip decides, a pressure of 0 draws; what is no number is not taken")
  func values() {
    var bench = PenBench()
    bench.pen.proximityIn(on: surface)
    bench.pen.pressure(0.75)
    bench.frame()
    bench.pen.down(on: nil)
    bench.pen.pressure(-3)
    bench.frame()
    for value in [Double.nan, .infinity, 2] { bench.pen.pressure(value) }
    for value in [Double.nan, .infinity] {
      bench.pen.motion(to: Point(value, 0))
      bench.pen.tilt(x: value, y: 0)
      bench.pen.rotation(degrees: value)
      bench.pen.distance(value)
    }
    bench.frame()
    #expect(bench.take() == "(entered 0.0,0.0) (left 0.0,0.0) [down A 0.0,0.0 p0.0] [moved A 0.0,0.0 p1.0]")
  }

  @Test(
    "TO-15: tilt becomes altitude and azimuth",
    arguments: [
      (0.0, 0.0, 90.0, 0.0), (45, 0, 45, 0), (0, 45, 45, 90), (-45, 0, 45, 180), (0, -45, 45, -90), (90, 0, 0, 0),
      (60, 60, 22.2077, 45),
    ])
  func tilt(x: Double, y: Double, altitude: Double, azimuth: Double) throws {
    var bench = PenBench()
    bench.pen.proximityIn(on: surface)
    bench.pen.tilt(x: x, y: y)
    bench.pen.rotation(degrees: 90)
    bench.frame()
    guard case .hover(let hover)? = bench.output.last, let pen = hover.pen else { throw NoHover() }
    let isRight =
      abs((pen.altitude ?? 9) * 180 / .pi - altitude) < 0.001 && abs((pen.azimuth ?? 9) * 180 / .pi - azimuth) < 0.001
    #expect(isRight && pen.roll == .pi / 2 && pen.pressure == nil && !pen.isEraser)
  }

  private struct NoHover: Error {}

  @Test("WTB-6: a tool that goes without lifting ends what it drew")
  func lostUp() {
    var bench = PenBench()
    bench.pen.proximityIn(on: surface)
    bench.pen.down(on: nil)
    bench.frame()
    bench.pen.proximityOut()
    bench.frame()
    #expect(bench.take() == "(entered 0.0,0.0) (left 0.0,0.0) [down A 0.0,0.0] [up A 0.0,0.0]")
  }

  @Test("WTB-9: a tool that never says that it is near still draws")
  func withoutProximity() {
    var bench = PenBench(pen: PenFrameAssembler(isEraser: true))
    bench.pen.down(on: surface)
    bench.frame()
    bench.pen.motion(to: Point(1, 1))
    bench.frame()
    bench.pen.up()
    bench.frame()
    #expect(bench.take() == "[down A 0.0,0.0] [moved A 1.0,1.0] [up A 1.0,1.0] (entered 1.0,1.0)")
    bench.pen.proximityIn(on: nil)
    bench.pen.down(on: nil)
    bench.frame()
    #expect(bench.take() == "(left 1.0,1.0)")
  }

  @Test("WTB-10: what is taken away is cancelled, and what waited is forgotten")
  func cancelled() {
    var bench = PenBench()
    bench.pen.proximityIn(on: surface)
    bench.pen.down(on: nil)
    bench.frame()
    _ = bench.take()
    bench.pen.motion(to: Point(9, 9))
    bench.pen.cancel(on: surface, into: &bench.output)
    bench.pen.up()
    bench.frame()
    #expect(bench.take() == "[cancelled A 0.0,0.0]")
    bench.pen.proximityIn(on: surface)
    bench.pen.cancel(on: surface, into: &bench.output)
    bench.pen.down(on: nil)
    bench.frame()
    #expect(bench.take() == "")
    bench.pen.down(on: surface)
    bench.frame()
    bench.pen.cancel(ContactID(2), into: &bench.output)
    bench.pen.up()
    bench.pen.motion(to: Point(3, 3))
    bench.frame()
    #expect(bench.take() == "[down B 9.0,9.0] [cancelled B 9.0,9.0]")
  }

  @Test("Pens' buttons have bits of their own, and nonsense does not trap")
  func buttons() {
    var bench = PenBench()
    bench.pen.down(on: surface)
    for code: UInt32 in [0x14b, 0x14c, 0x149, 0x110, 0, .max] { bench.pen.button(code, isPressed: true) }
    bench.pen.down(on: surface)
    bench.pen.proximityOut()
    bench.pen.up()
    bench.pen.proximityOut()
    bench.frame()
    guard case .touches(let frame)? = bench.output.last else { return #expect(bench.output.isEmpty == false) }
    #expect(frame.samples.map(\.buttons) == [0, 2, 6, 14, 15, 0x8000_000f, 0x8000_000f, 0x8000_000f])
  }
}
