package cli

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"hooke/bench"
	"hooke/must"
)

// bench --viewer has a row for each scene and size, which names the renderer, and whose
// passes add up to the picture that they were measured in.
func TestBenchViewer(t *testing.T) {
	needsGL(t)
	scenes := []string{"cloth", "lattice"}[:must.Sized(1, 2)]
	r := hooke(t, "bench", "--viewer", "--scenes", strings.Join(scenes, ","), "--springs", "2k,20k", "--size", "200x120", "--json").worked(t)
	lines := strings.Split(strings.TrimSpace(r.stdout), "\n")
	if len(lines) != 2*len(scenes) {
		t.Fatalf("%d rows, want one for each scene and two sizes:\n%s", len(lines), r.stdout)
	}
	for k, line := range lines {
		var row bench.DrawingCost
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("row %d: %v: %s", k, err, line)
		}
		scene, springs := scenes[k/2], []int{2_000, 20_000}[k%2]
		// Scenes come as near to a size as whole rows do.
		if row.Scene != scene || row.Springs < springs/2 || row.Springs > springs*2 || row.Masses <= 0 || row.Masses >= row.Springs {
			t.Errorf("row %d is of %s, %d springs and %d masses, want %s of about %d", k, row.Scene, row.Springs, row.Masses, scene, springs)
		}
		if row.Width != 200 || row.Height != 120 || row.Renderer == "" || row.Trips != bench.PerKind {
			t.Errorf("row %d: %d x %d on %q, %d pictures", k, row.Width, row.Height, row.Renderer, row.Trips)
		}
		if isSoftware := strings.Contains(row.Renderer, "llvmpipe"); isSoftware && !row.Software {
			t.Errorf("row %d: %s is not called software", k, row.Renderer)
		}
		for name, rate := range map[string]float64{"orbit": row.Orbit, "moving": row.Moving, "running": row.Running, "paused": row.Paused,
			"fine": row.Fine, "springs": row.AllSprings, "sample": row.Sample, "near": row.Near, "set-up": row.SetUp} {
			if !(rate > 0) || math.IsInf(rate, 0) {
				t.Errorf("row %d: %s is %g", k, name, rate)
			}
		}
		sum := 0.0
		names := map[string]bool{}
		for _, p := range row.Passes {
			sum += p.Seconds
			names[p.Name] = true
		}
		const rounding = 1e-9 // of sums of times in whole nanoseconds [s]
		if math.Abs(sum-row.Whole) > rounding*float64(len(row.Passes)) || row.Whole <= 0 {
			t.Errorf("row %d: passes of %g s in a picture of %g s", k, sum, row.Whole)
		}
		for _, name := range []string{"strain", "normals", "shadow", "background", "masses and pins", "text", "rest"} {
			if !names[name] {
				t.Errorf("row %d has no pass %s: %v", k, name, names)
			}
		}
		if k%2 == 1 {
			near := map[string]bool{}
			for _, p := range row.NearPasses {
				near[p.Name] = true
			}
			if !near["chunks"] || !near["springs"] || !names["surface"] {
				t.Errorf("row %d: passes %v, from near by %v", k, names, near)
			}
		}
	}
}

// The text names software rendering, and the quantity and size of each measurement.
func TestBenchViewerText(t *testing.T) {
	needsGL(t)
	r := hooke(t, "bench", "--viewer", "--scenes", "rope", "--springs", "2k", "--size", "200x120").worked(t)
	for _, want := range []string{"rope, ", " springs, ", "200 x 120 on ", "frames/s without steps", "\n  camera moves ", "\n  scene moves, too ",
		"\n  springs ", "\n  set-up ", "\n  shadow ", "\n  a picture "} {
		must.Hold(t, strings.Contains(r.stdout, want), "no %q in\n%s", want, r.stdout)
	}
	if strings.Contains(r.stdout, "llvmpipe") && !strings.Contains(r.stdout, ", software OpenGL; ") {
		t.Errorf("software is not named in\n%s", r.stdout)
	}
}
