#!/usr/bin/env bash
# Draws the pictures of the documents anew, into docs/pictures.
#
# usage: scripts/pictures.sh HOOKE     (HOOKE is the program)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
hooke=${1:?usage: scripts/pictures.sh HOOKE}
to=docs/pictures
most=$((192 * 1024)) # bytes of a picture

view() { # NAME ARGUMENTS
  "$hooke" view "${@:2}" --size 800x450 --small --offscreen "$to/$1.png"
}

view lattice lattice --springs 1M
view robot walker
"$hooke" view walker --gait --frames 60 --steps-per-frame 200 --size 1120x630 --small --offscreen "$to/gait.png"
view cloth drape
view conveyor conveyor --frames 14
view spot mesh/testdata/spot.obj --fill lattice --springs 100k --up y
view strain jelly
view boxes boxes
view pile pile --steps-per-frame 8700
view slingshot slingshot --steps-per-frame 4200
view towel towel
view ragdoll ragdoll --engine cpu --frames 1 --steps-per-frame 6800
view storm storm --steps-per-frame 270
view crash crash --steps-per-frame 1200
view knot knot --frames 1 --steps-per-frame 6500
view nails nails --frames 1 --steps-per-frame 18000
view raft raft --engine cpu --frames 1 --steps-per-frame 20500 --view 35,12
view balloon balloon --engine cpu --frames 1 --steps-per-frame 8600 --view 30,5
view hiker hiker --engine cpu --frames 1 --steps-per-frame 8000
view gem examples/gem.toml --engine cpu --frames 1 --steps-per-frame 1200
view helix helix --frames 45
view curtain curtain --frames 120
view net net --frames 120

# The window, with a hand on the structure and every panel open.
window() {
  local number id k
  coproc server { exec Xvfb -displayfd 1 -screen 0 1280x720x24 -nolisten tcp 2>/dev/null; }
  read -r number <&"${server[0]}"
  export DISPLAY=:$number
  "$hooke" view lattice --springs 20k --engine gpu --frames 160 --small --screenshot "$to/window.png" >/dev/null &
  id=$(xdotool search --sync --onlyvisible --name hooke | head -n 1)
  xdotool windowfocus "$id" sleep 3 mousemove --window "$id" 560 330 mousedown 1 sleep 1 key Tab key e key e
  for k in {1..10}; do
    xdotool mousemove --window "$id" $((560 + 12 * k)) $((330 - 10 * k)) sleep 0.1
  done
  wait %2
  kill %1
}

window

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
"$hooke" sweep walker --vary 'actuator[*].frequency=0.5:3:6' --vary contact.kinetic_friction=0.1:0.7:3 --time 2 --metric speed --out "$out/walkers"
"$hooke" view "$out/walkers" --top 16 --size 1120x630 --small --offscreen "$to/sweep.png"
"$hooke" run cube --energy --drag 0.5 --time 1.5 --out "$out"
cp "$out/energy.png" "$to/energy.png"

# The scene of the tutorial, at rest.
sed -n '/^# pull.toml/,/^```/{/^```/d;p}' docs/tutorial.md >"$out/pull.toml"
cp mesh/testdata/spot.obj "$out"
"$hooke" relax "$out/pull.toml" --out "$out/rest"
"$hooke" render "$out/rest/final.npz" --of "$out/pull.toml" --out "$to/pull.png" --size 800x450 --small
"$hooke" run examples/plush.toml --out "$out/plush"
"$hooke" render "$out/plush/final.npz" --of examples/plush.toml --out "$to/plush.png" --size 800x450 --small
"$hooke" spring --plot "$to/spring.png"
"$hooke" spring --kind path --plot "$to/spring-path.png"

# page.png is a picture of a browser: drape for 1.5 s, as docs/showing.md has it, at 1.2 s; 720 x 430 pixels, 256 colors.

for picture in "$to"/*.png; do
  bytes=$(stat -c %s "$picture")
  if ((bytes > most)); then
    echo "pictures: $picture has $bytes bytes, at most $most" >&2
    exit 1
  fi
done
