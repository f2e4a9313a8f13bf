// inprocess               counts and times within the process, on the headless backend
// inprocess touches N     only N moved touches, to be counted by callgrind from outside
// inprocess gestures N    the same past recognizers
// inprocess turns N       only N turns of the loop with nothing to do

import Glibc

let arguments = CommandLine.arguments
if arguments.count == 3, let count = Int(arguments[2]) {
  switch arguments[1] {
  case "touches": try TouchPath().move(times: count)
  case "gestures": try TouchPath(hasRecognizers: true).move(times: count)
  case "turns": try TouchPath().rest(times: count)
  default: exit(2)
  }
  exit(0)
}
guard arguments.count == 1 else {
  print("usage: inprocess [touches|gestures|turns N]")
  exit(2)
}
try measureTouchPath()
try measureGestures()
try measureMotions()
try measureFrames()
try measureScribble()
