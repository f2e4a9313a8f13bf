internal import EaselGeometry

/// From paints to what lays them down.
extension Painter {
  /// What lays a paint over the target through the clip, or nothing if that changes nothing.
  func span(_ paint: Paint) -> SpanPainter? {
    guard let target, !state.clip.isEmpty else { return nil }
    if case .color(let color) = paint, state.blendMode == .normal {
      let solid = SolidBlender(target, at: corner, color: color)
      return solid.isInvisible ? nil : SpanPainter(solid, clip: state.mask)
    }
    guard let source = source(of: paint) else { return nil }
    return span(of: source)
  }

  /// What lays rows of colours over the target through the clip; nothing if there is no memory for a row.
  func span(of source: any RowSource) -> SpanPainter? {
    guard let target else { return nil }
    let rows = try? RowBlender(target, at: corner, source: source, mode: state.blendMode, width: state.clip.width)
    return rows.map { SpanPainter($0, clip: state.mask) }
  }

  /// The colours of a paint, row by row; nothing if it paints nothing.
  private func source(of paint: Paint) -> (any RowSource)? {
    switch paint {
    case .color(let color): return SolidRows(color)
    case .pattern(let pattern): return picture(of: pattern)
    case .linearGradient(let gradient, let from, let to, let spread):
      guard from.isFinite, to.isFinite else { return nil }
      return source(of: gradient, spread, isPoint: from == to) { LinearField(from: from, to: to, back: $0) }
    case .radialGradient(let gradient, let startCenter, let startRadius, let endCenter, let endRadius, let spread):
      guard startCenter.isFinite, endCenter.isFinite, startRadius.isFinite, endRadius.isFinite else { return nil }
      return source(of: gradient, spread, isPoint: startCenter == endCenter && startRadius == endRadius) {
        RadialField(
          from: startCenter, startRadius, to: endCenter, endRadius, isBounded: spread == .none, back: $0)
      }
    case .conicGradient(let gradient, let center, let angle):
      return source(of: gradient, .pad, isPoint: false) { ConicField(center: center, angle: angle, back: $0) }
    }
  }

  /// - Parameter isPoint: whether begin and end are the same, so that there is only what lies beyond the end.
  private func source<Field: GradientField>(
    of gradient: Gradient, _ spread: Spread, isPoint: Bool, _ field: (AffineTransform) -> Field?
  ) -> (any RowSource)? {
    guard let ramp = GradientRamp(gradient), let back = state.transform.inverse, back.isFinite else { return nil }
    if isPoint { return spread == .none ? nil : SolidRows(ramp.last) }
    return field(back).map { GradientRows($0, ramp, spread) }
  }

  private func picture(of pattern: Pattern) -> Picture? {
    precondition(pattern.bitmap !== target, "A bitmap is not painted with itself.")
    let rect = pattern.rect
    guard !rect.isEmpty, rect.isFinite else { return nil }
    let size = pattern.bitmap.size
    let stretch = AffineTransform(
      a: rect.width / Double(size.width), b: 0, c: 0, d: rect.height / Double(size.height), tx: rect.minX, ty: rect.minY)
    return Picture(
      pattern.bitmap, place: stretch.concatenating(pattern.transform).concatenating(state.transform), spread: pattern.spread,
      filter: pattern.filter, opacity: pattern.opacity, canvas: canvas, visible: state.clip, didWork: did)
  }
}
