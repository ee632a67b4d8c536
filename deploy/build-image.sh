#!/bin/sh
# Makes the content of the image in a folder: runtime/ (jlink), attune.jar, lib/, Ready.class and the command attune.
#   deploy/build-image.sh FOLDER
# The Dockerfile runs it; so does deploy/test-image.sh, where there is no container engine.
set -eu
image=$1
here=$(CDPATH='' cd "$(dirname "$0")/.." && pwd -P)
jdk=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")}
mkdir -p "$image"

# The program. MAVEN_ARGS may add options such as -o.
cd "$here"
if [ -z "${ATTUNE_PROGRAM:-}" ]; then
    ./mvnw --batch-mode --quiet -Dmaven.test.skip=true -pl cli -am package
    ATTUNE_PROGRAM=$here/cli/target
fi
cp "$ATTUNE_PROGRAM/attune.jar" "$image/"
cp -R "$ATTUNE_PROGRAM/lib" "$image/"
rm -f "$image"/lib/*rocksdb* # for benchmarks alone

# The runtime. jdeps sees what the service's own libraries need; the rest is reached by reflection or as a service provider.
modules=java.base,java.logging,java.management,java.naming,java.net.http,java.sql,java.xml,java.desktop,java.security.jgss
modules=$modules,java.security.sasl,java.instrument,java.scripting,jdk.unsupported,jdk.crypto.ec,jdk.management,jdk.jfr,jdk.jcmd
rm -rf "$image/runtime"
"$jdk/bin/jlink" --add-modules "$modules" --strip-debug --no-man-pages --no-header-files --compress "${JLINK_COMPRESS:-2}" \
    --output "$image/runtime"

cat >"$image/attune" <<'END'
#!/bin/sh
# The attune command on the runtime beside it; ATTUNE_JAVA_OPTS adds options of the JVM.
here=$(dirname "$(readlink -f "$0")")
exec "$here/runtime/bin/java" -XX:+UseSerialGC ${ATTUNE_JAVA_OPTS:-} -jar "$here/attune.jar" "$@"
END
chmod 755 "$image/attune"

"$jdk/bin/javac" --release 17 -d "$image" "$here/deploy/Ready.java"
