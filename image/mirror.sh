# shellcheck shell=bash
# Where Debian comes from, and what of it the card takes. Part of image/build, lab/machine/shared.sh and lab/machine/arm64, which read it.

# Of the addresses in apt's own lists the first that ends as Debian's do, else the first. Options in brackets may stand
# before one; a disc is none.
debian_mirror() { # debian_mirror [FOLDER]: nothing where none is named
    local apt=${1:-/etc/apt}
    cat "$apt"/sources.list.d/*.sources "$apt"/sources.list "$apt"/sources.list.d/*.list 2>/dev/null | awk '
        $1 == "URIs:" || $1 == "deb" {
            for (n = 2; n <= NF; n++) if ($n ~ /^(https?|file|copy):/) all[++count] = $n
        }
        END {
            for (n = 1; n <= count; n++) if (all[n] ~ /\/debian\/?$/) { print all[n]; exit }
            if (count) print all[1]
        }'
}

# Debian for `suite`, and its backports, of which the kernel alone is taken: `prefer_kernel` lays down that.
debian_lines() { printf "deb $mirror %s\n" "$suite main non-free-firmware" "$suite-backports main"; }

kernel_preference=$(dirname "${BASH_SOURCE[0]}")/overlay/etc/apt/preferences.d/nightcrier
prefer_kernel=(--setup-hook='mkdir -p "$1/etc/apt/preferences.d" && cp '"'$kernel_preference'"' "$1/etc/apt/preferences.d/"')
