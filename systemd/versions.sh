# Versions of the program, side by side. Part of systemd/install and of systemd/first_starts, which read it.
#
# /opt/nightcrier/versions/<one>/{app,venv}   each whole: the program, and its libraries
# /opt/nightcrier/versions/<one>/nightcrier.code  all code that the box runs, in one file, for quick starts: systemd/start.py
# /opt/nightcrier/current                     a link to the one that starts with the box
# /opt/nightcrier/versions/<one>/before       a link to the one it came after
# /opt/nightcrier/versions/<one>/on-trial     how often it was started, until it has been ready once: systemd/first_starts
# /opt/nightcrier/versions/<one>/as-it-was    the box as it was before this version came: nightcrier save
#
# Nothing that `current` leads to is changed. An update takes the steps of device/nightcrier/care/safe_change.py, in shell, as no program
# exchanges itself: stage_version beside it, check_version there, keep_before, and swap_to it by one rename. So at every
# moment there is the whole old program or the whole new one, whatever fails, and whenever.

# shellcheck source=libraries.sh
. "${BASH_SOURCE[0]%/*}/libraries.sh"

parts=(LICENSE README.md assets config device gpiozero-gpiod pyproject.toml requirements systemd)
box_units=(nightcrier.service nightcrier-help.service nightcrier-stick@.service nightcrier-look.service nightcrier-chore.path nightcrier-chore.service nightcrier-net.service nightcrier-light.service)
longest_try=300 # seconds; a version that hangs is none

name_of() { # the version to which a link leads; nothing where it leads nowhere
    local one
    for one in "$opt"/versions/*; do
        if [ ! -L "$one" ] && [ "$one" -ef "$1" ]; then
            echo "${one##*/}"
            return
        fi
    done
}

number_of() { # of the program in a folder; in the versions until 24 November 2026 it lay one folder higher
    local top=$1/device
    [ ! -d "$top/nightcrier" ] || top+=/nightcrier
    sed -n 's/^__version__ = "\([0-9A-Za-z.+-]*\)"$/\1/p' "$top/__init__.py" 2>/dev/null || true
}

# Two installers at once would remove each other's work.
hold_alone() {
    mkdir -p "$opt"
    open_lock
    flock --nonblock "$alone" || stop "another installer is at work here; wait until it is done, and run this again"
}

# A file of root alone: whoever else could open it could hold it, and no update would come.
open_lock() {
    (umask 077 && : >>"$opt/.alone")
    exec {alone}<"$opt/.alone"
}

let_others_in() { exec {alone}<&-; }

