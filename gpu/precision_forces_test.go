package gpu

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// otherForces are the forces on masses beside springs in double, each with numbers that single precision does
// not hold; word is the rest of them.
func otherForces() map[string]func(word func(float64) float64) model.Params {
	const kc, bc = 31.7, 0.013
	vec := func(word func(float64) float64, x, y, z float64) model.Vec3 {
		return model.Vec3{word(x), word(y), word(z)}
	}
	touching := func(word func(float64) float64, inside bool, shape model.Shape) model.Params {
		return model.Params{Contacts: []model.Contact{{Shape: shape, Inside: inside, Stiffness: word(kc), Damping: word(bc), StaticFriction: word(0.37), KineticFriction: word(0.33)}}}
	}
	return map[string]func(word func(float64) float64) model.Params{
		"quadratic drag": func(word func(float64) float64) model.Params { return model.Params{QuadraticDrag: word(0.0123)} },
		"ground": func(word func(float64) float64) model.Params {
			return touching(word, false, model.Plane{Normal: model.Vec3{1, 2, 5}.Normalize(), Offset: word(1.7)})
		},
		"sphere": func(word func(float64) float64) model.Params {
			return touching(word, false, model.Sphere{Center: vec(word, 0.1, 0.2, 0.3), Radius: word(0.9)})
		},
		"box": func(word func(float64) float64) model.Params {
			return touching(word, false, model.Box{Center: vec(word, 0.51, 0.52, 0.53), Half: vec(word, 0.61, 0.62, 0.67),
				Orientation: mgl64.QuatRotate(0.3, mgl64.Vec3{1, 1, 0}.Normalize())})
		},
		"capsule": func(word func(float64) float64) model.Params {
			return touching(word, false, model.Capsule{A: vec(word, 0.1, 0.2, 0.3), B: vec(word, 0.9, 0.7, 0.8), Radius: word(0.63)})
		},
		"container": func(word func(float64) float64) model.Params {
			return touching(word, true, model.Sphere{Center: vec(word, 0.5, 0.6, 0.3), Radius: word(0.23)})
		},
	}
}

// asIs and asSingle return numbers, as they are and in single precision.
func asIs(x float64) float64     { return x }
func asSingle(x float64) float64 { return float64(float32(x)) }

// cloud is some free masses on the move.
func cloud() (*model.Model, *model.State) {
	r := rand.New(rand.NewPCG(38, 7))
	m := &model.Model{Name: "cloud", Materials: []model.Material{{}}}
	for range 12 {
		m.RestPosition = append(m.RestPosition, model.Vec3{r.Float64(), r.Float64(), r.Float64()})
		m.Mass = append(m.Mass, 0.001*(1+9*r.Float64()))
	}
	s := m.Start()
	for i := range s.Velocity {
		s.Velocity[i] = model.Vec3{r.Float64() - 0.5, r.Float64() - 0.5, r.Float64() - 0.5}
	}
	return m, s
}

// In double precision all that acts on masses there is double: in each pipeline and solver four
// steps under each of them agree with the reference. The comparison sees the rounding of its
// numbers to single precision.
func TestDoubleIsDoubleForEveryForce(t *testing.T) {
	// Places and velocities of about 1 are kept to 2^-48 of them in each step, and change by some 1e-3 in
	// four: 4e-12. The error of single precision is 1e-8 and more.
	const tolerance = 5e-11
	ctx := gltest.New(t)
	m, start := cloud()
	worst := 0.0
	for name, forces := range otherForces() {
		solvers := []model.Integrator{model.SymplecticEuler}
		if len(forces(asIs).Contacts) > 0 { // whose friction is another there
			solvers = append(solvers, model.VelocityVerlet)
		}
		for _, solver := range solvers {
			reference := func(word func(float64) float64) *model.State {
				p := forces(word)
				p.DT, p.Integrator = 1e-3, solver
				ref := must.Get(cpuref.New(m, p))(t)
				modeltest.StepFrom(t, ref, start, 4)
				s := ref.State()
				return &model.State{Position: slices.Clone(s.Position), Velocity: slices.Clone(s.Velocity)}
			}
			want := reference(asIs)
			if seen := differs(want, reference(asSingle), start); !(seen > 20*tolerance) {
				t.Errorf("%s, %v: rounding its numbers to single precision makes %.3g, which the tolerance %g hides", name, solver, seen, tolerance)
			}
			for _, pipeline := range []string{options.TwoPass, options.Fused} {
				p := forces(asIs)
				p.DT, p.Integrator = 1e-3, solver
				e := must.Get(New(ctx, m, p, Options{Precision: options.Double, Pipeline: pipeline}))(t)
				modeltest.StepFrom(t, e, start, 4)
				must.Do(t, e.Finish())
				got := modeltest.State(t, e)
				off := differs(want, &got, start)
				if worst = max(worst, off); !(off <= tolerance) {
					t.Errorf("%s, %v, %s: differs by %.3g of the largest change, tolerance %g", name, solver, pipeline, off, tolerance)
				}
				e.Close()
			}
		}
	}
	t.Logf("the largest difference is %.3g of the largest change", worst)
}

// differs is the largest difference of places or velocities of two states as a part of
// the largest change since the start.
func differs(a, b, start *model.State) float64 {
	part := func(a, b, start []model.Vec3) float64 {
		worst, change := 0.0, 0.0
		for i := range a {
			worst = max(worst, a[i].Sub(b[i]).Len())
			change = max(change, a[i].Sub(start[i]).Len())
		}
		if change == 0 || math.IsNaN(worst) {
			return math.Inf(1)
		}
		return worst / change
	}
	return max(part(a.Position, b.Position, start.Position), part(a.Velocity, b.Velocity, start.Velocity))
}

// farOff is a distance from the origin at which neighboring float32 numbers are
// 7.6e-6 m apart [m].
const farOff = 100.0

// Slow motion far from the origin, with every integrator: those that keep
// places from stage to stage keep both words of them.
func TestEveryIntegratorKeepsSmallStepsFarAway(t *testing.T) {
	const dt, speed, steps = 1e-4, 1e-3, 100 // a step is 1e-7 m
	const kept = 1e-10                       // error of two words of a position after as many steps [m]
	for _, integrator := range model.Integrators() {
		for precision, want := range map[options.Precision]float64{options.Single: 0, options.Compensated: dt * speed * steps, options.Double: dt * speed * steps} {
			t.Run(fmt.Sprint(integrator, ", ", precision), func(t *testing.T) {
				ctx := gltest.New(t)
				m := modeltest.Free(1, model.Vec3{farOff, -farOff, farOff})
				e := must.Open(New(ctx, m, model.Params{DT: dt, Integrator: integrator}, Options{Precision: precision}))(t)
				s := m.Start()
				s.Velocity[0] = model.Vec3{speed, -speed, speed}
				modeltest.StepFrom(t, e, s, steps)
				got := modeltest.State(t, e)
				moved := got.Position[0].Sub(m.RestPosition[0])
				if wrong := moved.Sub(model.Vec3{want, -want, want}); wrong.Len() > kept {
					t.Errorf("moved by %v m in %d steps, want %g m along each axis", moved, steps, want)
				}
			})
		}
	}
}
