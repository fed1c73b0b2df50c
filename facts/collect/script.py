"""Writes the table as one POSIX shell script, for hosts on which this program does not run.

It needs a POSIX shell and the tools of a base system: dash, BusyBox, Solaris 10's ``/usr/xpg4/bin/sh``. There are no GNU options
in it and no ``timeout``: it ends commands by a watchdog of its own. Secrets are taken out by ``sed`` with the same expressions.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from facts.collect.host import HEADER
from facts.collect.redaction import sed_parts
from facts.collect.table import TABLES, Command, Entry, Files
from facts.places import MANIFEST, saved_as

_HEAD = """#!/bin/sh
# Captures this {system} host read-only into a bundle that `advisor diagnose` opens.
# Usage: sh THIS [FOLDER]   writes FOLDER/advisor-HOST-DATE.tar.gz (or .tar); the current folder otherwise
# Printed by `advisor collect --script {system}`. It changes nothing on the host and needs nothing beyond its base system.

{again}umask 077
LC_ALL=C
PATH={path}
export LC_ALL PATH
base=${{1:-.}}
host=$(uname -n | sed 's/[.].*//; s/[^A-Za-z0-9_-]/_/g')
name=advisor-$host-$(date '+%Y%m%d-%H%M%S')
work=$base/.$name.$$
top=$work/$name
running=
mkdir "$work" "$top" "$work/note" || exit 2
manifest=$top/{manifest}
count=1000

end_all() {{
    trap '' HUP INT TERM
    for job in $running; do kill -TERM "$job" 2>/dev/null; done
    wait
    rm -rf "$work"
}}
trap 'end_all; exit 130' HUP INT TERM

cat > "$work/secrets" <<'END_OF_SECRETS'
{secrets[0]}END_OF_SECRETS
# a sed that knows alternatives lets most lines pass by at once
if [ "$(printf '%s\\n' ab | sed -n '/x\\|b/p' 2>/dev/null)" = ab ]; then
    cat >> "$work/secrets" <<'END_OF_SECRETS'
{secrets[1]}END_OF_SECRETS
fi
cat >> "$work/secrets" <<'END_OF_SECRETS'
{secrets[2]}END_OF_SECRETS

now() {{
    # seconds of the day: %s is not everywhere; 08 is no number to $((...))
    # shellcheck disable=SC2003
    date '+%H %M %S' | {{ read -r h m s; expr "$h" \\* 3600 + "$m" \\* 60 + "$s"; }}
}}

tell() {{
    if [ -t 2 ]; then printf '%s\\n' "$1" >&2; fi
}}

# note NUMBER PLACE SOURCE STATUS SECONDS BYTES WHOM TEXT
note() {{
    printf '%s\\t%s\\t%s\\t%s\\t%s\\t%s\\t%s\\n' "$2" "$3" "$4" "$5" "$6" "$7" "$8" > "$work/note/$1"
}}

# keep NUMBER RAW PLACE SOURCE STATUS SECONDS SIZE WHOM TEXT: cut, take secrets out, note
keep() {{
    raw=$2 place=$3 text=$9
    bytes=$(wc -c < "$raw" | tr -d ' ')
    if [ "$bytes" -gt "$7" ]; then
        text="cut after $7 bytes"
    fi
    if [ "$bytes" -eq 0 ]; then
        note "$1" - "$4" "$5" "$6" 0 "$8" "${{text:-no output}}"
    else
        mkdir -p "$top/${{place%/*}}"
        dd if="$raw" bs=1024 count="$(($7 / 1024))" 2>/dev/null | sed -f "$work/secrets" > "$top/$place"
        note "$1" "$place" "$4" "$5" "$6" "$bytes" "$8" "${{text:--}}"
    fi
    rm -f "$raw"
}}

