#!/bin/sh
# Executions a second and the time to the first violation, of `concrex probe` and of AFL++ on the same
# programs: those of tests/programs/text that are written in C and read standard input.
#
#   against-afl.sh CONCREX SECONDS [PROGRAM.c ...]
#
# AFL++ is taken from the path, or from AFL_ROOT (the folder that holds usr/bin and usr/lib). It gets the
# same errors to see as Concrex: the program is compiled with the sanitizers. What Concrex takes includes
# reading the program, and the second for which it looks for further violations after the first.
set -eu
concrex=$1; seconds=$2; shift 2
texts=$(cd "$(dirname "$0")/../../../../tests/programs/text" && pwd)
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
root=${AFL_ROOT:-}
if [ -n "$root" ]; then
    export AFL_PATH="$root/usr/lib/afl" LD_LIBRARY_PATH="$root/usr/lib/x86_64-linux-gnu"
fi
afl() { tool=$1; shift; if [ -n "$root" ]; then "$root/usr/bin/$tool" "$@"; else "$tool" "$@"; fi; }
export AFL_QUIET=1 AFL_NO_UI=1 AFL_NO_AFFINITY=1 AFL_SKIP_CPUFREQ=1 AFL_BENCH_UNTIL_CRASH=1
export AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1
[ $# -gt 0 ] || set -- "$texts"/*.c
mkdir "$work/seeds"; printf '1\n' > "$work/seeds/one"
echo "| program | concrex: executions/s | found after | AFL++: executions/s | found after |"
echo "|---|---:|---:|---:|---:|"
for file; do
    name=$(basename "$file" .c)
    case $name in arguments-*) continue ;; esac
    file=$(realpath "$file")
    cp "$file" "$work/$name.c"
    cd "$work"
    "$concrex" probe --time "${seconds}s" "$name.c" > ours.txt 2>&1 || true
    ours=$(sed -n 's/^inputs: .*(\([0-9]*\) a second).*/\1/p' ours.txt)
    ours_found=$(sed -n 's/^refuted: .* in \(.*\)$/\1/p' ours.txt)
    AFL_USE_ASAN=1 AFL_USE_UBSAN=1 CFLAGS= afl afl-gcc -fno-sanitize-recover=all -o target "$name.c" \
        > /dev/null 2>&1
    start=$(date +%s.%N)
    afl afl-fuzz -V "$seconds" -m none -i seeds -o "afl-$name" -- ./target > /dev/null 2>&1 || true
    end=$(date +%s.%N)
    statistics="afl-$name/default/fuzzer_stats"
    theirs=$(sed -n 's/^execs_per_sec *: *//p' "$statistics")
    crashes=$(sed -n 's/^saved_crashes *: *//p' "$statistics")
    [ "${crashes:-0}" -gt 0 ] && theirs_found=$(echo "$start $end" | awk '{printf "%.1f s", $2 - $1}') ||
        theirs_found="-"
    echo "| $name | $ours | ${ours_found:--} | $theirs | $theirs_found |"
done
