"""The guest's kernel and modules, unpacked from Debian's package into a cache; nothing is installed."""
import lzma
import os
import re
import shutil
import subprocess
import sys
import tempfile

CACHE = os.path.abspath(os.environ.get("EASEL_MACHINE_CACHE") or os.path.expanduser("~/.cache/easel-machine"))
# Programs that the guest has beside those of this machine.
EXTRA = ["udev", "seatd"]
BASE = ["virtio_pci", "virtio_console", "9p", "9pnet_virtio", "overlay", "uinput", "evdev"]
DISPLAYS = {"bochs": ["bochs"], "virtio": ["virtio_gpu"], "cirrus": ["cirrus"], "vesa16": [], "none": ["vfb"]}


def module_name(path):
    return os.path.basename(path)[:-3].replace("-", "_")


def needs(path):
    """The modules that a module names in its own file."""
    with open(path, "rb") as file:
        found = re.search(rb"\x00depends=([^\x00]*)\x00", file.read())
    return [name.replace("-", "_") for name in found.group(1).decode().split(",") if name] if found else []


def load_order(names):
    """Files of the named modules and what they need, each after what it needs."""
    folder = os.path.join(CACHE, "modules")
    there = {module_name(file): file for file in os.listdir(folder)}
    order = []

    def visit(name):
        if name in there and there[name] not in order:
            for other in needs(os.path.join(folder, there[name])):
                visit(other)
            order.append(there[name])

    for name in names:
        visit(name)
    return order


def elf_kernel(image):
    """The kernel inside a bzImage: QEMU boots it without the slow unpacking in emulation."""
    at = image.find(b"\xfd7zXZ\x00")
    while at >= 0:
        try:
            unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ)
            data = unpacker.decompress(image[at:])
            if unpacker.eof and data[:4] == b"\x7fELF":
                return data
        except lzma.LZMAError:
            pass
        at = image.find(b"\xfd7zXZ\x00", at + 1)
    return None


def kernel_package():
    """The package that Debian's newest kernel is in."""
    for update in (False, True):
        if update:
            subprocess.run(["apt-get", "-qq", "update"], check=False)
        text = subprocess.run(["apt-cache", "depends", "linux-image-amd64"], capture_output=True, text=True).stdout
        found = re.search(r"Depends: (linux-image-\S+)", text)
        if found:
            return found.group(1)
    raise SystemExit("machine: apt knows no linux-image-amd64; is this Debian, and is there a network?")


def fetch(package, folder):
    packages = os.path.join(folder, "packages")
    os.mkdir(packages)
    command = ["apt-get", "-qq", "-o", "APT::Sandbox::User=root", "download", package] + EXTRA
    if subprocess.run(command, cwd=packages).returncode:
        subprocess.run(["apt-get", "-qq", "update"], check=False)
        subprocess.run(command, cwd=packages, check=True)
    for file in sorted(os.listdir(packages)):
        target = "kernel" if file.startswith("linux-image") else "extra"
        subprocess.run(["dpkg", "-x", os.path.join(packages, file), os.path.join(folder, target)], check=True)
    shutil.rmtree(packages)
    # This machine's root has its programs under /usr alone.
    for name in ("bin", "sbin", "lib", "lib64"):
        path = os.path.join(folder, "extra", name)
        if os.path.isdir(path) and not os.path.islink(path):
            subprocess.run(["cp", "-a", path, os.path.join(folder, "extra", "usr") + "/"], check=True)
            shutil.rmtree(path)


def keep_modules(tree, folder):
    found = {}
    for top, _, files in os.walk(tree):
        found.update({module_name(file): os.path.join(top, file) for file in files if file.endswith(".ko")})
    os.mkdir(folder)
    wanted = BASE + [name for names in DISPLAYS.values() for name in names]
    kept = set()
    while wanted:
        name = wanted.pop()
        if name in found and name not in kept:
            kept.add(name)
            shutil.copy(found[name], folder)
            wanted += needs(found[name])


def build():
    """Makes the cache; does nothing if it is there."""
    if os.path.exists(os.path.join(CACHE, "complete")):
        return
    parent = os.path.dirname(CACHE)
    os.makedirs(parent, exist_ok=True)
    new = tempfile.mkdtemp(prefix="easel-machine.", dir=parent)
    try:
        os.chmod(new, 0o755)
        package = kernel_package()
        print(f"machine: fetching {package} for the tests without a compositor", file=sys.stderr)
        fetch(package, new)
        boot = os.path.join(new, "kernel", "boot")
        image = next(file for file in os.listdir(boot) if file.startswith("vmlinuz-"))
        shutil.copy(os.path.join(boot, image), os.path.join(new, "vmlinuz"))
        with open(os.path.join(new, "vmlinuz"), "rb") as file:
            data = elf_kernel(file.read())
        if data:
            with open(os.path.join(new, "vmlinux"), "wb") as file:
                file.write(data)
        keep_modules(os.path.join(new, "kernel"), os.path.join(new, "modules"))
        shutil.rmtree(os.path.join(new, "kernel"))
        with open(os.path.join(new, "complete"), "w") as file:
            file.write(image + "\n")
        # Another process may have been faster; then its cache is as good.
        try:
            os.rename(new, CACHE)
        except OSError:
            if not os.path.exists(os.path.join(CACHE, "complete")):
                raise
    finally:
        shutil.rmtree(new, ignore_errors=True)
