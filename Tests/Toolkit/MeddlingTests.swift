import EaselGeometry
import EaselInputEvents
import EaselPlatform
import EaselPlatformHeadless
import EaselRaster
import EaselTestSupport
@testable import EaselToolkit
import Testing

/// A program that does the worst in the midst of whatever it is called for: all of it ends once, and nothing is left (TH-5).
@Suite struct MeddlingTests {
  @Test(arguments: MeddlingProgram.Deed.allCases)
  func `Whatever is done in the midst of any call, each touch ends once and nothing is left (TH-5, DC-14, TD-24, SC-8)`(
    deed: MeddlingProgram.Deed
  ) {
    for moment in MeddlingProgram.Moment.allCases {
      let lives = LifetimeTracker()
      var faults: [String] = []
      var hasHappened = false
      do {
        let program = MeddlingProgram(deed, at: moment, lives)
        program.play()
        faults = program.faults
        hasHappened = program.hasMeddled
        program.letGo()
      }
      #expect(faults == [] && lives.survivors == [], "\(deed) in \(moment)")
      #expect(hasHappened, "\(moment) never comes")
    }
  }
}
