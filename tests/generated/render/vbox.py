"""What VirtualBox and the tools of kernel modules say."""

from tests.generated.model import World
from tests.generated.programs.vbox import BROKEN, Vbox, kernel_version, vbox
from tests.generated.render import Source

MODULES = ("vboxdrv", "vboxnetflt", "vboxnetadp", "vboxpci")


def with_vbox(world: World) -> bool:
    return "vbox" in world.parts


def _modules(found: Vbox) -> tuple[str, ...]:
    return (
        MODULES[:1]
        if found.version < (2,)
        else MODULES[:3]
        if found.version < (4,) or found.version >= (6, 1)
        else MODULES
    )


def _debian(world: World) -> bool:
    return world.system.name.startswith(("debian", "ubuntu"))


def uname(world: World, command: str) -> str:
    """`uname -r`, or all of it."""
    return (
        f"{world.kernel}\n"
        if "-r" in command
        else f"Linux {world.host} {world.kernel} #1 SMP {world.boot:%a %b %e} {world.boot.year - 1} x86_64 x86_64 x86_64 GNU/Linux\n"
    )


def dkms(world: World, _command: str) -> str:
    """`dkms status`, of the old form or that of 3.0."""
    found = vbox(world)
    if not found.packaged and found.version >= (5, 1):
        return ""
    new = world.system.sysstat >= (12, 5)
    name = "virtualbox" if found.packaged else "vboxhost"
    lines = []
    for kernel in dict.fromkeys(found.built):
        lines.append(
            f"{name}/{found.release}, {kernel}, x86_64: installed"
            if new
            else f"{name}, {found.release}, {kernel}, x86_64: installed"
        )
    if found.way in ("api", "headers") and world.kernel not in found.built:
        lines.append(f"{name}/{found.release}: added" if new else f"{name}, {found.release}: added")
    return "\n".join(lines) + "\n"


def config(world: World, command: str) -> str:
    """The set-up of the modules: vboxconfig, or the init script of old releases."""
    found = vbox(world)
    if found.packaged and found.way and "dpkg" not in command:
        return ""
    if found.version < (5, 1):
        return _old_setup(found)
    if found.way in ("stale", "symbols"):
        return ""  # it would have built a new one
    lines = ["vboxdrv.sh: Stopping VirtualBox services.", "vboxdrv.sh: Starting VirtualBox services."]
    if found.way == "headers":
        package = (
            f"linux-headers-amd64 linux-headers-{world.kernel}"
            if _debian(world)
            else f"kernel-devel kernel-devel-{world.kernel}"
        )
        lines += ["vboxdrv.sh: Building VirtualBox kernel modules.", "This system is currently not set up to build kernel modules.", 'Please install the Linux kernel "header" files matching the current kernel',
                  "for adding new hardware support to the system.", "The distribution packages containing the headers are probably:", f"    {package}"]  # fmt: skip
    elif found.way:
        lines += [
            "vboxdrv.sh: Building VirtualBox kernel modules.",
            "vboxdrv.sh: failed: Look at /var/log/vbox-setup.log to find out what went wrong.",
        ]
    if found.way:
        lines += [
            "",
            "There were problems setting up VirtualBox.  To re-start the set-up process, run",
            "  /sbin/vboxconfig",
        ]
        lines += (
            [
                "as root.  If your system is using EFI Secure Boot you may need to sign the",
                f"kernel modules ({', '.join(_modules(found))}) before you can load",
                "them. Please see your Linux system's documentation for more information.",
            ]
            if found.version >= (5, 2)
            else ["as root."]
        )
    return "\n".join(lines) + "\n"


def _old_setup(found: Vbox) -> str:
    plural = "s" if found.version >= (3, 0) else ""
    lines = [f"Stopping VirtualBox kernel module{plural}                         [  OK  ]"]
    if found.way in ("api", "headers"):
        lines += [
            f"Recompiling VirtualBox kernel module{plural}                      [FAILED]",
            "  (Look at /var/log/vbox-install.log to find out what went wrong)",
        ]
    elif found.way:
        lines += [
            f"Starting VirtualBox kernel module{plural}                         [FAILED]",
            "  (modprobe vboxdrv failed. Please use 'dmesg' to find out why)",
        ]
    else:
        lines += [
            f"Recompiling VirtualBox kernel module{plural}                      [  OK  ]",
            f"Starting VirtualBox kernel module{plural}                         [  OK  ]",
        ]
    return "\n".join(lines) + "\n"


