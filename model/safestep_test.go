package model

import (
	"math"
	"math/cmplx"
	"testing"

	"hooke/spring"
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
func hung(damping float64, tuned spring.Normalized) *Model {
	m := &Model{
		RestPosition: []Vec3{{}, {1, 0, 0}, {0, 1, 0}},
		Mass:         []float64{hungMass, 0, 0},
		Pin:          []Pin{0, PinAll, PinAll},
		Ends:         []Ends{{0, 1}},
		RestLength:   []float64{1},
		MaterialOf:   []uint16{1},
		Materials:    []Material{{}, {Stiffness: hungStiffness, Damping: damping}, {Normalized: tuned}},
	}
	if tuned != (spring.Normalized{}) {
		m.Ends, m.RestLength, m.MaterialOf = append(m.Ends, Ends{2, 0}), append(m.RestLength, 1), append(m.MaterialOf, 2)
	}
	return m
}

// The safe step of one mass, by hand, with each term in turn. K and C are what
// the plain spring, contacts and handles add up to.
func TestSafeStepsOfAHungMass(t *testing.T) {
	const rounding = 1e-14 // relative, of a dozen operations
	euler := func(m, k, c float64) float64 { return 2 * m / (c + math.Sqrt(c*c+2*m*k)) }
	verlet := func(m, k, c float64) float64 { return euler(m, k, 2*c) }
	const m, k, c = hungMass, hungStiffness, hungDamping
	plain, tuned := spring.Normalized{}, spring.Normalized{Stiffness: hungCs, Damping: hungCd}
	contact := []Contact{{Shape: Plane{}, Stiffness: 40, Damping: 1}}
	loose := []Contact{{Shape: Plane{}, Stiffness: 40, Damping: 8}} // its c/k is more than the spring's
	for _, s := range []struct {
		name       string
		integrator Integrator
		damping    float64
		tuned      spring.Normalized
		params     Params
		want       float64
	}{
		{"Euler", SymplecticEuler, c, plain, Params{}, euler(m, k, c)},
		{"Euler, undamped", SymplecticEuler, 0, plain, Params{}, math.Sqrt(2 * m / k)},
		{"Euler, normalized", SymplecticEuler, c, tuned, Params{}, euler(m*(1-(hungCs+2*hungCd)/4), k, c)},
		{"Euler, contact", SymplecticEuler, c, plain, Params{Contacts: contact}, euler(m, k+20, c+0.5)},
		{"Euler, handle", SymplecticEuler, c, plain, Params{Handles: []Handle{{Stiffness: 30, Damping: 4}}}, euler(m, k+15, c+2)},
		{"Euler, drag", SymplecticEuler, c, plain, Params{DragHalfLife: 0.1}, euler(m, k, c)}, // an exact factor
		{"Verlet", VelocityVerlet, c, plain, Params{}, verlet(m, k, c)},
		{"Verlet, normalized", VelocityVerlet, c, tuned, Params{}, verlet(m*(1-(hungCs+4*hungCd)/4), k, c)},
		{"Verlet, drag", VelocityVerlet, c, plain, Params{DragHalfLife: 0.1}, verlet(m, k, c+m*math.Ln2/0.1/2)},
		{"RK4, undamped", RK4, 0, plain, Params{}, 2 * math.Sqrt2 * math.Sqrt(m/(2*k))},
		{"RK4, little damping", RK4, c, plain, Params{}, 2.61 * math.Sqrt(m/(2*k))},
		{"RK4, much damping", RK4, 100, plain, Params{}, 2.61 * m / (2 * 100)},
		{"RK4, drag alone", RK4, 0, plain, Params{DragHalfLife: 10}, 2.61 * math.Sqrt(m/(2*k))},
		{"RK4, normalized, little damping", RK4, c, tuned, Params{}, math.Sqrt((2.61*2.61 - hungCs) * m / (2 * k))},
		{"RK4, normalized, much damping", RK4, 100, tuned, Params{}, (2.61 - hungCd) * m / (2 * 100)},
		{"explicit, undamped", ExplicitEuler, 0, plain, Params{}, 0},
		{"explicit, c/k", ExplicitEuler, c, plain, Params{}, c / k},
		{"explicit, much damping", ExplicitEuler, 100, plain, Params{}, 2 * m / (2 * 100)},
		{"explicit, normalized", ExplicitEuler, 100, tuned, Params{}, (2 - hungCd) * m / (2 * 100)},
		{"explicit, Cd below Cs", ExplicitEuler, c, spring.Normalized{Stiffness: 0.2, Damping: 0.199}, Params{}, 0},
		{"explicit, Cd is Cs", ExplicitEuler, c, spring.Normalized{Stiffness: 0.2, Damping: 0.2}, Params{}, c / k},
		{"explicit, contact", ExplicitEuler, c, plain, Params{Contacts: contact}, 1. / 40},
		{"explicit, loose contact", ExplicitEuler, c, plain, Params{Contacts: loose}, c / k},
		{"explicit, handle", ExplicitEuler, c, plain, Params{Handles: []Handle{{Stiffness: 100, Damping: 1}}}, 1. / 100},
		{"explicit, handle without a damper", ExplicitEuler, c, plain, Params{Handles: []Handle{{Stiffness: 100}}}, 0},
		{"explicit, open hand", ExplicitEuler, c, plain, Params{Handles: []Handle{{Damping: 1}}}, c / k},
	} {
		s.params.Integrator = s.integrator
		if got := SafeStep(hung(s.damping, s.tuned), s.params); math.Abs(got-s.want) > rounding*s.want {
			t.Errorf("%s: %.15g s, want %.15g", s.name, got, s.want)
		}
	}
	if got, want := AutoStep(hung(c, plain), Params{}), 0.5*euler(m, k, c); math.Abs(got-want) > rounding*want {
		t.Errorf("the automatic step is %g s, want half the safe one, %g", got, want)
	}
	if got, want := AutoStep(hung(0, plain), Params{Integrator: ExplicitEuler}), 0.1*euler(m, k, 0); math.Abs(got-want) > rounding*want {
		t.Errorf("the automatic step of explicit Euler is %g s, want a tenth of Euler's, %g", got, want)
	}
	free := &Model{RestPosition: []Vec3{{}}, Mass: []float64{1}, Materials: []Material{{}}}
	if got := SafeStep(free, Params{}); !math.IsInf(got, 1) || AutoStep(free, Params{}) != 1e-3 {
		t.Errorf("nothing acts, and the safe step is %g s, the automatic one %g", got, AutoStep(free, Params{}))
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
	if !grows(complex(0, rk4Undamped*(1+1e-6))) {
		t.Error("undamped modes do not grow beyond 2√2: the radius is not the largest")
	}
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
	if !outside {
		t.Errorf("damped modes do not grow at %g times the radius either: it is not the largest", beyond)
	}
}
