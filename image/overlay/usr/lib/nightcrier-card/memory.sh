# What the box remembers of the card's folder, in $memory. Part of take and tell, which read it.
# shellcheck shell=sh disable=SC2154

keep() { # keep NAME, with what comes in: whole or not at all
    cat >"$memory/$1.new" && sync "$memory/$1.new" && mv "$memory/$1.new" "$memory/$1" # set -e is off behind an ||
}

# What computers lay there by themselves is passed over, as by the box; what the box wrote itself is nothing to take.
as_it_is() {
    find "$card/nightcrier" \( -name '.?*' -o -iname 'system volume information' -o -iname thumbs.db -o \
        -iname desktop.ini -o -iname '$recycle.bin' -o -iname __macosx \) -prune -o \
        -type f ! -name put-here.txt ! -name taken.txt ! -name report.txt ! -name scores.csv \
        ! -name problems.txt ! -name '*.new' -printf '%P %s %T@\n' | LC_ALL=C sort
}
