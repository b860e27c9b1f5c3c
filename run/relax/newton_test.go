package relax

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/model/rod"
	"hooke/model/rod/chain"
	"hooke/must"
)

// wires are three segments of a rod between four masses, with a spring across, one mass pinned.
func wires(t *testing.T) *model.Model {
	t.Helper()
	b := modeltest.NewBuilder("wires")
	b.Model.Materials = append(b.Model.Materials, model.Material{Name: "wire", Rod: rod.Rod{Stretch: 3, Shear: 2, Bend: 2.5, Twist: 1.5, Radius: 0.1}}, model.Material{Name: "spring", Stiffness: 30})
	kind := uint16(len(b.Model.Materials) - 2)
	for i := range 4 {
		b.Mass(0.1, model.Vec3{float64(i), 0.1 * float64(i*i), 0}, 0)
	}
	for i := range 3 {
		b.Join(i, i+1, kind)
	}
	b.Join(0, 3, kind+1)
	m := &b.Model
	m.Pin = make([]model.Pin, 4)
	m.Pin[0] = model.PinAll
	m.Pin[3] = model.PinY
	chain.Frame(m)
	must.Do(t, m.Validate())
	return m
}

// The gradient is the derivative of the energy, and H that of the gradient, of bodies that are bent, twisted, stretched,
// pulled by a handle and pressed by a contact.
func TestDerivatives(t *testing.T) {
	m := wires(t)
	p := model.Params{Gravity: model.EarthGravity(), Integrator: model.Impulses, DT: 0.01, Handles: []model.Handle{{Mass: 2, Target: model.Vec3{1, 1, 1}, Stiffness: 7}},
		Contacts: []model.Contact{model.Ground(2, 50, 0)}}
	s := must.Get(NewProblem(m, p, 0, nil))(t)
	r := rand.New(rand.NewPCG(3, 4))
	vec := func(by float64) model.Vec3 {
		return model.Vec3{r.Float64() - 0.5, r.Float64() - 0.5, r.Float64() - 0.5}.Mul(2 * by)
	}
	start := m.Start()
	x := place{start.Position, start.Orientation}.clone()
	for i := range x.position {
		x.position[i] = x.position[i].Add(vec(0.2))
	}
	for k := range x.orientation {
		x.orientation[k] = rod.Turn(vec(0.5)).Mul(x.orientation[k])
	}
	w := &search{Problem: s, x: x, size: 1e9}
	n := s.Unknowns()
	to := func(row int, by float64) place {
		step, none := make([]float64, n), make([]float64, n)
		step[row] = -by
		out, _ := (&search{Problem: s, x: x, size: 1e9}).moved(step, none)
		return out
	}
	s.eval(x, true)
	gradient := append([]float64(nil), s.side...)
	dense := make([][]float64, n)
	for j := range dense { // H by its action on unit vectors, from the entries before elimination
		dense[j] = make([]float64, n)
		for i := range dense {
			dense[j][i] = s.matrix.At(i, j)
		}
	}
	const h = 1e-5
	for i := range n {
		if s.moves[i] == 0 {
			continue
		}
		if slope := (s.eval(to(i, h), false) - s.eval(to(i, -h), false)) / (2 * h); math.Abs(slope-gradient[i]) > 1e-5*(1+math.Abs(slope)) {
			t.Errorf("row %d: the energy rises by %g, the gradient says %g", i, slope, gradient[i])
		}
		for j := range n {
			if s.moves[j] == 0 {
				continue
			}
			// Turns do not commute, so second differences are of one step with both parts.
			both := func(a, b float64) float64 {
				step, none := make([]float64, n), make([]float64, n)
				step[i] -= a
				step[j] -= b
				out, _ := w.moved(step, none)
				return s.eval(out, false)
			}
			const d = 1e-3
			want := (both(d, d) - both(d, -d) - both(-d, d) + both(-d, -d)) / (4 * d * d)
			if scale := 1 + math.Abs(dense[i][i]) + math.Abs(dense[j][j]); math.Abs(want-dense[j][i]) > 1e-5*scale {
				t.Errorf("H of rows %d and %d is %g, the energy says %g", i, j, dense[j][i], want)
			}
		}
	}
}

// A mass that hangs on a spring is m g/k below its length at rest; one that begins straight above the pin, at a rest
// that a push ends, ends below it, too, where that is asked for.
func TestHangingMass(t *testing.T) {
	b := modeltest.NewBuilder("hung")
	b.Model.Materials = append(b.Model.Materials, model.Material{Name: "spring", Stiffness: 200})
	b.Mass(1, model.Vec3{}, model.PinAll)
	b.Mass(2, model.Vec3{0.6, 0, 0.8}, 0)
	b.Join(0, 1, uint16(len(b.Model.Materials)-1))
	m := &b.Model
	s := must.Get(NewProblem(m, model.Params{Gravity: model.EarthGravity()}, 0, nil))(t)
	rest := m.RestLength[0] + 2*9.81/200
	above := m.Start()
	above.Position[1] = model.Vec3{0, 0, m.RestLength[0] - 2*9.81/200}
	for _, c := range []struct {
		from *model.State
		o    NewtonOptions
		want model.Vec3
	}{{m.Start(), NewtonOptions{}, model.Vec3{0, 0, -rest}}, {above, NewtonOptions{}, above.Position[1]}, {above, NewtonOptions{Stable: true}, model.Vec3{0, 0, -rest}}} {
		got, err := s.Solve(context.Background(), c.from, c.o)
		if err != nil || got.State.Position[1].Sub(c.want).Len() > 1e-9 {
			t.Errorf("%+v: at %v, want %v; %v", c.o, got.State.Position[1], c.want, err)
		}
		if (got.Left > 0) != c.o.Stable || got.Left > 0 != (c.want != above.Position[1] && c.from == above) {
			t.Errorf("%+v: %d rests were left", c.o, got.Left)
		}
	}
}

// A mass on a slope with friction stays where it is along the slope, as deep as its weight across it presses it in;
// without friction there is no rest, and without a state in which it sticks, friction is an error.
func TestFrictionHolds(t *testing.T) {
	b := modeltest.NewBuilder("block")
	b.Mass(2, model.Vec3{}, 0)
	m := &b.Model
	slope := model.Contact{Shape: model.Plane{Normal: model.Vec3{0.6, 0, 0.8}}, Stiffness: 1e4}
	p := model.Params{Gravity: model.EarthGravity(), Contacts: []model.Contact{slope.WithFriction(1, 1)}}
	if _, err := NewProblem(m, p, 0, nil); err == nil {
		t.Error("friction is not refused")
	}
	from := m.Start()
	from.Position[0] = model.Vec3{0.8, 0, -0.6}.Mul(3).Sub(model.Vec3{0.6, 0, 0.8}.Mul(1e-3))
	s := must.Get(NewProblem(m, p, 0, from))(t)
	got, err := s.Solve(context.Background(), from, NewtonOptions{})
	depth := 2 * 9.81 * 0.8 / 1e4
	want := model.Vec3{0.8, 0, -0.6}.Mul(3).Sub(model.Vec3{0.6, 0, 0.8}.Mul(depth))
	if err != nil || got.State.Position[0].Sub(want).Len() > 1e-6 {
		t.Errorf("it rests at %v, want %v; %v", got.State.Position[0], want, err)
	}
	p.Contacts[0] = slope
	if s, err = NewProblem(m, p, 0, from); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Solve(context.Background(), from, NewtonOptions{}); err == nil {
		t.Errorf("without friction it rests at %v", got.State.Position[0])
	}
}
