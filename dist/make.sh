#!/bin/sh
# Makes the archives that users install, in dist/target/archives, from what "./mvnw -Dquick -Pdist package" has built.
#   ./attune dist            builds and calls this
#
#   attune-VERSION.tar.gz, .zip           the command line; needs Java 17 or newer
#   attune-VERSION-SYSTEM.tar.gz          the same with a Java runtime, for the system that this runs on
#   attune-stream-VERSION.tar.gz, .zip    Flink and Kafka, to be unpacked over one of them
set -eu
here=$(CDPATH='' cd "$(dirname "$0")" && pwd -P)
root=$(dirname "$here")
jdk=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")}
version=$(sed -n 's/.*<version>\(.*\)<\/version>.*/\1/p' "$root/pom.xml" | head -n 1)
# The time of every file in the archives, so that the same sources give the same bytes.
time=$(sed -n 's/.*<project.build.outputTimestamp>\(.*\)<\/project.build.outputTimestamp>.*/\1/p' "$root/pom.xml")
name=attune-$version
work=$here/target/work
out=$here/target/archives
rm -rf "$work" "$out"
mkdir -p "$work/base/$name/bin" "$work/stream/$name/lib" "$out"

# --- the base -----------------------------------------------------------------------------------------------------
base=$work/base/$name
cp "$here/src/bin/attune" "$here/src/bin/attune.cmd" "$base/bin/"
cp "$root/cli/target/quick/attune.jar" "$root/LICENSE" "$root/CHANGELOG.md" "$base/"
cp -R "$here/target/quick/base/lib" "$base/lib"
"$jdk/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -jar "$base/attune.jar" dist-files "$base/share"

# --- what stream jobs need beside it --------------------------------------------------------------------------------
for jar in "$root"/cli/target/quick/lib/*.jar; do
    case $jar in
        *rocksdb*) continue ;; # 52 MB, for benchmarks of a checkout; a Flink cluster brings its own
    esac
    [ -f "$base/lib/${jar##*/}" ] || cp "$jar" "$work/stream/$name/lib/"
done
cp "$root/flink/target/quick/attune-job.jar" "$work/stream/$name/"

# --- the base with a runtime ----------------------------------------------------------------------------------------
# All of Java SE, and what libraries reach by reflection or as a service provider: with fewer, Flink waits for ever.
modules=java.se,jdk.crypto.ec,jdk.jfr,jdk.management,jdk.net,jdk.unsupported,jdk.zipfs
system=$(uname -s | tr 'A-Z' 'a-z')-$(uname -m)
mkdir -p "$work/full"
cp -R "$base" "$work/full/$name"
runtime=$work/full/$name/runtime
# Not compressed here: the archive compresses the whole better than its parts.
"$jdk/bin/jlink" --add-modules "$modules" --strip-debug --no-man-pages --no-header-files --vm server --output "$runtime"
# Nothing draws on a screen, plays sounds or links native programs.
rm -f "$runtime"/lib/libawt_xawt.* "$runtime"/lib/libsplashscreen.* "$runtime"/lib/libjsound.* "$runtime"/lib/libjawt.*
# Charts need a font, and some systems have none.
mkdir -p "$runtime/lib/fonts"
cp "$here"/target/quick/fonts/* "$runtime/lib/fonts/"
cp "$here/src/runtime/fontconfig.properties" "$runtime/lib/"
# Debian's Java uses libraries of the system, which other systems may not have.
if [ "$(uname -s)" = Linux ]; then
    for library in "$runtime"/lib/*.so; do ldd "$library"; done |
        awk '$3 ~ /^\/(usr\/)?lib/ { print $3 }' | sort -u |
        grep -vE '/(libc|libm|libpthread|libdl|librt|libgcc_s|libstdc\+\+|libz)\.so' |
        while read -r library; do cp -L "$library" "$runtime/lib/"; done
fi
# The JDK's own classes in the form that the JVM has in memory; the first run adds those of Attune (bin/attune).
"$runtime/bin/java" -XX:+UseSerialGC -Xshare:dump >/dev/null

# --- archives ---------------------------------------------------------------------------------------------------------
find "$work" -exec touch -d "$time" {} +
# pack FOLDER ARCHIVE: both kinds, in the order of names and without the user that made them.
tarball() {
    (cd "$work/$1" && find "$name" | LC_ALL=C sort | tar --no-recursion --numeric-owner --owner=0 --group=0 -cf - -T -) |
        gzip -9n >"$out/$2.tar.gz"
}
zipped() {
    if command -v zip >/dev/null 2>&1; then
        (cd "$work/$1" && find "$name" | LC_ALL=C sort | TZ=UTC zip -q -X -9 "$out/$2.zip" -@)
    else
        echo "dist: there is no zip; $2.zip is left out" >&2
    fi
}
tarball base "$name"
zipped base "$name"
tarball stream "attune-stream-$version"
zipped stream "attune-stream-$version"
tarball full "$name-$system"
(cd "$out" && sha256sum ./* | sed 's/ \*\?\.\// /' >SHA256SUMS)
ls -l "$out" | awk 'NR > 1 { printf "%8.1f MB  %s\n", $5 / 1e6, $9 }'
