internal import CEaselPixman

/// How what is painted meets what is there; the names are Core Graphics'.
///
/// The first sixteen mix colours as the W3C's "Compositing and Blending" says; the others are the operators of Porter and Duff, with a
/// sum. pixman works them out. What a shape covers in part changes in that part, whatever the mode: outside of the shape nothing does.
public enum BlendMode: Hashable, Sendable, CaseIterable {
  /// Laid over what is there.
  case normal
  /// Colours multiplied: never lighter.
  case multiply
  /// The inverse of inverses multiplied: never darker.
  case screen
  /// Multiplied where it is dark below, screened where it is light.
  case overlay
  /// The darker of both, component by component.
  case darken
  /// The lighter of both, component by component.
  case lighten
  /// What is below is made brighter.
  case colorDodge
  /// What is below is made darker.
  case colorBurn
  /// Darkened or lightened a little, by what is laid over.
  case softLight
  /// Multiplied or screened, by what is laid over.
  case hardLight
  /// The difference of both.
  case difference
  /// As the difference, with less contrast.
  case exclusion
  /// The hue of what is laid over, the rest from below.
  case hue
  /// The saturation of what is laid over, the rest from below.
  case saturation
  /// Hue and saturation of what is laid over, the luminosity from below.
  case color
  /// The luminosity of what is laid over, the rest from below.
  case luminosity
  /// Nothing remains.
  case clear
  /// Instead of what is there, opacity included.
  case copy
  /// Only where something is below, and instead of it.
  case sourceIn
  /// Only where nothing is below, which goes.
  case sourceOut
  /// Only over what is below.
  case sourceAtop
  /// Under what is there.
  case destinationOver
  /// What is there remains under what is laid over.
  case destinationIn
  /// What is there remains where nothing is laid over.
  case destinationOut
  /// Under what is there, which remains only below it.
  case destinationAtop
  /// Where only one of both is.
  case xor
  /// The sum of both.
  case plusLighter

  var pixman: pixman_op_t {
    switch self {
    case .normal: PIXMAN_OP_OVER
    case .multiply: PIXMAN_OP_MULTIPLY
    case .screen: PIXMAN_OP_SCREEN
    case .overlay: PIXMAN_OP_OVERLAY
    case .darken: PIXMAN_OP_DARKEN
    case .lighten: PIXMAN_OP_LIGHTEN
    case .colorDodge: PIXMAN_OP_COLOR_DODGE
    case .colorBurn: PIXMAN_OP_COLOR_BURN
    case .softLight: PIXMAN_OP_SOFT_LIGHT
    case .hardLight: PIXMAN_OP_HARD_LIGHT
    case .difference: PIXMAN_OP_DIFFERENCE
    case .exclusion: PIXMAN_OP_EXCLUSION
    case .hue: PIXMAN_OP_HSL_HUE
    case .saturation: PIXMAN_OP_HSL_SATURATION
    case .color: PIXMAN_OP_HSL_COLOR
    case .luminosity: PIXMAN_OP_HSL_LUMINOSITY
    case .clear: PIXMAN_OP_CLEAR
    case .copy: PIXMAN_OP_SRC
    case .sourceIn: PIXMAN_OP_IN
    case .sourceOut: PIXMAN_OP_OUT
    case .sourceAtop: PIXMAN_OP_ATOP
    case .destinationOver: PIXMAN_OP_OVER_REVERSE
    case .destinationIn: PIXMAN_OP_IN_REVERSE
    case .destinationOut: PIXMAN_OP_OUT_REVERSE
    case .destinationAtop: PIXMAN_OP_ATOP_REVERSE
    case .xor: PIXMAN_OP_XOR
    case .plusLighter: PIXMAN_OP_ADD
    }
  }
}
