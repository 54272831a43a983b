# shellcheck shell=bash disable=SC2154 # what is not assigned here is by the script that reads it
# Steps that are done once, Debian systems in folders, and the source of what stands in for pins and bus. Part of
# machine/build and machine/card, which read it; both have the folder in `folder`.

suite=trixie
# shellcheck source=../../image/mirror.sh
. "$here/../../image/mirror.sh"
mirror=$(debian_mirror || true)
certificates=/etc/ssl/certs/ca-certificates.crt
[ -n "$mirror" ] || { echo "lab: no Debian mirror is named in /etc/apt; add one there" >&2; exit 1; }
mkdir -p "$folder/log" "$folder/marks"

step() { # step FUNCTION TEXT [OF]: once; where it is of something, once for the same
    local mark=$folder/marks/$1${3:+-$3}
    [ ! -e "$mark" ] || return 0
    rm -f "$folder/marks/$1" "$folder/marks/$1"-*
    echo "lab: $2"
    "$1" >"$folder/log/$1.log" 2>&1 || {
        tail -n 15 "$folder/log/$1.log" >&2
        echo "lab: this step failed; the lines above say why, all of them are in $folder/log/$1.log" >&2
        exit 1
    }
    touch "$mark"
}

enter() { # a command inside one of the two systems
    local system=$1
    shift
    chroot "$system" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        PIP_CERT=$certificates "$@"
}

debian() { # debian FOLDER PACKAGE,PACKAGE
    mmdebstrap --variant=minbase --aptopt='APT::Install-Recommends "false"' --include="$2" \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
        "$suite" "$1" "$mirror"
    cp /etc/resolv.conf "$1/etc/"
    cp "$certificates" "$1/etc/ssl/certs/"
}

# gpio-sim is Debian's, but for a line that may go deaf; the bus of the screen that is read along is ours.
write_module_source() { # write_module_source SYSTEM
    local work=$1/root/modules archive
    archive=$(basename "$1"/usr/src/linux-source-*.tar.xz .tar.xz)
    mkdir -p "$work"
    tar -C "$work" --strip-components=1 -xf "$1/usr/src/$archive.tar.xz" \
        "$archive/drivers/gpio/gpio-sim.c" "$archive/kernel/irq/irq_sim.c"
    mv "$work/drivers/gpio/gpio-sim.c" "$work/core.c"
    mv "$work/kernel/irq/irq_sim.c" "$work/"
    # irq_to_desc is not exported to modules; and the kernel of a card has these, and exports them.
    sed -i -e 's/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq_safe(irqnum)/' -e '/^EXPORT_SYMBOL/d' "$work/irq_sim.c"
    # An edge that is lost: the level changes, and nobody is told.
    sed -i -e '/^static int gpio_sim_apply_pull/i static bool deaf;\nmodule_param(deaf, bool, 0600);\n' \
        -e 's/irq_type = irq_get_trigger_type(irq);/irq_type = deaf ? IRQ_TYPE_NONE : irq_get_trigger_type(irq);/' \
        "$work/core.c"
    grep -q 'deaf ?' "$work/core.c"
    cp "$here/kernel/i2c-tap.c" "$work/"
    printf 'obj-m := gpio-sim.o i2c-tap.o\ngpio-sim-y := core.o irq_sim.o\n' >"$work/Kbuild"
}
