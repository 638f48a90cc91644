#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs the library into a temporary prefix, then uses it as strangers do: from C through
# pkg-config (shared and static), through CMake's find_package, and the programs of docs/library.md;
# after the prefix has been moved too. Arguments: source folder, build folder, augmate, cmake, C and
# C++ compiler.
set -euo pipefail
source=$1 build=$2 augmate=$3 cmake=$4 cc=$5 cxx=$6
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
strict=(-Wall -Wextra -Wpedantic -Werror)
fen='8/8/8/8/8/2k5/8/K6Q w'

fail() { echo "install_test: $*" >&2; exit 1; }

# Distances must count down by one a ply to the mate.
play() {
  "$1" installed-only "$work/tables" "$fen" >"$work/game" || fail "$1 ends with $?"
  awk '/in [0-9]+ plies/ { d = $(NF - 1); if (n++ && d != last - 1) exit 1; last = d; next }
       { end = $0 }
       END { exit !(n > 5 && last == 1 && end == "loss") }' "$work/game" ||
    { cat "$work/game"; fail "$1 does not play to the mate"; }
}

"$cmake" --install "$build" --prefix "$work/first" --component library >/dev/null
library=$(dirname "$(find "$work/first" -name libaugmate.so)")
# A game that only the installed folder has, so that it is this folder that is found.
printf '[installed-only:chess]\n' >"$work/first/share/augmate/variants/zz.ini"
"$augmate" gen KQvK --tables "$work/tables" >/dev/null

others=$(nm -D --defined-only "$library/libaugmate.so" | awk '$2 != "A" && $3 !~ /^augmate_/')
[ -z "$others" ] || fail "other symbols than the interface: $others"

for prefix in first second; do
  [ $prefix = first ] || mv "$work/first" "$work/second"
  library=$(dirname "$(find "$work/$prefix" -name libaugmate.so)")
  export PKG_CONFIG_PATH=$library/pkgconfig
  read -ra flags <<<"$(pkg-config --cflags --libs libaugmate)"
  "$cc" -std=c11 "${strict[@]}" "$source/examples/play_out.c" "${flags[@]}" \
    -Wl,-rpath,"$library" -o "$work/shared"
  play "$work/shared"
done

# No byte read that is not there, none lost; where valgrind is installed.
if command -v valgrind >/dev/null; then
  valgrind -q --error-exitcode=9 --leak-check=full "$work/shared" installed-only "$work/tables" \
    "$fen" >/dev/null 2>"$work/valgrind" || { cat "$work/valgrind"; fail "valgrind complains"; }
fi

read -ra flags <<<"$(pkg-config --static --cflags --libs libaugmate)"
flags=("${flags[@]/#-laugmate/$library/libaugmate.a}")
"$cc" -std=c11 "${strict[@]}" "$source/examples/play_out.c" "${flags[@]}" -o "$work/static"
! readelf -d "$work/static" | grep -q libaugmate || fail "the static program needs libaugmate.so"
AUGMATE_VARIANTS="$work/second/share/augmate/variants" play "$work/static"

"$cmake" -S "$source/examples" -B "$work/examples" -DCMAKE_PREFIX_PATH="$work/second" \
  -DCMAKE_C_COMPILER="$cc" >/dev/null
"$cmake" --build "$work/examples" >/dev/null
play "$work/examples/play_out"

# The documentation's programs, each a block of its language.
read -ra flags <<<"$(pkg-config --cflags --libs libaugmate)"
for language in c cpp; do
  awk -v fence="\`\`\`$language" '$0 == fence { on = 1; next } /^```/ { on = 0 } on' \
    "$source/docs/library.md" >"$work/document.$language"
  [ -s "$work/document.$language" ] || fail "no $language in docs/library.md"
done
"$cc" -std=c11 "${strict[@]}" "$work/document.c" "${flags[@]}" -Wl,-rpath,"$library" -o "$work/c"
"$cxx" -std=c++17 "${strict[@]}" "$work/document.cpp" "${flags[@]}" -Wl,-rpath,"$library" -o "$work/cpp"
for program in c cpp; do
  answer=$(cd "$work" && "./$program") || fail "docs/library.md, $program: ends with $?"
  [[ $answer == "win in 11 plies"* ]] || fail "docs/library.md, $program: $answer"
done
