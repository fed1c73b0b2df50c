#!/bin/sh
# Captures this @system@ host read-only into a bundle that `advisor diagnose` opens.
# Usage: sh THIS [FOLDER]   writes FOLDER/advisor-HOST-DATE.tar.gz (or .tar); the current folder otherwise
# Printed by `advisor collect --script @system@`. It changes nothing on the host and needs nothing beyond its base system.

@again@umask 077
IFS=$(printf ' \t\n.')
IFS=${IFS%.}
LC_ALL=C
PATH=@path@
ZFS_MODULE_LOADING=NO
LVM_SUPPRESS_FD_WARNINGS=1
export LC_ALL PATH ZFS_MODULE_LOADING LVM_SUPPRESS_FD_WARNINGS
unset CDPATH
# Nothing else of the environment is kept: it could make a tool load code, start a pager or print in other units.
settings=
for variable in $(command env | sed -n 's/^\([A-Za-z_][A-Za-z0-9_]*\)=.*/\1/p'); do
    case $variable in
    LC_ALL | PATH | ZFS_MODULE_LOADING | LVM_SUPPRESS_FD_WARNINGS | HOME | IFS) ;;
    PWD | OLDPWD | _ | SHLVL | UID | EUID | PPID | SHELLOPTS | BASHOPTS) ;; # the shell's own, of which some cannot be unset
    PG* | MYSQL_* | LIBMYSQL_*) settings="$settings $variable" ;;
    *) unset "$variable" ;;
    esac
done
more='@more@'
deadline=@seconds@ most_kb=@most_kb@ floor_kb=@floor_kb@
base=${1:-.}
case $base in
/*) ;;
*) base=./$base ;;
esac
host=$(uname -n | sed 's/[.].*//; s/[^A-Za-z0-9_-]/_/g')
name=advisor-$host-$(date '+%Y%m%d-%H%M%S')
key=$(od -An -N8 -tx1 /dev/urandom 2>/dev/null | tr -dc '0-9a-f')
me=$(id -u)
count=1000
running=
sampling=

complain() {
    printf '%s\n' "$1" >&2
    exit 2
}

# facts_of FILE [L]: its number, mode, links, owner and size; a link is not followed without L
facts_of() {
    # shellcheck disable=SC2012,SC2046
    set -- $(ls "-ldni$2" "$1" 2>/dev/null | awk 'NR == 1 { print $1, $2, $3, $4, $5, $6 }')
    inode=$1 mode=$2 links=$3 owner=$4 group=$5 bytes=$6
}

ours() {
    [ "$1" = 0 ] || [ "$1" = "$me" ]
}

# doze SECONDS: fails where a TERM ended it
doze() {
    nap=
    trap 'stop=1; if [ -n "$nap" ]; then kill -KILL "$nap" 2>/dev/null; fi' TERM
    sleep "$1" &
    nap=$!
    if [ -z "$stop" ]; then wait "$nap"; fi
    if [ -n "$stop" ]; then
        kill -KILL "$nap" 2>/dev/null
        return 1
    fi
}

# answers FOLDER: whether it does, and soon; what waits in the kernel is left behind
answers() {
    silent=
    trap 'silent=1' USR1
    (cd "$1" || exit) < /dev/null > /dev/null 2>&1 &
    asked=$!
    (
        doze @probe@ || exit 0
        kill -USR1 "$$" 2>/dev/null
    ) < /dev/null > /dev/null 2>&1 &
    watch=$!
    wait "$asked"
    kill -TERM "$watch" 2>/dev/null
    wait "$watch"
    if [ -n "$silent" ]; then kill -KILL "$asked" 2>/dev/null; fi
    [ -z "$silent" ]
}

