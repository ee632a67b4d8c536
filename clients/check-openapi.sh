#!/bin/sh
# Validates the OpenAPI document of the service with two public validators, fetched by npm into target/openapi.
#   clients/check-openapi.sh [FILE|URL]     default: the document in the sources
set -eu
here=$(CDPATH='' cd "$(dirname "$0")/.." && pwd -P)
document=${1:-$here/server/src/main/resources/dev/attune/server/http/openapi.json}
place=$here/target/openapi
mkdir -p "$place"
cd "$place"
[ -f package.json ] || echo '{"private": true}' >package.json
npm install --silent --no-audit --no-fund @seriousme/openapi-schema-validator@2.11.0 @redocly/cli@2.77.0
./node_modules/.bin/validate-api "$document" | grep -q '"valid": true' || { ./node_modules/.bin/validate-api "$document"; exit 1; }
REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true ./node_modules/.bin/redocly lint --extends=spec "$document" >redocly.log 2>&1 || {
    cat redocly.log
    exit 1
}
echo "ok: $document is valid OpenAPI by @seriousme/openapi-schema-validator 2.11.0 and @redocly/cli 2.77.0"
