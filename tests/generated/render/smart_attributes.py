"""The attribute tables of SATA drives, by maker."""

from tests.generated.drives import Drive

_HEAD = "ID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED  WHEN_FAILED RAW_VALUE"
_NAMES = {
    1: ("Raw_Read_Error_Rate", 0x000F, "Pre-fail", "Always"), 2: ("Throughput_Performance", 0x0005, "Pre-fail", "Offline"), 3: ("Spin_Up_Time", 0x0027, "Pre-fail", "Always"),
    4: ("Start_Stop_Count", 0x0032, "Old_age", "Always"), 5: ("Reallocated_Sector_Ct", 0x0033, "Pre-fail", "Always"), 7: ("Seek_Error_Rate", 0x000F, "Pre-fail", "Always"),
    8: ("Seek_Time_Performance", 0x0005, "Pre-fail", "Offline"), 9: ("Power_On_Hours", 0x0032, "Old_age", "Always"), 10: ("Spin_Retry_Count", 0x0013, "Pre-fail", "Always"),
    12: ("Power_Cycle_Count", 0x0032, "Old_age", "Always"), 170: ("Available_Reservd_Space", 0x0033, "Pre-fail", "Always"), 171: ("Program_Fail_Count", 0x0032, "Old_age", "Always"),
    172: ("Erase_Fail_Count", 0x0032, "Old_age", "Always"), 177: ("Wear_Leveling_Count", 0x0013, "Pre-fail", "Always"), 179: ("Used_Rsvd_Blk_Cnt_Tot", 0x0013, "Pre-fail", "Always"),
    181: ("Program_Fail_Cnt_Total", 0x0032, "Old_age", "Always"), 182: ("Erase_Fail_Count_Total", 0x0032, "Old_age", "Always"), 183: ("Runtime_Bad_Block", 0x0013, "Pre-fail", "Always"),
    184: ("End-to-End_Error", 0x0032, "Old_age", "Always"), 187: ("Reported_Uncorrect", 0x0032, "Old_age", "Always"), 188: ("Command_Timeout", 0x0032, "Old_age", "Always"),
    189: ("High_Fly_Writes", 0x003A, "Old_age", "Always"), 190: ("Airflow_Temperature_Cel", 0x0022, "Old_age", "Always"), 191: ("G-Sense_Error_Rate", 0x0032, "Old_age", "Always"),
    192: ("Power-Off_Retract_Count", 0x0032, "Old_age", "Always"), 193: ("Load_Cycle_Count", 0x0032, "Old_age", "Always"), 194: ("Temperature_Celsius", 0x0022, "Old_age", "Always"),
    195: ("Hardware_ECC_Recovered", 0x001A, "Old_age", "Always"), 196: ("Reallocated_Event_Count", 0x0032, "Old_age", "Always"), 197: ("Current_Pending_Sector", 0x0012, "Old_age", "Always"),
    198: ("Offline_Uncorrectable", 0x0010, "Old_age", "Offline"), 199: ("UDMA_CRC_Error_Count", 0x003E, "Old_age", "Always"), 200: ("Multi_Zone_Error_Rate", 0x0008, "Old_age", "Offline"),
    202: ("Percent_Lifetime_Remain", 0x0030, "Old_age", "Offline"), 232: ("Available_Reservd_Space", 0x0033, "Pre-fail", "Always"), 233: ("Media_Wearout_Indicator", 0x0032, "Old_age", "Always"),
    235: ("POR_Recovery_Count", 0x0012, "Old_age", "Always"), 240: ("Head_Flying_Hours", 0x0000, "Old_age", "Offline"), 241: ("Total_LBAs_Written", 0x0032, "Old_age", "Always"),
    242: ("Total_LBAs_Read", 0x0032, "Old_age", "Always"),
}  # fmt: skip
_SETS = {
    "seagate": (
        1,
        3,
        4,
        5,
        7,
        9,
        10,
        12,
        184,
        187,
        188,
        189,
        190,
        191,
        192,
        193,
        194,
        195,
        197,
        198,
        199,
        240,
        241,
        242,
    ),
    "wd": (1, 3, 4, 5, 7, 9, 10, 12, 192, 193, 194, 196, 197, 198, 199, 200),
    "hgst": (1, 2, 3, 4, 5, 7, 8, 9, 10, 12, 192, 193, 194, 196, 197, 198, 199),
    "toshiba": (1, 2, 3, 4, 5, 7, 8, 9, 10, 12, 191, 192, 193, 194, 196, 197, 198, 199),
    "intel": (5, 9, 12, 170, 171, 172, 183, 184, 187, 190, 192, 194, 197, 199, 232, 233, 241, 242),
    "samsung": (5, 9, 12, 177, 179, 181, 182, 183, 187, 190, 195, 199, 235, 241),
    "micron": (1, 5, 9, 12, 171, 172, 184, 187, 188, 194, 196, 197, 198, 199, 202),
}
_LEAST = {1: {"seagate": 44, "wd": 51, "hgst": 16, "toshiba": 50}, 3: {"wd": 21, "hgst": 24}, 5: {"seagate": 10, "wd": 140, "hgst": 5, "toshiba": 50, "samsung": 10, "micron": 10},
          7: {"seagate": 30, "hgst": 67}, 10: {"seagate": 97, "hgst": 60}, 184: {"seagate": 99, "intel": 90}, 190: {"seagate": 45}, 170: {"intel": 10}, 232: {"intel": 10}, 179: {"samsung": 10},
          12: {"seagate": 20}}  # fmt: skip


