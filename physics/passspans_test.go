package physics

import (
	"math"
	"strings"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// Springs of two masses of 0.1 kg with D = 0.1 m and kc = 1000 N/m stop each other up to 0.1 √(1000/0.2) m/s, and
// a triangle of three stops a mass up to 0.2 √(1000/0.1), as three of them fly at it up to
// 0.2 √(1000/0.3). A larger step has the limit r/dt.
func TestPassSpeedOfParts(t *testing.T) {
	m, p, _ := modeltest.CrossedSprings(model.Surface{})
	must.Near(t, PassSpeed(m, p), 0.1*math.Sqrt(1000/0.2), 1e-9, "m/s of springs")
	m.Pin = []model.Pin{model.PinAll, 0, model.PinAll, 0}
	must.Near(t, PassSpeed(m, p), 0.1*math.Sqrt(1000/0.1), 1e-9, "m/s of springs held at one end")
	m, p, _ = modeltest.OnTriangle(model.Surface{})
	must.Near(t, PassSpeed(m, p), 0.2*math.Sqrt(1000/0.3), 1e-9, "m/s of a triangle")
	m.Pin = []model.Pin{model.PinAll, model.PinAll, model.PinAll, 0}
	must.Near(t, PassSpeed(m, p), 0.2*math.Sqrt(1000/0.1), 1e-9, "m/s of a mass at a held triangle")
	p.DT = 0.01
	must.Near(t, PassSpeed(m, p), 0.05/0.01, 1e-9, "m/s in long steps")
}

// A spring that is faster than the limit near another one is told, and not one that is far away.
func TestFastSpringsAreTold(t *testing.T) {
	m, p, start := modeltest.CrossedSprings(model.Surface{})
	for _, c := range []struct {
		height, speed float64
		told          bool
	}{{0.2, 8, true}, {0.2, 6, false}, {30, 8, false}} {
		s := start.Clone()
		for _, i := range []int{2, 3} {
			s.Position[i][2], s.Velocity[i] = c.height, model.Vec3{0, 0, -c.speed}
		}
		w := NewPassWatch(m, p)
		var shot model.Snapshot
		shot.Resize(4)
		for i := range 4 {
			for axis := range 3 {
				shot.Position[i][axis], shot.Velocity[i][axis] = float32(s.Position[i][axis]), float32(s.Velocity[i][axis])
			}
		}
		shot.Step = 1
		w.Look(&shot)
		must.Be(t, strings.Contains(w.Words(), "is enough to pass between them"), c.told, "%g m/s from %g m: %q", c.speed, c.height, w.Words())
	}
}

// Each kind of touch adds six to K: 2 kg on a spring of 8 N/m that may touch by springs and by
// triangles has 8 + 12 · 4.
func TestSafeStepCountsKindsOfTouches(t *testing.T) {
	m := twoMasses()
	m.Materials[1].Damping = 0
	m.Radius = []float64{0.1, 0.1}
	p := model.Params{Collision: model.Collision{Self: true, Touches: model.CollidingSprings, Bodies: []model.Surface{{Stiffness: 4}}}}
	must.Near(t, SafeStep(m, p), math.Sqrt(2*2/32.), 1e-12, "s with springs")
	p.Collision.Touches |= model.CollidingTriangles
	must.Near(t, SafeStep(m, p), math.Sqrt(2*2/56.), 1e-12, "s with springs and triangles")
}

// Parts that cannot touch are refused, with advice.
func TestPartsThatCannotTouchAreRefused(t *testing.T) {
	block := modeltest.Lattice(4, 100, 0.01, true)
	for touches, want := range map[model.Colliders]string{model.CollidingSprings: "touches: no spring can touch another", model.CollidingTriangles: "touches: no triangle can be touched"} {
		_, _, err := NewCollision(block, CollisionOptions{Touches: touches, Which: "all"})
		must.Hold(t, err != nil && strings.HasPrefix(err.Error(), want), "%v: %v", touches, err)
	}
}
