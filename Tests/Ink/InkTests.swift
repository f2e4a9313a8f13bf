import EaselGeometry
import EaselInk
import Testing

/// A generator whose sequence is known, so that a failure can be repeated.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

let pen = Pen(width: 4, color: .black)

func line(_ id: UInt64, _ points: [(Float, Float)]) -> Stroke {
  Stroke(id: StrokeID(id), pen: pen, points: points.map { InkPoint(x: $0.0, y: $0.1) })!
}

func randomStroke(_ id: UInt64, using generator: inout SplitMix) -> Stroke {
  let count = Int.random(in: 1...90, using: &generator)
  var x = Float.random(in: -500...1500, using: &generator)
  var y = Float.random(in: -500...1500, using: &generator)
  return line(
    id,
    (0..<count).map { _ in
      x += Float.random(in: -20...20, using: &generator)
      y += Float.random(in: -20...20, using: &generator)
      return (x, y)
    })
}

@Suite struct `A stroke` {
  @Test func `keeps the bounds of each run of its segments`() {
    var generator = SplitMix(state: 1)
    for id in 1...200 {
      let stroke = randomStroke(UInt64(id), using: &generator)
      var all = stroke.bounds(ofSegmentTo: 0)
      for index in stroke.points.indices { all = all.union(stroke.bounds(ofSegmentTo: index)) }
      let covered = stroke.runs.indices.flatMap { Array(stroke.points(ofRun: $0)) }
      #expect(stroke.bounds == all && Set(covered) == Set(stroke.points.indices))
    }
  }

  @Test func `of one point is a dot with the pen's extent`() {
    #expect(line(1, [(10, 20)]).bounds == Rect(x: 8, y: 18, width: 4, height: 4).insetBy(dx: -1.0 / 32, dy: -1.0 / 32))
  }
}

@Suite struct `A document` {
  @Test func `finds exactly the strokes near a rectangle, oldest first`() {
    var generator = SplitMix(state: 2)
    var document = Document()
    for id in 1...300 { document.insert(randomStroke(UInt64(id), using: &generator)) }
    for id in stride(from: 1, through: 300, by: 7) { _ = document.remove(StrokeID(UInt64(id))) }
    for _ in 0..<200 {
      let x = Double.random(in: -600...1600, using: &generator)
      let y = Double.random(in: -600...1600, using: &generator)
      let rect = Rect(x: x, y: y, width: 90, height: 40)
      var found: [UInt64] = []
      document.forEachStroke(near: rect) { found.append($0.id.value) }
      let needed = document.strokes.filter { stroke in
        stroke.points.indices.contains { stroke.bounds(ofSegmentTo: $0).intersects(rect) }
      }.map(\.id.value)
      #expect(found == found.sorted() && Set(found).count == found.count && Set(needed).isSubset(of: found))
      #expect(found.count < 120, "the cost must not grow with the page")
    }
  }

  @Test func `keeps a stroke in its place when it comes back`() {
    var document = Document()
    var history = History()
    for id in 1...3 {
      let stroke = line(UInt64(id), [(0, 0), (5, 5)])
      document.insert(stroke)
      history.record(.add(stroke))
    }
    var trace: [[UInt64]] = []
    func note() { trace.append(document.strokes.map(\.id.value)) }
    for _ in 0..<4 {
      if let edit = history.undo() { document.apply(edit) }
      note()
    }
    for _ in 0..<2 {
      if let edit = history.redo() { document.apply(edit) }
      note()
    }
    history.record(.add(line(9, [(1, 1)])))
    #expect(trace == [[1, 2], [1], [], [], [1], [1, 2]] && !history.canRedo)
  }

  @Test func `of leaps across a page stays small and quick`() {
    var document = Document()
    for id in 1...2000 as ClosedRange<UInt64> { document.insert(line(id, [(10, 10), (4e6, 4e6)])) }
    var found = 0
    document.forEachStroke(near: Rect(x: 0, y: 0, width: 20, height: 20)) { _ in found += 1 }
    for id in 1...2000 as ClosedRange<UInt64> { _ = document.remove(StrokeID(id)) }
    #expect(found == 2000 && document.count == 0)
  }

