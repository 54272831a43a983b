# shellcheck shell=bash disable=SC2154,SC2016 # what is not assigned here is by image/build; others expand what is quoted
# The system on the card: Debian, the box installed in it by its own installer, and what makes it start from a card whose
# system is read-only. Part of image/build, which reads it.

# A tar archive of mmdebstrap is the same each time that its packages are.
fetch_system() {
    # The initramfs is made once, when all is there.
    INITRD=No mmdebstrap --quiet --arch=arm64 --variant=minbase "${prefer_kernel[@]}" \
        --aptopt='APT::Install-Recommends "false"' --include="$packages" \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
        --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
        --setup-hook='mkdir -p "$1/etc/initramfs-tools/conf.d" &&
            cp '"'$committed/image/overlay/etc/initramfs-tools/conf.d/nightcrier'"' "$1/etc/initramfs-tools/conf.d/"' \
        "$suite" "$folder/system.new.tar" - < <(debian_lines) >&2
    mv "$folder/system.new.tar" "$folder/system.tar"
}

unpack_system() {
    rm -rf "$root"
    mkdir "$root"
    tar -xf "$folder/system.tar" -C "$root" --numeric-owner --xattrs --xattrs-include='*'
    cp -r "$committed/image/overlay/." "$root/"
    cp "$committed/image/first-start.sh" "$root/usr/lib/nightcrier-card/"
}

# A command inside it. The installer wants to see pins before it changes anything: a node of that name stands in. Under
# emulation systemctl does not see that it is in a chroot, and is told. Nothing is compiled twice: `compile_again` does it.
enter() {
    unshare -m bash -ec '
        root=$1
        shift
        mount -t proc proc "$root/proc"
        mount -t tmpfs devices "$root/dev"
        for node in null:1:3 zero:1:5 full:1:7 random:1:8 urandom:1:9 tty:5:0 gpiochip0:254:0; do
            IFS=: read -r name major minor <<<"$node"
            mknod -m 666 "$root/dev/$name" c "$major" "$minor"
        done
        ln -s /proc/self/fd "$root/dev/fd"
        mount -t tmpfs temporary "$root/tmp"
        exec chroot "$root" env -i PATH=/root/names:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
            DEBIAN_FRONTEND=noninteractive PIP_NO_INDEX=1 PIP_NO_COMPILE=1 PYTHONHASHSEED=0 \
            SYSTEMD_OFFLINE=1 SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH" "$@"
    ' enter "$root" "$@"
}

# The one name of chance on the card would be that of the version's folder.
name_without_chance() {
    mkdir -p "$root/root/names"
    printf '%s\n' '#!/bin/sh' 'for last; do :; done' 'made=${last%XXXXXX}card' \
        'case $last in /opt/*) mkdir "$made" && echo "$made" ;; *) exec /usr/bin/mktemp "$@" ;; esac' >"$root/root/names/mktemp"
    chmod 755 "$root/root/names/mktemp"
}

install_box() {
    local python=("$root"/usr/lib/python3.*)
    mkdir -p "$root/boot/firmware" "$root/root/nightcrier"
    cp "$committed/image/config.txt" "$root/boot/firmware/config.txt"
    cp -r "$committed/." "$root/root/nightcrier"
    fetch_wheels "$root/root/nightcrier/wheels" "${python[0]##*/python}" "$committed"/requirements/{recording,net}.txt
    name_without_chance
    enter /root/nightcrier/systemd/install --recording >&2 # nobody can add that to a card
    compile_again
    mv "$root/boot/firmware/config.txt" "$folder/config.txt"
    rm -r "$root/root/nightcrier" "$root/root/names"
}

# What Python compiled of the program and its libraries says when its source was written, or how it was summed: on a system
# that nobody writes neither is looked at.
compile_again() {
    local box=/opt/nightcrier/current
    enter python3 -I -m compileall -q -f --invalidation-mode unchecked-hash "$box/app/device" "$box/app/gpiozero-gpiod" \
        "$box/venv/lib" >&2
}

# Neither is asked for at a start (bare_modules.py); where a module lies is written down anew.
bare_modules() {
    python3 -I "$committed/image/bare_modules.py" "$root/usr/lib/modules"
    enter depmod "$(ls "$root/usr/lib/modules")"
}

prepare_start() {
    local disabled=(apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service
        fstrim.timer systemd-pstore.service {getty@tty1,serial-getty@,systemd-logind}.service # nobody logs in
        systemd-binfmt.service proc-sys-fs-binfmt_misc.automount {dev-hugepages,run-lock,sys-fs-fuse-connections}.mount
        sys-kernel-{config,debug,tracing}.mount modprobe@{configfs,drm,efi_pstore,fuse}.service # nor looks in there
        systemd-remount-fs.service systemd-udev-load-credentials.service # nothing is to be mounted anew, nothing comes so
        kmod-static-nodes.service systemd-tmpfiles-setup-dev{,-early}.service # udev names what is there, and no more is asked for
        systemd-user-sessions.service systemd-ask-password-{console,wall}.path
        systemd-{initctl,pcrextend,pcrlock,sysext}.socket)
    mkdir -p "$root/data"
    enter systemctl mask "${disabled[@]}" >&2
    enter systemctl enable nightcrier-{card,told,hdmi,voltage}.service >&2
    add_driver
    bare_modules
    enter update-initramfs -c -k "$(ls "$root/usr/lib/modules")" >&2
}

list_software() {
    echo "Nightcrier $version, commit $(git -c safe.directory="$checkout" -C "$checkout" rev-parse HEAD)"
    echo "Debian $suite for arm64, from $mirror"
    echo "${made_driver##*/}, compiled from its linux-source"
    echo "The program: MIT. Its voices and fonts: assets/audio/LICENSES.md, assets/fonts/LICENSES.md"
    python3 -I "$committed/image/licences.py" "$root"
}

# What every machine makes for itself, and what tells only of this build.
sweep_system() {
    rm -rf "$root"/var/lib/apt/lists/* "$root"/var/cache/{apt,ldconfig,debconf}/* "$root"/var/log/* \
        "$root"/{dev,proc,sys,run,tmp}/* "$root"/root/.cache "$root"/etc/resolv.conf "$root"/etc/ssh/ssh_host_* \
        "$root"/var/lib/systemd/{random-seed,catalog} "$root"/etc/{passwd,group,shadow,gshadow,subuid,subgid}- \
        "$root"/var/lib/dpkg/*-old "$root"/boot/firmware/*
    : >"$root/etc/machine-id"
    rm -f "$root/var/lib/dbus/machine-id"
    touch "$root/usr/lib/clock-epoch" # no start believes in an earlier time
    touch "$root/etc/.updated" "$root/var/.updated" # what systemd would make of new packages at a first start is made
}
