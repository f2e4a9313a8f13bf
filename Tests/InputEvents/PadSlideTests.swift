import EaselInputEvents
import Testing

@Suite struct `A pad's ring or strip` {
  private func told(_ isRing: Bool, _ places: [Double?]) -> [Double?] {
    var slide = PadSlide(isRing: isRing)
    return places.map { slide.move(to: $0) }
  }

  @Test func `scrolls from where the finger lands, a ring the shorter way round, and tells when it lifts (LPN-6)`() {
    #expect(told(true, [0.875, 0.125, 0.125, 0.75, nil, nil]) == [nil, 120, nil, -180, 0, nil])
    #expect(told(false, [1, 0, nil, 0.5]) == [nil, -480, 0, nil])
    #expect(told(false, [.nan, 0.5, .infinity, 1]) == [nil, nil, nil, 240])
  }
}
