internal import EaselInputEvents
internal import EaselPlatform

/// The way to an application for all that may outlive it: the backend, its hooks and timers, and windows that somebody holds.
///
/// Whatever comes from outside goes in here, and keeps the application until it returns. So what is below needs not to: the
/// pipeline and all of its parts are the application's, and are reached through it alone.
final class ApplicationLink: InputSink {
  /// Set and taken back by the application.
  @safe @exclusivity(unchecked) nonisolated(unsafe) var application = BackReference<Application>()

  /// The application, for its own parts.
  var owner: Application {
    guard let application = application.object else { preconditionFailure("An application's parts end with it.") }
    return application
  }

  /// The thresholds and the like, of which reading one needs no application to be kept.
  @inline(__always) func reading<Value>(_ value: (Application) -> Value) -> Value {
    guard let result = application.use(value) else { preconditionFailure("An application's parts end with it.") }
    return result
  }

  func receive(_ event: InputEvent) {
    application.object?.pipeline.receive(event)
  }
}
