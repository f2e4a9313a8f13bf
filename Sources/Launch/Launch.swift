public import EaselGeometry
public import EaselPlatform

/// What a program learns about how it was started.
public struct Launch {
  /// The values of all options, the program's own among them.
  public let options: OptionValues
  /// Whether there is no screen: pictures are made, nothing is shown.
  public let isHeadless: Bool
  let settings: LaunchSettings
  let applicationID: String
  let environment: [String: String]

  /// Wishes for the program's first window, as the options say.
  ///
  /// - Parameter preferredSize: the window's size in points if no option names one.
  public func surfaceOptions(title: String, preferredSize: Size = Size(width: 1024, height: 700)) -> SurfaceOptions {
    SurfaceOptions(
      title: title, applicationID: applicationID, preferredSize: settings.size ?? preferredSize,
      isFullscreen: settings.isFullscreen)
  }

  /// The folder in which a program named `name` keeps what must outlive it; it may not exist yet.
  ///
  /// It lies in `XDG_STATE_HOME`, else in `.local/state` of the home folder.
  ///
  /// - Throws: `UsageError` if the environment names neither by an absolute path.
  public func stateFolder(of name: String) throws(UsageError) -> String {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return "\(state)/\(name)" }
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw UsageError("There is no place to keep the drawing in: set HOME or XDG_STATE_HOME to an absolute path.")
    }
    return "\(home)/.local/state/\(name)"
  }
}
