# What gpu-report.sh and gpu-rates.sh share. They source this after they set here (the folder of the scripts), out (where
# results go) and budget [s], and set begin=$SECONDS, report and log before they measure.
export LC_ALL=C
self=$(basename "$0" .sh)
missing=() # what was not measured, a line each

# find_hooke sets hooke to the program, and judges the budget.
find_hooke() {
  local candidate
  hooke=${HOOKE:-}
  for candidate in "$here/hooke-headless" "$here/hooke"; do
    if [[ -z $hooke && -x $candidate ]]; then
      hooke=$candidate
    fi
  done
  if [[ ! $budget =~ ^[1-9][0-9]*$ ]]; then
    echo "$self: BUDGET=$budget: give whole seconds" >&2
    exit 2
  fi
  if [[ -z $hooke || ! -x $hooke ]]; then
    echo "$self: no program: put hooke-headless beside $here/$self.sh, or name it with HOOKE=" >&2
    exit 2
  fi
}

# left is how many seconds are left, 0 when it is late.
left() {
  local seconds=$((budget - (SECONDS - begin)))
  echo $((seconds > 0 ? seconds : 0))
}
say() { echo "$self: $((SECONDS - begin)) s: $*" | tee -a "$log" >&2; }

# limited SECONDS COMMAND...: within its own time and what is left of all; first
# it is asked to end, which keeps what it has.
limited() {
  local seconds=$1 most
  shift
  most=$(left)
  if ((most <= 2)); then
    return 124
  fi
  timeout --kill-after=10 --signal=INT "$((seconds < most ? seconds : most))" "$@"
}

# field is an awk function: the value of a key of a JSON line.
field='
    function field(name,   rest) {
      if (!match($0, "\"" name "\":")) return ""
      rest = substr($0, RSTART + RLENGTH)
      if (sub(/^"/, "", rest)) sub(/".*/, "", rest)
      else sub(/[,}].*/, "", rest)
      return rest
    }'

# A driver of NVIDIA without a display is found through a file that names it,
# which lies in different places, or nowhere in a container.
hardware() {
  limited 30 "$hooke" info --json >"$out/info.json" 2>>"$log" && grep -q '"software": false' "$out/info.json" && ! grep -q '"error":' "$out/info.json"
}
choose_driver() {
  if hardware; then
    return
  fi
  local file
  printf '{"file_format_version": "1.0.0", "ICD": {"library_path": "libEGL_nvidia.so.0"}}\n' >"$out/parts/nvidia.json"
  for file in /usr/share/glvnd/egl_vendor.d/*nvidia*.json /etc/glvnd/egl_vendor.d/*nvidia*.json \
    /usr/local/nvidia/share/glvnd/egl_vendor.d/*nvidia*.json /usr/local/share/glvnd/egl_vendor.d/*nvidia*.json "$out/parts/nvidia.json"; do
    if [[ -r $file ]]; then
      export __EGL_VENDOR_LIBRARY_FILENAMES=$file
      if hardware; then
        say "the driver is found through $file"
        return
      fi
    fi
  done
  unset __EGL_VENDOR_LIBRARY_FILENAMES
  if ! limited 30 "$hooke" info --json >"$out/info.json" 2>>"$log"; then
    say "$hooke does not start:"
    ldd "$hooke" 2>&1 | grep 'not found' | tee -a "$log" >&2
    tail -n 5 "$log" >&2
    exit 2
  fi
  missing+=("a GPU: no hardware driver was found (see info.json); what follows is not the speed of one")
}