# do_run NUMBER SECONDS SIZE WHOM PLACE COMMAND...
do_run() {{
    number=$1 seconds=$2 size=$3 whom=$4 place=$5
    shift 5
    source=$*
    out=$work/out.$number err=$work/err.$number
    began=$(now)
    (
        ulimit -f "$((size / 512 + 2048))" 2>/dev/null
        exec "$@"
    ) < /dev/null > "$out" 2> "$err" &
    command=$!
    (
        trap 'kill "$nap" 2>/dev/null; exit 0' TERM
        sleep "$seconds" &
        nap=$!
        wait "$nap"
        : > "$work/late.$number"
        kill -TERM "$command" 2>/dev/null
        sleep 2
        kill -KILL "$command" 2>/dev/null
    ) > /dev/null 2>&1 &
    watch=$!
    trap 'kill "$command" "$watch" 2>/dev/null; exit 1' TERM
    wait "$command" 2>/dev/null
    status=$?
    kill -TERM "$watch" 2>/dev/null
    wait "$watch" 2>/dev/null
    took=$(($(now) - began))
    if [ "$took" -lt 0 ]; then took=0; fi
    text=
    if [ -f "$work/late.$number" ]; then
        text="ended after $seconds s"
    elif [ "$status" -ne 0 ]; then
        text=$(sed -f "$work/secrets" "$err" 2>/dev/null | sed 1q | tr '\\t' ' ')
        text=${{text:-exit status $status}}
    fi
    keep "$number" "$out" "$place" "$source" "$status" "$took" "$size" "$whom" "$text"
    rm -f "$err"
}}

# run SECONDS SIZE WHOM PLACE COMMAND...
run() {{
    count=$((count + 1))
    if command -v "$5" > /dev/null 2>&1; then
        shown=$*
        tell "${{shown#* * * * }}"
        do_run "$count" "$@" &
        running="$sampling $!"
        wait "$!"
        running=$sampling
    else
        skipped "$3" "not installed" "$@"
    fi
}}

# sample: the same, beside all that follows
sample() {{
    count=$((count + 1))
    if command -v "$5" > /dev/null 2>&1; then
        do_run "$count" "$@" &
        sampling="$sampling $!"
        running=$sampling
    else
        skipped "$3" "not installed" "$@"
    fi
}}

skipped() {{
    whom=$1 text=$2
    shift 6
    note "$count" - "$*" - 0 0 "$whom" "$text"
}}

# copy SIZE MOST WHOM PATTERN FILE...
copy() {{
    size=$1 most=$2 whom=$3 pattern=$4
    shift 4
    for file in "$@"; do
        if [ -d "$file" ]; then continue; fi
        count=$((count + 1))
        if [ ! -f "$file" ]; then
            note "$count" - "$pattern" - 0 0 "$whom" "not there"
        elif [ "$most" -le 0 ]; then
            note "$count" - "$pattern" - 0 0 "$whom" "more files left out"
            return 0
        else
            most=$((most - 1))
            copy_one "$count" "$size" "$whom" "$file"
        fi
    done
}}

copy_one() {{
    raw=$work/raw.$1
    place=${{4#/}}
    case $4 in
    *.gz)
        place=${{place%.gz}}
        gzip -dc "$4" > "$raw" 2>/dev/null
        ;;
    *.xz)
        place=${{place%.xz}}
        xz -dc "$4" > "$raw" 2>/dev/null
        ;;
    *.bz2)
        place=${{place%.bz2}}
        bzip2 -dc "$4" > "$raw" 2>/dev/null
        ;;
    *) cat "$4" > "$raw" 2>/dev/null ;;
    esac
    status=$?
    text=
    if [ "$status" -ne 0 ] && [ ! -s "$raw" ]; then text="not readable"; fi
    bytes=$(wc -c < "$raw" | tr -d ' ')
    if [ "$bytes" -gt "$2" ]; then
        # of a log the end is kept
        dd if="$raw" bs=1024 skip="$((bytes / 1024 - $2 / 1024 + 1))" 2>/dev/null | sed 1d > "$raw.end"
        mv "$raw.end" "$raw"
        text="cut to $2 bytes"
    elif [ "$bytes" -eq 0 ]; then
        text=${{text:-empty}}
    fi
    keep "$1" "$raw" "$place" "$4" "$status" 0 "$(($2 + 1024))" "$3" "$text"
}}