def setup_log(world: World, _command: str) -> str:
    """vbox-setup.log, vbox-install.log, or make.log of DKMS."""
    found = vbox(world)
    if found.way == "headers":
        return (
            f"Makefile:183: *** Error: unable to find the sources of your current Linux kernel. Specify KERN_DIR=<directory> and run Make again.  Stop.\nmake: *** /lib/modules/{world.kernel}/build: No such file or directory.  Stop.\n"
            if found.version < (5, 1)
            else f"Building the main VirtualBox module.\nError building the module:\nmake: Entering directory '/tmp/vbox.0'\nmake: *** /lib/modules/{world.kernel}/build: No such file or directory.  Stop.\nmake: *** [/tmp/vbox.0/Makefile-footer.gmk:117: vboxdrv] Error 2\n"
        )
    if found.way != "api":
        return ""
    fitting = [each for each in BROKEN if each[0] <= kernel_version(world.kernel)][-2:]
    _, file, line, text = fitting[found.build % len(fitting)]
    base = f"/var/lib/dkms/virtualbox/{found.release}/build/vboxdrv" if found.packaged else "/tmp/vbox.0"
    folder = f"/usr/src/linux-headers-{world.kernel}" if _debian(world) else f"/usr/src/kernels/{world.kernel}"
    lines = [f"DKMS make.log for virtualbox-{found.release} for kernel {world.kernel} (x86_64)", f"{found.updated:%a %b %e %H:%M:%S %Z %Y}"] if found.packaged else [
        f"Building the main VirtualBox module.\nError building the module:\nmake V=1 CONFIG_MODULE_SIG= -C /lib/modules/{world.kernel}/build M={base} SRCROOT={base} -j4 modules" if found.version >= (5, 1) else "Attempting to install using DKMS\nFailed to install using DKMS, attempting to install without"]  # fmt: skip
    if not found.packaged:
        lines += ["test -e include/generated/autoconf.h -a -e include/config/auto.conf || (\t\t\\", "echo >&2;\t\t\t\t\t\t\t\\", 'echo >&2 "  ERROR: Kernel configuration is invalid.";\t\t\\',
                  'echo >&2 "         include/generated/autoconf.h or include/config/auto.conf are missing.";\\', "/bin/false)"]  # fmt: skip
    lines += [f"make[1]: Entering directory '{folder}'", f"  CC [M]  {base}/linux/SUPDrv-linux.o", f"  CC [M]  {base}/{file.replace('.c', '.o')}", f"{base}/{file}: In function 'VBoxHost_RTInitNative':",
              f"{base}/{file}:{line}:17: error: {text}", "cc1: some warnings being treated as errors", f"make[2]: *** [scripts/Makefile.build:{290 + line % 60}: {base}/{file.replace('.c', '.o')}] Error 1",
              f"make[1]: *** [Makefile:{1400 + line % 400}: {base}] Error 2", f"make[1]: Leaving directory '{folder}'", "make: *** [Makefile-footer.gmk:117: vboxdrv] Error 2"]  # fmt: skip
    return "\n".join(lines) + "\n"


def modprobe(world: World, _command: str) -> str:
    """`modprobe vboxdrv`: silent if it works."""
    found = vbox(world)
    if not found.way:
        return ""
    if found.way in ("headers", "api"):
        return (
            f"modprobe: FATAL: Module vboxdrv not found in directory /lib/modules/{world.kernel}\n"
            if world.system.sysstat >= (10, 1)
            else "FATAL: Module vboxdrv not found.\n"
        )
    old = f"FATAL: Error inserting vboxdrv (/lib/modules/{world.kernel}/misc/vboxdrv.ko): "
    words = {
        "stale": "Exec format error" if world.system.sysstat >= (9, 0) else "Invalid module format",
        "symbols": "Unknown symbol in module, or unknown parameter (see dmesg)"
        if world.system.sysstat < (10, 1)
        else "Invalid argument",
    }[found.way]
    return (
        f"modprobe: ERROR: could not insert 'vboxdrv': {words}\n"
        if world.system.sysstat >= (10, 1)
        else f"{old}{words}\n"
    )


def lsmod(world: World, _command: str) -> str:
    """`lsmod | grep vbox`."""
    found = vbox(world)
    if not found.loaded:
        return ""
    names = _modules(found)
    rest = ",".join(names[1:][::-1])
    return "".join(
        f"{name:<22} {40960 if name != 'vboxdrv' else 479232:>6}  {2 if name != 'vboxdrv' else 3}{' ' + rest if name == 'vboxdrv' and rest else ''}\n"
        for name in names[::-1]
    )


