# For a virtual machine: wake-ups while nothing happens, and system calls while ten fingers move. Its times mean nothing, its counts do.
mkfifo /tmp/orders
"$TOOLS/input-devices" touch </tmp/orders &
exec 3>/tmp/orders
waitfor 20 test -e /dev/input/event1
udevadm settle --timeout=30
"$EASEL" --no-journal 2>/tmp/said &
program=$!
waitfor 60 grep -q 'input devices found' /tmp/said || cat /tmp/said

# frames FIRST LAST WORD: so many frames in which ten fingers go on.
frames() {
  for step in $(seq "$1" "$2"); do
    for finger in 0 1 2 3 4 5 6 7 8 9; do echo "$3 $finger $((300 + finger * 370 + step * 4)) $((400 + step * 12))"; done
    printf 'frame\nsleep 30\n'
  done
}

switches() { awk '/ctxt_switches/ { sum += $2 } END { print sum }' "/proc/$program/status"; }

# What was begun is finished: the first picture, the pages that are read for the first time.
waitfor 20 sh -c 'sleep 2'
before=$(switches)
sleep 5
echo "  in the machine: $(($(switches) - before)) wake-ups in 5 s without input," \
  "$(awk '/RssAnon/ { print $2 }' "/proc/$program/status") KiB of memory of its own"
frames 0 0 down >&3
frames 1 10 move >&3
waitfor 20 sh -c 'sleep 3'
strace -f -q -o /tmp/calls -p "$program" &
waitfor 20 test -e /tmp/calls
waitfor 20 sh -c 'sleep 2'
frames 11 60 move >&3
waitfor 60 sh -c 'a=$(wc -l </tmp/calls); sleep 3; [ "$a" = "$(wc -l </tmp/calls)" ]'
echo "  $(awk 'END { printf "%.2f", NR / 500 }' /tmp/calls) system calls a moved touch, ten of them in a frame:" \
  "$(sed 's/^[0-9]* *//; s/(.*//' /tmp/calls | sort | uniq -c | sort -rn | awk '{ printf "%s%s %s", sep, $2, $1; sep = ", " }')"
kill "$program"
