package physics

import (
	"math"
	"math/cmplx"
	"slices"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/spring"
	"hooke/must"
)

// The numbers of hung: a mass on springs between it and supports.
const (
	hungMass      = 2.0  // [kg]
	hungStiffness = 50.0 // of one spring [N/m]
	hungDamping   = 3.0  // of the same [N·s/m]
	hungCs        = 0.2  // of another, below the cap of two springs at a mass, 1/3
	hungCd        = 0.25
)

// hung is a mass on a plain spring and, when it is given, on a normalized one.
func hung(damping float64, tuned spring.Normalized) *model.Model {
	m := &model.Model{
		RestPosition: []model.Vec3{{}, {1, 0, 0}, {0, 1, 0}},
		Mass:         []float64{hungMass, 0, 0},
		Pin:          []model.Pin{0, model.PinAll, model.PinAll},
		Ends:         []model.Ends{{0, 1}},
		RestLength:   []float64{1},
		MaterialOf:   []uint16{1},
		Materials:    []model.Material{{}, {Stiffness: hungStiffness, Damping: damping}, {Normalized: tuned}},
	}
	if tuned != (spring.Normalized{}) {
		m.Ends, m.RestLength, m.MaterialOf = append(m.Ends, model.Ends{2, 0}), append(m.RestLength, 1), append(m.MaterialOf, 2)
	}
	return m
}

// The safe step of one mass, by hand, with each term in turn. K and C are the sums of the plain spring,
// contacts and handles.
func TestSafeStepsOfAHungMass(t *testing.T) {
	const rounding = 1e-14 // relative, of a dozen operations
	euler := func(m, k, c float64) float64 { return 2 * m / (c + math.Sqrt(c*c+2*m*k)) }
	verlet := func(m, k, c float64) float64 { return euler(m, k, 2*c) }
	const m, k, c = hungMass, hungStiffness, hungDamping
	plain, tuned := spring.Normalized{}, spring.Normalized{Stiffness: hungCs, Damping: hungCd}
	contact := []model.Contact{{Shape: model.Plane{}, Stiffness: 40, Damping: 1}}
	loose := []model.Contact{{Shape: model.Plane{}, Stiffness: 40, Damping: 8}} // its c/k is more than the spring's
	for _, s := range []struct {
		name       string
		integrator model.Integrator
		damping    float64
		tuned      spring.Normalized
		params     model.Params
		want       float64
	}{
		{"Euler", model.SymplecticEuler, c, plain, model.Params{}, euler(m, k, c)},
		{"Euler, undamped", model.SymplecticEuler, 0, plain, model.Params{}, math.Sqrt(2 * m / k)},
		{"Euler, normalized", model.SymplecticEuler, c, tuned, model.Params{}, euler(m*(1-(hungCs+2*hungCd)/4), k, c)},
		{"Euler, contact", model.SymplecticEuler, c, plain, model.Params{Contacts: contact}, euler(m, k+20, c+0.5)},
		{"Euler, handle", model.SymplecticEuler, c, plain, model.Params{Handles: []model.Handle{{Stiffness: 30, Damping: 4}}}, euler(m, k+15, c+2)},
		{"Euler, drag", model.SymplecticEuler, c, plain, model.Params{DragHalfLife: 0.1}, euler(m, k, c)}, // an exact factor
		{"Verlet", model.VelocityVerlet, c, plain, model.Params{}, verlet(m, k, c)},
		{"Verlet, normalized", model.VelocityVerlet, c, tuned, model.Params{}, verlet(m*(1-(hungCs+4*hungCd)/4), k, c)},
		{"Verlet, drag", model.VelocityVerlet, c, plain, model.Params{DragHalfLife: 0.1}, verlet(m, k, c+m*math.Ln2/0.1/2)},
		{"RK4, undamped", model.RK4, 0, plain, model.Params{}, 2 * math.Sqrt2 * math.Sqrt(m/(2*k))},
		{"RK4, little damping", model.RK4, c, plain, model.Params{}, 2.61 * math.Sqrt(m/(2*k))},
		{"RK4, much damping", model.RK4, 100, plain, model.Params{}, 2.61 * m / (2 * 100)},
		{"RK4, drag alone", model.RK4, 0, plain, model.Params{DragHalfLife: 10}, 2.61 * math.Sqrt(m/(2*k))},
		{"RK4, normalized, little damping", model.RK4, c, tuned, model.Params{}, math.Sqrt((2.61*2.61 - hungCs) * m / (2 * k))},
		{"RK4, normalized, much damping", model.RK4, 100, tuned, model.Params{}, (2.61 - hungCd) * m / (2 * 100)},
		{"explicit, undamped", model.ExplicitEuler, 0, plain, model.Params{}, 0},
		{"explicit, c/k", model.ExplicitEuler, c, plain, model.Params{}, c / k},
		{"explicit, much damping", model.ExplicitEuler, 100, plain, model.Params{}, 2 * m / (2 * 100)},
		{"explicit, normalized", model.ExplicitEuler, 100, tuned, model.Params{}, (2 - hungCd) * m / (2 * 100)},
		{"explicit, Cd below Cs", model.ExplicitEuler, c, spring.Normalized{Stiffness: 0.2, Damping: 0.199}, model.Params{}, 0},
		{"explicit, Cd is Cs", model.ExplicitEuler, c, spring.Normalized{Stiffness: 0.2, Damping: 0.2}, model.Params{}, c / k},
		{"explicit, contact", model.ExplicitEuler, c, plain, model.Params{Contacts: contact}, 1. / 40},
		{"explicit, loose contact", model.ExplicitEuler, c, plain, model.Params{Contacts: loose}, c / k},
		{"explicit, handle", model.ExplicitEuler, c, plain, model.Params{Handles: []model.Handle{{Stiffness: 100, Damping: 1}}}, 1. / 100},
		{"explicit, handle without a damper", model.ExplicitEuler, c, plain, model.Params{Handles: []model.Handle{{Stiffness: 100}}}, 0},
		{"explicit, open hand", model.ExplicitEuler, c, plain, model.Params{Handles: []model.Handle{{Damping: 1}}}, c / k},
	} {
		s.params.Integrator = s.integrator
		must.Near(t, SafeStep(hung(s.damping, s.tuned), s.params), s.want, rounding*s.want, "%s, in s", s.name)
	}
	if got, want := AutoStep(hung(c, plain), model.Params{}), 0.5*euler(m, k, c); math.Abs(got-want) > rounding*want {
		t.Errorf("the automatic step is %g s, want half the safe one, %g", got, want)
	}
	if got, want := AutoStep(hung(0, plain), model.Params{Integrator: model.ExplicitEuler}), 0.1*euler(m, k, 0); math.Abs(got-want) > rounding*want {
		t.Errorf("the automatic step of explicit Euler is %g s, want a tenth of Euler's, %g", got, want)
	}
	free := &model.Model{RestPosition: []model.Vec3{{}}, Mass: []float64{1}, Materials: []model.Material{{}}}
	if got := SafeStep(free, model.Params{}); !math.IsInf(got, 1) || AutoStep(free, model.Params{}) != 1e-3 {
		t.Errorf("nothing acts, and the safe step is %g s, the automatic one %g", got, AutoStep(free, model.Params{}))
	}
}

