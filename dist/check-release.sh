#!/bin/sh
# Checks what "./mvnw -Prelease verify" has put into target/staging: that each artefact is complete, and that programs
# which depend on one module each can be built and run with it, and get the jars that they should get and no others.
#   dist/check-release.sh [--compare FOLDER]     with --compare: that another build of the same sources gave the same bytes
# Needs the network, or a local repository with the plug-ins; MAVEN_ARGS adds options of Maven. GRADLE names a Gradle, otherwise the one on the PATH is used, if any.
set -eu
here=$(CDPATH='' cd "$(dirname "$0")" && pwd -P)
root=$(dirname "$here")
staging=$root/target/staging
version=$(sed -n 's/.*<version>\(.*\)<\/version>.*/\1/p' "$root/pom.xml" | head -n 1)
work=$root/target/consumers
failed=0
fail() { echo "FAILED: $*"; failed=1; }
[ -d "$staging/dev/attune" ] || { echo "there is no $staging: run ./mvnw -Prelease verify"; exit 1; }

# --- complete ---------------------------------------------------------------------------------------------------------
for folder in "$staging"/dev/attune/*/"$version"; do
    module=$(basename "$(dirname "$folder")")
    file=$folder/$module-$version
    [ -f "$file.pom" ] || fail "$module has no pom"
    case $module in
        attune | attune-bom) ;;
        *)
            for part in .jar -sources.jar -javadoc.jar -cyclonedx.json; do
                [ -s "$file$part" ] || fail "$module has no $part"
            done
            "${JAVA_HOME:+$JAVA_HOME/bin/}jar" tf "$file.jar" >/dev/null || fail "$module.jar cannot be read"
            ;;
    esac
done
for tag in name description url licenses developers scm; do # as inherited
    grep -q "<$tag" "$staging/dev/attune/attune/$version/attune-$version.pom" || fail "the parent pom has no $tag"
    grep -q "<$tag" "$staging/dev/attune/attune-bom/$version/attune-bom-$version.pom" || fail "the BOM has no $tag"
done
# The BOM lists all that is published, and nothing else.
published=$(cd "$staging/dev/attune" && ls | grep -vxE 'attune|attune-bom' | sort)
listed=$(sed -n 's/.*<artifactId>\(attune-[a-z-]*\)<.*/\1/p' "$staging/dev/attune/attune-bom/$version/attune-bom-$version.pom" | grep -vx attune-bom | sort)
[ "$published" = "$listed" ] || fail "the BOM lists $(echo $listed), published is $(echo $published)"

# --- consumers --------------------------------------------------------------------------------------------------------
# What Maven resolves from the staging folder goes to a repository of this check; the rest may come from the user's.
rm -rf "$work"
mkdir -p "$work"
user=$("$root/mvnw" -q ${MAVEN_ARGS:-} help:evaluate -Dexpression=settings.localRepository -DforceStdout 2>/dev/null) || user=$HOME/.m2/repository
consume() { # NAME, the jars beside attune's that are right, as a pattern of grep
    cp -R "$root/examples/consumers/$1" "$work/$1"
    if ! "$root/mvnw" -q -B ${MAVEN_ARGS:-} -f "$work/$1/pom.xml" -Dmaven.repo.local="$work/repository" -Dmaven.repo.local.tail="$user" \
        -Dstaging="file://$staging" -Dattune="$version" compile; then
        fail "consumer $1 does not build"
        return
    fi
    tr ':' '\n' <"$work/$1/target/class.path" | sed 's/.*\///' | sort >"$work/$1/jars"
    others=$(grep -vE "^($2)-[0-9]" "$work/$1/jars" || :)
    [ -z "$others" ] || fail "consumer $1 also gets $(echo $others)"
    output=$("${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "$work/$1/target/classes:$(cat "$work/$1/target/class.path")" Consumer 2>&1) || :
    case $output in
        *'consumer ok:'*) echo "consumer $1: $(wc -l <"$work/$1/jars") jars, $(tr ':' '\n' <"$work/$1/target/class.path" | xargs du -ckL | tail -n 1 | cut -f1) kB, runs" ;;
        *) fail "consumer $1 does not run: $output" ;;
    esac
}
jackson='jackson-(core|databind|annotations)'
own='attune-(core|journal|live)'
consume core 'attune-core'
consume client "$own|attune-client|$jackson|jspecify"
consume kafka "$own|attune-kafka|$jackson|jspecify|kafka-clients|zstd-jni|lz4-java|snappy-java|slf4j-api"

gradle=${GRADLE:-$(command -v gradle || :)}
if [ -n "$gradle" ]; then
    for one in core client kafka; do
        cat >"$work/$one/build.gradle" <<END
apply plugin: 'java'
repositories { maven { url '$staging' }; mavenCentral() }
dependencies { implementation 'dev.attune:attune-$one:$version' }
task run(type: JavaExec) {
    classpath = sourceSets.main.runtimeClasspath
    if (hasProperty('mainClass')) { mainClass = 'Consumer' } else { main = 'Consumer' } // before Gradle 6.4
}
END
        echo "rootProject.name = 'consumer-$one'" >"$work/$one/settings.gradle"
        (cd "$work/$one" && "$gradle" -q ${GRADLE_ARGS:-} run 2>&1) | grep 'consumer ok:' || fail "consumer $one does not build with Gradle"
    done
else
    echo "there is no Gradle: its consumers are left out (GRADLE=PATH names one)"
fi

# --- the same bytes -----------------------------------------------------------------------------------------------------
if [ "${1:-}" = --compare ]; then
    # Checksums and the list of versions have the time of the deployment.
    differences=$(diff -rq --exclude='maven-metadata*' "$staging" "$2" || :)
    [ -z "$differences" ] && echo "$(find "$staging" -type f | grep -c -vE 'metadata|sha1|md5') files are the same in $2" || fail "$differences"
fi
[ $failed -eq 0 ] && echo "ok: attune $version is ready to be published from $staging"
exit $failed
