internal import Glibc

/// One person's devices; what is sent goes to every object that clients have of it.
final class FakeSeat {
  private unowned let compositor: FakeCompositor
  private(set) var resources: [WlSeatResource] = []
  private(set) var touches: [WlTouchResource] = []
  private(set) var pointers: [WlPointerResource] = []
  private(set) var keyboards: [WlKeyboardResource] = []
  /// The touchpad.
  let gestures: FakeGestures
  /// The tablet with its pens.
  let tablet: FakeTablet
  private var capabilities: WlSeatResource.Capability = [.touch, .pointer, .keyboard]

  /// What keyboards are told when they are made; nil tells nothing.
  var keymap: [UInt8]? = Array(FakeSeat.smallKeymap.utf8) + [0]
  var `repeat`: (rate: Int32, delay: Int32) = (25, 600)

  init(in compositor: FakeCompositor) {
    self.compositor = compositor
    gestures = FakeGestures(in: compositor)
    tablet = FakeTablet(in: compositor)
  }

  func bind(_ resource: WlSeatResource) {
    resources.append(resource)
    resource.onDestroy = { [weak self, weak resource] in self?.resources.removeAll { $0 === resource } }
    resource.onRequest = { [unowned self] in take($0) }
    resource.sendCapabilities(capabilities: capabilities)
    if resource.version >= 2 { resource.sendName(name: "seat0") }
  }

  /// Devices came or went.
  func setCapabilities(_ capabilities: WlSeatResource.Capability) {
    self.capabilities = capabilities
    for resource in resources { resource.sendCapabilities(capabilities: capabilities) }
  }

  private func take(_ request: WlSeatResource.Request) {
    switch request {
    case .getTouch(let touch):
      touches.append(touch)
      touch.onDestroy = { [weak self, weak touch] in self?.touches.removeAll { $0 === touch } }
    case .getPointer(let pointer):
      pointers.append(pointer)
      pointer.onDestroy = { [weak self, weak pointer] in self?.pointers.removeAll { $0 === pointer } }
    case .getKeyboard(let keyboard):
      keyboards.append(keyboard)
      keyboard.onDestroy = { [weak self, weak keyboard] in self?.keyboards.removeAll { $0 === keyboard } }
      if let keymap { send(keymap, to: keyboard) }
      if keyboard.version >= 4 { keyboard.sendRepeatInfo(rate: `repeat`.rate, delay: `repeat`.delay) }
    case .release: break
    }
  }

  // MARK: Touch

  func down(_ id: Int32, on surface: FakeSurface, _ x: Double, _ y: Double, time: UInt32 = 0) {
    for touch in touches {
      touch.sendDown(
        serial: compositor.serial(), time: time, surface: surface.resource, id: id, x: Fixed(x), y: Fixed(y))
    }
  }

  func motion(_ id: Int32, _ x: Double, _ y: Double, time: UInt32 = 0) {
    for touch in touches { touch.sendMotion(time: time, id: id, x: Fixed(x), y: Fixed(y)) }
  }

  func up(_ id: Int32, time: UInt32 = 0) {
    for touch in touches { touch.sendUp(serial: compositor.serial(), time: time, id: id) }
  }

  func shape(_ id: Int32, major: Double, minor: Double) {
    for touch in touches { touch.sendShape(id: id, major: Fixed(major), minor: Fixed(minor)) }
  }

  func orientation(_ id: Int32, degrees: Double) {
    for touch in touches { touch.sendOrientation(id: id, orientation: Fixed(degrees)) }
  }

  func touchFrame() {
    for touch in touches { touch.sendFrame() }
  }

  func touchCancel() {
    for touch in touches { touch.sendCancel() }
  }

  // MARK: Pointer

  func enter(_ surface: FakeSurface, _ x: Double, _ y: Double) {
    for pointer in pointers {
      pointer.sendEnter(serial: compositor.serial(), surface: surface.resource, surfaceX: Fixed(x), surfaceY: Fixed(y))
    }
    pointerFrame()
  }

  func leave(_ surface: FakeSurface) {
    for pointer in pointers { pointer.sendLeave(serial: compositor.serial(), surface: surface.resource) }
    pointerFrame()
  }

  /// A movement, without its frame.
  func pointerMotion(_ x: Double, _ y: Double, time: UInt32 = 0) {
    for pointer in pointers { pointer.sendMotion(time: time, surfaceX: Fixed(x), surfaceY: Fixed(y)) }
  }

