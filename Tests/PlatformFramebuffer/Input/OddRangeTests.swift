import EaselGeometry
import EaselInputEvents
import Testing

@testable import EaselPlatformFramebuffer

@Suite struct `Devices whose ranges make no sense` {
  private let panel = PixelSize(width: 800, height: 480)

  private func problems(_ across: (Int, Int, Int), _ down: (Int, Int, Int) = (0, 480, 4)) -> [String] {
    var device = InputReport.Device(name: "Screen", node: "/dev/input/event0", roles: .touch)
    device.across = .init(minimum: across.0, maximum: across.1, resolution: across.2)
    device.down = .init(minimum: down.0, maximum: down.1, resolution: down.2)
    return device.problems(panel: panel, screen: nil)
  }

  @Test func `LCO-7: are named by the doctor, and usual ones are not`() {
    #expect(problems((0, 800, 4)) == [])
    #expect(problems((0, -1, 4)) == ["its places across have no range: they go from 0 to -1"])
    #expect(problems((0, 800, 4), (0, 0, 4)) == ["its places down have no range: they go from 0 to 0"])
    #expect(problems((0, 800, 0)) == ["it does not tell its size"])
    #expect(problems((0, 800, -3)) == ["it does not tell its size"])
    #expect(problems((0, 800, 800)) == ["its resolution of 800, 4 units a millimetre cannot be true"])
    let (least, most) = (Int(Int32.min), Int(Int32.max))
    #expect(problems((least, most, 1), (most, least, most)).count == 3)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func `LCO-3, LTC-4: send touches to places that are none, which the panel's edge stops`(place: Double) throws {
    let screen = FakeDevice.screen()
    screen.size = (place, place)
    let bench = try InputBench(screen)
    bench.fake.play(bench.down(0, place, 20, screen), bench.frame(screen))
    bench.fake.play(bench.motion(0, 30, place, screen), bench.frame(screen), bench.up(0, screen), bench.frame(screen))
    let told = bench.taken()
    #expect(told.hasPrefix("[down A ") && told.hasSuffix("[up A]"))
    for case .touches(let frame) in bench.events {
      for sample in frame.samples { #expect(sample.position.x.isFinite && sample.position.y.isFinite) }
    }
    #expect(try #require(bench.seat).report.devices.map(\.size) == [nil])
  }
}
