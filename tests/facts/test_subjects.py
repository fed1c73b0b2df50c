import pytest

from facts.reading import Row
from facts.subjects import (
    abbreviates,
    bare_device,
    dataset_role,
    names_whole_disk,
    pool_of,
    pool_of_process,
    resolve_devices,
    resolve_gang_pools,
    split_part,
    whole_device,
)

LONG = "c3t60080E500017D55C000015C150A9F4F6d0"
OTHER = "c3t60080E500017D55C000015C150A9F8A7d0"


@pytest.mark.parametrize(
    ("name", "disk", "part"),
    [
        ("c3t0d0s0", "c3t0d0", "s0"),
        ("/dev/rdsk/c0t5000C500A1B2C3D4d0s15", "c0t5000C500A1B2C3D4d0", "s15"),
        ("c1d0p0", "c1d0", "p0"),
        ("c3t60080E5...F4F6d0s0", "c3t60080E5...F4F6d0", "s0"),
        ("sd3,a", "sd3", ",a"),
        ("sda1", "sda", "1"),
        ("sdaa12", "sdaa", "12"),
        ("xvdf1", "xvdf", "1"),
        ("nvme0n1p2", "nvme0n1", "p2"),
        ("mmcblk0p1", "mmcblk0", "p1"),
        ("cciss/c0d0p3", "cciss/c0d0", "p3"),
        ("/dev/disk/by-id/wwn-0x5000c500a1b2c3d4-part9", "wwn-0x5000c500a1b2c3d4", "-part9"),
        ("ada0p2", "ada0", "p2"),
        ("da1s1a", "da1", "s1a"),
        ("emcpower3c", "emcpower3", "c"),
    ],
)
def test_slices_and_partitions_fall_away(name: str, disk: str, part: str) -> None:
    assert split_part(name) == (disk, part)
    assert whole_device(name) == disk
    assert names_whole_disk(name) is False


@pytest.mark.parametrize(
    "name", ["c3t0d0", "sda", "sdab", "nvme0n1", "mmcblk0", "da12", LONG, "wwn-0x5000c500a1b2c3d4"]
)
def test_a_whole_disk_is_its_own_name(name: str) -> None:
    assert split_part(name) == (name, "")
    assert names_whole_disk(name) is True


@pytest.mark.parametrize(
    "name", ["md0", "md127", "dm-0", "dm-12", "sr0", "loop0", "zd16", "tank", "vg0-lv1", "emcpower3", "ssd"]
)
def test_numbers_that_are_no_partitions_stay(name: str) -> None:
    assert whole_device(name) == name


def test_only_folders_of_devices_fall_away() -> None:
    assert bare_device("/dev/dsk/c0t0d0s0") == "c0t0d0s0"
    assert bare_device("/dev/mapper/mpatha") == "mpatha"
    assert bare_device("/export/pool.img") == "/export/pool.img"


@pytest.mark.parametrize(
    ("short", "full", "fits"),
    [
        ("c3t60080E5...F4F6d0", LONG, True),
        ("c3t60080E5…F4F6d0s0", LONG, True),
        ("c3t60080e5..f4f6d0", LONG, True),
        ("c3t60080E5...F4F6d0", OTHER, False),
        ("c3t60080E5...F4F6d0s0", LONG + "s1", False),
        ("c4t60080E5...F4F6d0", LONG, False),
        (LONG, LONG, False),
        ("c3t60080E5...F4F6d0", "c3t6008...A9F4F6d0", False),
    ],
)
def test_abbreviations(short: str, full: str, fits: bool) -> None:
    assert abbreviates(short, full) is fits


def test_an_abbreviation_becomes_the_only_name_that_it_fits() -> None:
    found = resolve_devices(["c3t60080E5...F4F6d0s0", LONG, OTHER, "sda1", "md0"])
    assert found.canonical == {"c3t60080E5...F4F6d0s0": LONG, LONG: LONG, OTHER: OTHER, "sda1": "sda", "md0": "md0"}
    assert found.ambiguous == {}


def test_an_ambiguous_abbreviation_stays_apart_and_is_reported() -> None:
    found = resolve_devices(["c3t60080E5...d0", LONG, OTHER])
    assert found.canonical["c3t60080E5...d0"] == "c3t60080E5...d0"
    assert found.ambiguous == {"c3t60080E5...d0": (LONG, OTHER)}


def test_an_abbreviation_alone_loses_only_its_slice() -> None:
    assert resolve_devices(["c3t60080E5...F8A7d0s0"]).canonical == {"c3t60080E5...F8A7d0s0": "c3t60080E5...F8A7d0"}


@pytest.mark.parametrize(
    ("name", "pool"),
    [("tank", "tank"), ("tank/a/b", "tank"), ("tank@x", "tank"), ("tank/a#mark", "tank"), ("/dev/zvol/tank/v", "tank")],
)
def test_pool_of_a_dataset(name: str, pool: str) -> None:
    assert pool_of(name) == pool


def test_pool_of_a_process() -> None:
    assert pool_of_process("zpool-i-ora-pro06-arc1-pl") == "i-ora-pro06-arc1-pl"
    assert pool_of_process("zpool-tank\\0") == "tank"
    assert pool_of_process("grep zpool-tank") is None


@pytest.mark.parametrize(
    ("dataset", "mount", "role"),
    [
        ("Oracle/datafiles", "", "data"),
        ("Oracle/index", "", "index"),
        ("Oracle/archive", "", "archive"),
        ("Oracle/undo", "", "undo"),
        ("Oracle/temp01", "", "temp"),
        ("dbpool/redo1", "", "redo"),
        ("i-ora-pro06-rdo1-pl", "", "redo"),
        ("i-ora-pro06-dat1-pl/u02", "", "data"),
        ("tank/pg_wal", "", "redo"),
        ("tank/oradata/redo", "", "redo"),
        ("tank/u03", "/u03/oradata", "data"),
        ("tank/u03@snap", "/u03/oraarch", "archive"),
        ("tank/u04", "/u04/oralog", None),
        ("tank/catalog", "", None),
        ("tank/home/data", "", None),
        ("rpool/ROOT/s10/var/log", "", None),
        ("tank/redo_and_data", "", None),
    ],
)
def test_what_a_database_keeps_there(dataset: str, mount: str, role: str | None) -> None:
    assert dataset_role(dataset, mount) == role


def test_gang_counts_get_the_pools_that_other_rows_tell() -> None:
    counts = Row("gang-counts", {"pool": "pid 371", "pid": 371, "count": 5}, (1, 1))
    lost = Row("gang-counts", {"pool": "pid 9", "pid": 9, "count": 5}, (2, 2))
    process = Row("process", {"pid": 371, "name": "zpool-tank"}, (9, 9))
    found = resolve_gang_pools([counts, lost, process])
    assert [row.values.get("pool") for row in found] == ["tank", "pid 9", None]
    assert found[0].values["count"] == 5
