#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the example in Python on an exported table: plot_table.sh AUGMATE EXAMPLE. Exits 77, which
# ctest takes for skipped, where Python lacks what the example needs.
set -eu
python=/usr/bin/python3
"$python" -c 'import h5py, matplotlib' 2>/dev/null || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export MPLCONFIGDIR="$folder"
"$1" gen KRvK --board 5x4 --tables . >/dev/null
"$1" export KRvK --board 5x4 --tables . --hdf5 t.h5 >/dev/null
"$python" "$2" t.h5 t.svg --man black_K
grep -q '</svg>' t.svg
# The example's numbers are those of the tool's own map.
"$1" picture heat KRvK --board 5x4 --tables . -o heat.svg
"$python" - "$2" <<'END'
import importlib.util, re, sys
import h5py
spec = importlib.util.spec_from_file_location("example", sys.argv[1])
example = importlib.util.module_from_spec(spec)
spec.loader.exec_module(example)
with h5py.File("t.h5") as file:
    means = example.mean_by_square(file["white_to_move"], 2, "win")
    names = file["axes/black_K"].asstr()[:]
drawn = dict(re.findall(r'data-square="(\w+)" data-value="([\d.]+)"', open("heat.svg").read()))
assert len(drawn) == 20, drawn
for name, mean in zip(names, means):
    assert abs(mean - float(drawn[name])) < 1e-9, (name, mean, drawn[name])
END
