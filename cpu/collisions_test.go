package cpu

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// ran is the state after some steps, in some batches.
func ran(t *testing.T, m *model.Model, p model.Params, start *model.State, o Options, batches ...int) model.Snapshot {
	t.Helper()
	e := must.Get(makeEngine[float32](m, p, o))(t)
	defer e.Close()
	must.Do(t, e.Reset(start))
	for _, n := range batches {
		must.Do(t, e.Step(n))
	}
	must.Do(t, e.Finish())
	return modeltest.Snapshot(t, e)
}

// Masses that collide move as in the reference, which looks at all pairs: with all
// integrators, kernels and passes of friction, in several bodies, some of them pinned.
func TestCollisionsAgreeWithReference(t *testing.T) {
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
		for _, passes := range []int{0, 1, 3} {
			m, p, start := cputest.Cloud(400, 1, passes)
			p.Integrator = integrator
			const steps = 12
			want := reference(t, m, p, start, steps)
			off := p
			off.Collision = model.Collision{}
			for _, kernel := range Kernels(model.Single) {
				name := fmt.Sprintf("%v, %d passes, %s", integrator, passes, kernel)
				o := Options{Threads: 2, Kernel: kernel}
				got := ran(t, m, p, start, o, steps)
				if d := velocityApart(got, want); !(d < 2e-5) {
					t.Errorf("%s: velocities differ by %g m/s", name, d)
				}
				if d := velocityApart(ran(t, m, off, start, o, steps), want); d < 0.1 {
					t.Errorf("%s: without collisions velocities differ by %g m/s only", name, d)
				}
			}
		}
	}
}

// velocityApart is the largest difference of velocities [m/s].
func velocityApart(a, b model.Snapshot) (most float64) {
	for i, v := range a.Velocity {
		for axis := range 3 {
			d := math.Abs(float64(v[axis]) - float64(b.Velocity[i][axis]))
			if math.IsNaN(d) {
				return d
			}
			most = max(most, d)
		}
	}
	return most
}

// No bit depends on threads, batches, the skin, or how often lists are to be looked at.
func TestCollisionsRepeat(t *testing.T) {
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
		for number, kernel := range Kernels(model.Single) {
			m, p, start := cputest.Cloud(4500, 2, 2)
			p.Integrator = integrator
			want := ran(t, m, p, start, Options{Threads: 1, Kernel: kernel}, 8)
			for i, other := range []struct {
				threads int
				skin    float64
				every   int
				batches []int
			}{{2, 0.01, 8, []int{8}}, {3, 0.01, 1, []int{1, 2, 5}}, {2, 0.04, 8, []int{4, 4}}, {1, 0.001, 8, []int{8}}, {2, 2e-7, 8, []int{7, 1}}} {
				if number > 0 && i != 1 || !must.Long() && (i+int(integrator))%2 == 0 && i != 1 { // all kernels have the same lists
					continue
				}
				q := p
				q.Collision.Skin, q.Collision.CheckEvery = other.skin, other.every
				got := ran(t, m, q, start, Options{Threads: other.threads, Kernel: kernel}, other.batches...)
				if !slices.Equal(got.Position, want.Position) || !slices.Equal(got.Velocity, want.Velocity) {
					t.Errorf("%v, %s, %+v: other bits; velocities differ by %g m/s", integrator, kernel, other, velocityApart(got, want))
				}
			}
		}
	}
}

// A flat cloth has the same bits with collisions and without: no mass touches another, and
// the same kernels run.
func TestFlatClothIsTheSame(t *testing.T) {
	s := cputest.Touching(t, "flat", 2000)
	off := s.Params
	off.Collision = model.Collision{}
	with, without := ran(t, s.Model, s.Params, s.Start, Options{}, 300), ran(t, s.Model, off, s.Start, Options{}, 300)
	must.Hold(t, slices.Equal(with.Position, without.Position) && slices.Equal(with.Velocity, without.Velocity), "other bits with collisions")
	s.Params.Collision.Bodies[0].DampingRatio = 0
	for i := range s.Model.Radius { // the control: masses reach their second neighbors
		s.Model.Radius[i] *= 1.5
		s.Model.RestPosition[i] = s.Model.RestPosition[i].Mul(2) // so that these are not excluded
	}
	if touching := ran(t, s.Model, s.Params, s.Start, Options{}, 300); slices.Equal(touching.Position, without.Position) {
		t.Error("the same bits where masses touch")
	}
}

// Collisions keep momentum, and their energy is that of the reference, which is summed over
// all pairs.
func TestCollisionsKeepMomentum(t *testing.T) {
	m, p, start := cputest.Cloud(3000, 5, 2)
	m.Pin, p.Gravity, p.DragHalfLife, p.Contacts = nil, model.Vec3{}, 0, nil
	e := newEngine(t, m, p, start)
	defer e.Close()
	ref := must.Get(cpuref.New(m, p))(t)
	sum := func(s *model.State) (momentum model.Vec3, size float64) {
		for i, v := range s.Velocity {
			momentum, size = momentum.Add(v.Mul(m.Mass[i])), size+m.Mass[i]*v.Len()
		}
		return momentum, size
	}
	for range 3 {
		must.Do(t, e.Step(20))
		s := modeltest.Snapshot(t, e)
		before, _ := sum(start)
		after, size := sum(s.State())
		if lost := after.Sub(before).Len(); lost > float64(m.MassCount())*0x1p-24*size {
			t.Errorf("momentum changes by %g of %g kg·m/s", lost, size)
		}
		got := must.Get(e.Energy())(t)
		must.Do(t, ref.Reset(s.State()))
		want := must.Get(ref.Energy())(t)
		if want.Contact == 0 || math.Abs(got.Contact/want.Contact-1) > 1e-9 {
			t.Errorf("contact energy is %g J, the reference has %g J", got.Contact, want.Contact)
		}
	}
}