def modinfo(world: World, _command: str) -> str:
    """`modinfo vboxdrv`: for which kernel the module was made."""
    found = vbox(world)
    if found.way in ("headers", "api"):
        return (
            "modinfo: ERROR: Module vboxdrv not found.\n"
            if world.system.sysstat >= (10, 1)
            else "modinfo: could not find module vboxdrv\n"
        )
    kernel = found.old_kernel if found.way == "stale" else world.kernel
    where = "updates/dkms" if found.packaged else "misc"
    rows = [("filename", f"/lib/modules/{world.kernel}/{where}/vboxdrv.ko"), ("version", f"{found.release} r{found.build} (0x00{found.build % 90 + 10}0000)"), ("license", "GPL"), ("description", "Oracle VM VirtualBox Support Driver"),
            ("author", "Oracle Corporation" if found.version >= (3, 2) else "Sun Microsystems, Inc."), ("depends", ""), ("name", "vboxdrv"), ("vermagic", f"{kernel} SMP mod_unload modversions "), ("parm", "force_async_tsc:force the asynchronous TSC mode (int)")]  # fmt: skip
    return "".join(f"{name + ':':<16}{value}\n" for name, value in rows)


def _warning(world: World, found: Vbox) -> str:
    if found.version < (2,):
        return ""
    if found.packaged:
        return (
            "WARNING: The character device /dev/vboxdrv does not exist.\n\t Please install the virtualbox-dkms package and the appropriate\n"
            "\t headers, most likely linux-headers-generic.\n\n\t You will not be able to start VMs until this problem is fixed.\n"
        )
    tool = "sudo /sbin/vboxconfig" if found.version >= (5, 1) else "sudo /etc/init.d/vboxdrv setup"
    return (
        "WARNING: The vboxdrv kernel module is not loaded. Either there is no module\n"
        f"         available for the current kernel ({world.kernel}) or it failed to\n"
        f"         load. Please recompile the kernel module and install it by\n\n           {tool}\n\n"
        "         You will not be able to start VMs until this problem is fixed.\n"
    )


def manage(world: World, command: str) -> str:
    """VBoxManage: its version with a warning, machines that run, or the start of one."""
    found = vbox(world)
    warning = "" if found.loaded else _warning(world, found)
    if "startvm" in command:
        name = found.machines[0]
        if found.loaded:
            return f'Waiting for VM "{name}" to power on...\nVM "{name}" has been successfully started.\n'
        return (f'{warning}Waiting for VM "{name}" to power on...\nVBoxManage: error: The virtual machine \'{name}\' has terminated unexpectedly during startup with exit code 1 (0x1)\n'
                "VBoxManage: error: Details: code NS_ERROR_FAILURE (0x80004005), component MachineWrap, interface IMachine\n") if found.version >= (4, 3) else (
                f"{warning}ERROR: The VirtualBox kernel driver is not loaded\nVBox status code: -1908 (VERR_VM_DRIVER_NOT_INSTALLED)\n")  # fmt: skip
    if "runningvms" in command:
        return warning + "".join(
            f'"{name}" {{{found.build:08x}-21d4-4a1e-9c1f-0800271c1eaf}}\n' for name in found.machines if found.loaded
        )
    return f"{warning}{found.release}{'_Ubuntu' if found.packaged and world.system.name.startswith('ubuntu') else ''}r{found.build}\n"


def packages(world: World, _command: str) -> str:
    """Kernels, headers and VirtualBox as packages."""
    found = vbox(world)
    kernels = list(
        dict.fromkeys([found.old_kernel, world.kernel, *([found.newer_kernel] if found.newer_kernel else [])])
    )
    lines = []
    if _debian(world):
        for kernel in kernels:
            if kernel in found.headers:
                lines.append(
                    f"ii  linux-headers-{kernel:<30} {kernel.rsplit('-', 1)[0]}.1   amd64        Header files for Linux {kernel}"
                )
            lines.append(
                f"ii  linux-image-{kernel:<32} {kernel.rsplit('-', 1)[0]}.1   amd64        Linux kernel image {kernel}"
            )
        name = "virtualbox-dkms" if found.packaged else f"virtualbox-{'.'.join(found.release.split('.')[:2])}"
        lines.append(
            f"ii  {name:<44} {found.release}-{'dfsg-1' if found.packaged else found.build}   {'all' if found.packaged else 'amd64'}        x86 virtualization solution"
        )
    else:
        for kernel in kernels:
            lines.append(f"kernel-{kernel}")
            if kernel in found.headers:
                lines.append(f"kernel-devel-{kernel}")
        lines.append(
            f"VirtualBox-{'.'.join(found.release.split('.')[:2])}-{found.release}_{found.build}_el{world.system.name[-1]}-1.x86_64"
        )
    return "\n".join(lines) + "\n"


