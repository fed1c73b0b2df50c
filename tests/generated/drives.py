"""Physical drives with what they count of themselves."""

import string
from dataclasses import dataclass, field
from random import Random

from tests.generated.noise import between


@dataclass(frozen=True)
class Product:
    """A drive that was sold: `kind` as of devices, or smr."""

    kind: str
    family: str
    vendor: str
    model: str
    firmware: str
    size_gb: int
    rpm: int
    years: tuple[int, int]


def _rows(kind: str, text: str) -> tuple[Product, ...]:
    found = []
    for line in text.strip().splitlines():
        family, vendor, model, firmware, size, rpm, years = (part.strip() for part in line.split("|"))
        first, last = years.split("-")
        found.append(Product(kind, family, vendor, model, firmware, int(size), int(rpm), (int(first), int(last))))
    return tuple(found)


PRODUCTS: tuple[Product, ...] = (
    *_rows("hdd", """
        Seagate Barracuda ES.2 | seagate | ST31000340NS | SN06 | 1000 | 7200 | 2008-2014
        Seagate Constellation ES (SATA 6Gb/s) | seagate | ST2000NM0011 | SN02 | 2000 | 7200 | 2011-2018
        Seagate Constellation ES.3 | seagate | ST4000NM0033-9ZM170 | SN04 | 4000 | 7200 | 2013-2022
        Seagate Exos 7E8 | seagate | ST8000NM0055-1RM112 | SN04 | 8001 | 7200 | 2017-2026
        Seagate Exos X16 | seagate | ST16000NM001G-2KK103 | SN03 | 16000 | 7200 | 2020-2026
        Western Digital RE4 (SATA 6Gb/s) | wd | WDC WD2003FYYS-02W0B0 | 01.01D01 | 2000 | 7200 | 2010-2017
        Western Digital Red | wd | WDC WD40EFRX-68WT0N0 | 82.00A82 | 4000 | 5400 | 2014-2023
        Western Digital Gold | wd | WDC WD6002FRYZ-01WD5B0 | 01.01M02 | 6001 | 7200 | 2016-2024
        Hitachi Ultrastar A7K2000 | hgst | Hitachi HUA722020ALA330 | JKAOA3EA | 2000 | 7200 | 2009-2016
        HGST Ultrastar 7K6000 | hgst | HGST HUS726060ALE610 | APGNTD05 | 6001 | 7200 | 2015-2024
        Western Digital Ultrastar DC HC530 | hgst | WDC  WUH721414ALE6L4 | LDGNW240 | 14000 | 7200 | 2019-2026
        Toshiba MG04ACA... Enterprise HDD | toshiba | TOSHIBA MG04ACA400E | FP2A | 4000 | 7200 | 2014-2022
        Toshiba MG08ACA... Enterprise Capacity HDD | toshiba | TOSHIBA MG08ACA16TE | 0102 | 16000 | 7200 | 2020-2026"""),
    *_rows("smr", """
        Seagate Archive HDD | seagate | ST8000AS0002-1NA17Z | AR13 | 8001 | 5980 | 2015-2022
        Seagate BarraCuda 3.5 (SMR) | seagate | ST8000DM004-2CX188 | 0001 | 8001 | 5425 | 2018-2026
        Seagate Barracuda 2.5 5400 | seagate | ST5000LM000-2AN170 | 0001 | 5000 | 5526 | 2017-2026
        Western Digital Red (SMR) | wd | WDC WD40EFAX-68JH4N0 | 82.00A82 | 4000 | 5400 | 2019-2026
        Western Digital Red (SMR) | wd | WDC WD60EFAX-68SHWN0 | 82.00A82 | 6001 | 5400 | 2019-2026
        Western Digital Blue (SMR) | wd | WDC WD20EZAZ-00GGJB0 | 80.00A80 | 2000 | 5400 | 2019-2026"""),
    *_rows("sas", """
        | SEAGATE | ST3300657SS | 0008 | 300 | 15000 | 2009-2016
        | SEAGATE | ST600MM0006 | LS0A | 600 | 10000 | 2012-2020
        | SEAGATE | ST4000NM0023 | 0004 | 4000 | 7200 | 2013-2022
        | HITACHI | HUS156060VLS600 | A760 | 600 | 15000 | 2010-2018
        | HGST | HUS726040AL5210 | A519 | 4000 | 7200 | 2014-2023
        | TOSHIBA | AL14SEB120N | 0104 | 1200 | 10500 | 2016-2026
        | HP | EG0600FBDSR | HPD3 | 600 | 10000 | 2012-2020"""),
    *_rows("ssd", """
        Intel 730 and DC S35x0/3610/3700 Series SSDs | intel | INTEL SSDSC2BB480G4 | D2010370 | 480 | 0 | 2013-2020
        Intel S4510/S4610/S4500/S4600 Series SSDs | intel | INTEL SSDSC2KB960G8 | XCV10132 | 960 | 0 | 2018-2026
        Samsung based SSDs | samsung | SAMSUNG MZ7LM480HCHP-00003 | GXT3003Q | 480 | 0 | 2015-2023
        Samsung based SSDs | samsung | Samsung SSD 850 PRO 512GB | EXM02B6Q | 512 | 0 | 2014-2020
        Samsung based SSDs | samsung | SAMSUNG MZ7LH960HAJR-00005 | HXT7404Q | 960 | 0 | 2018-2026
        Micron 5100 Pro / 52x0 / 5300 SSDs | micron | Micron_5200_MTFDDAK1T9TDD | D1MU020 | 1920 | 0 | 2017-2026
        Crucial/Micron Client SSDs | micron | CT500MX500SSD1 | M3CR023 | 500 | 0 | 2018-2026"""),
    *_rows("nvme", """
        | samsung | SAMSUNG MZQL21T9HCJR-00A07 | GDC5602Q | 1920 | 0 | 2020-2026
        | samsung | Samsung SSD 970 EVO Plus 1TB | 2B2QEXM7 | 1000 | 0 | 2018-2026
        | intel | INTEL SSDPE2KX020T8 | VDV10131 | 2000 | 0 | 2017-2026
        | micron | Micron_7450_MTFDKCC1T9TFR | E2MU200 | 1920 | 0 | 2021-2026
        | toshiba | KIOXIA KCD6XLUL1T92 | GPK1 | 1920 | 0 | 2020-2026"""),
)  # fmt: skip