// The radii of RK4 are those of its polynomial: within them it damps or keeps
// every mode, and a little beyond it does not.
func TestRadiiOfRK4(t *testing.T) {
	const rounding, beyond = 1e-12, 1.004 // 2.61 is 2.6155 rounded down
	grows := func(z complex128) bool {
		return cmplx.Abs(1+z+z*z/2+z*z*z/6+z*z*z*z/24) > 1+rounding
	}
	// Along the imaginary axis, and in a half disc to its left.
	for part := range 1001 {
		if z := complex(0, rk4Undamped*float64(part)/1000); grows(z) {
			t.Errorf("an undamped mode grows at %v", z)
		}
	}
	must.Hold(t, grows(complex(0, rk4Undamped*(1+1e-6))), "undamped modes do not grow beyond 2√2: the radius is not the largest")
	outside := false
	for angle := range 1001 {
		turn := math.Pi/2 + math.Pi/2*float64(angle)/1000
		for part := range 101 {
			if z := cmplx.Rect(rk4Damped*float64(part)/100, turn); grows(z) {
				t.Fatalf("a damped mode grows at %v", z)
			}
		}
		outside = outside || grows(cmplx.Rect(rk4Damped*beyond, turn))
	}
	must.Hold(t, outside, "damped modes do not grow at %g times the radius either: it is not the largest", beyond)
}

