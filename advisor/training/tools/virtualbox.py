"""Commands around modules of the kernel and VirtualBox: lsmod, modprobe, modinfo, vboxconfig, VBoxManage, dkms, make, packages."""

from __future__ import annotations

from advisor.training.parts.kernel_modules import KernelModules, release_of
from advisor.training.tools.tool import Call, Failed, Tool, table

_DRIVER = "vboxdrv"
_OWN = (_DRIVER, "vboxnetflt", "vboxnetadp")
_RECIPE = """\
test -e include/linux/autoconf.h -a -e include/config/auto.conf || (\t\t\\
\techo;\t\t\t\t\t\t\t\t\\
\techo "  ERROR: Kernel configuration is invalid.";\t\t\\
\techo "         include/linux/autoconf.h or include/config/auto.conf are missing.";\t\\
\techo "         Run 'make oldconfig && make prepare' on kernel src to fix it.";\t\\
\techo;\t\t\t\t\t\t\t\t\\
\t/bin/false)
"""
_NO_HEADERS = """\
This system is currently not set up to build kernel modules.
Please install the Linux kernel "header" files matching the current kernel
for adding new hardware support to the system.
The distribution packages containing the headers are probably:
    {packages}
"""
_PROBLEMS = """
There were problems setting up VirtualBox.  To re-start the set-up process, run
  /sbin/vboxconfig
as root.  If your system is using EFI Secure Boot you may need to sign the
kernel modules (vboxdrv, vboxnetflt, vboxnetadp, vboxpci) before you can load
them. Please see your Linux system's documentation for more information.
"""


def _modules(call: Call) -> KernelModules:
    return call.part("modules", KernelModules)


def old(modules: KernelModules) -> bool:
    """Whether it is a kernel of the days of init scripts."""
    return release_of(modules.kernel) < (3,)


def _lsmod(call: Call) -> str:
    modules = _modules(call)
    call.shown.append("modules")
    base = {"snd_hda_intel": (65536, ""), "e1000e": (356352, ""), "ahci": (49152, ""), "libahci": (61440, "ahci")}
    rows = {**modules.loaded, **base}
    if old(modules):
        rows = {**modules.loaded, "e1000": (126272, ""), "ext3": (123721, ""), "jbd": (57929, "ext3")}
    lines = ["Module                  Size  Used by"]
    for name, (size, users) in rows.items():
        count = len(users.split(",")) if users else 0
        lines.append(f"{name:<19} {size:>8}  {count}" + (f" {users}" if users else ""))
    return "\n".join(lines) + "\n"


def _modprobe(call: Call) -> str:
    options, names = call.options("rvnf")
    modules = _modules(call)
    if not names:
        raise Failed("modprobe: ERROR: missing parameters. See -h.")
    if "-r" in options:
        return _unload(call, modules, names)
    name = names[0].replace("-", "_")
    if name.startswith("kvm"):
        call.does("change")
        modules.load_kvm()
        return ""
    if name not in _OWN:
        raise Failed(f"modprobe: FATAL: Module {names[0]} not found in directory /lib/modules/{modules.kernel}")
    match modules.load():
        case "absent" if old(modules):
            raise Failed(f"FATAL: Module {name} not found.")
        case "absent":
            raise Failed(f"modprobe: FATAL: Module {name} not found in directory /lib/modules/{modules.kernel}")
        case "symbol":
            where = f"/lib/modules/{modules.kernel}/misc/{name}.ko"
            raise Failed(
                f"FATAL: Error inserting {name} ({where}): Unknown symbol in module, or unknown parameter (see dmesg)"
            )
        case _:
            call.does("change")
            return ""


