# shellcheck shell=bash disable=SC2154 # what is not assigned here is by image/build
# The driver by which the box sees that its voltage is too low. Debian's kernel is built without it
# (CONFIG_SENSORS_RASPBERRYPI_HWMON), so it is compiled from Debian's own source of that kernel. Part of image/build, which
# reads it.

driver=raspberrypi-hwmon

# Like Debian's own part, whose kernel it fits, it is made once and kept in the folder.
make_driver() {
    local release linux sdk=$folder/compiler fetch_anew="remove $folder/system.tar and run this again"
    release=$(ls "$root/usr/lib/modules")
    linux=$(version_of "$root" "linux-image-$release")
    made_driver=$folder/$driver-$linux.ko
    [ ! -e "$made_driver" ] || return 0
    fetch_compiler "$sdk" "$release" ||
        stop "what compiles a driver for Linux $linux could not be fetched; if the mirror has another Linux by now, $fetch_anew"
    take_driver_source "$sdk" "$linux"
    compile_modules "$sdk" "$release"
    mv "$sdk/root/modules/$driver.ko" "$made_driver"
    rm -rf "$sdk"
}

take_driver_source() { # take_driver_source COMPILER VERSION
    local source modules=$1/root/modules found
    source=linux-source-$(cut -d. -f1,2 <<<"$2")
    found=$(version_of "$1" "$source" || true)
    [ "$found" = "$2" ] ||
        stop "the mirror has Linux ${found:-of another edition}, and the card has Linux $2; $fetch_anew"
    mkdir -p "$modules"
    tar -xf "$1/usr/src/$source.tar.xz" -C "$modules" --strip-components=3 "$source/drivers/hwmon/$driver.c"
    echo "obj-m := $driver.o" >"$modules/Kbuild"
}

version_of() { # version_of SYSTEM PACKAGE
    dpkg-query --admindir="$1/var/lib/dpkg" -W -f '${Version}' "$2"
}

add_driver() {
    local modules=("$root"/usr/lib/modules/*)
    install -D -m 644 "$made_driver" "${modules[0]}/updates/$driver.ko"
    enter depmod "${modules[0]##*/}" >&2
}
