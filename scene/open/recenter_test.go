package open

import (
	"fmt"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/scenetest"
)

// boxAt is the box of scenetest.CubePoints, 1 × 2 × 3 m, with its lowest corner at p.
func boxAt(p model.Vec3) string {
	var b strings.Builder
	for i := range 8 {
		x, y, z := float64((i+i/2)%2), float64(i/2%2), float64(i/4)
		fmt.Fprintf(&b, "v %.17g %.17g %.17g\n", p[0]+x, p[1]+2*y, p[2]+3*z)
	}
	return b.String() + scenetest.CubeFaces
}

// A mesh so far away that float64 cannot hold its springs is moved to the origin
// and says so; then it is the same as one that was there from the start. One that
// float64 can hold stays where it is.
func TestRecenter(t *testing.T) {
	home := must.Get(Scene(scenetest.Write(t, "mesh.obj", boxAt(model.Vec3{-0.5, -1, 0})), scene.Options{Pitch: 0.24}))(t)
	for _, c := range []struct {
		corner model.Vec3
		moved  bool
	}{
		{model.Vec3{0, 0, 10}, false},
		{model.Vec3{1000, 0, 0}, false},
		{model.Vec3{0, -5000, 0}, false}, // engines count positions from an origin near it
		{model.Vec3{1e7, 1e7, 1e7}, false},
		{model.Vec3{0, 0, -1 << 42}, true}, // 246 steps per spring
	} {
		far, err := Scene(scenetest.Write(t, "mesh.obj", boxAt(c.corner)), scene.Options{Pitch: 0.24})
		if err != nil {
			t.Errorf("%v: %v", c.corner, err)
			continue
		}
		scenetest.Sound(t, far)
		want := home.Model.RestPosition
		shift := c.corner.Sub(model.Vec3{-0.5, -1, 0})
		if c.moved != (len(far.Report.Notes) == 1) {
			t.Errorf("%v: notes %q", c.corner, far.Report.Notes)
			continue
		}
		// It is the mesh or the lattice in it that lies on z = 0, half a pitch apart.
		const place = 0.12
		if c.moved {
			r := far.Report
			if d := r.Shift.Add(shift).Len(); d > place {
				t.Errorf("%v: moved by %v, want the way back to the origin", c.corner, r.Shift)
			}
			note := fmt.Sprintf("moved by (%.9g, %.9g, %.9g) m", r.Shift[0], r.Shift[1], r.Shift[2])
			if !strings.Contains(r.Notes[0], note) {
				t.Errorf("%v: note %q, want %q", c.corner, r.Notes[0], note)
			}
		}
		shift = shift.Add(far.Report.Shift)
		tolerance := 1e-15 * c.corner.Len() // float64 rounds them there, before they are moved, a few times
		for i, p := range far.Model.RestPosition {
			if d := p.Sub(want[i]).Sub(shift).Len(); d > tolerance {
				t.Errorf("%v: mass %d is %g m off", c.corner, i, d)
				break
			}
		}
		// Sums of the same numbers in float64, as they are rounded there.
		if a, b := far.Model.Materials[1].Stiffness, home.Model.Materials[1].Stiffness; !scenetest.Within(a, b, 1e-6+tolerance) {
			t.Errorf("%v: stiffness %g N/m, at the origin %g", c.corner, a, b)
		}
	}
}

// Springs that float32 cannot tell apart even at the origin are refused.
func TestTooFineForFloat32(t *testing.T) {
	const text = "v 0 0 0\nv 0 0 1e-9\nv 1 0 0\nv 1 0 1e-9\nl 1 2\nl 3 4\n"
	_, err := Scene(scenetest.Write(t, "mesh.obj", text), scene.Options{})
	if err == nil || !strings.Contains(err.Error(), "springs of 1e-09 m") || !strings.Contains(err.Error(), "fewer than 100") {
		t.Errorf("error %v, want one with the length of the springs and 100 steps", err)
	}
}
