package check

import (
	"fmt"
	"math"
	"slices"

	"hooke/model"
)

// The integrators of the fake engine.

func plus(a, b [3]float32, by float32) [3]float32 {
	return [3]float32{a[0] + by*b[0], a[1] + by*b[1], a[2] + by*b[2]}
}

// held is a vector without its part along pinned axes.
func (f *fake) held(i int, v [3]float32) [3]float32 {
	for axis := range 3 {
		if f.pin[i]&(model.PinX<<axis) != 0 {
			v[axis] = 0
		}
	}
	return v
}

func (f *fake) acceleration(i int, x, v [3]float32) [3]float32 {
	a := plus(f.gravity, f.forceOn(i, x, v), f.perMass[i])
	return f.held(i, plus(a, v, -f.rate))
}

// end is the end of a step in which a mass came to x and w without friction.
func (f *fake) end(i int, x, w [3]float32) {
	v := w
	f.applyContactFriction(i, &v, x, w)
	v = f.held(i, v)
	v[0] += f.noise()
	if f.moves {
		f.x[i] = plus(x, sub(v, w), f.back)
	}
	f.v[i] = f.held(i, v)
}

// masses does something with every mass that is not pinned on all axes.
func (f *fake) masses(do func(i int)) {
	for i := range f.x {
		if f.integrating && f.pin[i] != model.PinAll {
			do(i)
		}
	}
}

func (f *fake) prime() {
	f.press()
	f.masses(func(i int) { f.registers[i] = f.acceleration(i, f.x[i], f.v[i]) })
}

func (f *fake) drift() {
	f.masses(func(i int) {
		half := plus(f.v[i], f.registers[i], f.dt/2)
		f.x[i] = plus(f.x[i], half, f.dt)
		f.v[i] = plus(half, f.registers[i], f.ahead*f.dt/2)
	})
}

func (f *fake) kick() {
	f.press()
	if f.p.Ledger {
		f.ledger.seen, f.ledger.friction = slices.Clone(f.v), make([]fakePower, len(f.v))
	}
	f.masses(func(i int) {
		a := f.acceleration(i, f.x[i], f.v[i])
		w := plus(f.v[i], sub(a, f.registers[i]), f.dt/2)
		f.center(i, plus(f.v[i], f.registers[i], -f.dt), f.x[i], w)
		f.registers[i] = a
		f.end(i, f.x[i], w)
	})
	f.applyFrictionAfter()
}

func (f *fake) stage(stage int) {
	n := len(f.x)
	f.press()
	if f.p.Ledger && stage == 3 {
		f.ledger.friction = make([]fakePower, n)
	}
	f.masses(func(i int) {
		x0, v0, sumV, sumA := &f.registers[i], &f.registers[n+i], &f.registers[2*n+i], &f.registers[3*n+i]
		a := f.acceleration(i, f.x[i], f.v[i])
		if stage == 0 {
			*x0, *v0, *sumV, *sumA = f.x[i], f.v[i], [3]float32{}, [3]float32{}
		}
		*sumV, *sumA = plus(*sumV, f.v[i], f.share[stage]), plus(*sumA, a, f.share[stage])
		ahead := [3]float32{f.dt / 2, f.dt / 2, f.dt}
		if stage < 3 {
			f.x[i], f.v[i] = plus(*x0, f.v[i], ahead[stage]), plus(*v0, a, ahead[stage])
			return
		}
		f.center(i, *v0, plus(*x0, *sumV, f.dt), plus(*v0, *sumA, f.dt))
		f.end(i, plus(*x0, *sumV, f.dt), plus(*v0, *sumA, f.dt))
	})
	if stage == 3 {
		f.applyFrictionAfter()
	}
}

func (f *fake) externalForces(steps float64) {
	f.pose(steps)
	if f.loads.windy {
		f.wind(steps)
	}
	if f.p.LoadsMasses() {
		f.load(steps)
	}
}

// advance is one step of the integrator in use.
func (f *fake) advance() {
	forces := func(steps float64) {
		if f.springPass {
			f.springForces(steps)
		}
		f.externalForces(steps)
	}
	switch f.p.Integrator {
	case model.VelocityVerlet:
		if !f.primed {
			forces(0)
			f.prime()
			f.primed = true
		}
		f.drift()
		f.guide(1)
		forces(1)
		f.kick()
		f.applySpanFriction()
		f.guide(1)
	case model.RK4:
		for stage, steps := range []float64{0, 0.5, 0.5, 1} {
			forces(steps)
			f.stage(stage)
			if stage == 3 {
				f.applySpanFriction()
			}
			f.guide([]float64{0.5, 0.5, 1, 1}[stage])
		}
	default:
		forces(0)
		if f.integrating {
			f.integrate()
			f.applySpanFriction()
		}
		f.guide(1)
	}
}

func (f *fake) Step(n int) error {
	for range n - f.stepsLost {
		before, _ := f.wide()
		f.advance()
		f.catch(before)
		f.guide(1)
		f.step++
		if f.p.Ledger {
			f.book(false)
		}
	}
	f.step += int64(f.stepsLost)
	return nil
}

func (f *fake) Passes() []string {
	forces := []string{"spring-force"}
	if f.p.Loaded() || len(f.p.Guides) > 0 || f.m.MassCount() == 0 {
		forces = append(forces, "wind", "load", "guide")
	}
	switch f.p.Integrator {
	case model.VelocityVerlet:
		return append(forces, "prime", "drift", "kick")
	case model.RK4:
		return append(forces, "stage-1", "stage-2", "stage-3", "stage-4")
	}
	return append(forces, "integrate")
}

func (f *fake) RunPass(name string) error {
	stage := 0
	switch _, err := fmt.Sscanf(name, "stage-%d", &stage); {
	case err == nil:
		f.stage(stage - 1)
	case name == "prime":
		f.prime()
	case name == "drift":
		f.drift()
	case name == "kick":
		f.kick()
	case name == "spring-force":
		nan := float32(math.NaN())
		for s := range f.rest {
			f.force[s] = [3]float32{nan, nan, nan}
		}
		if f.springPass {
			f.springForces(0)
		}
	case name == "wind":
		f.wind(0)
	case name == "load":
		f.load(0)
	case name == "guide":
		f.guide(1)
	case name == "integrate" && f.integrating:
		f.integrate()
	}
	return nil
}

func (f *fake) ReadStage(dst [][3]float32) error  { copy(dst, f.registers); return nil }
func (f *fake) WriteStage(src [][3]float32) error { copy(f.registers, src); return nil }
