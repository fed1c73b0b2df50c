"""Every form in which a log prints a date, on each day of the year, in the languages that tools print months in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import NamedTuple

import pytest

from facts.readers.log_lines import LogLine, parse
from facts.recognise import recognise
from tests.each import each

MESSAGE = "blk_update_request: I/O error, dev sdb, sector 1953514552"
HOST = "db1"


class Language(NamedTuple):
    """The weekdays from Monday on and the months, as the C library abbreviates them."""

    days: list[str]
    months: list[str]


LANGUAGES = {
    name: Language(days.split(), months.split())
    for name, days, months in (
        ("C", "Mon Tue Wed Thu Fri Sat Sun", "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
        ("de", "Mo Di Mi Do Fr Sa So", "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez"),
        (
            "fr",
            "lun. mar. mer. jeu. ven. sam. dim.",
            "janv. févr. mars avril mai juin juil. août sept. oct. nov. déc.",
        ),
        ("es", "lun mar mié jue vie sáb dom", "ene feb mar abr may jun jul ago sep oct nov dic"),
        ("it", "lun mar mer gio ven sab dom", "gen feb mar apr mag giu lug ago set ott nov dic"),
        ("pt", "seg ter qua qui sex sáb dom", "jan fev mar abr mai jun jul ago set out nov dez"),
        ("nl", "ma di wo do vr za zo", "jan feb mrt apr mei jun jul aug sep okt nov dec"),
        ("sv", "mån tis ons tors fre lör sön", "jan feb mar apr maj jun jul aug sep okt nov dec"),
        ("pl", "pon wto śro czw pią sob nie", "sty lut mar kwi maj cze lip sie wrz paź lis gru"),
        ("ru", "Пн Вт Ср Чт Пт Сб Вс", "янв фев мар апр мая июн июл авг сен окт ноя дек"),  # noqa: RUF001
    )
}

Form = Callable[[datetime, str, str], str]
"""A line with the message, from when it was written, the weekday and the month."""
NAMED: dict[str, Form] = {
    "dmesg -T": lambda at, day, month: f"[{day} {month} {at.day:2d} {at:%H:%M:%S %Y}] {MESSAGE}",
    "dmesg -T -x": lambda at, day, month: f"kern  :err   : [{day} {month} {at.day:2d} {at:%H:%M:%S %Y}] {MESSAGE}",
    "dmesg -T -d": lambda at, day, month: f"[{day} {month} {at.day:2d} {at:%H:%M:%S %Y} <    0.000012>] {MESSAGE}",
    "dmesg -e": lambda at, day, month: f"[{month}{at.day:2d} {at:%H:%M}] {MESSAGE}",
    "copied with a space less": lambda at, day, month: f"[{day} {month} {at.day} {at:%H:%M:%S %Y}] {MESSAGE}",
    "syslog": lambda at, day, month: f"{month} {at.day:2d} {at:%H:%M:%S} {HOST} kernel: {MESSAGE}",
    "syslog with the kernel's clock": (
        lambda at, day, month: f"{month} {at.day:2d} {at:%H:%M:%S} {HOST} kernel: [12345.678901] {MESSAGE}"
    ),
    "syslog with a priority": lambda at, day, month: f"<3>{month} {at.day:2d} {at:%H:%M:%S} {HOST} kernel: {MESSAGE}",
    "syslog with the year": lambda at, day, month: f"{month} {at.day:2d} {at:%Y %H:%M:%S} {HOST} kernel: {MESSAGE}",
    "journal short": lambda at, day, month: f"{month} {at:%d %H:%M:%S} {HOST} kernel: {MESSAGE}",
    "journal short-precise": lambda at, day, month: f"{month} {at:%d %H:%M:%S}.123456 {HOST} kernel: {MESSAGE}",
}
NUMBERED: dict[str, Form] = {
    "dmesg iso": lambda at, day, month: f"{at:%Y-%m-%dT%H:%M:%S},123456+01:00 {MESSAGE}",
    "dmesg iso -x": lambda at, day, month: f"kern  :err   : {at:%Y-%m-%dT%H:%M:%S},123456+01:00 {MESSAGE}",
    "rsyslog": lambda at, day, month: f"{at:%Y-%m-%dT%H:%M:%S}.123456+01:00 {HOST} kernel: {MESSAGE}",
    "RFC 5424": lambda at, day, month: f"<3>1 {at:%Y-%m-%dT%H:%M:%S}.123Z {HOST} kernel - - - {MESSAGE}",
    "journal short-iso": lambda at, day, month: f"{at:%Y-%m-%dT%H:%M:%S}+0100 {HOST} kernel: {MESSAGE}",
    "journal short-iso-precise": lambda at, day, month: f"{at:%Y-%m-%dT%H:%M:%S}.123456+0100 {HOST} kernel: {MESSAGE}",
    "journal short-full": lambda at, day, month: f"{at:%a %Y-%m-%d %H:%M:%S} CET {HOST} kernel: {MESSAGE}",
    "journal short-unix": lambda at, day, month: f"{int(at.timestamp())}.123456 {HOST} kernel: {MESSAGE}",
}
UNDATED = {
    "dmesg": f"[12345.678901] {MESSAGE}",
    "dmesg --raw": f"<3>[12345.678901] {MESSAGE}",
    "dmesg -x": f"kern  :err   : [12345.678901] {MESSAGE}",
    "dmesg -d": f"[12345.678901 <    0.000012>] {MESSAGE}",
    "dmesg of a newer kernel": f"[12345.678901] [  T1234] {MESSAGE}",
    "journal short-monotonic": f"[12345.678901] {HOST} kernel: {MESSAGE}",
    "journal short-delta": f"[12345.678901 <    0.000012 >] {HOST} kernel: {MESSAGE}",
    "somebody's own": f"[12345.678901] kernel: {MESSAGE}",
    "somebody's own, twice": f"[12345.678901] kernel: [12345.678901] {MESSAGE}",
}
DAYS = [datetime(2024, 1, 1, 3, 4, 5, tzinfo=UTC) + timedelta(days=day) for day in range(366)]


def _lines(form: Form, language: Language) -> Iterator[tuple[datetime, str]]:
    for at in DAYS:
        yield at, form(at, language.days[at.weekday()], language.months[at.month - 1])


def _held(line: LogLine | None, at: datetime, text: str) -> None:
    assert line is not None, text
    assert line.message == MESSAGE, text
    assert line.kernel, text
    assert (line.month, line.day) == (at.month, at.day), text
    assert line.year in (0, at.year), text
    assert int(line.clock) // 60 == at.hour * 60 + at.minute, text


@each(product(NAMED, LANGUAGES))
def test_a_month_by_name_is_read_on_each_day(form: str, language: str) -> None:
    for at, text in _lines(NAMED[form], LANGUAGES[language]):
        _held(parse(text), at, text)


@pytest.mark.parametrize("form", NUMBERED)
def test_a_date_in_numbers_is_read_on_each_day(form: str) -> None:
    for at, text in _lines(NUMBERED[form], LANGUAGES["C"]):
        _held(parse(text), at, text)


@pytest.mark.parametrize("form", UNDATED)
def test_a_clock_since_the_boot_is_read(form: str) -> None:
    line = parse(UNDATED[form])
    assert line is not None
    assert (line.message, line.kernel, line.uptime) == (MESSAGE, True, 12345.678901)


@pytest.mark.parametrize("form", [*NAMED, *NUMBERED, *UNDATED])
def test_an_error_of_a_drive_is_found_behind_each_form(form: str) -> None:
    """On the ninth and the tenth of a month, the first days with one digit and with two."""
    for at in (DAYS[68], DAYS[69]):
        made = {**NAMED, **NUMBERED}.get(form)
        text = made(at, f"{at:%a}", f"{at:%b}") if made else UNDATED[form]
        found = recognise(["$ dmesg", text, text], "dmesg.txt").found
        rows = [row for each in found for row in each.reader.read(each.output).rows]
        assert any(row.template == "disk-error" and row.values["device"] == "sdb" for row in rows), text
