"""What kind of device answers: by its name, by the system, by its model."""

from __future__ import annotations

import pytest

from facts.captures import Origin
from facts.cells import Cell, Observed
from facts.resolution.device_kinds import device_kinds
from facts.sexpr import Symbol


def row(template: str, **values: object) -> Observed:
    return Observed(template, "db01", {slot: Cell(value, Origin(path="a.txt")) for slot, value in values.items()})  # type: ignore[arg-type]


def kind(device: str, *beside: Observed) -> str:
    (load,) = [i for i in device_kinds([*beside, row("device-load", device=device)]) if i.template == "device-load"]
    cell = load.cells.get("kind")
    return "" if cell is None else str(cell.value)


@pytest.mark.parametrize(
    ("device", "expected"),
    [
        ("nvme0n1", "nvme"), ("nvd2", "nvme"), ("nda0", "nvme"), ("c6t60080E50000000000276525009C5FF7Dd0", "lun"),
        ("emcpowera", "lun"), ("mpathb", "lun"), ("360080e5000299cc5000004f2a4e3d2a1", "lun"),
        ("sda", ""), ("c1t2d0", ""), ("vda", ""), ("ada0", ""), ("dm-3", ""),
    ],
)  # fmt: skip
def test_names(device: str, expected: str) -> None:
    assert kind(device) == expected


def test_what_the_system_tells_counts_for_drives_and_not_for_volumes() -> None:
    assert kind("sda", row("disk-settings", device="sda", rotational=Symbol("no"))) == "flash"
    assert kind("sda", row("disk-settings", device="sda", rotational=Symbol("yes"))) == "disk"
    assert kind("vda", row("disk-settings", device="vda", rotational=Symbol("yes"))) == ""
    assert kind("sdb", row("disk-settings", device="sda", rotational=Symbol("no"))) == ""


@pytest.mark.parametrize("model", ["LOGICAL VOLUME", "PERC H730P Mini", "Virtual disk", "OPEN-V", "VRAID"])
def test_a_volume_is_no_drive_whatever_the_kernel_was_told(model: str) -> None:
    settings = row("disk-settings", device="sda", rotational=Symbol("yes"), model=model)
    assert kind("sda", settings) == "lun"


@pytest.mark.parametrize("model", ["Samsung SSD 860 EVO 1TB", "INTEL SSDSC2KB480G8", "CT500MX500SSD1"])
def test_models_of_flash(model: str) -> None:
    assert kind("sdc", row("smart", device="sdc", model=model)) == "flash"