  /// A button as Linux numbers them (the left one is 0x110), without its frame.
  func button(_ button: UInt32, _ state: WlPointerResource.ButtonState, time: UInt32 = 0) {
    for pointer in pointers { pointer.sendButton(serial: compositor.serial(), time: time, button: button, state: state) }
  }

  func pointerFrame() {
    for pointer in pointers where pointer.version >= 5 { pointer.sendFrame() }
  }

  // MARK: Keyboard

  func focus(_ surface: FakeSurface, keys: [UInt32] = []) {
    for keyboard in keyboards {
      keyboard.sendEnter(serial: compositor.serial(), surface: surface.resource, keys: WireArray(words: keys))
    }
  }

  func unfocus(_ surface: FakeSurface) {
    for keyboard in keyboards { keyboard.sendLeave(serial: compositor.serial(), surface: surface.resource) }
  }

  /// A key as Linux numbers them.
  func key(_ key: UInt32, _ state: WlKeyboardResource.KeyState, time: UInt32 = 0) {
    for keyboard in keyboards { keyboard.sendKey(serial: compositor.serial(), time: time, key: key, state: state) }
  }

  /// Modifiers as bits of the keymap.
  func modifiers(depressed: UInt32, latched: UInt32 = 0, locked: UInt32 = 0, group: UInt32 = 0) {
    for keyboard in keyboards {
      keyboard.sendModifiers(
        serial: compositor.serial(), modsDepressed: depressed, modsLatched: latched, modsLocked: locked, group: group)
    }
  }

  /// Sends bytes as a keymap; `size` may lie.
  func send(
    _ bytes: [UInt8], size: UInt32? = nil, format: WlKeyboardResource.KeymapFormat = .xkbV1, to keyboard: WlKeyboardResource
  ) {
    guard let file = tmpfile() else { return }
    defer { fclose(file) }
    _ = fwrite(bytes, 1, bytes.count, file)
    fflush(file)
    keyboard.sendKeymap(format: format, fd: fileno(file), size: size ?? UInt32(clamping: bytes.count))
  }

  /// A keymap that works without the system's data: a few keys of an American keyboard and the usual modifiers.
  static let smallKeymap = """
    xkb_keymap {
      xkb_keycodes { minimum = 8; maximum = 255; <ESC> = 9; <Q> = 24; <LCTL> = 37; <A> = 38; <LFSH> = 50; <Z> = 52;
        <X> = 53; <LALT> = 64; <CAPS> = 66; <F11> = 95; <LWIN> = 133; <LVL3> = 108; };
      xkb_types { virtual_modifiers Alt, Super;
        type "ONE_LEVEL" { modifiers = none; level_name[Level1] = "Any"; };
        type "TWO_LEVEL" { modifiers = Shift; map[Shift] = Level2; level_name[Level1] = "Base"; level_name[Level2] = "Shift"; };
        type "ALPHABETIC" { modifiers = Shift+Lock; map[Shift] = Level2; map[Lock] = Level2;
          level_name[Level1] = "Base"; level_name[Level2] = "Caps"; };
      };
      xkb_compatibility { virtual_modifiers Alt, Super;
        interpret Any+AnyOf(all) { action = SetMods(modifiers = modMapMods, clearLocks); };
        interpret Caps_Lock+AnyOfOrNone(all) { action = LockMods(modifiers = Lock); };
      };
      xkb_symbols {
        key <ESC> { [ Escape ] }; key <F11> { [ F11 ] };
        key <Q> { type = "ALPHABETIC", [ q, Q ] }; key <A> { type = "ALPHABETIC", [ a, A ] };
        key <Z> { type = "ALPHABETIC", [ z, Z ] }; key <X> { type = "ALPHABETIC", [ x, X ] };
        key <LCTL> { [ Control_L ] }; key <LFSH> { [ Shift_L ] }; key <LALT> { [ Alt_L ] };
        key <CAPS> { [ Caps_Lock ] }; key <LWIN> { [ Super_L ] };
        modifier_map Control { <LCTL> }; modifier_map Shift { <LFSH> }; modifier_map Lock { <CAPS> };
        modifier_map Mod1 { <LALT> }; modifier_map Mod4 { <LWIN> };
      };
    };
    """
}
