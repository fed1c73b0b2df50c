
tell "waiting for the samplings"
for one in $sampling; do
    printf '%s %s %s\n' "samples" 60 "$one" > "$work/job"
    wait "$one"
done
rm -f "$work/job"
running=
printf '%s\n' '@header@' > "$manifest"
for piece in "$work"/note/*; do
    if [ -f "$piece" ]; then cat "$piece" >> "$manifest"; fi
done

# The bundle gets its name by a link, which replaces nothing and follows nothing.
fails() {
    end_all
    complain "the bundle cannot be written in $base: $1"
}
ending=.tar
if command -v gzip > /dev/null 2>&1; then ending=.tar.gz; fi
file=$name$ending
{ tar cf - "$name" || : > "$work/failed"; } | if [ "$ending" = .tar ]; then cat; else gzip; fi > "$file" || : > "$work/failed"
if [ -f "$work/failed" ]; then fails "is it full?"; fi
chmod 600 "$file"
given=
for more in '' "-$key" "-$key-2"; do
    if [ "$file" != "$name$more$ending" ]; then mv "$file" "$name$more$ending"; fi
    file=$name$more$ending
    if ln "$file" .. 2>/dev/null; then
        given=$file
        break
    elif [ ! -e "../$file" ] && [ ! -h "../$file" ] && mkdir -m 700 "../$name$more" 2>/dev/null; then
        # a file system without links
        mv "$file" "../$name$more/" || fails "it cannot be moved there"
        given=$name$more/$file
        break
    fi
done
if [ -z "$given" ]; then fails "its name is taken"; fi
end_all
printf '%s\n' "passwords and keys were taken out by their names; look through the bundle before you hand it on" >&2
printf '%s\n' "$base/$given"
