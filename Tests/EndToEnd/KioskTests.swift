import EaselRigs
import Testing

extension `On a bare screen` {
  @Test func `the shipped unit takes the terminal from a login prompt, and gives it back when it is stopped (SCV-6, FRM-3)`()
    throws
  {
    var machine = try Machine(.bochs, program: Easel.path)
    machine.shell(KioskScript.system)
    machine.shell(
      """
      waitfor 60 pgrep -x agetty; echo "before: $(states)"
      control start easel-kiosk
      waitfor 60 sh -c "$TOOLS/console-modes /dev/tty1 | grep -q graphics"; echo "running: $(states)"
      # Whose controlling terminal it is.
      echo "on the terminal: $(awk '$7 == 4 * 256 + 1 { print $2 }' /proc/[0-9]*/stat | LC_ALL=C sort | paste -sd ' ')"
      """)
    var fingers = PanelFingers()
    fingers.draw(0..<2)
    machine.play(fingers.takeOrders())
    machine.expect("kiosk", try fingers.picture(in: machine.folder))
    machine.shell(
      """
      control stop easel-kiosk
      waitfor 60 pgrep -x agetty; echo "stopped: $(states)"
      echo "terminal: $($TOOLS/console-modes /dev/tty1)"
      """)
    let outcome = try machine.run(seconds: 300)
    #expect(outcome.differences() == "")
    #expect(
      outcome.output == """
        before: easel-kiosk inactive, getty@tty1 active
        running: easel-kiosk active, getty@tty1 inactive
        on the terminal: ((sd-pam)) (easel) (easel-guard)
        stopped: easel-kiosk inactive, getty@tty1 active
        terminal: keyboard text automatic

        """)
  }
}

/// A machine's own systemd, in a namespace where it is the first process, with a login prompt on terminal 1.
private enum KioskScript {
  /// Of the system's units those that the story needs are there and no others: the rest would take minutes in emulation.
  static let system = """
    mount -t cgroup2 cgroup2 /sys/fs/cgroup
    getent group input >/dev/null || echo 'input:x:996:' >>/etc/group
    echo 'kiosk:x:1234:1234::/tmp:/bin/sh' >>/etc/passwd; echo 'kiosk:x:1234:' >>/etc/group
    sed -i -E 's/^((video|input):.*:)$/\\1kiosk/; s/^((video|input):.*[^:k])$/\\1,kiosk/' /etc/group
    # As udev does where the group was there before it.
    chgrp input /dev/input/event*; chmod 0660 /dev/input/event*
    echo 'kiosk:*:19000:0:99999:7:::' >>/etc/shadow
    ln -s $EASEL /usr/local/bin/easel
    cp $KIOSK/easel-kiosk.pam /etc/pam.d/easel-kiosk
    units=/run/machine/units; mkdir -p $units /run/machine/generators
    cp $KIOSK/easel-kiosk.service $units/
    cd /lib/systemd/system
    cp getty@.service dbus.service dbus.socket systemd-logind.service systemd-user-sessions.service user.slice $units/
    cd /tmp
    ln -s systemd-logind.service $units/dbus-org.freedesktop.login1.service
    for name in sysinit basic shutdown multi-user getty sockets; do
      printf '[Unit]\\nDefaultDependencies=no\\n' >$units/$name.target
    done
    printf '[Unit]\\nWants=getty@tty1.service dbus.socket systemd-logind.service\\n' >$units/machine.target
    SYSTEMD_UNIT_PATH=$units SYSTEMD_GENERATOR_PATH=/run/machine/generators unshare --pid --mount --fork --mount-proc \\
      /lib/systemd/systemd --unit=machine.target --log-target=console --show-status=no >/out/systemd.log 2>&1 &
    waitfor 60 test -S /run/systemd/private
    control() { nsenter --target $(pgrep -x systemd) --pid --mount systemctl "$@"; }
    states() { for unit in easel-kiosk getty@tty1; do echo "$unit $(control is-active $unit)"; done | paste -sd , | sed 's/,/, /'; }
    """
}
