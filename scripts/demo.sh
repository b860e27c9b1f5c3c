#!/usr/bin/env bash
# Shows a lattice of about a million springs: in a window where there is a
# display, else as a picture in out/demo.png.
#
# usage: scripts/demo.sh HOOKE [SPRINGS]     (HOOKE is the program)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
hooke=${1:?usage: scripts/demo.sh HOOKE [SPRINGS]}
springs=${2:-1M}
picture=out/demo.png

if [[ -n ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]]; then
  status=0
  "$hooke" view lattice --springs "$springs" || status=$?
  # 130: ended from the keyboard (Ctrl-C), which is no reason to go on.
  if ((status == 0 || status == 130)); then
    exit "$status"
  fi
  echo "demo: the window failed (exit $status); drawing to $picture instead" >&2
else
  echo "demo: no display (DISPLAY and WAYLAND_DISPLAY are not set); drawing to $picture" >&2
fi

mkdir -p out
"$hooke" view lattice --springs "$springs" --offscreen "$picture" --frames 60
