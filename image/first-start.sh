# The card's first start and every other one, before the system runs. It lies in the initramfs, which has a small shell:
# no word here that POSIX does not know.
#
# How far the first start came stands in the partition table alone, in one sector, which a card writes whole or not at all:
#   no third partition     nothing was done yet
#   the third of type da   it was made; what is in it counts for nothing
#   the third of type 83   it holds people's settings and scores, and is never made anew
# So a power cut at whatever moment costs nothing but the step it fell into: the next start takes it again.

kept="etc opt usr/local var" # what may change; all else of the system is read-only

say() { echo "nightcrier: $1"; }

disk_of() { # disk_of PARTITION
    case $1 in
    *[0-9]p[0-9]) echo "${1%p?}" ;;
    *) echo "${1%?}" ;;
    esac
}

partition_of() { # partition_of DISK NUMBER
    case $1 in
    *[0-9]) echo "$1p$2" ;;
    *) echo "$1$2" ;;
    esac
}

# Fails where the table cannot be read: that is no card on which nothing was done yet.
type_of_third() { # type_of_third DISK
    table=$(sfdisk --dump "$1") || return
    echo "$table" | sed -n 's/^[^ ]*3 :.*type=\([0-9a-f]*\).*/\1/p'
}

# The first sector that no partition has; sfdisk alone would take the gap before the first.
end_of_second() { # end_of_second DISK
    sfdisk --dump "$1" | sed -n 's/^[^ ]*2 : start= *\([0-9]*\), size= *\([0-9]*\),.*/\1 \2/p' | {
        read -r start size && echo $((start + size))
    }
}

# All that the card has left becomes the data partition. What lay there before, on a card that was used, is not looked at.
make_data() { # make_data DISK
    type=$(type_of_third "$1") || return
    [ "$type" != 83 ] || return 0
    if [ -z "$type" ]; then
        say "taking the rest of the card"
        udevadm settle --timeout=30
        start=$(end_of_second "$1") || return
        echo "start=$start, type=da" | sfdisk --quiet --no-reread --append --wipe never --wipe-partitions never "$1" || return
    fi
    [ "$(type_of_third "$1")" = da ] || return
    udevadm settle --timeout=30
    say "making room for settings and scores"
    # Few inodes, a small journal, and the rest of the tables later: a second on any card, where all of it takes a minute.
    mkfs.ext4 -F -q -i 65536 -J size=16 -E nodiscard,lazy_itable_init=1 -L data "$(partition_of "$1" 3)" || return
    sync
    sfdisk --quiet --part-type "$1" 3 83 || return
    udevadm settle --timeout=30
    say "the first start is done"
}

# Whatever is missing of it, as after a cut, is made again.
lay_out() { # lay_out DATA
    for part in $kept; do
        [ -d "$1/$part/upper" ] && [ -d "$1/$part/work" ] || mkdir -p "$1/$part/upper" "$1/$part/work" || return
    done
    [ -e "$1/etc/upper/machine-id" ] || chmod 755 "$1" || return
    if [ ! -s "$1/etc/upper/machine-id" ]; then
        tr -d - </proc/sys/kernel/random/uuid >"$1/etc/machine-id.new" || return
        sync
        mv "$1/etc/machine-id.new" "$1/etc/upper/machine-id" || return
    fi
}

lay_over() { # lay_over DATA ROOT
    for part in $kept; do
        mount -t overlay -o "lowerdir=$2/$part,upperdir=$1/$part/upper,workdir=$1/$part/work" overlay "$2/$part" || return
    done
}

take_away() { # take_away ROOT
    for part in $kept data; do
        umount "$1/$part" 2>/dev/null
    done
}

mend_data() { # mend_data PARTITION
    e2fsck -p "$1" >/dev/null 2>&1
    [ $? -lt 4 ] || e2fsck -y "$1" >/dev/null 2>&1
    [ $? -lt 4 ]
}

keep_on_card() { # keep_on_card PARTITION ROOT
    [ "$(type_of_third "$(disk_of "$1")")" = 83 ] && mend_data "$1" &&
        mount -t ext4 -o noatime "$1" "$2/data" && lay_out "$2/data" && lay_over "$2/data" "$2"
}

# A card that cannot be written any more, or is too small, still plays: nothing is kept over the end.
keep_in_memory() { # keep_in_memory ROOT
    say "this card keeps nothing: settings and scores are lost when the box is switched off"
    mount -t tmpfs -o size=25%,mode=755 data "$1/data" && lay_out "$1/data" && lay_over "$1/data" "$1"
}

# The part that people write on their computers, before the system knows its disks: the box waits for it.
show_people() { # show_people PARTITION ROOT
    mount -t vfat -o ro,noatime,umask=022 "$1" "$2/boot/firmware" || say "the card's first partition cannot be read"
}

attach_data() { # attach_data ROOT_PARTITION ROOT
    if keep_on_card "$(partition_of "$(disk_of "$1")" 3)" "$2"; then
        say "settings and scores are kept on the card"
        return
    fi
    take_away "$2"
    keep_in_memory "$2"
}
