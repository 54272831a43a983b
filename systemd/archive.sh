# A release as a file: taken only when it is signed by a key that the box knows. Part of systemd/install, which reads it.
#
# Beside nightcrier-<version>.tar.xz lies nightcrier-<version>.tar.xz.sig, made by systemd/release. It makes no difference
# where both came from: the file is copied, the copy is checked, and not a byte of it is unpacked before.

largest=$((512 * 1024 * 1024)) # of the file, and of all that is in it
signer=nightcrier-release      # as the keys are listed, and what they sign for

known_keys() {
    local file
    for file in "$root/etc/nightcrier/allowed_signers" "$opt/current/app/systemd/allowed_signers" \
        "$source/systemd/allowed_signers"; do
        if grep -qs '^[^#]' "$file"; then
            echo "$file"
            return
        fi
    done
    stop "this box knows no key by which a release is signed: write one into /etc/nightcrier/allowed_signers, as docs/build.md tells"
}

# A stick can be pulled, or say something else the second time.
copy_in() { # copy_in FILE NAME
    head -c $((largest + 1)) "$1" >"$taken/$2" || stop "$1 cannot be read; nothing was changed"
    [ "$(stat -c %s "$taken/$2")" -le "$largest" ] || stop "$1 is too large to be a Nightcrier; nothing was changed"
}

check_signature() {
    local keys
    keys=$(known_keys)
    [ -f "$archive.sig" ] || stop "$archive.sig is missing: without its signature nothing is taken; nothing was changed"
    copy_in "$archive.sig" signature
    copy_in "$archive" packed
    ssh-keygen -Y verify -f "$keys" -I "$signer" -n "$signer" -s "$taken/signature" <"$taken/packed" >/dev/null 2>&1 ||
        stop "$archive is not whole, or not signed by a key in $keys; get both files again; nothing was changed"
}

# Even what is signed may unpack into its own folder only, and to so much. Its times are not taken: a Pi may have none.
unpack() {
    xz -dc --memlimit-decompress=256MiB "$taken/packed" 2>/dev/null | head -c $((largest + 1)) >"$taken/plain" || true
    [ "$(stat -c %s "$taken/plain")" -le "$largest" ] || stop "$archive unpacks to too much; nothing was changed"
    LC_ALL=C tar --numeric-owner -tvf "$taken/plain" >"$taken/listed" 2>/dev/null ||
        stop "$archive is damaged; nothing was changed"
    awk -v most="$largest" '{ all += $3 } END { exit all > most }' "$taken/listed" || # a file may be all holes
        stop "$archive unpacks to too much; nothing was changed"
    ! grep -qv '^[-d]' "$taken/listed" || stop "$archive holds links or devices; nothing was changed"
    LC_ALL=C tar -Ptf "$taken/plain" >"$taken/listed"
    ! grep -qvE '^nightcrier(/|$)' "$taken/listed" && ! grep -qE '(^|/)\.\.(/|$)' "$taken/listed" ||
        stop "$archive leads out of its folder; nothing was changed"
    tar -xf "$taken/plain" -C "$taken" --touch --no-same-owner --no-same-permissions
    rm "$taken/plain" "$taken/packed"
}

told() { # told KEY FOLDER: what a release says of itself
    sed -n "s/^$1 //p" "$2/RELEASE" 2>/dev/null || true
}

plain() { sed 's/\(a\|b\|rc\|\.dev\)\([0-9]*\)$/~\1\2/' <<<"$1"; } # 0.3.0rc1 comes before 0.3.0

is_older() { # is_older NEW NOW: by their moments where both are releases, else by their numbers
    local new now
    new=$(told made "$1") now=$(told made "$2")
    if [ -n "$new" ] && [ -n "$now" ]; then
        [ "$new" -lt "$now" ]
    else
        new=$(number_of "$1") now=$(number_of "$2")
        dpkg --compare-versions "$(plain "$new")" lt "$(plain "$now")"
    fi
}

check_release() {
    local new=$taken/nightcrier now=$opt/current/app
    [ -f "$new/RELEASE" ] && [ -f "$new/systemd/install" ] || stop "$archive holds no Nightcrier; nothing was changed"
    case " $(told machines "$new") " in
    *" $(uname -m) "*) ;;
    *) stop "$archive is for $(told machines "$new"), and this is $(uname -m); nothing was changed" ;;
    esac
    ! { [ -d "$now" ] && is_older "$new" "$now"; } ||
        stop "$archive is older than what runs here; --back leads to the version before; nothing was changed"
}

# Its own installer goes on: it knows what the new version needs.
install_archive() {
    local tool
    for tool in ssh-keygen xz; do
        command -v "$tool" >/dev/null || stop "$tool is missing; sudo apt install openssh-client xz-utils"
    done
    hold_alone
    rm -rf "$opt"/taken.*
    taken=$(mktemp -d "$opt/taken.XXXXXX")
    trap 'rm -rf "$taken"' EXIT
    check_signature
    unpack
    check_release
    say "$archive is signed by a key that this box knows"
    let_others_in # that installer is one of them
    bash "$taken/nightcrier/systemd/install" ${recording:+--recording} ${root:+--root "$root"}
}