case $base in
/*) named=$base ;;
*) named=$PWD/$base ;;
esac
stop=
answers "$base" || complain "$base gives no answer: name a folder on another file system"
cd "$base" || exit 2
facts_of "${named%/}"
case $mode,$owner in
l*,0 | l*,"$me" | [!l]* | ,) ;;
*) complain "$base is a link of another user: name another folder" ;;
esac
# plain TEXT: with nothing in it but printable characters
plain() {
    printf '%s' "$1" | tr '\n\t' '__' | sed 's/[^ -~]/_/g'
}

# Everything is written below a folder that is ours alone, and by names relative to it: whoever renames it or plants another
# one in its place leads us nowhere.
folder=.advisor-$key.$$
work=.
top=$work/$name
manifest=$top/@manifest@
inside=
busy=
guard=

# enter: into our folder, if it is there and ours alone
enter() {
    cd "./$folder" 2>/dev/null || return 1
    facts_of .
    case $mode,$owner in
    drwx--[-S]---*,"$me") inside=1 ;;
    *)
        cd ..
        return 1
        ;;
    esac
}

# What we run may still write: what is left is removed once more.
clean() {
    for _ in 1 2 3; do
        rm -rf ./* ./.[!.]* 2>/dev/null
        if (cd .. && rmdir "$folder") 2>/dev/null; then return 0; fi
        sleep 1
    done
}

end_all() {
    trap '' HUP INT TERM
    # With `busy`, $! may be a job that has begun this moment; it may miss the first signal.
    for job in $running ${busy:+$!}; do kill -TERM "$job" 2>/dev/null; done
    if [ -n "$running$busy" ]; then
        sleep 1
        for job in $running ${busy:+$!}; do kill -TERM "$job" 2>/dev/null; done
    fi
    for job in $running ${busy:+$!}; do wait "$job" 2>/dev/null; done
    kill -TERM "$guard" 2>/dev/null
    wait "$guard" 2>/dev/null
    if [ -n "$inside" ]; then clean; fi
}

# The guard ends a job that gives no answer, and cleans up where this shell is killed.
guard() {
    trap '' HUP INT
    nap=
    trap 'stop=1; if [ -n "$nap" ]; then kill -KILL "$nap" 2>/dev/null; fi' TERM
    before='' ticks=0
    while kill -0 "$$" 2>/dev/null; do
        sleep 1 &
        nap=$!
        if [ -z "$stop" ]; then wait "$nap"; fi
        if [ -n "$stop" ]; then
            kill -KILL "$nap" 2>/dev/null
            exit 0
        fi
        if [ -z "$inside" ]; then enter || continue; fi
        one='' limit='' pid=''
        if [ -f "$work/alive" ]; then
            rm -f "$work/alive"
            ticks=0
        fi
        if [ -f "$work/job" ]; then read -r one limit pid < "$work/job"; fi
        if [ -z "$pid" ] || [ "$one" != "$before" ]; then
            before=$one ticks=0
        elif [ "$ticks" -ge "$limit" ]; then
            : > "$work/late.$one"
            kill -TERM "$pid" 2>/dev/null
            sleep 1
            # A job that waits in the kernel cannot be ended: it is left behind.
            kill -USR1 "$$" 2>/dev/null
            ticks=0
        else
            ticks=$((ticks + 1))
        fi
    done
    if [ -z "$inside" ]; then enter || exit 0; fi
    for file in "$work"/pid.*; do
        if [ -f "$file" ] && read -r pid < "$file"; then kill -TERM "$pid" 2>/dev/null; fi
    done
    sleep 1
    clean
}

# Until the folder is ours and guarded, a signal is only kept in mind.
trap : USR1
trap 'stop=129' HUP
trap 'stop=130' INT
guard < /dev/null > /dev/null 2>&1 &
guard=$!
if ! mkdir -m 700 "$folder" || ! enter; then
    (rmdir "$folder") 2>/dev/null
    end_all
    complain "no folder of ours alone can be made in $base: name another folder"
fi
# Another guard begins inside: the first one would not find a folder that somebody has renamed since.
first=$guard
guard < /dev/null > /dev/null 2>&1 &
guard=$!
kill -KILL "$first" 2>/dev/null
trap 'end_all; exit 129' HUP
trap 'end_all; exit 130' INT
trap 'end_all; exit 143' TERM
if [ -n "$stop" ]; then
    end_all
    exit "$stop"
fi
mkdir "$top" "$work/note" || {
    end_all
    exit 2
}

for old in ../.advisor-*.*; do
    facts_of "$old"
    case $mode,$owner in
    d*,"$me")
        if ! kill -0 "${old##*.}" 2>/dev/null; then
            printf '%s\n' "left behind by a capture that was killed; remove it: $base/$(plain "${old#../}")" >&2
        fi
        ;;
    esac
done

cat > "$work/secrets" <<'END_OF_SECRETS'
@secrets_0@END_OF_SECRETS
# a sed that knows alternatives lets most lines pass by at once
if [ "$(printf '%s\n' ab | sed -n '/x\|b/p' 2>/dev/null)" = ab ]; then
    cat >> "$work/secrets" <<'END_OF_SECRETS'
@secrets_1@END_OF_SECRETS
fi
cat >> "$work/secrets" <<'END_OF_SECRETS'
@secrets_2@END_OF_SECRETS

# now: $clock, in seconds
now() {
    if [ -r /proc/uptime ]; then # nobody sets it while we run
        read -r clock _ < /proc/uptime
        clock=${clock%%.*}
    else
        # seconds of the day: %s is not everywhere; 08 is no number to $((...))
        # shellcheck disable=SC2003
        clock=$(date '+%H %M %S' | { read -r h m s; expr "$h" \* 3600 + "$m" \* 60 + "$s"; })
    fi
}

# since BEGAN: the seconds since then
since() {
    now
    took=$((clock - $1))
    if [ "$took" -lt 0 ]; then took=$((took + 86400)); fi
}
now
start=$clock

tell() {
    if [ -t 2 ]; then printf '%s\n' "$1" >&2; fi
}

# note NUMBER PLACE SOURCE STATUS SECONDS BYTES WHOM TEXT
note() {
    case $3 in
    *[!\ -~]*) source=$(plain "$3") ;;
    *) source=$3 ;;
    esac
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$2" "$source" "$4" "$5" "$6" "$7" "$8" > "$work/note/$1"
}

# do_measure: the kilobytes that the bundle holds, and those that its file system has left
do_measure() {
    command=
    trap 'kill -KILL "$command" 2>/dev/null; exit 1' TERM
    held=$(du -sk "$top" | awk '{ print $1 }')
    printf '%s\n' "$held" > "$work/measured"
    if [ -n "$blind" ]; then return 0; fi
    df -kP . < /dev/null > "$work/df" 2>/dev/null &
    command=$!
    wait "$command"
    left=$(awk 'NR == 2 && $4 ~ /^[0-9]+$/ { print $4 }' "$work/df")
    printf '%s\n' "$held $left" > "$work/measured"
}

# measure: $held and $left, every 2 s; a df that gave no answer once is not asked again
blind='' held=0 left='' next=0
measure() {
    since "$start"
    if [ "$took" -lt "$next" ] || [ "$took" -ge "$deadline" ]; then return 0; fi
    count=$((count + 1))
    job @patience@ people "df of $base" do_measure
    if [ -f "$work/late.$count" ]; then blind=1; fi
    held=0 left=
    if [ -f "$work/measured" ]; then read -r held left < "$work/measured"; fi
    since "$start"
    next=$((took + 2))
}

# may NUMBER WHOM SOURCE: whether there is time and space for one more
may() {
    if [ "$took" -ge "$deadline" ]; then
        note "$1" - "$3" - 0 0 "$2" "not reached before the deadline"
    elif [ "${left:-$floor_kb}" -lt "$floor_kb" ]; then
        note "$1" - "$3" - 0 0 "$2" "left out: less than $((floor_kb / 1024)) MB are free"
    elif [ "$held" -ge "$most_kb" ]; then
        note "$1" - "$3" - 0 0 "$2" "left out: the bundle is full"
    else
        return 0
    fi
    return 1
}

# keep NUMBER RAW PLACE SOURCE STATUS SECONDS SIZE WHOM TEXT: cut, take secrets out, note
keep() {
    raw=$2 place=$3 text=$9
    bytes=$(wc -c < "$raw" | tr -d ' ')
    if [ "$bytes" -gt "$7" ]; then
        text="cut after $7 bytes"
    fi
    if [ "$bytes" -eq 0 ]; then
        note "$1" - "$4" "$5" "$6" 0 "$8" "${text:-no output}"
    else
        case $place in
        *[!\ -~]*) place=$(plain "$place") ;;
        esac
        if [ -e "$top/$place" ]; then place=$place.$1; fi
        mkdir -p "$top/${place%/*}"
        dd if="$raw" bs=1024 count="$(($7 / 1024))" 2>/dev/null | sed -f "$work/secrets" > "$work/kept.$1"
        mv "$work/kept.$1" "$top/$place"
        note "$1" "$place" "$4" "$5" "$6" "$bytes" "$8" "${text:--}"
    fi
    rm -f "$raw"
}

# job LIMIT WHOM SOURCE WHAT...: do one thing beside this shell, and wait for it: a signal is heard at once
job() {
    limit=$1 whom=$2 source=$3
    shift 3
    busy=1
    "$@" &
    pid=$!
    printf '%s\n' "$pid" > "$work/pid.$count"
    printf '%s %s %s\n' "$count" "$limit" "$pid" > "$work/job.new"
    mv "$work/job.new" "$work/job"
    running="$sampling $pid"
    wait "$pid"
    busy=
    running=$sampling
    rm -f "$work/job" "$work/pid.$count"
    if [ -f "$work/late.$count" ]; then
        note "$count.9999" - "$source" - "$limit" 0 "$whom" "no answer for $limit s: the rest is left out"
    fi
}

# A command gets a group of its own where the system can do that: all that it began is ended with it.
apart=
if command -v setsid > /dev/null 2>&1; then apart=setsid; fi

# ends SIGNAL COMMAND
ends() {
    kill "-$1" "-$2" 2>/dev/null || kill "-$1" "$2" 2>/dev/null
}

# give_up: end the command of this job, and the job
give_up() {
    trap '' TERM
    ends TERM "$command"
    kill "$watch" 2>/dev/null
    sleep 1
    ends KILL "$command"
    exit 1
}

# do_run NUMBER SECONDS SIZE WHOM PLACE HOW COMMAND...
do_run() {
    number=$1 seconds=$2 size=$3 whom=$4 place=$5 how=$6
    shift 6
    source=$*
    stop=
    trap 'stop=1' TERM
    whose "$how"
    source=$source$as
    if [ -n "$needs" ]; then
        there=
        for path in $needs; do
            if [ -e "$path" ]; then there=1; fi
        done
        if [ -z "$there" ]; then
            note "$number" - "$source" - 0 0 "$whom" "not run: ${needs%% *} is not there"
            return 0
        fi
    fi
    program=$(command -v "$1")
    case $program in
    @trusted@) ;;
    /*)
        if ! safe "$program"; then
            note "$number" - "$source" - 0 0 "$whom" "not run: others may change $program"
            return 0
        fi
        ;;
    esac
    out=$work/out.$number err=$work/err.$number
    now
    began=$clock
    mkdir "$work/cwd.$number"
    (
        command -v "$1" > /dev/null 2>&1 || {
            : > "$work/missing.$number"
            exit 127
        }
        # shellcheck disable=SC3045
        ulimit -c 0 2>/dev/null
        ulimit -f "$((size / 512 + 2048))" 2>/dev/null
        case $how in
        private) # what a tool leaves in its folder or its home is removed
            HOME=.
            export HOME
            # shellcheck disable=SC2086
            if [ -n "$settings" ]; then unset $settings; fi
            cd "$work/cwd.$number" || exit 126
            ;;
        own)
            # not the home of another user, which sudo may leave
            if [ "$me" = 0 ]; then HOME=~root; fi
            export HOME
            cd / || exit 126
            ;;
        *)
            cd / || exit 126
            # shellcheck disable=SC2086
            if [ -n "$settings" ]; then unset $settings; fi
            PGREQUIREPEER=$how
            export PGREQUIREPEER
            # not su or runuser: a login would be logged
            if [ "$me" = 0 ]; then set -- chroot --userspec="$how:" / "$@"; fi
            ;;
        esac
        exec ${apart:+"$apart"} "$@"
    ) < /dev/null > "$out" 2> "$err" &
    command=$!
    # A signal that a new shell hears before it drops our traps is lost: there is no trap meanwhile, and a nap is ended by KILL.
    trap - TERM
    (
        doze "$seconds" || exit 0
        : > "$work/over.$number"
        ends TERM "$command"
        sleep 2
        ends KILL "$command"
    ) > /dev/null 2>&1 &
    watch=$!
    trap give_up TERM
    if [ -n "$stop" ]; then give_up; fi
    wait "$command" 2>/dev/null
    status=$?
    if [ -n "$apart" ]; then ends KILL "$command"; fi
    kill -TERM "$watch" 2>/dev/null
    wait "$watch" 2>/dev/null
    since "$began"
    text=
    if [ -f "$work/over.$number" ]; then
        text="ended after $seconds s"
    elif [ "$status" -ne 0 ]; then
        text=$(plain "$(sed -f "$work/secrets" "$err" 2>/dev/null | sed 1q | tr '\t' ' ')")
        text=${text:-exit status $status}
    fi
    if [ -f "$work/missing.$number" ]; then
        note "$number" - "$source" - 0 0 "$whom" "not installed"
    else
        keep "$number" "$out" "$place" "$source" "$status" "$took" "$size" "$whom" "$text"
    fi
    rm -rf "$work/cwd.$number" "$out" "$err"
}

# whose HOW: $as says it where it is another user
whose() {
    as=
    case $1 in
    private | own) ;;
    *) if [ "$me" = 0 ]; then as=" (as $1)"; fi ;;
    esac
}

# safe PATH: whether nobody else may change it or put another one in its place
safe() {
    at=$1
    while :; do
        facts_of "${at:-/}" L
        if ! ours "$owner"; then return 1; fi
        case $mode in
        d????????[tT]*) ;;
        ????????w*) return 1 ;;
        ?????w*) if [ "$group" -ge @first_group@ ]; then return 1; fi ;;
        esac
        if [ -z "$at" ]; then return 0; fi
        at=${at%/*}
    done
}

# would_mount PATH: whether a look at it would have the automounter mount something
would_mount() {
    if [ ! -r /proc/self/mounts ]; then return 1; fi
    awk -v look="$1/" '
        { at = $2; sub("/$", "", at) }
        index(look, at "/") == 1 && length(at) >= most { most = length(at); kind = $3 }
        END { exit kind != "autofs" }' /proc/self/mounts
}

# do_path: the other folders where programs may lie
do_path() {
    for one in $more; do
        if ! would_mount "$one" && [ -d "$one" ] && safe "$one"; then printf ':%s' "$one"; fi
    done > "$work/path"
}

# if_there PATHS run ...: only where one of the paths is there
if_there() {
    needs=$1
    shift
    "$@"
    needs=
}
needs=

# fit NAME: whether it can be given to a command: of many the first; $saved is its name in the bundle
fit() {
    many=$((many + 1))
    if [ "$many" -gt @most_devices@ ]; then return 1; fi
    case $1 in
    '' | *[!\ -~]*) return 1 ;;
    -*)
        count=$((count + 1))
        note "$count" - "$1" - 0 0 people "not run: this name would be an option"
        return 1
        ;;
    esac
    saved=$(printf '%s' "$1" | sed 's/[^A-Za-z0-9_./-]\{1,\}/_/g; s/\//./g; s/[._-]*$//')
}

# run SECONDS SIZE WHOM PLACE HOW COMMAND...
run() {
    count=$((count + 1))
    shown=$*
    shown=${shown#* * * * * }
    whose "$5"
    shown=$shown$as
    tell "$shown"
    number=$count
    measure
    may "$number" "$3" "$shown" || return 0
    job "$(($1 + 15 + $2 / 262144))" "$3" "$shown" do_run "$number" "$@"
}

# sample: the same, beside all that follows
sample() {
    count=$((count + 1))
    shown=$*
    number=$count
    measure
    may "$number" "$3" "${shown#* * * * * }" || return 0
    busy=1
    do_run "$number" "$@" &
    printf '%s\n' "$!" > "$work/pid.$count"
    sampling="$sampling $!"
    running=$sampling
    busy=
}

# list_pools: their names, once
list_pools() {
    if [ -f "$work/pools" ]; then return 0; fi
    : > "$work/pools"
    count=$((count + 1))
    job @patience@ people "zpool list" do_list
}

do_list() {
    command -v zpool > /dev/null 2>&1 || return 0
    (
        # shellcheck disable=SC3045
        ulimit -f 64 2>/dev/null
        exec zpool list -H -o name
    ) < /dev/null > "$work/pools.all" 2>/dev/null &
    command=$!
    trap 'kill -KILL "$command" 2>/dev/null; exit 1' TERM
    wait "$command"
    sed @most_devices@q "$work/pools.all" > "$work/pools"
}

# copy SIZE MOST WHOM PATTERN
copy() {
    count=$((count + 1))
    number=$count
    measure
    may "$number" "$3" "$4" || return 0
    job "$((@patience@ + $1 / 262144))" "$3" "$4" do_copy "$number" "$@"
}

# do_copy NUMBER SIZE MOST WHOM PATTERN: a folder that gives no answer holds up this job alone
do_copy() {
    first=$1 size=$2 most=$3 whom=$4 pattern=$5
    command=
    trap 'kill -KILL "$command" 2>/dev/null; exit 1' TERM
    split=$IFS
    IFS=
    # shellcheck disable=SC2086
    set -- $pattern
    IFS=$split
    part=1000 found=
    for file in "$@"; do
        part=$((part + 1))
        number=$first.$part
        : > "$work/alive"
        if [ -d "$file" ] || [ ! -e "$file" ]; then continue; fi
        found=1
        if [ "$most" -le 0 ]; then
            note "$number" - "$pattern" - 0 0 "$whom" "$(($# - part + 1001)) more files left out"
            return 0
        fi
        since "$start"
        if [ "$took" -ge "$deadline" ]; then
            note "$number" - "$file" - 0 0 "$whom" "not reached before the deadline"
            return 0
        fi
        most=$((most - 1))
        if [ ! -f "$file" ]; then
            note "$number" - "$file" - 0 0 "$whom" "no regular file"
        elif trusted "$file"; then
            copy_one "$number" "$size" "$whom" "$file"
        else
            note "$number" - "$file" - 0 0 "$whom" "$text"
        fi
    done
    if [ -z "$found" ]; then note "$first" - "$pattern" - 0 0 "$whom" "not there"; fi
}

# trusted FILE: whether nobody else led us to it by a link; $real is the file itself, $bytes its size, $text why not
trusted() {
    real=$1 bytes=0 inode=
    case $1 in
    /proc/* | /sys/*) return 0 ;; # nobody plants anything there
    esac
    rest=$1 real='' others='' steps=0 text="a link of another user, not followed"
    while [ -n "$rest" ]; do
        step=${rest%%/*}
        case $rest in
        */*) rest=${rest#*/} ;;
        *) rest= ;;
        esac
        case $step in
        '' | .) ;;
        ..) real=${real%/*} ;;
        *)
            if [ -h "$real/$step" ]; then
                steps=$((steps + 1))
                if [ "$steps" -gt 40 ]; then return 1; fi
                facts_of "${real:-/}"
                ours "$owner" || others="$others $owner"
                facts_of "$real/$step"
                ours "$owner" || others="$others $owner"
                leads=$(ls -ld "$real/$step" 2>/dev/null)
                leads=${leads#*"$real/$step -> "}
                rest=$leads/$rest
                case $leads in
                /*) real= ;;
                esac
            else
                real=$real/$step
            fi
            ;;
        esac
    done
    facts_of "${real%/*}/"
    in_mode=$mode in_owner=$owner
    facts_of "$real"
    case $mode in
    -*) ;;
    *)
        text="no regular file"
        return 1
        ;;
    esac
    for other in $others; do
        if [ "$other" != "$owner" ]; then return 1; fi
    done
    if [ "$links" -gt 1 ]; then
        text="a hard link in a folder of other users, not read"
        if ours "$in_owner"; then
            case $in_mode in
            ?????w* | ????????w*) return 1 ;;
            esac
        elif [ "$in_owner" != "$owner" ]; then
            return 1
        fi
    fi
    return 0
}

# take LIMIT COMMAND...: run it into $raw, which gets no larger than that
take() {
    blocks=$(($1 / 512 + 4))
    shift
    (
        # shellcheck disable=SC3045
        ulimit -c 0 2>/dev/null
        ulimit -f "$blocks" 2>/dev/null
        exec "$@"
    ) <&4 > "$raw" 2>/dev/null &
    command=$!
    wait "$command" 2>/dev/null
    status=$?
}

# same: whether what was opened as 4 is the file that was looked at, and none that was put in its place since
same() {
    if [ -z "$inode" ] || [ ! -e /proc/self/fd/0 ]; then return 0; fi
    was=$inode,$mode,$owner
    facts_of /proc/self/fd/4 L
    if [ "$was" = "$inode,$mode,$owner" ]; then return 0; fi
    text="replaced while it was read"
    return 1
}

# unpack COMMAND...: what is packed in $raw, bounded in time and memory; of it the end is kept
unpack() {
    (
        # shellcheck disable=SC3045
        ulimit -t @unpack_seconds@ 2>/dev/null
        # shellcheck disable=SC3045
        ulimit -v 524288 2>/dev/null
        "$@" < "$raw" 2>/dev/null || : > "$raw.bad"
    ) | tail -c "$size" > "$raw.end"
    mv "$raw.end" "$raw"
    if [ -f "$raw.bad" ]; then text="packed, and not whole"; fi
    rm -f "$raw.bad"
    if [ "$(wc -c < "$raw" | tr -d ' ')" -ge "$size" ]; then
        sed 1d "$raw" > "$raw.end"
        mv "$raw.end" "$raw"
        text=${text:-cut to $size bytes}
    fi
}

# copy_one NUMBER SIZE WHOM FILE
copy_one() {
    raw=$work/raw.$1 place=${4#/} text=
    packed=
    case $4 in
    *.gz) packed=gzip place=${place%.gz} ;;
    *.xz) packed=xz place=${place%.xz} ;;
    *.bz2) packed=bzip2 place=${place%.bz2} ;;
    esac
    if [ -n "$packed" ] && [ "$bytes" -gt @packed_most@ ]; then
        note "$1" - "$4" - 0 0 "$3" "packed and too large"
        return 0
    fi
    status=1
    : > "$raw"
    {
        if ! same; then
            :
        elif [ -n "$packed" ]; then
            take @packed_most@ cat
            unpack "$packed" -dc
        elif [ "$bytes" -gt "$2" ]; then
            # of a log the end is kept
            take "$(($2 + 2048))" dd bs=1024 @skip@="$((bytes / 1024 - $2 / 1024 + 1))" count="$(($2 / 1024 + 1))"
            sed 1d "$raw" > "$raw.end"
            mv "$raw.end" "$raw"
            text="cut to $2 bytes"
        else
            take "$2" cat
        fi
    } 4< "$real" 2>/dev/null
    if [ "$status" -ne 0 ] && [ ! -s "$raw" ]; then text=${text:-not readable}; fi
    if [ ! -s "$raw" ]; then text=${text:-empty}; fi
    keep "$1" "$raw" "$place" "$4" "$status" 0 "$(($2 + 1024))" "$3" "$text"
}

count=$((count + 1))
job @patience@ people "the folders of programs" do_path
if [ -f "$work/path" ]; then
    read -r more < "$work/path"
    PATH=$PATH$more
fi
measure
if [ "${left:-$floor_kb}" -lt "$floor_kb" ]; then
    end_all
    complain "less than $((floor_kb / 1024)) MB are free in $base: name another folder"
fi
