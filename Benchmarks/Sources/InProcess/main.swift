// inprocess               counts and times within the process, on the headless backend
// inprocess touches N     only N moved touches, to be counted by callgrind from outside

import Glibc

let arguments = CommandLine.arguments
if arguments.count == 3, arguments[1] == "touches", let count = Int(arguments[2]) {
  try TouchPath().move(times: count)
  exit(0)
}
guard arguments.count == 1 else {
  print("usage: inprocess [touches N]")
  exit(2)
}
try measureTouchPath()
try measureFrames()
