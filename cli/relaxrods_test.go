package cli

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"hooke/must"
	"hooke/rod"
	"hooke/rod/rodtest"
)

// relax brings a clamped rod to where the static chain has it, and a run from there stays. Its figures say of a run in
// text and JSON how far it is from that, or why nobody knows.
func TestRelaxedRodsStay(t *testing.T) {
	const masses, kilograms = 7, 0.0942
	scene := write(t, "rod.toml", `[run]
duration = 1
dt = 0.016666666666666666
solver = "impulses"
substeps = 40
drag_half_life = 0.25
[[mesh]]
make = "rope"
masses = 7
length = 1
density = 0.0942
material = "wire"
[[material]]
name = "wire"
young = 2e9
radius = 0.005
[[group]]
name = "root"
shape = "plane"
point = [-0.499999, 0, 0]
normal = [-1, 0, 0]
[[pin]]
group = "root"
[[clamp]]
group = "root"
`)
	want := rodtest.Sag(rod.Solid(0.005, 2e9, 2e9/2.6).Bend, masses-1, kilograms/masses)
	tip := func(folder string) float64 {
		return float64(arrays(t, filepath.Join(folder, "final.npz"))["positions"].Data.([]float32)[3*masses-1])
	}
	rest, out := t.TempDir(), t.TempDir()
	r := hooke(t, "relax", scene, "--engine", "cpuref", "--out", rest).worked(t)
	if !strings.Contains(r.stdout, "of Newton's method") || math.Abs(tip(rest)/want-1) > 0.001 {
		t.Errorf("the tip is at %g m, want %g; it says\n%s", tip(rest), want, r.stdout)
	}
	r = hooke(t, "run", scene, "--engine", "cpuref", "--start", filepath.Join(rest, "final.npz"), "--out", out).worked(t)
	if math.Abs(tip(out)/want-1) > 0.003 || strings.Contains(r.stdout, "rest               not judged: ") || !strings.Contains(r.stdout, "path               not judged: pins") {
		t.Errorf("a run goes from there to %g m, want %g; it says\n%s", tip(out), want, r.stdout)
	}
	var got struct{ Rest, Path map[string]any }
	r = hooke(t, "run", scene, "--engine", "cpuref", "--time", "5", "--json", "--out", out).worked(t)
	must.Do(t, json.Unmarshal([]byte(r.stdout), &got))
	if off, ok := got.Rest["off_m"].(float64); !ok || !(off < 0.005*-want) || got.Path["not_judged"] == nil {
		t.Errorf("it says %+v", got)
	}
}
