public import EaselGeometry
internal import EaselPlatform

extension View {
  /// Marks all of the view to be drawn again with the next frame; draws nothing itself.
  public func setNeedsDisplay() {
    setNeedsDisplay(storedBounds)
  }

  /// Marks a rectangle of the view's space to be drawn again with the next frame; draws nothing itself.
  ///
  /// What lies outside the bounds is never drawn and so not marked. The cost is that of a walk to the window.
  public func setNeedsDisplay(_ rect: Rect) {
    markDamage(rect.intersection(storedBounds))
  }

  /// Marks what the view and its subviews show.
  func setNeedsDisplayInSuperview() {
    guard superview != nil || asWindow != nil else { return }
    markDamage(extent)
  }

  /// The bounds and what subviews show outside of them, in this view's space.
  var extent: Rect {
    if let cachedExtent { return cachedExtent }
    var result = storedBounds
    if !storedClipsToBounds {
      for child in children where child.isShown {
        result = result.union(child.toSuperview.boundingBox(of: child.extent))
      }
    }
    cachedExtent = result
    return result
  }

  /// Forgets the extent here and above; what is forgotten already has told its superviews.
  func invalidateExtent() {
    cachedExtent = nil
    _ = up.use { parent in
      if parent.cachedExtent != nil { parent.invalidateExtent() }
    }
  }

  private func markDamage(_ rect: Rect) {
    guard !rect.isEmpty, let place = displayPlace else { return }
    place.host.mark(place.toSurface.boundingBox(of: rect).intersection(place.clip))
  }

  /// Where the view is shown, or nil if nothing of it is: the map to its surface, and the box that clips it there.
  ///
  /// Clips are boxes around the clipping views' bounds, as the painter's are, also where a transform turns them.
  private var displayPlace: (toSurface: AffineTransform, clip: Rect, host: SurfaceHost)? {
    guard isShown else { return nil }
    var toSurface = toSuperview
    var clip: Rect
    let host: SurfaceHost
    if let parentsPlace = up.use(\.displayPlace) {
      guard let outer = parentsPlace else { return nil }
      toSurface = toSurface.concatenating(outer.toSurface)
      (clip, host) = (outer.clip, outer.host)
    } else {
      guard let found = asWindow?.host.object else { return nil }
      host = found
      clip = Rect(origin: .zero, size: found.surface.state.size)
    }
    if storedClipsToBounds { clip = clip.intersection(toSurface.boundingBox(of: storedBounds)) }
    return clip.isEmpty ? nil : (toSurface, clip, host)
  }
}
