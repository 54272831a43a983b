# shellcheck shell=bash disable=SC2154 # what is not assigned here is by image/build
# The card itself: the partition that any computer reads, the system, and the table that leads to both. No loop device, no
# mount: the same bytes come out each time. Part of image/build, which reads it.

label_id=4e434152            # of the partition table, in the words of the kernel: PARTUUID=4e434152-02
fat_megabytes=512            # an update and some voices fit in
grain=$((4 * 1024 * 1024))   # where partitions begin: cards erase in pieces of such a size
i2c_hertz=400000             # as systemd/install asks of Raspberry Pi's own kernel, and as pi5.dtso has it

# Debian's own device trees know no `dtparam`: the speed of the bus is written into them, and on a Pi 5 the bus itself. Its
# later chip (D0) has a tree of its own, which Linux and Raspberry Pi call by two names.
add_device_trees() { # add_device_trees FOLDER
    local tree
    for tree in "$root"/usr/lib/linux-image-*/broadcom/bcm{2711,2837}-*.dtb; do
        cp "$tree" "$1/"
        fdtput -t i "$1/${tree##*/}" /soc/i2c@7e804000 clock-frequency "$i2c_hertz" 2>/dev/null || echo "image: ${tree##*/} has no bus 1"
    done
    dtc -q -@ -I dts -O dtb -o "$1.dtbo" "$committed/image/pi5.dtso"
    for tree in "$root"/usr/lib/linux-image-*/broadcom/bcm2712-*.dtb; do
        fdtoverlay -i "$tree" -o "$1/${tree##*/}" "$1.dtbo"
    done
    cp "$1/bcm2712-d-rpi-5-b.dtb" "$1/bcm2712d0-rpi-5-b.dtb"
}

fill_boot() { # fill_boot FOLDER
    local firmware=$root/usr/lib/raspi-firmware
    mkdir -p "$1/nightcrier"
    cp "$firmware"/{bootcode.bin,start.elf,start4.elf,start_cd.elf,start4cd.elf,fixup.dat,fixup4.dat,fixup_cd.dat,fixup4cd.dat} "$1/"
    cp "$root/usr/share/doc/raspi-firmware/copyright" "$1/LICENCE.broadcom"
    cp "$root"/usr/lib/modules/*/vmlinuz "$1/vmlinuz"
    cp "$root"/boot/initrd.img-* "$1/initrd.img"
    add_device_trees "$1"
    cp "$folder/config.txt" "$1/config.txt"
    echo "root=PARTUUID=$label_id-02 rootfstype=squashfs ro rootwait console=tty1 quiet" >"$1/cmdline.txt"
    cp "$committed/image/put-here.txt" "$1/nightcrier/"
    find "$1" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
}

# mtools knows no SOURCE_DATE_EPOCH: it is told that time stands still.
make_fat() { # make_fat FILE FOLDER
    rm -f "$1"
    truncate -s "${fat_megabytes}M" "$1"
    mkfs.vfat --invariant -F 32 -n NIGHTCRIER -i 4e434653 "$1" >/dev/null
    (cd "$2" && TZ=UTC faketime -f "$(date -u -d "@$SOURCE_DATE_EPOCH" '+%F %T')" mcopy -s -m -i "$1" -- * ::)
}

make_system() { # make_system FILE
    rm -f "$1"
    mv "$root/boot" "$folder/work/boot" # the kernel lies where the firmware finds it
    mkdir -p "$root/boot/firmware"
    find "$root" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
    mksquashfs "$root" "$1" -quiet -no-progress -noappend -comp zstd -Xcompression-level 19 -b 256K >&2
}

make_card() {
    local work=$folder/work image=$folder/$name.img fat system
    rm -rf "$work"
    mkdir -p "$work/fat"
    fill_boot "$work/fat"
    rm -r "$root"/usr/lib/{linux-image-*,modules/*/{dtb,vmlinuz,System.map}} # device trees of everybody else's boards, too
    make_fat "$work/fat.img" "$work/fat"
    make_system "$work/system.img"
    fat=$((fat_megabytes * 1024 * 1024 / grain)) system=$((($(stat -c %s "$work/system.img") + grain - 1) / grain))
    rm -f "$image"
    truncate -s $(((1 + fat + system) * grain)) "$image"
    printf '%s\n' 'label: dos' "label-id: 0x$label_id" \
        "start=$((grain / 512)), size=$((fat * grain / 512)), type=c, bootable" \
        "start=$(((1 + fat) * grain / 512)), size=$((system * grain / 512)), type=83" | sfdisk --quiet "$image"
    dd if="$work/fat.img" of="$image" bs=$grain seek=1 conv=notrunc,sparse status=none
    dd if="$work/system.img" of="$image" bs=$grain seek=$((1 + fat)) conv=notrunc status=none
}

# Beside the other files of a release, once the project has an address; until then where it lies.
image_url() {
    local address file=$name.img.xz
    address=$(sed -n 's/^ADDRESS = "\(.*\)"$/\1/p' "$committed/device/nightcrier/__init__.py")
    echo "${IMAGE_URL:-${address:-file://$folder}${address:+/releases/download/v$version}/$file}"
}

# The blocks of xz are of one size, whatever the number of processors; what is in them is packed already.
pack_card() {
    xz -3 --threads=2 --block-size=16MiB --keep --force "$folder/$name.img"
    (cd "$folder" && sha256sum "$name.img.xz" >"$name.img.xz.sha256")
    python3 -I "$committed/image/entry.py" "$folder/$name.img" "$version" "$SOURCE_DATE_EPOCH" \
        "${IMAGE_URL:-file://$folder/$name.img.xz}" >"$folder/nightcrier.rpi-imager-manifest"
}
