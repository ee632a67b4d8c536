#!/bin/sh
# Tests the archives of ./attune dist as a user gets them: unpacked elsewhere, without a JDK, a home or a variable.
#   dist/test.sh            in an empty environment
#   dist/test.sh CHROOT     in a system of its own, such as one made by debootstrap --variant=minbase (needs root)
set -eu
here=$(CDPATH='' cd "$(dirname "$0")" && pwd -P)
archives=$here/target/archives
chroot=${1:-}
version=$(sed -n 's/.*<version>\(.*\)<\/version>.*/\1/p' "$here/../pom.xml" | head -n 1)
system=$(uname -s | tr 'A-Z' 'a-z')-$(uname -m)
place=$(mktemp -d "$chroot/tmp/attune test.XXXXXX") # with a space
trap 'rm -rf "$place"' EXIT
fail() { echo "FAILED: $*"; exit 1; }
tar -xzf "$archives/attune-$version-$system.tar.gz" -C "$place"
mkdir "$place/bin" # the programs that bin/attune uses, and no Java
inside=${place#"$chroot"}
if [ -n "$chroot" ]; then
    [ -e "$chroot/proc/self" ] || { mount -t proc proc "$chroot/proc"; trap 'umount "$chroot/proc"; rm -rf "$place"' EXIT; }
    path=/usr/bin:/bin
    ! chroot "$chroot" /usr/bin/env -i PATH=$path sh -c 'command -v java' || fail "the system has a Java"
else
    for tool in sh readlink dirname tr mkdir mv rm stty cut; do ln -s "$(command -v $tool)" "$place/bin/$tool"; done
    path="$place/bin"
fi
# run ARGUMENTS: the command from its own folder, in an empty environment.
run() {
    if [ -n "$chroot" ]; then
        chroot "$chroot" /usr/bin/env -i PATH="$path" sh -c 'cd "$0" && "./attune-'"$version"'/bin/attune" "$@"' "$inside" "$@"
    else
        (cd "$place" && env -i PATH="$path" "./attune-$version/bin/attune" "$@")
    fi
}
run --version | grep -q "^attune $version" || fail "--version"
[ -f "$place/attune-$version/cache/own.jsa" ] || fail "the first run left no cache of classes"
run demo --reps 1 >"$place/demo" 2>"$place/demo.err" || fail "demo: $(cat "$place/demo.err")"
grep -q '^Report: ' "$place/demo" || fail "demo prints no report"
[ -s "$place/runs/demo/index.html" ] || fail "demo writes no report"
ls "$place"/runs/demo/*/*.svg >/dev/null 2>&1 || ls "$place"/runs/demo/*.svg >/dev/null 2>&1 || fail "demo draws nothing"
if run stream broker >"$place/stream" 2>&1; then fail "stream runs without its archive"; fi
grep -q 'unpack attune-stream' "$place/stream" || fail "stream does not name its archive: $(cat "$place/stream")"
tar -xzf "$archives/attune-stream-$version.tar.gz" -C "$place"
# Flink asks for the name of this machine, which a bare system may not know.
if [ -z "$chroot" ]; then
    printf '%s\n' 'rounds: 50' 'repetitions: 1' 'environments: [fixed-arms]' 'policies: [LinUCB]' 'tuners: [VOI]' >"$place/small.yaml"
    run run "$inside/small.yaml" --on flink >"$place/flink" 2>&1 || fail "run --on flink: $(cat "$place/flink")"
fi
size=$(du -m "$archives/attune-$version.tar.gz" | cut -f1)
[ "$size" -le 45 ] || fail "the base is $size MB"
# What a start costs, without the first.
if [ -z "$chroot" ]; then
    for one in 1 2 3 4 5 6 7 8 9 10; do
        start=$(date +%s%N)
        run --version >/dev/null
        echo $((($(date +%s%N) - start) / 1000000))
    done | sort -n | sed -n '5{s/$/ ms: attune --version, median of 10/;p;}'
fi
# From the archive to the first decision of the service: unpack, first start, create a bandit, decide.
if [ -z "$chroot" ] && command -v curl >/dev/null 2>&1; then
    port=$((20000 + $$ % 20000))
    start=$(date +%s%N)
    mkdir "$place/fresh"
    tar -xzf "$archives/attune-$version-$system.tar.gz" -C "$place/fresh"
    env -i PATH="$path" "$place/fresh/attune-$version/bin/attune" serve --port $port --data "$place/data" >"$place/serve" 2>&1 &
    service=$!
    trap 'kill $service 2>/dev/null; rm -rf "$place"' EXIT
    until curl -sf "http://127.0.0.1:$port/readyz" >/dev/null 2>&1; do
        kill -0 $service 2>/dev/null || fail "the service ended: $(cat "$place/serve")"
        sleep 0.1
    done
    post() { curl -sS -f -H 'Content-Type: application/json' -d "$2" "http://127.0.0.1:$port$1"; }
    post /v1/bandits '{"name": "drinks"}' >/dev/null || fail "no bandit"
    post /v1/bandits/drinks/decisions '{"arms": ["tea", "coffee"]}' | grep -q '"arm"' || fail "no decision"
    echo "$((($(date +%s%N) - start) / 1000000)) ms: from the archive to the first decision of the service"
    kill $service
    wait $service || :
fi
echo "ok: attune $version runs without Java${chroot:+ in $chroot}: --version, demo, and what its archives promise"
