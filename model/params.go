package model

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"

	"hooke/model/grid"
)

// StandardGravity is the gravitational acceleration on Earth [m/s²].
const StandardGravity = 9.81

// EarthGravity returns the gravity of a run on Earth: StandardGravity downward along z
// [m/s²].
func EarthGravity() Vec3 { return Vec3{0, 0, -StandardGravity} }

// Params are the numbers of one run. The zero value is valid: physics.AutoStep chooses the
// step, and the run has no gravity, drag, contacts, loads or guides.
type Params struct {
	DT           float64   // step [s]; zero: physics.AutoStep chooses
	Gravity      Vec3      // [m/s²]; zero: none (see EarthGravity)
	DragHalfLife float64   // time in which drag halves a velocity [s]; zero: no drag
	DragKept     float64   // factor of velocities per step by drag, in (0, 1], whatever dt is; zero: from DragHalfLife
	Contacts     []Contact // solids that masses touch, in the order in which friction is applied; nil: none

	Collision Collision // collisions of masses with each other; the zero value: none

	Integrator Integrator // the solver; zero: symplectic Euler
	Substeps   int        // substeps per step, for solvers whose Method.Divides; zero: bigstep.Substeps chooses
	Iterations int        // sweeps over all springs per substep; zero: the solver's default
	Forward    bool       // whether a sweep visits springs once, in order; false: forward and back, which is stable for any structure
	Warm       float64    // share of the previous substep's impulses that a substep starts with, 0 to MaxWarm
	Tolerance  float64    // residual that ends the iterations of a substep, in (0, 1), for solvers that use one; zero: the solver's default

	Actuators []Actuator // muscles, which Model.ActuatorOf counts from 1; nil: actuated springs are passive

	Forces        []Force      // external forces, with tables over time; nil: none
	Motors        []Motor      // drives of masses to a velocity; nil: none
	Handles       []Handle     // damped springs that hold single masses; nil: none
	QuadraticDrag float64      // q of the force −q |v| v on each mass, ½ ρ CD A [kg/m]; zero: none
	Wind          Wind         // wind on the model's triangles; the zero value: no air
	Spins         []Spin       `fingerprint:"set"` // drives of groups to an angular speed; nil: none
	Water         Water        `fingerprint:"set"` // water that masses float in; the zero value: none
	Pressures     []Pressure   `fingerprint:"set"` // pressures in closed skins; nil: none
	Areas         []Area       `fingerprint:"set"` // springs of the areas of triangles; nil: none
	Orients       []Orient     `fingerprint:"set"` // springs that turn groups to an orientation; nil: none
	Tracks        []Track      `fingerprint:"set"` // springs that pull groups to a point; nil: none
	Matchings     []Matching   `fingerprint:"set"` // springs that pull groups to their shape; nil: none
	Limits        []Limit      `fingerprint:"set"` // limits of the angles of joints; nil: none
	Bends         []Bend       `fingerprint:"set"` // resistance of cloth and ropes to bending; nil: none
	MassFactors   []MassFactor `fingerprint:"set"` // factors of masses that may change during a run; nil: none
	Clamps        []Clamp      // clamps that hold and turn segments of rods; nil: none
	Guides        []Guide      // lines, planes and paths that hold masses; nil: none

	Ledger bool // whether the engine keeps the full energy ledger, which slows every step
}

// DragFactor returns the factor by which drag multiplies velocities in one step, exact for
// any step: DragKept where it is given, else 2^(−dt/half-life); 1 without drag.
func (p Params) DragFactor() float64 {
	switch {
	case p.DragKept != 0:
		return p.DragKept
	case p.DragHalfLife == 0:
		return 1
	}
	return math.Exp2(-p.DT / p.DragHalfLife)
}

// DragLife returns the half-life of velocities under drag [s], from DragHalfLife or from
// DragKept and DT; 0 without drag.
func (p Params) DragLife() float64 {
	if p.DragKept == 0 || p.DragKept == 1 {
		return p.DragHalfLife
	}
	return -p.DT * math.Ln2 / math.Log(p.DragKept)
}

// DragTaken returns the rate at which drag dissipates energy, relative to m v² after the step
// [1/s]: (2^(dt/h) − 1)/dt for symplectic Euler, which multiplies the new velocity by
// 2^(−dt/h), and DragRate for other solvers. It returns 0 without drag.
func (p Params) DragTaken() float64 {
	rate := p.DragRate()
	if !p.Integrator.Method().Staggered || p.DT*rate == 0 {
		return rate
	}
	return math.Expm1(p.DT*rate) / p.DT
}

// DragRate returns the rate at which drag reduces velocities [1/s]: ln 2/half-life, or −ln
// DragKept/dt. It returns 0 without drag, and for DragKept without a dt.
func (p Params) DragRate() float64 {
	switch {
	case p.DragKept != 0 && p.DT != 0:
		return -math.Log(p.DragKept) / p.DT
	case p.DragHalfLife == 0:
		return 0
	}
	return math.Ln2 / p.DragHalfLife
}

