#!/bin/bash
# boot.sh NAME EXTRADIR [SECONDS]: boots the lab card with EXTRADIR laid over its initramfs; prints the console
set -u
B=lab/build/card D=${TMPDIR:-/tmp}/boot/$1; mkdir -p $D
cp --sparse=always $B/disk.raw $D/disk.raw
(cd $2 && find . -mindepth 1 | cpio --quiet -o -H newc -R 0:0) > $D/extra
cp ${INITRD:-$B/initrd} $D/initrd; truncate -s %512 $D/initrd; cat $D/extra >> $D/initrd
line="$(cat $B/cmdline.txt) console=ttyAMA0 mitigations=off panic=-1 systemd.show_status=0 ${APPEND:-}"
timeout ${3:-300} qemu-system-aarch64 -M virt -cpu cortex-a53 -append "$line" -smp 1 -accel tcg,thread=single -icount shift=1,sleep=off -m 512 -nodefaults -display none -no-reboot -nic none -device virtio-rng-pci -kernel $B/vmlinuz -initrd $D/initrd -drive file=$D/disk.raw,format=raw,if=none,id=disk,cache.direct=on,cache.no-flush=on,aio=native -device virtio-blk-pci,drive=disk,ioeventfd=off -device qemu-xhci,id=usb -serial file:$D/serial.log </dev/null
rm -f $D/disk.raw; cat $D/serial.log
