do {
  try Scanner(Options(Array(CommandLine.arguments.dropFirst()))).run()
} catch {
  Files.fail(error.description)
}