  @Test func `of places beyond any page still finds its strokes`() {
    var document = Document()
    document.insert(line(1, [(9_000_000, 0), (9_000_001, 0)]))
    document.insert(line(2, [(0, 0)]))
    var found: [UInt64] = []
    document.forEachStroke(near: Rect(x: 8_999_990, y: -10, width: 30, height: 30)) { found.append($0.id.value) }
    #expect(found.contains(1))
  }
}

@Suite struct `A journal` {
  func bytes(_ edits: [Edit]) -> [UInt8] {
    edits.reduce(Journal.header) { $0 + Journal.record($1) }
  }

  @Test func `gives back the page that its edits led to`() {
    var generator = SplitMix(state: 3)
    var document = Document()
    var edits: [Edit] = []
    for id in 1...50 {
      let edit = Edit.add(randomStroke(UInt64(id), using: &generator))
      edits.append(edit)
      if id % 5 == 0 { edits.append(edit.inverse) }
    }
    for edit in edits { document.apply(edit) }
    let contents = Journal.read(bytes(edits))
    #expect(contents?.document.strokes == document.strokes && contents?.recordCount == 60)
  }

  @Test func `cut off anywhere keeps all whole records before the cut`() {
    let edits = (1...4).map { Edit.add(line(UInt64($0), [(1, 2), (3, Float($0))])) }
    let whole = bytes(edits)
    let ends = edits.indices.map { bytes(Array(edits[...$0])).count }
    for length in 0...whole.count {
      let contents = Journal.read(Array(whole[..<length]))
      guard length >= Journal.header.count else {
        #expect(contents == nil)
        continue
      }
      #expect(contents?.document.count == ends.count { $0 <= length })
      #expect(contents?.wholeBytes == (ends.last { $0 <= length } ?? Journal.header.count))
    }
  }

  @Test func `in its shortest form gives back the same page, and is as long as foretold`() {
    var generator = SplitMix(state: 5)
    var document = Document()
    for id in 1...50 as ClosedRange<UInt64> { document.insert(randomStroke(id * 3, using: &generator)) }
    for id in 1...20 as ClosedRange<UInt64> { _ = document.remove(StrokeID(id * 6)) }
    let short = Journal.bytes(of: document)
    #expect(Journal.read(short)?.document.strokes == document.strokes && short.count == Journal.byteCount(of: document))
  }

  @Test func `with a record of another version is not understood, and all else in it counts`() {
    let edits = (1...2).map { Edit.add(line(UInt64($0), [(1, 2), (3, Float($0))])) }
    #expect(Journal.read(bytes(edits + [edits[0].inverse]))?.isUnderstood == true)
    let far = Edit.add(line(9, [(1, 2), (3e8, 4)]))
    // A kind that is not known: its payload's length, its checksum, the payload.
    let alien: [UInt8] = [9, 0, 0, 0, 0x67, 0x79, 0x68, 0x82, 7] + [UInt8](repeating: 0, count: 8)
    for record in [Journal.record(far), alien] {
      let contents = Journal.read(bytes(edits) + record + Journal.record(edits[0].inverse))
      #expect(contents?.isUnderstood == false && contents?.document.stroke(StrokeID(2)) != nil && contents?.recordCount == 4)
    }
  }

  @Test func `of nothing but zeros, or of absurd pens, has no records`() {
    let absurd = Edit.add(Stroke(id: StrokeID(1), pen: Pen(width: 4e6, color: .black), at: InkPoint(x: 1, y: 1)))
    #expect(Journal.read(Journal.header + [UInt8](repeating: 0, count: 800))?.recordCount == 0)
    #expect(Journal.read(bytes([absurd]))?.document.count == 0)
  }

  @Test func `with any bytes wrong never traps and never invents`() {
    var generator = SplitMix(state: 4)
    let edits = (1...4).map { Edit.add(line(UInt64($0), [(1, 2), (3, Float($0))])) }
    let whole = bytes(edits)
    for _ in 0..<3000 {
      var damaged = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        damaged[Int.random(in: 0..<damaged.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      let strokes = Journal.read(damaged)?.document.strokes ?? []
      #expect(strokes.count <= 4)
    }
  }
}