sampling=
"""

_TAIL = """
tell "waiting for the samplings"
for job in $sampling; do wait "$job"; done
running=
printf '%s\\n' '{header}' > "$manifest"
for piece in "$work"/note/*; do
    if [ -f "$piece" ]; then cat "$piece" >> "$manifest"; fi
done
bundle=$base/$name.tar
(cd "$work" && tar cf "bundle.tar" "$name") || {{ end_all; exit 2; }}
if gzip "$work/bundle.tar" 2>/dev/null; then
    bundle=$bundle.gz
    mv "$work/bundle.tar.gz" "$bundle" || {{ end_all; exit 2; }}
else
    mv "$work/bundle.tar" "$bundle" || {{ end_all; exit 2; }}
fi
rm -rf "$work"
printf '%s\\n' "passwords and keys were taken out by their names; look through the bundle before you hand it on" >&2
printf '%s\\n' "$bundle"
"""

_AGAIN = """# The shell of Solaris 10 is older than POSIX: go on in the one that is not.
if [ -z "$ADVISOR_SHELL" ] && [ -x /usr/xpg4/bin/sh ]; then
    ADVISOR_SHELL=xpg4
    export ADVISOR_SHELL
    exec /usr/xpg4/bin/sh "$0" "$@"
fi
"""
_PATHS = {
    "linux": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/MegaRAID/storcli:/opt/MegaRAID/perccli:/opt/MegaRAID/MegaCli",
    "solaris": "/usr/xpg4/bin:/usr/bin:/usr/sbin:/sbin:/usr/local/bin:/opt/csw/bin",
}
_FOUND = {
    "disk": "/sys/block/sd* /sys/block/hd* /sys/block/nvme*",
    "nvme": "/sys/block/nvme*",
    "array": "/sys/block/md*",
    "interface": "/sys/class/net/*",
}
"""Where the names that `each` stands for are found; those of pools are printed by a command."""


def script_for(system: str, table: Sequence[Entry] | None = None) -> str:
    """The whole script for ``linux`` or ``solaris``; of another table, where one is given."""
    head = _HEAD.format(
        system=system,
        again=_AGAIN if system == "solaris" else "",
        path=_PATHS[system],
        manifest=MANIFEST,
        secrets=sed_parts(),
    )
    entries = sorted(
        TABLES[system] if table is None else table, key=lambda e: not (isinstance(e, Command) and e.sample)
    )
    return head + "".join(f"{_line(entry)}\n" for entry in entries) + _TAIL.format(header=HEADER)


def _line(entry: Entry) -> str:
    whom = "reader" if entry.read else "people"
    if isinstance(entry, Files):
        return f"copy {entry.size} {entry.most} {whom} {shlex.quote(entry.pattern)} {entry.pattern}"
    words = entry.line
    order = "sample" if entry.sample else "run"
    if not entry.each:
        return f"{order} {entry.seconds} {entry.size} {whom} commands/{saved_as(words)} {words}"
    mark, name = f"{{{entry.each}}}", f"${{{entry.each}}}"
    place = saved_as(words.replace(mark, "NAME")).replace("NAME", name)
    quoted = " ".join(f'"{word.replace(mark, name)}"' if mark in word else word for word in words.split(" "))
    call = f'{order} {entry.seconds} {entry.size} {whom} "commands/{place}" {quoted}'
    if entry.each not in _FOUND:
        return f"for {entry.each} in $(zpool list -H -o name 2>/dev/null); do\n    {call}\ndone"
    there = '[ "$interface" != lo ] && [ -d "$path" ]' if entry.each == "interface" else f'[ -b "/dev/${entry.each}" ]'
    return (
        f"for path in {_FOUND[entry.each]}; do\n    {entry.each}=${{path##*/}}\n"
        f"    if {there}; then\n        {call}\n    fi\ndone"
    )
