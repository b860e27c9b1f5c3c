package physics

import (
	"hooke/model"
	"hooke/spring"
	"math"
	"testing"
)

// Normalized springs alone set no bound. Beside a spring of k = 8 N/m they take
// (Cs + 2 Cd)/4 of the limit of a mass: with Cs = 0.2 and Cd = 0.1, a tenth.
func TestSafeStepWithNormalizedMaterials(t *testing.T) {
	tuned := model.Material{Normalized: spring.Normalized{Stiffness: 0.2, Damping: 0.1}}
	alone := barbell(tuned)
	if got := SafeStep(alone, model.Params{}); !math.IsInf(got, 1) {
		t.Errorf("normalized springs alone are safe up to %g s, want +Inf", got)
	}
	if got := AutoStep(alone, model.Params{}); got != 1e-3 {
		t.Errorf("AutoStep is %g s, want 1 ms", got)
	}

	m := twoMasses()
	m.Materials[1].Damping = 0
	m.RestPosition = append(m.RestPosition, model.Vec3{2, 0, 0})
	m.Mass = append(m.Mass, 2)
	m.Materials = append(m.Materials, tuned)
	m.Ends, m.RestLength, m.MaterialOf = append(m.Ends, model.Ends{1, 2}), append(m.RestLength, 1), append(m.MaterialOf, 2)
	if got, want := SafeStep(m, model.Params{DT: 5}), math.Sqrt(2*1.8/8); !agrees(got, want) {
		t.Errorf("mixed: %g s, want %g, whatever dt is", got, want)
	}
	ground := model.Params{Contacts: []model.Contact{model.Ground(0, 16, 0)}}
	if got, want := SafeStep(alone, ground), math.Sqrt(2*0.9/8); !agrees(got, want) {
		t.Errorf("normalized on the ground: %g s, want %g", got, want)
	}
}

// In Verlet drag per step takes the same share of the limit at any dt: with 4 dt γ = 4 · −ln 0.9
// of 4, K = 8 and m = 2.
func TestSafeStepWithDragPerStep(t *testing.T) {
	m := twoMasses()
	m.Materials[1].Damping = 0
	p := model.Params{Integrator: model.VelocityVerlet, DragKept: 0.9}
	want := math.Sqrt(2 * 2 * (1 + math.Log(0.9)) / 8)
	for _, p.DT = range []float64{0, 1e-3, 1} {
		if got := SafeStep(m, p); !agrees(got, want) {
			t.Errorf("dt %g: %g s, want %g", p.DT, got, want)
		}
	}
}

// One spring, k = 8, no damper, on 2 kg: dt² 8 < 4, so √½. With c = 1:
// 8 dt² + 2 dt = 4, so (−1 + √33)/8.
func TestSafeStepByHand(t *testing.T) {
	m := twoMasses()
	m.Materials[1].Damping = 0
	if got := SafeStep(m, model.Params{}); !agrees(got, math.Sqrt(0.5)) {
		t.Errorf("undamped: %g s, want √½", got)
	}
	m.Materials[1].Damping = 1
	if got, want := SafeStep(m, model.Params{}), (math.Sqrt(33)-1)/8; !agrees(got, want) {
		t.Errorf("damped: %g s, want %g", got, want)
	}
	// The ground adds half its stiffness and damping: K = 8 + 4, C = 1 + 1.
	ground := model.Params{Contacts: []model.Contact{model.Ground(0, 8, 2)}}
	if got, want := SafeStep(m, ground), (math.Sqrt(4+48)-2)/12; !agrees(got, want) {
		t.Errorf("with ground: %g s, want %g", got, want)
	}
	// Two contacts may be touched at once: K = 8 + 4 + 4, C = 1 + 1 + 1.
	ground.Contacts = append(ground.Contacts, ground.Contacts[0])
	if got, want := SafeStep(m, ground), (math.Sqrt(9+64)-3)/16; !agrees(got, want) {
		t.Errorf("with two contacts: %g s, want %g", got, want)
	}
	// A damper alone: 2 dt = 4.
	m.Materials[1].Stiffness = 0
	if got := SafeStep(m, model.Params{}); !agrees(got, 2) {
		t.Errorf("damper alone: %g s, want 2", got)
	}
}

func TestSafeStepIgnoresWhatCannotMove(t *testing.T) {
	m := twoMasses()
	m.Mass[0] = 1e-9 // would need a tiny step, were it not pinned
	m.Pin = []model.Pin{model.PinAll, 0}
	if got, want := SafeStep(m, model.Params{}), (math.Sqrt(33)-1)/8; !agrees(got, want) {
		t.Errorf("%g s, want %g", got, want)
	}
	m.MaterialOf[0] = model.Removed
	if got := SafeStep(m, model.Params{}); !math.IsInf(got, 1) {
		t.Errorf("nothing acts, yet the safe step is %g s", got)
	}
	if got := AutoStep(m, model.Params{}); got != 1e-3 {
		t.Errorf("AutoStep without a bound is %g s, want 1 ms", got)
	}
}

// Loads that act on one mass of 2 kg alone, each by hand: dt² K + 2 dt C = 4 with
// half of their stiffness and damping.
func TestSafeStepOfLoads(t *testing.T) {
	m := singles(3)
	m.Triangles = [][3]uint32{{0, 1, 2}} // corners (0, 0), (1, 1) and (2, 4): 1 m²
	for _, c := range []struct {
		name string
		p    model.Params
		want float64
	}{
		{"nothing", model.Params{Forces: []model.Force{{Force: model.Vec3{1, 0, 0}}}}, math.Inf(1)},
		{"handle, K = 8", model.Params{Handles: []model.Handle{{Mass: 1, Stiffness: 16}}}, math.Sqrt(0.5)},
		{"handle, C = 4", model.Params{Handles: []model.Handle{{Mass: 1, Damping: 8}}}, 0.5},
		{"two handles on a mass, C = 4", model.Params{Handles: []model.Handle{{Mass: 1, Damping: 2}, {Mass: 1, Damping: 6}}}, 0.5},
		{"motor, C = 4", model.Params{Motors: []model.Motor{{Axis: model.Vec3{1, 0, 0}, Damping: 8}}}, 0.5},
		// C = √(q (m g + F)) = √(0.5 (20 + 3 · 4)) = 4
		{"quadratic drag", model.Params{QuadraticDrag: 0.5, Gravity: model.Vec3{0, 0, -10}, Forces: []model.Force{{Force: model.Vec3{0, 3, 0},
			Table: model.Curve{At: []float64{0, 1}, Value: []float64{1, -4}}}}}, 0.5},
		// C = ρ (CD + 3/2 CL) |u| (1 + gust) A/3/2 = 2 · 4 · 2 · 1.5 · 1/6 = 4
		{"wind", model.Params{Wind: model.Wind{Velocity: model.Vec3{0, 0, 2}, Gust: 0.5, GustTime: 1, AirDensity: 2, Drag: 1, Lift: 2}}, 0.5},
	} {
		if got := SafeStep(m, c.p); got != c.want && !agrees(got, c.want) {
			t.Errorf("%s: %g s, want %g", c.name, got, c.want)
		}
	}
}