# What was cut off, and what nobody can go back to any more.
sweep_versions() {
    local one
    for one in "$opt"/versions/*; do
        [ "$one" -ef "$opt/current" ] || [ "$one" -ef "$opt/current/before" ] || rm -rf "$one"
    done
}

# All modes are ours, whatever they are where the program comes from.
copy_program() {
    local odd
    odd=$(cd "$source" && find "${parts[@]}" ! -type f ! -type d -print -quit)
    [ -z "$odd" ] || stop "$source/$odd is neither a file nor a folder; take a whole copy of Nightcrier"
    mkdir "$version/app"
    (cd "$source" && [ ! -f RELEASE ] || parts+=(RELEASE) &&
        find "${parts[@]}" \( -name __pycache__ -o -name tests \) -prune -o -type f -print0 |
        tar --null --no-recursion --files-from=- --mode=0644 -cf -) |
        tar -xf - -C "$version/app" --touch --no-same-owner --no-same-permissions
    chmod 755 "$version"/app/systemd/{install,release,first_starts,stick}
    name_commit
}

# What git archive packed names its commit already; of a checkout git knows it.
name_commit() {
    local commit
    [ -e "$source/.git" ] && commit=$(git -c safe.directory="$source" -C "$source" rev-parse HEAD 2>/dev/null) || return 0
    (cd "$version/app" && sed -i "s/[$]Format:%H[$]/$commit/" device/nightcrier/__init__.py)
}

# As nobody in particular, and in no folder of anybody's.
try_version() {
    local as=() status=0 python=$version/venv/bin/python code=$version/nightcrier.code
    local -x PYTHONPATH=$version/app/device:$version/app/gpiozero-gpiod
    [ -n "$root" ] || as=(setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs)
    {
        "$python" -I -m compileall -q "$version/app/device" "$version/app/gpiozero-gpiod" &&
            timeout "$longest_try" "$python" -P -m nightcrier.tools.kept_lists &&
            timeout "$longest_try" "$python" -P "$version"/app/systemd/one_file.py "$code" &&
            "${as[@]}" timeout "$longest_try" "$python" -I -S "$version"/app/systemd/start.py "$code" check --dry
    } >"$version/tried" 2>&1 || status=$?
    [ "$status" != 124 ] || echo "it was stopped after $longest_try seconds" >>"$version/tried"
    return "$status"
}

stage_version() {
    local number
    number=$(number_of "$source")
    [ -n "$number" ] || stop "$source holds no Nightcrier; take a whole copy"
    mkdir -p "$opt/versions"
    sweep_versions
    version=$(mktemp -d "$opt/versions/$number.XXXXXX")
    trap drop_version EXIT
    chmod 755 "$version"
    copy_program
}

# What the first try said is said even where no other libraries can be had: the network is not to blame for it.
check_version() {
    local why=
    if share_libraries; then
        ! try_version || return 0
        why="the new version does not start with the libraries that are here: $(tail -n 3 "$version/tried"); and "
    fi
    fetch_libraries "$why"
    try_version || stop "the new version does not start here: $(tail -n 3 "$version/tried")"
}

keep_before() {
    if [ -e "$opt/current" ]; then
        ln -s "../$(name_of "$(good_before)")" "$version/before"
    elif [ -d "$opt/app" ]; then
        ln -s ../earlier "$version/before"
    fi
    if [ -L "$version/before" ]; then
        save_box
        note_trial "$version" 0
    fi
}

# What the new version comes after: the current one, unless that is still on trial, or the same release once more. Then
# the one before it, or nobody could go back to what was good; unless that one was left on its own trial.
good_before() {
    local now=$opt/current
    if can_go_back && [ ! -e "$now/before/on-trial" ] &&
        { [ -e "$now/on-trial" ] || cmp -s "$version/app/RELEASE" "$now/app/RELEASE"; }; then
        now=$now/before
    fi
    echo "$now"
}

# The new version may write settings and scores in a way of its own, and not read the old one: so the one that runs now
# saves them. As nobody could be updated whose scores are broken, it is no reason to stop. One that is still on trial may
# have written them: the box as it was before that one is kept.
save_box() {
    [ -e "$root/var/lib/nightcrier" ] || return 0
    if [ -e "$opt/current/on-trial" ] && [ -d "$opt/current/as-it-was" ]; then
        cp -a "$opt/current/as-it-was" "$version/as-it-was"
        return
    fi
    mkdir -m 700 "$version/as-it-was"
    machine "$root/usr/local/bin/nightcrier" save "$version/as-it-was" ||
        say "not all settings and scores could be saved before the update; it goes on without a whole copy of them" >&2
}

note_trial() { # note_trial VERSION STARTS
    echo "$2" | place 644 "$1/on-trial"
    sync "$1/"
}

starts_of_trial() { # of a file that a worn card has changed it is the first
    local starts
    starts=$(head -c 4 "$1/on-trial" 2>/dev/null || true)
    case $starts in *[!0-9]* | "") echo 0 ;; *) echo $((10#$starts)) ;; esac
}

end_trial() {
    rm -f "$1/on-trial"
    sync "$1/"
}

drop_version() {
    [ ! "$version" -ef "$opt/current" ] || return 0
    rm -rf "$version"
    say "nothing was changed" >&2
}

# What the card holds of a version is there before the name leads to it.
swap_to() {
    [ -x "$opt/versions/$1/venv/bin/python" ] && [ -d "$opt/versions/$1/app/device" ] || stop "$1 is no whole version"
    sync -f "$opt"
    ln -sfn "versions/$1" "$opt/current.new"
    mv -T "$opt/current.new" "$opt/current"
    sync -f "$opt"
}

# Installed before there were versions: that one becomes one of them. The service does not need its old place any more.
settle_earlier() {
    local part
    for part in app venv; do
        if [ -d "$opt/$part" ] && [ ! -L "$opt/$part" ]; then
            mkdir -p "$opt/versions/earlier"
            mv "$opt/$part" "$opt/versions/earlier/$part"
        fi
        [ -L "$opt/$part" ] || ln -s "current/$part" "$opt/$part"
    done
}

can_go_back() {
    [ -x "$opt/current/before/venv/bin/python" ] && [ -d "$opt/current/before/app/device" ]
}

# There and, if that was no good either, here again.
go_back() {
    local now before
    now=$(name_of "$opt/current")
    before=$(name_of "$opt/current/before")
    ln -sfn "../$now" "$opt/versions/$before/before.new"
    mv -T "$opt/versions/$before/before.new" "$opt/versions/$before/before"
    swap_to "$before"
}

# Written beside the old one, and renamed over it.
place() { # place MODE FILE, with what comes in
    cat >"$2.new"
    chmod "$1" "$2.new"
    sync "$2.new"
    mv -f "$2.new" "$2"
}

# A version of before may have had fewer.
place_or_drop() { # place_or_drop NAME FILE
    if [ -f "$opt/current/app/systemd/$1" ]; then
        place 644 "$2" <"$opt/current/app/systemd/$1"
    else
        rm -f "$2"
    fi
}

# What starts a version belongs to it: placed from the one that is current, and taken away where that has none. Whoever
# calls tells systemd.
place_units() {
    local unit
    mkdir -p "$root/etc/systemd/system" "$root/etc/udev/rules.d"
    for unit in "${box_units[@]}"; do
        place_or_drop "$unit" "$root/etc/systemd/system/$unit"
    done
    place_or_drop nightcrier-stick.rules "$root/etc/udev/rules.d/90-nightcrier-stick.rules" # udev looks by itself
    place_door
}

# What let the second program come to the door of a version until 29 November 2026; now it stands in the box's own unit.
place_door() {
    local folder=$root/etc/systemd/system/nightcrier.service.d name=nightcrier-door.conf
    if [ -f "$opt/current/app/systemd/$name" ]; then
        mkdir -p "$folder"
        place 644 "$folder/net.conf" <"$opt/current/app/systemd/$name"
    elif [ -e "$folder/net.conf" ]; then
        rm "$folder/net.conf"
        rmdir --ignore-fail-on-non-empty "$folder"
    fi
}
