#!/usr/bin/env bash
# Builds the fuzz targets with their corpora and dictionaries into $OUT, as OSS-Fuzz's base image asks:
# compiler and flags come in CC, CXX, CFLAGS and CXXFLAGS, the engine in LIB_FUZZING_ENGINE.
# TAILPROOF_FUZZ_TARGETS names some targets only; WORK is where to build.
set -euo pipefail
: "${OUT:?where the programs go}" "${CXX:?the compiler}" "${LIB_FUZZING_ENGINE:?what links an engine}"
source=$(cd "${SRC:-$(dirname "$0")/..}" && pwd)
[ -d "$source/tailproof" ] && source=$source/tailproof
work=${WORK:-$source/build}/clusterfuzzlite
read -r -a targets <<<"${TAILPROOF_FUZZ_TARGETS:-recipe kernels scores readers oracle shrinker planner}"

# The distribution's fmt is built with libstdc++; the engine brings a library of its own.
export CXXFLAGS="${CXXFLAGS:-}"
CXXFLAGS=${CXXFLAGS//-stdlib=libc++/}
cmake -S "$source" -B "$work" -G Ninja -DCMAKE_BUILD_TYPE=None -DTAILPROOF_BUILD_FUZZ=ON \
      -DTAILPROOF_BUILD_TESTS=OFF -DTAILPROOF_FUZZING_ENGINE="$LIB_FUZZING_ENGINE"
cmake --build "$work" --target "${targets[@]/#/fuzz_}"

for target in "${targets[@]}"; do
  cp "$work/bin/fuzz_$target" "$OUT/"
  # One archive a target, its files without folders; made by CMake, so that no zip is needed.
  (cd "$source/fuzz/corpus/$target" && cmake -E tar cf "$OUT/fuzz_${target}_seed_corpus.zip" --format=zip ./*)
  dictionary=$source/fuzz/dictionaries/$target.dict
  if [ -f "$dictionary" ]; then cp "$dictionary" "$OUT/fuzz_$target.dict"; fi
  printf '[libfuzzer]\nmax_len = 4096\ntimeout = 60\n' >"$OUT/fuzz_$target.options"
done