def build_link(world: World, _command: str) -> str:
    """Whether the tree for building modules is there."""
    found = vbox(world)
    kernel = world.kernel
    if kernel not in found.headers:
        return (
            f"ls: cannot access '/lib/modules/{kernel}/build': No such file or directory\n"
            if world.system.sysstat >= (11, 0)
            else f"ls: cannot access /lib/modules/{kernel}/build: No such file or directory\n"
        )
    target = f"/usr/src/linux-headers-{kernel}" if _debian(world) else f"/usr/src/kernels/{kernel}"
    return f"lrwxrwxrwx 1 root root 39 {found.updated:%b %e %H:%M} /lib/modules/{kernel}/build -> {target}\n"


def unit(world: World, _command: str) -> str:
    """`systemctl status vboxdrv`."""
    found = vbox(world)
    when = f"{world.boot:%a %Y-%m-%d %H:%M:%S} UTC"
    lines = [
        "● vboxdrv.service - VirtualBox Linux kernel module",
        "   Loaded: loaded (/usr/lib/virtualbox/vboxdrv.sh; enabled; vendor preset: enabled)",
    ]
    if found.loaded:
        lines.append(f"   Active: active (exited) since {when}; {world.uptime.days} days ago")
    else:
        lines += [f"   Active: failed (Result: exit-code) since {when}; {world.uptime.days} days ago", "  Process: 1127 ExecStart=/usr/lib/virtualbox/vboxdrv.sh start (code=exited, status=1/FAILURE)", "",
                  f"{world.boot:%b %d %H:%M:%S} {world.host} vboxdrv.sh[1127]: vboxdrv.sh: failed: " + ("Look at /var/log/vbox-setup.log to find out what went wrong." if found.way == "api" else "modprobe vboxdrv failed. Please use 'dmesg' to find out why."),
                  f"{world.boot:%b %d %H:%M:%S} {world.host} systemd[1]: vboxdrv.service: Control process exited, code=exited status=1", f"{world.boot:%b %d %H:%M:%S} {world.host} systemd[1]: Failed to start VirtualBox Linux kernel module."]  # fmt: skip
    return "\n".join(lines) + "\n"


def _systemd(world: World) -> bool:
    return (
        with_vbox(world)
        and world.system.sysstat >= (10, 0)
        and vbox(world).version >= (5, 0)
        and world.system.name != "ubuntu-14.04"
    )


SOURCES = (
    Source("uname", ("uname -a", "uname -r"), uname, with_vbox, 0.4),
    Source("dkms status", ("dkms status",), dkms, with_vbox, 0.3),
    Source("vboxconfig", ("/sbin/vboxconfig",), config, lambda world: with_vbox(world) and vbox(world).version >= (5, 1), 0.1),
    Source("vboxdrv setup", ("/etc/init.d/vboxdrv setup",), config, lambda world: with_vbox(world) and vbox(world).version < (5, 1), 0.1),
    Source("vbox setup log", ("cat /var/log/vbox-setup.log",), setup_log, with_vbox, 0.2, "var/log/vbox-setup.log"),
    Source("modprobe vboxdrv", ("modprobe vboxdrv",), modprobe, with_vbox, 0.2),
    Source("lsmod", ("lsmod | grep vbox",), lsmod, with_vbox, 0.3),
    Source("modinfo", ("modinfo vboxdrv",), modinfo, with_vbox, 0.15),
    Source("VBoxManage", ("VBoxManage --version", "VBoxManage list runningvms", "VBoxManage startvm win10 --type headless"), manage, with_vbox, 0.35),
    Source("kernel packages", ("dpkg -l | grep -E 'linux-(image|headers)|virtualbox' || rpm -qa | grep -E '^kernel|VirtualBox' | sort",), packages, with_vbox, 0.2),
    Source("build link", ("ls -ld /lib/modules/$(uname -r)/build",), build_link, with_vbox, 0.1),
    Source("vboxdrv unit", ("systemctl status vboxdrv",), unit, _systemd, 0.2),
)  # fmt: skip
