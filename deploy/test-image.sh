#!/bin/sh
# Builds the content of the image and tests it without a container engine: the service runs from it on a read-only
# configuration, becomes ready, decides, is scraped, and stops on SIGTERM.
#   deploy/test-image.sh [FOLDER]
set -eu
here=$(CDPATH='' cd "$(dirname "$0")" && pwd -P)
folder=${1:-$(mktemp -d)}
image=$folder/image
[ -x "$image/runtime/bin/java" ] || "$here/build-image.sh" "$image"
port=$((20000 + $$ % 20000))
data=$folder/data
java=$image/runtime/bin/java
ready() { "$java" -XX:+UseSerialGC -Xmx16m -cp "$image" Ready "http://127.0.0.1:$port/readyz" 2>/dev/null; }
fail() { echo "FAILED: $*"; cat "$folder/log"; exit 1; }

ATTUNE_DATA=$data ATTUNE_HOST=127.0.0.1 ATTUNE_PORT=$port ATTUNE_KEYS='' \
    "$java" -XX:+UseG1GC -XX:MaxRAMPercentage=60 -XX:+ExitOnOutOfMemoryError -jar "$image/attune.jar" \
    serve --config "$here/attune.yaml" >"$folder/log" 2>&1 &
service=$!
trap 'kill -9 $service 2>/dev/null || :' EXIT
tries=0
until ready; do
    tries=$((tries + 1))
    kill -0 $service 2>/dev/null || fail "the service ended"
    [ $tries -lt 120 ] || fail "not ready"
    sleep 1
done
post() { curl -sS -f -H 'Content-Type: application/json' -d "$2" "http://127.0.0.1:$port$1"; }
post /v1/bandits '{"name":"image"}' >/dev/null || fail "no bandit"
post /v1/bandits/image/decisions '{"arms":["a","b"]}' | grep -q '"arm"' || fail "no decision"
curl -sS "http://127.0.0.1:$port/metrics" | grep -q '^attune_decisions_total' || fail "no metrics"
[ "$(stat -c %a "$data")" = 700 ] || echo "note: the data folder has mode $(stat -c %a "$data")"
kill -TERM $service
tries=0
while kill -0 $service 2>/dev/null; do
    tries=$((tries + 1))
    [ $tries -lt 60 ] || fail "does not stop"
    sleep 1
done
trap - EXIT
echo "ok: image of $(du -sm "$image" | cut -f1) MB, runtime of $(du -sm "$image/runtime" | cut -f1) MB: ready, decides, is scraped, stops"