// FrictionReach returns the displacement of a mass per change of its velocity by an impulse
// of friction [s]. It equals that of a constant force during the step, so that a mass held by
// friction against a steady force does not creep: dt/2 in Verlet, and in RK4, where drag acts
// during the step, with z = dt ln 2/half-life
//
//	dt (1/2 − z/6 + z²/24) / (1 − z/2 + z²/6 − z³/24).
func (p Params) FrictionReach() float64 {
	if p.Integrator != RK4 {
		return p.DT / 2
	}
	z := p.DT * p.DragRate()
	return p.DT * (1./2 - z/6 + z*z/24) / (1 - z/2 + z*z/6 - z*z*z/24)
}

// Validate returns an error for every fault of the parameters, joined, or nil.
func (p Params) Validate() error {
	var faults []error
	for _, t := range terms {
		if t.faults != nil {
			t.faults(p, func(format string, args ...any) {
				faults = append(faults, fmt.Errorf("model: params: "+format, args...))
			})
		}
	}
	if faults == nil {
		if name, x, found := tooLarge(reflect.ValueOf(p)); found {
			faults = append(faults, fmt.Errorf("model: params: %s is %g; no number may be larger than %g, whose square single precision still holds: use other units", strings.TrimPrefix(name, "."), x, Largest))
		}
	}
	return errors.Join(faults...)
}

// Largest is the largest number that a run accepts. Its square, which lengths, speeds and
// forces need, is finite in single precision.
const Largest = 1e18

// Least is the smallest number above 0 that scenes accept for positive quantities. Its
// inverse is finite in single precision.
const Least = 1e-30

// tooLarge returns the first number of a value that is larger than Largest, and the path of
// fields that leads to it.
func tooLarge(v reflect.Value) (name string, x float64, found bool) {
	switch v.Kind() {
	case reflect.Float64:
		x = v.Float()
		return "", x, math.Abs(x) > Largest
	case reflect.Struct:
		for i := range v.NumField() {
			if name, x, found := tooLarge(v.Field(i)); found {
				return "." + v.Type().Field(i).Name + name, x, true
			}
		}
	case reflect.Array, reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint32 {
			return "", 0, false // numbers of masses
		}
		for i := range v.Len() {
			if name, x, found := tooLarge(v.Index(i)); found {
				return fmt.Sprintf("[%d]%s", i, name), x, true
			}
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() && v.Type() != reflect.TypeFor[*grid.Heights]() && v.Type() != reflect.TypeFor[*grid.Distances]() { // which are looked at when they are made
			return tooLarge(v.Elem())
		}
	}
	return "", 0, false
}

func stepFaults(p Params, fault func(string, ...any)) {
	if !finite(p.DT) || p.DT < 0 {
		fault("dt is %g s; give a positive number, or 0 to have it chosen", p.DT)
	}
}

func gravityFaults(p Params, fault func(string, ...any)) {
	if !finiteVec(p.Gravity) {
		fault("gravity is %v m/s²; every component must be a finite number", p.Gravity)
	}
}

func dragFaults(p Params, fault func(string, ...any)) {
	if !finite(p.DragHalfLife) || p.DragHalfLife < 0 {
		fault("drag half-life is %g s; give a positive number, or 0 for no drag", p.DragHalfLife)
	}
	if p.DragKept != 0 && !(p.DragKept > 0 && p.DragKept <= 1) {
		fault("drag leaves %g of a velocity per step; give more than 0 and at most 1", p.DragKept)
	}
	if p.DragKept != 0 && p.DragHalfLife != 0 {
		fault("drag has a half-life, %g s, and leaves %g of a velocity per step; give one of the two", p.DragHalfLife, p.DragKept)
	}
}

// ValidateFor is Validate and also checks the parameters against their model.
func (p Params) ValidateFor(m *Model) error { return p.ValidateChange(m, Params{}) }

// ValidateChange is ValidateFor for a run whose parameters so far, from, are valid for the
// model. It does not check every spring and every guided mass again while neither the number
// of actuators nor the guides change.
func (p Params) ValidateChange(m *Model, from Params) error {
	if err := p.Validate(); err != nil {
		return err
	}
	if err := unsupportedTerm(p); err != nil {
		return err
	}
	for _, t := range terms {
		if t.fits != nil {
			if err := t.fits(p, m); err != nil {
				return err
			}
		}
	}
	for _, t := range terms {
		if t.suits != nil {
			if err := t.suits(p, from, m); err != nil {
				return err
			}
		}
	}
	return nil
}

// finite reports whether x is a finite number: x − x is 0 for these, and NaN for NaN and the
// infinities.
func finite(x float64) bool { return x-x == 0 }

func finiteVec(v Vec3) bool { return finite(v[0]) && finite(v[1]) && finite(v[2]) }

func joinGravity(p *Params, part Params) {
	if p.Gravity == (Vec3{}) {
		p.Gravity = part.Gravity
	}
}

// ParamsInUse returns the parameters with which an engine steps now. The inputs of a
// controlled run change some of them; for any other engine they are given.
func ParamsInUse(e Engine, given Params) Params {
	if Has[Controlled](e) {
		if s, ok := As[Stopper](e); ok {
			return s.Params()
		}
	}
	return given
}
