package physics

import (
	"math"
	"runtime"
	"testing"

	"hooke/model"
	"hooke/model/inelastic"
	"hooke/model/modeltest"
	"hooke/model/spring"
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
		{"orientation, s = 8", model.Params{Orients: []model.Orient{{Stiffness: 8}}}, math.Sqrt(0.5)},
		{"tracking, d = 4", model.Params{Tracks: []model.Track{{Damping: 4}}}, 0.5},
		{"shape matching, s = 8", model.Params{Matchings: []model.Matching{{Stiffness: 8}}}, math.Sqrt(0.5)},
		// I about the best line through three masses of 2 kg at (0, 0), (1, 1) and (2, 4), whose Σ m r rᵀ is (4, 8; 8, 52/3): (32 − √976)/3
		{"orientation, kθ", model.Params{Orients: []model.Orient{{Torsion: 8 * (32 - math.Sqrt(976)) / 3}}}, math.Sqrt(0.5)},
	} {
		if got := SafeStep(m, c.p); got != c.want && !agrees(got, c.want) {
			t.Errorf("%s: %g s, want %g", c.name, got, c.want)
		}
	}
}

// Periods that closed formulas know: one mass on one spring, two masses, a chain between walls,
// and a mass that two springs hold along one axis.
func TestShortestPeriod(t *testing.T) {
	chain := func(pins ...model.Pin) *model.Model {
		b := modeltest.NewBuilder("chain")
		k := b.Material(40, 3)
		for i, pin := range pins {
			b.Mass(0.25, model.Vec3{0, 0.3 * float64(i), 0.4 * float64(i)}, pin)
			if i > 0 {
				b.Join(i-1, i, k)
			}
		}
		return &b.Model
	}
	normalized := chain(model.PinAll, 0)
	normalized.Materials[1] = model.Material{Name: "n", Normalized: model.Material{}.Normalized}
	normalized.Materials[1].Normalized.Stiffness = 0.1
	unit := 2 * math.Pi * math.Sqrt(0.25/40)
	for name, c := range map[string]struct {
		m    *model.Model
		want float64
	}{
		"one spring":         {chain(model.PinAll, 0), unit},
		"two masses":         {chain(0, 0), unit / math.Sqrt2},
		"three between pins": {chain(model.PinAll, 0, 0, 0, model.PinAll), unit / (2 * math.Cos(math.Pi/8))},
		"across its axis":    {chain(model.PinAll, model.PinY), unit / 0.8},
		"pinned":             {chain(model.PinAll, model.PinAll), math.Inf(1)},
		"normalized":         {normalized, math.Inf(1)},
	} {
		if got := ShortestPeriod(c.m, model.Params{DT: 1e-3}); got != c.want && math.Abs(got/c.want-1) > 1e-4 {
			t.Errorf("%s: %g s, want %g s", name, got, c.want)
		}
	}
	// No structure vibrates faster than its safe step says: 2/ω at most.
	m := modeltest.Lattice(5, 100, 0, false)
	if period, safe := ShortestPeriod(m, model.Params{}), SafeStep(m, model.Params{}); !(period >= 0.999*math.Pi*safe && period < 2*math.Pi*safe) {
		t.Errorf("a lattice: %g s, with a safe step of %g s", period, safe)
	}
}

// exactly is for results that only rounding can spoil.
const exactly = 1e-14

func agrees(got, want float64) bool {
	return math.Abs(got-want) <= exactly*max(1, math.Abs(want))
}

// atThreads runs work with that many cores.
func atThreads(threads int, work func()) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
	work()
}

// The safe step of springs with a force table is that of its steepest slope, here 8 N over 1/4 of the length.
func TestSafeStepOfForceTables(t *testing.T) {
	of := model.Material{Damping: 1}
	of.Inelastic.Table = inelastic.TableOf(inelastic.Point{Strain: -1, Force: -2}, inelastic.Point{}, inelastic.Point{Strain: 0.5, Force: 9}, inelastic.Point{Strain: 0.75, Force: 1})
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
		p := model.Params{Integrator: integrator}
		got, want := SafeStep(barbell(of), p), SafeStep(barbell(model.Material{Stiffness: 64, Damping: 1}), p)
		if got != want || !(got < SafeStep(barbell(model.Material{Stiffness: 36, Damping: 1}), p)) {
			t.Errorf("%v: %g s, want %g s", integrator, got, want)
		}
	}
}

// twoMasses are two masses of 2 kg and one spring, k = 8 N/m, c = 1 N·s/m, 1 m long.
func twoMasses() *model.Model {
	return &model.Model{
		Name:         "pair",
		RestPosition: []model.Vec3{{0, 0, 0}, {1, 0, 0}},
		Mass:         []float64{2, 2},
		Ends:         []model.Ends{{0, 1}},
		RestLength:   []float64{1},
		MaterialOf:   []uint16{1},
		Materials:    []model.Material{{Name: "removed"}, {Name: "spring", Stiffness: 8, Damping: 1}},
	}
}

// barbell is masses of 1 and 3 kg (reduced: 0.75 kg) on a spring of 0.5 m.
func barbell(material model.Material) *model.Model {
	m := twoMasses()
	m.Mass, m.RestLength, m.RestPosition[1][0], m.Materials[1] = []float64{1, 3}, []float64{0.5}, 0.5, material
	return m
}

// singles are masses of 2 kg without springs.
func singles(count int) *model.Model {
	m := &model.Model{Name: "masses", Materials: []model.Material{{}}}
	for i := range count {
		m.RestPosition, m.Mass = append(m.RestPosition, model.Vec3{float64(i), float64(i * i), 0}), append(m.Mass, 2)
	}
	return m
}