// Too many masses in one place are an error that names the radius, and not a run without an
// end. The engine stays at the last good state, whatever the step at hand had moved.
func TestCrowdedMassesAreRefused(t *testing.T) {
	for _, by := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4, model.Impulses} {
		m, p, start := cputest.Cloud(400, 6, 0)
		p.Integrator, p.Substeps = by, 0
		e := newEngine(t, m, p, start)
		defer e.Close()
		start.Step, start.Time = 7, 0.5
		middle, dt := model.Vec3{0.02, 0.02, 0.02}, e.Params().DT
		for i, x := range start.Position { // all meet within a step
			start.Velocity[i] = middle.Sub(x).Mul(1 / dt)
		}
		refused(t, e, start)
		for i, x := range start.Position {
			start.Position[i], start.Velocity[i] = x.Mul(0.01).Add(middle), model.Vec3{}
		}
		refused(t, e, start)
		must.Do(t, e.Reset(m.Start()))
		must.Be(t, e.Step(5), nil, "%v: after a reset", by)
	}
}

// refused steps an engine from a start that is crowded, or soon will be, and wants an error and the start.
func refused(t *testing.T, e model.Engine, start *model.State) {
	t.Helper()
	var was, now model.Snapshot
	must.Do(t, errors.Join(e.Reset(start), e.Read(&was)))
	for _, err := range []error{e.Step(5), e.Step(5), e.Finish()} {
		var fault physics.StateError
		if !errors.As(err, &fault) || fault.AtStep() > start.Step+2 || fault.AtStep() <= start.Step || !strings.Contains(err.Error(), "give a smaller radius") {
			t.Errorf("error is %v", err)
		}
	}
	if err := e.Read(&now); err != nil || now.Step != was.Step || now.Time != was.Time || !slices.Equal(now.Position, was.Position) || !slices.Equal(now.Velocity, was.Velocity) {
		t.Errorf("the engine is at step %d, %g s, want the state of step %d; %v", now.Step, now.Time, was.Step, err)
	}
}

// Masses that fly to one point, some through a thin slab, which catches them, become too crowded. The engine is back at
// the start then, and so are its counts.
func TestRefusedStepsCountNothing(t *testing.T) {
	const count, steps, dt, aim = 500, 200, 1e-3, 0.135 // aim: the middle of a cell
	m := &model.Model{Name: "imploding", Materials: []model.Material{{}}}
	random := rand.New(rand.NewPCG(1, 1))
	start := &model.State{}
	for range count {
		way := model.Vec3{0.5 - random.Float64(), 0.5 - random.Float64(), 0.5 - random.Float64()}
		x := model.Vec3{aim, aim, aim}.Sub(way)
		m.RestPosition, m.Mass, m.Radius = append(m.RestPosition, x), append(m.Mass, 1), append(m.Radius, 0.01)
		start.Position, start.Velocity = append(start.Position, x), append(start.Velocity, way.Mul(1/(steps*dt)))
	}
	p := model.Params{DT: dt, Collision: model.Collision{Bodies: []model.Surface{{Stiffness: 1e-3}}, Self: true, Skin: 0.01, CheckEvery: 1},
		Contacts: []model.Contact{{Shape: model.Box{Center: model.Vec3{0, 0, aim - 0.3}, Half: model.Vec3{9, 9, 2e-4}}, Stiffness: 60}}}
	e := newEngine(t, m, p, start)
	defer e.Close()
	must.Do(t, e.Step(150))
	if caught, err := e.Caught(); err != nil || caught.Count < 30 {
		t.Fatalf("caught %+v; %v", caught, err)
	}
	var fault physics.StateError
	if err := e.Step(100); !errors.As(err, &fault) {
		t.Fatalf("the masses are not too crowded: %v", err)
	}
	caught := must.Get(e.Caught())(t)
	if found, err := e.Touching(); err != nil || caught.Count != 0 || found.Rebuilds > 1 {
		t.Errorf("back at the start: caught %+v, lists made %d times; %v", caught, found.Rebuilds, err)
	}
}

// A common motion ages no list: a body that falls from 100 m makes lists as often
// as one at rest, once. Control: one whose
// masses fly apart.
func TestFreeFallMakesNoLists(t *testing.T) {
	s := cputest.Touching(t, "flat", 500)
	p, m := s.Params, *s.Model
	m.Pin = nil
	p.Contacts, p.DragHalfLife = nil, 0
	made := func(gravity float64, start *model.State, steps int) int64 {
		p.Gravity = model.Vec3{0, 0, gravity}
		e := newEngine(t, &m, p, start)
		defer e.Close()
		must.Do(t, e.Step(steps))
		must.Do(t, e.Finish())
		found := must.Get(e.Touching())(t)
		return found.Rebuilds
	}
	high := m.Start()
	for i := range high.Position {
		high.Position[i][2] += 100
	}
	fall := int(4.5 / p.DT) // 100 m take 4.515 s
	rest, falling := made(0, high, fall), made(-9.81, high, fall)
	must.Hold(t, rest == 1 && falling == rest, "lists were made %d times at rest and %d times falling", rest, falling)
	apart := m.Start()
	for i := range apart.Velocity {
		apart.Velocity[i][2] = 20 * float64(i%2)
	}
	t.Logf("%d steps", fall)
	if got := made(0, apart, 300); got < 3 {
		t.Errorf("lists of masses that fly apart were made %d times", got)
	}
}