def _unload(call: Call, modules: KernelModules, names: list[str]) -> str:
    names = [name.replace("-", "_") for name in names]
    for name in names:
        if name in _OWN and modules.runs:
            raise Failed(f"modprobe: FATAL: Module {name} is in use.")
    gone = [name for name in names if name in modules.loaded]
    needed = {user for name in gone for user in modules.loaded[name][1].split(",") if user and user not in names}
    if needed & modules.loaded.keys():
        raise Failed(f"modprobe: FATAL: Module {gone[0]} is in use by: {' '.join(sorted(needed))}")
    missing = [name for name in names if name not in modules.loaded and not name.startswith("kvm")]
    if missing:
        raise Failed(f"modprobe: FATAL: Module {missing[0]} not found.")
    call.does("change", "modules")
    modules.unload(*gone, *(["irqbypass"] if "kvm" in gone else []))
    return ""


def _modinfo(call: Call) -> str:
    options, names = call.options("F:")
    modules = _modules(call)
    name = names[0] if names else ""
    if name not in _OWN or modules.kernel not in modules.built:
        raise Failed(f"modinfo: ERROR: Module {name or '?'} not found.")
    fields = {
        "filename": f"/lib/modules/{modules.kernel}/misc/{name}.ko", "version": f"{modules.number} {modules.version[len(modules.number):]}",
        "license": "GPL", "description": "Oracle VM VirtualBox Support Driver", "author": "Oracle and/or its affiliates",
        "srcversion": "8F2C10A97D5E4B3A6C1D2E9", "depends": "" if name == _DRIVER else _DRIVER, "name": name,
        "vermagic": f"{modules.kernel} SMP preempt mod_unload modversions",
        "parm": "force_async_tsc:force the asynchronous TSC mode (int)",
    }  # fmt: skip
    if "-F" in options:
        return fields.get(options["-F"], "") + "\n"
    return "".join(f"{key + ':':<15} {value}\n".replace(" \n", "\n") for key, value in fields.items())


def _setup(call: Call) -> str:
    """`/sbin/vboxconfig`, and `/etc/init.d/vboxdrv setup`."""
    modules = _modules(call)
    if call.name == "vboxdrv" and list(call.args) == ["status"]:
        return f"VirtualBox kernel modules (vboxdrv) are {'' if _DRIVER in modules.loaded else 'not '}loaded.\n"
    if call.name == "vboxdrv" and list(call.args) not in (["setup"], ["restart"], ["start"]):
        raise Failed("Usage: /etc/init.d/vboxdrv {start|stop|restart|setup|status}", 2)
    if modules.runs:
        raise Failed("vboxdrv.sh: failed: Cannot unload module vboxdrv.")
    call.does("disruptive", "modules")
    call.host.world.wait(45)
    return built(call, modules)


def built(call: Call, modules: KernelModules) -> str:
    """Build and load, and what the script says of it; the log is written."""
    done = modules.build()
    files = call.host.files
    if old(modules):
        files.write(modules.setup_log, _old_log(modules))
        start = " * Stopping VirtualBox kernel module\n * done.\n * Recompiling VirtualBox kernel module\n"
        start += " * done.\n * Starting VirtualBox kernel module\n"
        if modules.load():
            return start + " * modprobe vboxdrv failed. Please use 'dmesg' to find out why\n"
        return start + " * done.\n"
    out = "vboxdrv.sh: Stopping VirtualBox services.\nvboxdrv.sh: Starting VirtualBox services.\n"
    out += "vboxdrv.sh: Building VirtualBox kernel modules.\n"
    if done:
        files.write(modules.setup_log, _log(modules))
        modules.load()
        return out
    text = _NO_HEADERS.format(
        packages=f"linux-headers-{modules.kernel.rpartition('-')[2]} linux-headers-{modules.kernel}"
    )
    files.write(modules.setup_log, "".join(text.splitlines(True)[:3]))
    return out + text + _PROBLEMS


def _log(modules: KernelModules) -> str:
    where = f"/lib/modules/{modules.kernel}/build"
    steps = (("main VirtualBox", "vbox.0"), ("net filter", "vbox.1"), ("net adaptor", "vbox.2"))
    return "".join(
        f"Building the {name} module.\nmake V=1 CONFIG_MODULE_SIG= CONFIG_MODULE_SIG_ALL= -C {where} M=/tmp/{folder} "
        f"SRCROOT=/tmp/{folder} -j8 modules\n" for name, folder in steps
    )  # fmt: skip


