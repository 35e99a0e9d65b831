#!/usr/bin/env bash
# The smallest target as AFL++ builds it: the engine's driver over the corpus, and the engine itself.
# Usage: test_afl.sh ROOT WORK. Exit code 77 and SKIP without AFL++.
set -euo pipefail
root=$1 work=$2
if ! command -v afl-clang-fast++ >/dev/null || ! command -v afl-fuzz >/dev/null; then
  echo "SKIP: AFL++ (package afl++) is not here: no target was built with it"
  exit 77
fi
out=$work/afl-out
rm -rf "$out"
mkdir -p "$out"
OUT=$out WORK=$work/afl SRC=$root CC=afl-clang-fast CXX=afl-clang-fast++ CXXFLAGS=-O1 \
  LIB_FUZZING_ENGINE=-fsanitize=fuzzer TAILPROOF_FUZZ_TARGETS=planner AFL_QUIET=1 \
  "$root/.clusterfuzzlite/build.sh"
"$out/fuzz_planner" "$root"/fuzz/corpus/planner/* >"$out/log" 2>&1 || { tail -n 20 "$out/log"; exit 1; }
# It asks for settings of the machine that a container cannot change; none matters here.
AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 \
  afl-fuzz -E 2000 -i "$root/fuzz/corpus/planner" -o "$out/found" -- "$out/fuzz_planner" >"$out/log" 2>&1 ||
  { tail -n 20 "$out/log"; exit 1; }
told() { sed -n "s/^$1 *: //p" "$out/found/default/fuzzer_stats"; }
echo "afl: $(told execs_done) executions, $(told edges_found) edges, corpus $(told corpus_count)"
# Without its coverage it would run as blindly and keep nothing.
[ "$(told execs_done)" -ge 2000 ] && [ "$(told corpus_found)" -gt 0 ] && [ "$(told saved_crashes)" -eq 0 ]