// A class is a power of √2 s that is not more than the step, and more than the step over √2; a step that is one is its own.
func TestStepClass(t *testing.T) {
	for _, c := range []struct{ dt, want float64 }{{1, 1}, {1.2, 1}, {1.5, math.Sqrt2}, {2.5e-4, 0x1p-12}, {3e-4, 0x1p-12}, {0.99 * 0x1p-12, math.Sqrt2 * 0x1p-13}, {math.Sqrt2 * 0x1p-13, math.Sqrt2 * 0x1p-13}, {1e6, 0x1p19 * math.Sqrt2}} {
		if got := StepClass(c.dt); got != c.want || StepClass(got) != got || got > c.dt || got <= c.dt/math.Sqrt2*(1-1e-15) {
			t.Errorf("the class of %g s is %g s, not %g s", c.dt, got, c.want)
		}
	}
	for _, dt := range []float64{0, -1, math.Inf(1)} {
		if got := StepClass(dt); got != dt {
			t.Errorf("the class of %g is %g", dt, got)
		}
	}
}

// A mass has the largest Cs and Cd of its springs, each by itself, at most 0.3; removed springs
// do not count, those of other vocabularies do as 1, and no springs are 1 without a cap.
func TestContactTuningByHand(t *testing.T) {
	b := modeltest.NewBuilder("chain")
	for i := range 6 {
		b.Mass(1, model.Vec3{float64(i), 0, 0}, 0)
	}
	b.Model.Materials = append(b.Model.Materials,
		model.Material{Normalized: spring.Normalized{Stiffness: 0.1, Damping: 0.02}},
		model.Material{Normalized: spring.Normalized{Stiffness: 0.05, Damping: 0.9}},
		model.Material{Stiffness: 50})
	b.Join(0, 1, 1)
	b.Join(1, 2, 2)
	b.Join(2, 3, 3)
	b.Join(3, 4, 3)
	b.Model.MaterialOf[3] = model.Removed
	p := model.Params{Contacts: []model.Contact{{Shape: model.Plane{}, PerMass: true}}}
	want := []spring.Normalized{{Stiffness: 0.1, Damping: 0.02}, {Stiffness: 0.1, Damping: 0.3}, {Stiffness: 0.3, Damping: 0.3},
		{Stiffness: 0.3, Damping: 0.3}, {Stiffness: 1, Damping: 1}, {Stiffness: 1, Damping: 1}}
	if got := ContactTuning(&b.Model, p); !slices.EqualFunc(got, want, func(a model.Tuning, b spring.Normalized) bool { return a == model.Tuning{Own: b} }) {
		t.Errorf("got %v, want %v", got, want)
	}
	p.Contacts[0] = model.Ground(0, 1, 0)
	if got := ContactTuning(&b.Model, p); got != nil {
		t.Errorf("without a contact per mass: %v, want nil", got)
	}
}

// Contacts per mass reduce the limit of a mass as normalized springs of their Cs and Cd would: with 0.2 and
// 0.1 of a spring, and as much of a contact, by a fifth.
func TestSafeStepWithContactsPerMass(t *testing.T) {
	tuned := spring.Normalized{Stiffness: 0.2, Damping: 0.1}
	m := barbell(model.Material{Normalized: tuned})
	one := model.Contact{Shape: model.Plane{}, PerMass: true}
	for _, contacts := range [][]model.Contact{{one}, {one, one}} { // they share
		p := model.Params{Contacts: append(contacts, model.Ground(0, 16, 0))}
		if got, want := SafeStep(m, p), SafeStep(m, model.Params{Contacts: contacts[:0:0], Handles: nil}); got >= want {
			t.Errorf("%d: safe up to %g s, and without contacts up to %g s", len(contacts), got, want)
		}
		want := resistance{stiffness: 8, stiff: 0.4, damped: 0.2}.stable(m.Mass[0], 1)
		if got := SafeStep(m, p); !agrees(got, want) {
			t.Errorf("%d contacts per mass: safe up to %g s, want %g", len(contacts), got, want)
		}
	}
	one.Normalized = spring.Normalized{Stiffness: 0.25, Damping: 0.05}
	want := resistance{stiffness: 8, stiff: 0.45, damped: 0.15}.stable(m.Mass[0], 1)
	if got := SafeStep(m, model.Params{Contacts: []model.Contact{one, model.Ground(0, 16, 0)}}); !agrees(got, want) {
		t.Errorf("with values of its own: safe up to %g s, want %g", got, want)
	}
}