def _raw(drive: Drive, number: int) -> int | str:
    state = drive.smart
    heat = f"{state.celsius} (Min/Max {max(14, state.celsius - 12)}/{state.celsius + 11})"
    lbas = int(state.written_tb * 1e12 / 512)
    known: dict[int, int | str] = {
        1: state.read_rate if drive.product.vendor == "seagate" else state.offline + state.reported * 3, 3: 0 if drive.product.vendor == "seagate" else 4100 + state.cycles * 7, 4: state.cycles,
        5: state.reallocated, 7: state.read_rate // 3 if drive.product.vendor == "seagate" else 0, 9: state.hours, 10: state.spin_retries, 12: state.cycles, 171: state.program_fails, 172: 0,
        177: state.hours // 700 + 3, 179: state.reallocated, 181: state.program_fails, 187: state.reported, 188: state.timeouts, 190: heat, 192: state.cycles - 2, 193: state.cycles * 17, 194: heat,
        195: state.read_rate if drive.product.vendor == "seagate" else 0, 196: state.reallocated, 197: state.pending, 198: state.offline, 199: state.crc, 202: state.used, 235: state.unsafe, 240: state.hours - 30,
        241: lbas, 242: lbas * 3,
    }  # fmt: skip
    return known.get(number, 0)


def _value(drive: Drive, number: int) -> int:
    state, maker = drive.smart, drive.product.vendor
    full = 200 if maker == "wd" and number not in (9, 10, 4, 12) else 253 if number == 199 and maker == "wd" else 100
    if number == 5:
        return max(1, full - state.reallocated // (20 if full == 100 else 8))
    if number == 187:
        return max(1, 100 - state.reported) if maker != "samsung" else 100
    if number in (197, 198):
        return max(1, full - (state.pending if number == 197 else state.offline) // 9)
    if number == 199:
        return 200
    if number == 9:
        return max(1, 100 - state.hours // 1000)
    if number in (170, 232):
        return state.spare
    if number in (177, 233, 202):
        return max(1, 100 - state.used)
    if number == 190:
        return 100 - state.celsius
    if number == 194:
        return state.celsius if maker == "seagate" else 150 - state.celsius
    if number in (1, 7, 195) and maker == "seagate":
        return {1: 80, 7: 82, 195: 24}[number] + state.cycles % 4
    return full


def attributes(drive: Drive) -> list[str]:
    """The table with its heading."""
    lines, maker = [_HEAD], drive.product.vendor if drive.product.vendor in _SETS else "hgst"
    for number in _SETS[maker]:
        name, flag, sort, updated = _NAMES[number]
        if maker == "samsung" and number in (187, 199, 195):
            name = {187: "Uncorrectable_Error_Cnt", 199: "CRC_Error_Count", 195: "ECC_Error_Rate"}[number]
        if maker == "micron" and number == 5:
            name = "Reallocate_NAND_Blk_Cnt"
        value, least = _value(drive, number), _LEAST.get(number, {}).get(maker, 0)
        worst = max(1, min(value, value - (drive.smart.cycles % 7 if number in (1, 7, 190, 194, 195) else 0)))
        failed = "FAILING_NOW" if least and value <= least else "In_the_past" if least and worst <= least else "-"
        shown = "    -" if failed == "-" else failed
        lines.append(
            f"{number:3d} {name:<23} 0x{flag:04x}   {value:03d}   {worst:03d}   {least:03d}    {sort:<8}  {updated:<7}  {shown:<11} {_raw(drive, number)}"
        )
    return lines