def _old_log(modules: KernelModules) -> str:
    where = f"/lib/modules/{modules.kernel}/build"
    out = f"make KBUILD_VERBOSE=1 -C {where} SUBDIRS=/tmp/vbox.0 SRCROOT=/tmp/vbox.0 modules\n" + _RECIPE
    out += "mkdir -p /tmp/vbox.0/.tmp_versions ; rm -f /tmp/vbox.0/.tmp_versions/*\nmake -f scripts/Makefile.build obj=/tmp/vbox.0\n"
    if not modules.fits:
        out += "/tmp/vbox.0/linux/SUPDrv-linux.c:1204: warning: 'change_page_attr' is deprecated\n"
    out += "  Building modules, stage 2.\nmake -f scripts/Makefile.modpost\n"
    if not modules.fits:
        out += 'WARNING: "change_page_attr" [/tmp/vbox.0/vboxdrv.ko] undefined!\n'
        out += 'WARNING: "global_flush_tlb" [/tmp/vbox.0/vboxdrv.ko] undefined!\n'
    return out


def _manage(call: Call) -> str:
    modules = _modules(call)
    args = list(call.args)
    name = modules.machine
    match args:
        case ["--version" | "-v" | "-V"]:
            return modules.version + "\n"
        case ["list", "vms"]:
            return f'"{name}" {{{modules.uuid}}}\n'
        case ["list", "runningvms"]:
            return f'"{name}" {{{modules.uuid}}}\n' if modules.runs else ""
        case ["startvm", wanted, *_]:
            if wanted not in (name, modules.uuid):
                raise Failed(f"VBoxManage: error: Could not find a registered machine named '{wanted}'")
            return _started(call, modules)
        case ["controlvm", _, "savestate" | "acpipowerbutton" | "poweroff"]:
            call.does("disruptive")
            modules.runs = False
            return "0%...10%...20%...30%...40%...50%...60%...70%...80%...90%...100%\n"
        case _:
            raise Failed(
                "VBoxManage: known here: --version, list vms, list runningvms, startvm NAME --type headless, controlvm NAME savestate",
                2,
            )


def _started(call: Call, modules: KernelModules) -> str:
    call.does("look")
    waiting = f'Waiting for VM "{modules.machine}" to power on...\n'
    match modules.start():
        case "started":
            call.host.world.wait(5)
            return waiting + f'VM "{modules.machine}" has been successfully started.\n'
        case "running":
            raise Failed(
                f"VBoxManage: error: The machine '{modules.machine}' is already locked by a session (or being locked or unlocked)"
            )
        case "driver":
            if old(modules):
                raise Failed("VBoxManage: error: The virtual machine 'NAME' has terminated unexpectedly during startup.\n"
                             "VirtualBox kernel driver not installed. The vboxdrv kernel module was either not loaded or /dev/vboxdrv was "
                             "not created for some reason. (VERR_VM_DRIVER_NOT_INSTALLED).".replace("NAME", modules.machine))  # fmt: skip
            raise Failed(
                "WARNING: The vboxdrv kernel module is not loaded. Either there is no module\n"
                f"         available for the current kernel ({modules.kernel}) or it failed to\n"
                "         load. Please recompile the kernel module and install it by\n\n"
                "           sudo /sbin/vboxconfig\n\n"
                "         You will not be able to start VMs until this problem is fixed.\n" + waiting +
                f"VBoxManage: error: The virtual machine '{modules.machine}' has terminated unexpectedly during startup "
                "with exit code 1 (0x1)\n"
                "VBoxManage: error: Details: code NS_ERROR_FAILURE (0x80004005), component MachineWrap, interface IMachine"
            )  # fmt: skip
        case _:
            wrong, code = "VirtualBox can't operate in VMX root mode", "VERR_VMX_IN_VMX_ROOT_MODE"
            if modules.processor == "amd":
                wrong, code = "VirtualBox can't enable the AMD-V extension", "VERR_SVM_IN_USE"
            wrong += f". Please disable the KVM kernel extension, recompile your kernel and reboot ({code})"
            raise Failed(
                waiting + f"VBoxManage: error: {wrong}\n"
                "VBoxManage: error: Details: code NS_ERROR_FAILURE (0x80004005), component ConsoleWrap, interface IConsole"
            )


