// inprocess               counts and times within the process, on the headless backend
// inprocess touches N     only N moved touches, to be counted by callgrind from outside
// inprocess gestures N    the same past recognizers
// inprocess crowd N       the same past 20 on one view
// inprocess turns N       only N turns of the loop with nothing to do

import Glibc

let arguments = CommandLine.arguments
if arguments.count == 3, let count = Int(arguments[2]) {
  switch arguments[1] {
  case "touches": try TouchPath().move(times: count)
  case "gestures": try TouchPath(hasRecognizers: true).move(times: count)
  case "crowd": try TouchPath(crowds: 4).move(times: count)
  case "turns": try TouchPath().rest(times: count)
  default: exit(2)
  }
  exit(0)
}
guard arguments.count == 1 else {
  print("usage: inprocess [touches|gestures|crowd|turns N]")
  exit(2)
}
try measureTouchPath()
try measureGestures()
try measureMotions()
try measureFrames()
try measureScribble()