@dataclass
class Smart:
    """What a drive has counted of itself, and says of its health."""

    hours: int
    cycles: int
    celsius: int
    written_tb: float
    passed: bool = True
    words: str = ""  # of a SAS drive that is not OK
    reallocated: int = 0
    pending: int = 0
    offline: int = 0
    reported: int = 0
    timeouts: int = 0
    crc: int = 0
    read_rate: int = 0
    spin_retries: int = 0
    grown: int = 0
    corrected: int = 0
    unread: int = 0
    unwritten: int = 0
    non_medium: int = 0
    dwords: int = 0
    disparity: int = 0
    sync_lost: int = 0
    phy_resets: int = 0
    spare: int = 100
    used: int = 2
    media_errors: int = 0
    log_entries: int = 0
    warning: int = 0
    throttled: int = 0  # times it slowed itself for being hot
    hot_minutes: int = 0
    unsafe: int = 3
    program_fails: int = 0
    tests: list[tuple[str, str, int, int, int]] = field(default_factory=list)  # kind, result, % left, hours, LBA or -1
    errors: list[tuple[str, int, int]] = field(default_factory=list)  # UNC or ICRC, hours, LBA


@dataclass
class Drive:
    """A physical drive: named by the system, or in a slot behind a controller."""

    product: Product
    serial: str
    wwn: str
    smart: Smart
    name: str = ""  # as the system has it; empty behind a controller
    slot: int = 0
    enclosure: int = 252
    number: int = 0  # the controller's own number of it
    state: str = "online"  # online, failed, rebuilding, predictive, missing, spare
    media_errors: int = 0  # as the controller counts
    other_errors: int = 0
    predictive: int = 0
    cache_on: bool = True
    speed: str = "6.0"
    progress: int = 0

    @property
    def kind(self) -> str:
        return self.product.kind

    @property
    def sectors(self) -> int:
        """Sectors of 512 bytes, as makers count them."""
        return 97696368 + 1953504 * (self.product.size_gb - 50)

    @property
    def bytes(self) -> int:
        return self.sectors * 512


def product(rng: Random, kind: str, year: int, small: bool = False) -> Product:
    """A product of a class that was in use in that year."""
    known = [each for each in PRODUCTS if each.kind == kind]
    fitting = [each for each in known if each.years[0] <= year <= each.years[1]]
    if small:
        fitting = [each for each in fitting if each.size_gb < 9000] or fitting
    return rng.choice(fitting or [min(known, key=lambda each: abs(each.years[0] - year))])


def serial(rng: Random, item: Product) -> str:
    """A serial number as the maker writes it."""

    def some(letters: str, count: int) -> str:
        return "".join(rng.choices(letters, k=count))

    figures, mixed = string.digits, string.digits + "ABCDEFGHJKLMNPQRSTVWXYZ"
    if item.vendor == "wd":
        return f"WD-W{some('CMX', 1)}C{some(mixed, 2)}{some(figures, 7)}"
    if item.vendor in ("seagate", "SEAGATE"):
        return rng.choice("ZSW9") + some(figures, 1) + some(mixed, 6)
    if item.vendor in ("intel", "samsung"):
        return ("BTWL" if item.vendor == "intel" else "S2") + some(figures, 4) + some(mixed, 6)
    return some("KPVXY", 1) + some(mixed, 7)


def new(rng: Random, item: Product, age_years: float | None = None) -> Drive:
    """A healthy drive that has run for some time."""
    hours = int((age_years if age_years is not None else between(rng, 0.3, 6.5)) * 8766)
    state = Smart(
        hours,
        rng.randint(4, 90),
        rng.randint(24, 41),
        hours * between(rng, 0.0004, 0.006),
        read_rate=rng.randint(10**6, 2 * 10**8),
        corrected=rng.randint(10**5, 4 * 10**9) if item.kind == "sas" else 0,
        non_medium=rng.choice((0, 0, 1, 4, 23, 310)),
        used=min(60, int(hours / 8766 * between(rng, 0.6, 6))),
        unsafe=rng.randint(0, 20),
    )
    if rng.random() < 0.4:
        state.tests = [
            (
                "Extended offline" if not at % 4 else "Short offline",
                "Completed without error",
                0,
                max(1, hours - 20 - 168 * at),
                -1,
            )
            for at in range(rng.randint(1, 6))
        ]
    return Drive(
        item,
        serial(rng, item),
        {"seagate": "5000c500", "wd": "50014ee2", "hgst": "5000cca2", "samsung": "5002538d", "intel": "55cd2e40"}.get(item.vendor.lower(), "5000039f")
        + "".join(rng.choices("0123456789abcdef", k=8)),
        state,
        speed="12.0" if item.kind == "sas" and item.years[0] > 2015 else "3.0" if item.years[0] < 2010 and item.kind == "hdd" else "6.0",
    )  # fmt: skip
