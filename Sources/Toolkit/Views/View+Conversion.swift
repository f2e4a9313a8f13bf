public import EaselGeometry
internal import EaselPlatform

extension View {
  /// A point of this view's space in another's; nil means window base coordinates (CO-7).
  public func convert(_ point: Point, to view: View?) -> Point {
    let ancestor = commonAncestor(with: view)
    let up = liftPoint(point, to: ancestor)
    guard let view else { return up }
    guard ancestor == nil else { return view.lowerPoint(up, from: ancestor) }
    return view.lowerPoint(crossing(up, to: view), from: nil)
  }

  /// A point of another view's space in this view's; nil means window base coordinates (CO-7).
  public func convert(_ point: Point, from view: View?) -> Point {
    guard let view else { return lowerPoint(point, from: nil) }
    return view.convert(point, to: self)
  }

  /// The box around a rectangle's four converted corners (CO-8); nil means window base coordinates.
  public func convert(_ rect: Rect, to view: View?) -> Rect {
    box(rect) { convert($0, to: view) }
  }

  /// The box around a rectangle's four converted corners (CO-8); nil means window base coordinates.
  public func convert(_ rect: Rect, from view: View?) -> Rect {
    box(rect) { convert($0, from: view) }
  }

  /// A vector of window base coordinates in this view's space: linear parts alone (CO-11).
  func convertVectorFromBase(_ vector: Point) -> Point {
    guard asWindow == nil else { return vector }
    let outer = up.use { $0.convertVectorFromBase(vector) } ?? vector
    guard !storedTransform.isTranslation else { return outer }
    return storedTransform.inverse?.applyLinear(outer) ?? .zero
  }

  /// A vector of this view's space in window base coordinates: linear parts alone (CO-11).
  func convertVectorToBase(_ vector: Point) -> Point {
    guard asWindow == nil else { return vector }
    let outer = storedTransform.applyLinear(vector)
    return up.use { $0.convertVectorToBase(outer) } ?? outer
  }

  /// Whether this view is another one or holds it, however deep.
  public func isAncestor(of view: View) -> Bool {
    self === view || view.up.use { isAncestor(of: $0) } ?? false
  }

  /// A point carried up to an ancestor, or to window base coordinates (nil): the window's space or, outside any window,
  /// that of the root's superview (CO-14).
  private func liftPoint(_ point: Point, to ancestor: View?) -> Point {
    if self === ancestor || (ancestor == nil && asWindow != nil) { return point }
    let lifted = toSuperview.apply(point)
    return up.use { $0.liftPoint(lifted, to: ancestor) } ?? lifted
  }

  private func lowerPoint(_ point: Point, from ancestor: View?) -> Point {
    if self === ancestor || (ancestor == nil && asWindow != nil) { return point }
    return fromSuperview(up.use { $0.lowerPoint(point, from: ancestor) } ?? point)
  }

  private func commonAncestor(with other: View?) -> View? {
    guard let other else { return nil }
    if other === self { return self }
    var a: View? = self
    var b: View? = other
    var (depthA, depthB) = (depth, other.depth)
    while depthA > depthB {
      a = a?.superview
      depthA -= 1
    }
    while depthB > depthA {
      b = b?.superview
      depthB -= 1
    }
    while let present = a, present !== b {
      a = present.superview
      b = b?.superview
    }
    return a
  }

  /// How many views lie above this one.
  var depth: Int {
    up.use { $0.depth + 1 } ?? 0
  }

  /// A point of this tree's base in that of another tree: windows of one surface know where they lie, others count as lying
  /// at one place (CO-9).
  private func crossing(_ point: Point, to other: View) -> Point {
    guard let from = window, let to = other.window else { return point }
    if let host = from.host.object, to.host.refers(to: host) { return to.fromSuperview(from.toSuperview.apply(point)) }
    from.application?.log.once(
      "convert-windows", .debug, "A point was converted between two windows whose places on screen are not known.")
    return point
  }

  private func box(_ rect: Rect, _ convert: (Point) -> Point) -> Rect {
    let corners = (
      convert(Point(x: rect.minX, y: rect.minY)), convert(Point(x: rect.maxX, y: rect.minY)),
      convert(Point(x: rect.minX, y: rect.maxY)), convert(Point(x: rect.maxX, y: rect.maxY))
    )
    let left = min(corners.0.x, corners.1.x, corners.2.x, corners.3.x)
    let top = min(corners.0.y, corners.1.y, corners.2.y, corners.3.y)
    return Rect(
      x: left, y: top, width: max(corners.0.x, corners.1.x, corners.2.x, corners.3.x) - left,
      height: max(corners.0.y, corners.1.y, corners.2.y, corners.3.y) - top)
  }
}