def _make(call: Call) -> str:
    """Building a configuration anew, as the echoed recipe seems to advise."""
    done = {"oldconfig": "#\n# configuration written to .config\n#\n",
            "prepare": "  CHK     include/linux/version.h\n  CHK     include/linux/utsrelease.h\n"}  # fmt: skip
    if not call.args:
        raise Failed("make: *** No targets specified and no makefile found.  Stop.", 2)
    if call.args[0] not in done:
        raise Failed(f"make: *** No rule to make target `{call.args[0]}'.  Stop.", 2)
    call.does("change")
    call.host.world.wait(120)
    return done[call.args[0]]


def _secure_boot(call: Call) -> str:
    if list(call.args) != ["--sb-state"]:
        raise Failed("mokutil: known here: --sb-state", 2)
    return "SecureBoot disabled\n"


def _dkms(call: Call) -> str:
    return ""


def _processes(call: Call) -> str:
    modules = _modules(call)
    rows = [
        (1, 4, "/sbin/init" if old(modules) else "/usr/lib/systemd/systemd --system"),
        (812, 1, "/usr/sbin/sshd -D"),
        (1220, 0, "/usr/sbin/cron"),
    ]
    if modules.runs:
        rows.append((4411, 70, f"VBoxHeadless --comment {modules.machine} --startvm {modules.uuid} --vrde config"))
    words = " ".join(call.args)
    day = f"{call.host.booted:%b%d}"
    if "aux" in words:
        head = "USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND\n"
        return head + "".join(
            f"root     {pid:>7}  0.0  0.1 170000 14000 ?        Ss   {day} {seconds // 60:>3}:{seconds % 60:02d} {line}\n"
            for pid, seconds, line in rows
        )
    if "f" in words:
        head = "UID          PID    PPID  C STIME TTY          TIME CMD\n"
        return head + "".join(
            f"root     {pid:>7} {pid > 1:>7d}  0 {day} ?        00:{seconds // 60:02d}:{seconds % 60:02d} {line}\n"
            for pid, seconds, line in rows
        )
    head = "    PID TTY          TIME CMD\n"
    return head + "".join(
        f"{pid:>7} ?        00:{seconds // 60:02d}:{seconds % 60:02d} {line.split()[0].rpartition('/')[2]}\n"
        for pid, seconds, line in rows
    )


TOOLS = table(
    Tool("lsmod", _lsmod, "the modules that are loaded: lsmod | grep vbox"),
    Tool("modprobe", _modprobe, "load a module: modprobe NAME; take it out: modprobe -r NAME..."),
    Tool("modinfo", _modinfo, "what a module was built for: modinfo vboxdrv; vermagic begins with the kernel"),
    Tool("vboxconfig", _setup, "build and load the modules of VirtualBox; its log: /var/log/vbox-setup.log"),
    Tool("vboxdrv", _setup, "the init script: /etc/init.d/vboxdrv setup builds and loads the modules; status"),
    Tool("VBoxManage", _manage, "VirtualBox: VBoxManage --version, list vms, list runningvms, startvm NAME --type headless"),
    Tool("make", _make, "build programs, or the kernel: make TARGET"),
    Tool("mokutil", _secure_boot, "whether the firmware takes signed code only: mokutil --sb-state"),
    Tool("dkms", _dkms, "modules that dkms builds: dkms status"),
    Tool("ps", _processes, "processes: ps -ef"),
)  # fmt: skip
"""Those of a Linux host with `KernelModules`."""
