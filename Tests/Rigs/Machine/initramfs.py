"""The guest's first file system: busybox, modules, the scripts of guest/, and what to run."""
import os
import shlex
import stat

import kernel

HERE = os.path.dirname(os.path.realpath(__file__))


class Archive:
    """A cpio archive of the kind 'newc', as the kernel reads it."""

    def __init__(self):
        self.parts = []
        self.number = 0
        self.folders = set()

    def entry(self, name, mode, data=b"", device=(0, 0)):
        self.number += 1
        name = name.encode() + b"\0"
        fields = (self.number, mode, 0, 0, 1, 0, len(data), 0, 0, device[0], device[1], len(name), 0)
        head = b"070701" + b"".join(b"%08X" % field for field in fields) + name
        self.parts += [head, b"\0" * (-len(head) % 4), data, b"\0" * (-len(data) % 4)]

    def folder(self, name):
        if name and name not in self.folders:
            self.folder(os.path.dirname(name))
            self.folders.add(name)
            self.entry(name, stat.S_IFDIR | 0o755)

    def file(self, name, data, mode=0o644):
        self.folder(os.path.dirname(name))
        self.entry(name, stat.S_IFREG | mode, data if isinstance(data, bytes) else data.encode())

    def copy(self, name, path, mode=0o644):
        with open(path, "rb") as file:
            self.file(name, file.read(), mode)

    def bytes(self):
        self.entry("TRAILER!!!", 0)
        return b"".join(self.parts)


def busybox():
    for path in ("/usr/bin/busybox", "/bin/busybox"):
        if os.path.exists(path):
            return path
    raise SystemExit("machine: busybox is not installed (package busybox-static)")


def make(modules, arguments, environment, script):
    """The archive.

    modules: files of the cache; arguments: of the kernel, among them module.parameter=value, which insmod must be told;
    environment: NAME=value pairs; script: what the guest's shell runs.
    """
    archive = Archive()
    for name in ("bin", "dev", "proc", "sys", "run", "modules"):
        archive.folder(name)
    archive.entry("dev/console", stat.S_IFCHR | 0o600, device=(5, 1))
    archive.copy("bin/busybox", busybox(), 0o755)
    archive.copy("init", os.path.join(HERE, "guest", "init"), 0o755)
    for name in modules:
        archive.copy("modules/" + name, os.path.join(kernel.CACHE, "modules", name))
    for name in ("stage2", "hostctl", "waitfor"):
        archive.copy("machine/" + name, os.path.join(HERE, "guest", name), 0o755)

    def with_parameters(file):
        prefix = kernel.module_name(file) + "."
        return ",".join([file] + [text[len(prefix):] for text in arguments if text.startswith(prefix)])

    archive.file("machine/modules", "\n".join(with_parameters(file) for file in modules) + "\n")
    pairs = [pair.partition("=") for pair in environment]
    archive.file("machine/environment", "".join(f"export {name}={shlex.quote(value)}\n" for name, _, value in pairs))
    archive.file("machine/script", script + "\n")
    return archive.bytes()
