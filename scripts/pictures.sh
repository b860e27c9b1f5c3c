#!/usr/bin/env bash
# Draws the pictures of the documents anew, into docs/pictures.
#
# usage: scripts/pictures.sh HOOKE     (HOOKE is the program)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
hooke=${1:?usage: scripts/pictures.sh HOOKE}
to=docs/pictures
most=$((150 * 1024)) # bytes of a picture

view() { # NAME ARGUMENTS
  "$hooke" view "${@:2}" --size 800x450 --small --offscreen "$to/$1.png"
}

view lattice lattice --springs 1M
view robot walker
view cloth drape
view spot mesh/testdata/spot.obj --fill lattice --springs 100k --up y
view strain jelly

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
"$hooke" run cube --energy --drag 0.5 --time 1.5 --out "$out"
cp "$out/energy.png" "$to/energy.png"

for picture in "$to"/*.png; do
  bytes=$(stat -c %s "$picture")
  if ((bytes > most)); then
    echo "pictures: $picture has $bytes bytes, at most $most" >&2
    exit 1
  fi
done
