# shellcheck shell=bash disable=SC2154,SC2016 # what is not assigned here is by the script that reads it; others expand what is quoted
# Modules for the card's kernel, made on another computer: Debian's compiler for the Pi's processor, and of that kernel what
# modules are made with. Part of image/build and lab/machine/card, which read it; both have `suite` and `mirror`.

# The headers lie there as files: as a package they would want a compiler that runs on a Pi.
fetch_compiler() { # fetch_compiler FOLDER RELEASE: for Linux 7.3.4+deb13-arm64
    rm -rf "$1"
    mmdebstrap --quiet --architectures="$(dpkg --print-architecture),arm64" --variant=minbase "${prefer_kernel[@]}" \
        --aptopt='APT::Install-Recommends "false"' \
        --include="make,gcc-aarch64-linux-gnu,xz-utils,linux-source,linux-kbuild-${2%-arm64},linux-headers-${2%-arm64}-common" \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
        --customize-hook='cd "$1/tmp" && APT_CONFIG=$MMDEBSTRAP_APT_CONFIG apt-get download -qq '"linux-headers-$2:arm64"' &&
            dpkg-deb -x linux-headers-*.deb "$1" && rm linux-headers-*.deb' \
        "$suite" "$1" - < <(debian_lines) >&2
}

# What lies in its /root/modules. No path and no time of this computer is in them.
compile_modules() { # compile_modules FOLDER RELEASE
    chroot "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 sh -ec "
        make -s -C /usr/src/linux-headers-$2 ARCH=arm64 CROSS_COMPILE=aarch64-linux-gnu- M=/root/modules \
            KCFLAGS=-ffile-prefix-map=/root/modules/= modules
        aarch64-linux-gnu-strip -g /root/modules/*.ko" >&2
}
