import PackagePlugin

@main struct WaylandBindings: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] { [] }
}
