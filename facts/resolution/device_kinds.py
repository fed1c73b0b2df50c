"""What kind of device answers: the kinds differ a hundredfold in what is slow for them."""

from __future__ import annotations

from facts.cells import Cell, Observed
from facts.patterns import lazy
from facts.sexpr import Symbol

_NVME = lazy(r"(?:nvme\d|nda\d|nvd\d)")
_LUN = lazy(r"(?:c\d+t[0-9A-F]{16,}d\d+|emcpower|hdiskpower|mpath|vpath|dm-uuid-mpath|3[0-9a-f]{32}\Z)")
_TURNING = lazy(r"(?:fd\d|dasd[a-z])")
_NO_DISK = lazy(
    r"(?i)\b(?:perc|megaraid|mr9\d|logical[ _]vol|v?raid|smart array|virtual|vdisk|lun|open-v|dgc|symmetrix|netapp|msa ?\d|hsv\d"
    r"|qemu|vmware|xvd|persistentdisk|elastic block|compellent|3par|fujitsu eternus|purestorage|flasharray)"
)
"""In models that are no drive: what lies behind them turns or does not, whatever the kernel was told."""
_FLASH = lazy(r"(?i)ssd|solid.state|\bMZ[7IV-]")


def device_kinds(items: list[Observed]) -> list[Observed]:
    """Each ``device-load`` row with its ``kind``: ``nvme``, ``flash``, ``disk`` or ``lun``, where names or other outputs tell it.

    A virtual disk says that it turns unless its hypervisor says otherwise: of such a name, and of a volume of an array, ROTA tells nothing.
    """
    told: dict[str, str] = {}
    for item in items:
        if item.template in ("disk-settings", "smart"):
            device, turning, model = (item.text(slot) for slot in ("device", "rotational", "model"))
            if _NO_DISK.search(model):
                told[device] = "lun"
            elif _FLASH.search(model):
                told[device] = "flash"
            elif turning in ("yes", "no") and not device.startswith(("vd", "xvd", "dm-", "md")):
                told.setdefault(device, "disk" if turning == "yes" else "flash")
    return [_with_kind(item, told) if item.template == "device-load" else item for item in items]


def _with_kind(item: Observed, told: dict[str, str]) -> Observed:
    device = item.text("device")
    if _NVME.match(device):
        kind = "nvme"
    elif _LUN.match(device):
        kind = "lun"
    elif _TURNING.match(device):
        kind = "disk"
    else:
        kind = told.get(device, "")
    if not kind:
        return item
    cell: Cell = item.cells["device"]
    return Observed(item.template, item.host, {**item.cells, "kind": cell._replace(value=Symbol(kind))})
