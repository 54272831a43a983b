# shellcheck shell=bash
# The libraries of the box as files, for a Pi that has no network. Part of systemd/release and of image/build, which read it.
#
# They are fetched by this machine, whatever processor it has: on an emulated one pip is so slow that servers hang up on it.

newest_glibc=41 # 2.41, that of Debian 13; a wheel names the oldest that it runs with

fetch_wheels() { # fetch_wheels FOLDER PYTHON LOCK..., for a Pi with this Python (3.13)
    local folder=$1 python=$2 platforms=(--platform manylinux2014_aarch64) glibc fetcher=$1-fetcher
    shift 2
    for glibc in $(seq 17 "$newest_glibc"); do
        platforms+=(--platform "manylinux_2_${glibc}_aarch64")
    done
    python3 -I -m venv "$fetcher"
    "$fetcher/bin/python" -I -m pip download --quiet --disable-pip-version-check --no-cache-dir --no-deps \
        --require-hashes --only-binary :all: "${platforms[@]}" --python-version "$python" --dest "$folder" \
        "${@/#/--requirement=}" >&2 ||
        stop "the libraries could not be fetched; check the network and run this again"
    rm -rf "$fetcher"
}
