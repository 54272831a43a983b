# shellcheck shell=bash disable=SC2154 # what is not assigned here is by whoever reads this
# The libraries of a version: which ones, and where they come from. Part of systemd/versions.sh, which reads it.

# Those that a box needs, and its page; with those that master a recording, where they were asked for once.
lock() {
    local one=pi
    if [ -n "$recording" ] || grep -qs '^scipy==' "$opt/current/venv/made-from"; then
        one=recording
    fi
    echo "$version/app/requirements/$one.txt"
}

name_locks() { locks=("$(lock)" "$version/app/requirements/net.txt"); }

# A release brings those of the card, which has no network. So the index is asked only where they do not suffice: for
# another Python, or for what was added to the program.
install_libraries() {
    local brought=()
    [ ! -d "$source/wheels" ] || brought=(--find-links "$source/wheels")
    : >"$version/tried"
    { [ -n "${brought[*]}" ] && ask_pip --no-index "${brought[@]}" 2>"$version/tried"; } || ask_pip "${brought[@]}"
}

ask_pip() {
    "$version/venv/bin/python" -I -m pip install --quiet --disable-pip-version-check --no-cache-dir --no-deps \
        --require-hashes --only-binary :all: "$@" "${locks[@]/#/--requirement=}"
}

# The libraries for the pins may come from apt, so the environment sees the system's packages.
fetch_libraries() { # fetch_libraries WHY, to be said before what went wrong
    say "installing the libraries"
    name_locks
    rm -rf "$version/venv"
    python3 -I -m venv --system-site-packages "$version/venv"
    install_libraries || stop "${1}the libraries could not be installed; check the network and the room on the card, and run this again$(
        sed -n '$s/^/: /p' "$version/tried")"
    cat "${locks[@]}" >"$version/venv/made-from"
}

# Where they are still the right ones, those that are here serve the new version, too.
share_libraries() {
    local here=$opt/current/venv
    [ -d "$here" ] || here=$opt/venv
    name_locks
    cat "${locks[@]}" | cmp -s - "$here/made-from" &&
        mkdir "$version/venv" && cp -al "$here/." "$version/venv"
}
