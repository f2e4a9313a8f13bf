import EaselGeometry
import EaselRaster
import Testing

@Suite struct RegionTests {
  private static let side = 12

  private static func pixels(_ region: borrowing Region) -> Set<PixelPoint> {
    var result: Set<PixelPoint> = []
    region.forEachRect { rect in
      for y in rect.y..<rect.maxY { for x in rect.x..<rect.maxX { result.insert(PixelPoint(x: x, y: y)) } }
    }
    return result
  }

  private static func pixels(_ rect: PixelRect) -> Set<PixelPoint> {
    var result: Set<PixelPoint> = []
    guard !rect.isEmpty else { return result }
    for y in rect.y..<rect.maxY { for x in rect.x..<rect.maxX { result.insert(PixelPoint(x: x, y: y)) } }
    return result
  }

  private static func random(_ dice: inout Dice) -> PixelRect {
    PixelRect(
      x: dice.whole(-2...side), y: dice.whole(-2...side), width: dice.whole(-1...6), height: dice.whole(-1...6))
  }

  /// What is wrong with a region that should hold these pixels.
  private static func faults(_ region: borrowing Region, _ model: Set<PixelPoint>, _ dice: inout Dice) -> String {
    var faults = ""
    if pixels(region) != model { faults += " pixels" }
    if region.isEmpty != model.isEmpty { faults += " isEmpty" }
    if region.area != model.count { faults += " area" }
    var box = PixelRect.zero
    for point in model { box = box.union(PixelRect(x: point.x, y: point.y, width: 1, height: 1)) }
    if region.bounds != box && !(model.isEmpty && region.bounds.isEmpty) { faults += " bounds" }
    let probe = random(&dice)
    let inside = pixels(probe)
    if region.contains(probe) != inside.isSubset(of: model) { faults += " contains(rect)" }
    if region.intersects(probe) == inside.isDisjoint(with: model) { faults += " intersects" }
    var other = Region(probe)
    let second = random(&dice)
    other.formUnion(second)
    let outside = model.subtracting(inside).subtracting(pixels(second)).count
    if region.area(outside: other) != outside { faults += " area(outside:)" }
    let point = PixelPoint(x: probe.x, y: probe.y)
    if region.contains(point) != model.contains(point) { faults += " contains(point)" }
    return faults
  }

  @Test func `A region is a set of pixels under every operation`() {
    var dice = Dice(1)
    var trail: [String] = []
    for round in 0..<400 {
      var region = Region()
      var model: Set<PixelPoint> = []
      for step in 0..<8 {
        let rect = RegionTests.random(&dice)
        var other = Region(rect)
        other.formUnion(RegionTests.random(&dice))
        let otherModel = RegionTests.pixels(other)
        let operation = dice.whole(0...7)
        switch operation {
        case 0, 1:
          region.formUnion(rect)
          model.formUnion(RegionTests.pixels(rect))
        case 2:
          region.formUnion(other)
          model.formUnion(otherModel)
        case 3:
          region.formIntersection(rect)
          model.formIntersection(RegionTests.pixels(rect))
        case 4:
          region.subtract(rect)
          model.subtract(RegionTests.pixels(rect))
        case 5:
          region.subtract(other)
          model.subtract(otherModel)
        case 6:
          region.translate(x: 1, y: -1)
          model = Set(model.map { PixelPoint(x: $0.x + 1, y: $0.y - 1) })
        default:
          let copy = region.copy()
          region.formUnion(other)
          region.formIntersection(copy)
          if !region.isEqual(to: copy) { trail.append("round \(round) step \(step): absorption") }
        }
        let faults = RegionTests.faults(region, model, &dice)
        if !faults.isEmpty { trail.append("round \(round) step \(step) operation \(operation):\(faults)") }
      }
    }
    #expect(trail == [])
  }

  @Test func `A region takes any rectangle without overflow`() {
    let huge = [Int.min, Int.min + 1, -(1 << 40), -1, 0, 1, 1 << 31, 1 << 40, Int.max]
    var counts: [Int] = []
    for x in huge {
      for width in huge {
        var region = Region(PixelRect(x: x, y: 0, width: width, height: 1))
        region.formUnion(PixelRect(x: 0, y: x, width: 1, height: width))
        region.formIntersection(PixelRect(x: x, y: x, width: width, height: width))
        region.translate(x: x, y: width)
        counts.append(region.rectCount)
        _ = region.contains(PixelPoint(x: x, y: width))
      }
    }
    #expect(counts.allSatisfy { $0 >= 0 })
    let endless = Region(PixelRect(x: -(1 << 40), y: 0, width: 1 << 41, height: 1))
    let hasMiddle = endless.contains(PixelPoint(x: 7, y: 0))
    #expect(hasMiddle)
  }

  @Test func `An emptied region is empty and can be filled again`() {
    var region = Region(PixelRect(x: 0, y: 0, width: 3, height: 3))
    region.formUnion(PixelRect(x: 9, y: 9, width: 3, height: 3))
    region.removeAll()
    var trail = "\(region.isEmpty) \(region.rectCount) \(region.area)"
    region.assign(Region(PixelRect(x: 1, y: 2, width: 3, height: 4)))
    trail += " | \(region.isEmpty) \(region.rectCount) \(region.area) \(region.bounds.x)"
    #expect(trail == "true 0 0 | false 1 12 1")
  }
}
