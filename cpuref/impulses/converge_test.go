package impulses_test

import (
	"fmt"
	"math"
	"os"
	"testing"

	"hooke/cpuref"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// far is the largest distance of masses between two states [m].
func far(a, b []model.Vec3) (most float64) {
	for i, x := range a {
		most = max(most, x.Sub(b[i]).Len())
	}
	return most
}

// A net of 25 masses falls on a plane with friction. Sweeps converge, contacts and friction
// with them: to 1 % of the motion in 5 and to 1e-6 in 40, for contacts far stiffer than springs
// too.
func TestNetOnPlaneConverges(t *testing.T) {
	m, s := net()
	p := model.Params{Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 2e4, 0.5).WithFriction(0.5, 0.4)}}
	after := func(sweeps int) []model.Vec3 {
		p.Iterations = sweeps
		e := stepping(t, m, p, 1./600, 1)
		modeltest.StepFrom(t, e, s, 5)
		return e.State().Velocity
	}
	solved := after(3000)
	motion := far(solved, s.Velocity)
	for _, c := range []struct {
		sweeps int
		most   float64
	}{{5, 0.01}, {40, 1e-6}} {
		if off := far(after(c.sweeps), solved) / motion; !(off <= c.most) {
			t.Errorf("%d sweeps are off by %g of the motion, want at most %g", c.sweeps, off, c.most)
		}
	}
}

// hung is a cloth of n × n masses, 1 m × 1 m, 0.2 kg/m², that hangs by an edge and is let go at
// 30° from the vertical, with springs 1 : 0.3 : 0.05 so stiff that 1/60 s are n safe
// steps.
func hung(t *testing.T, n int, ratio float64) *model.Model {
	t.Helper()
	make := func(k float64) *model.Model {
		d := 1 / float64(n-1)
		return must.Get(build.Cloth(build.ClothSpec{Nx: n, Ny: n, Spacing: d, Mass: 0.2 / float64(n*n), Stiffness: build.ClothStiffness{Structural: k, Shear: 0.3 * k, Bend: 0.05 * k}}))(t)
	}
	hang := func(m *model.Model) *model.Model {
		m.Pin = append([]model.Pin(nil), make(1).Pin...)
		for i, x := range m.RestPosition {
			held := model.Pin(0)
			if i >= n*(n-1) {
				held = model.PinAll
			}
			m.Pin = append(m.Pin, held)
			down := x[1] - 0.5
			m.RestPosition[i] = model.Vec3{x[0], down / 2, down * math.Sqrt(3) / 2}
		}
		return m
	}
	soft := hang(make(1))
	return hang(make(math.Pow(60*ratio*physics.SafeStep(soft, model.Params{}), 2)))
}

// swing is where the cloth is after some time [s] with steps of Verlet of safe/8.
func swing(t *testing.T, m *model.Model, seconds float64) []model.Vec3 {
	t.Helper()
	p := model.Params{Gravity: model.EarthGravity(), Integrator: model.VelocityVerlet}
	steps := math.Ceil(seconds / (physics.SafeStep(m, p) / 8))
	p.DT = seconds / steps
	e := must.Get(cpuref.New(m, p))(t)
	if err := e.Step(int(steps)); err != nil || e.Finish() != nil {
		t.Fatal(err, e.Finish())
	}
	return e.State().Position
}

// A stiff cloth swings as by converged explicit steps: the error falls with the substep, at
// least in proportion, for sweeps there and back and for forward ones. Doing nothing scores 1.
func TestSwingingCloth(t *testing.T) {
	n, seconds, coarse, fine := 8, 0.2, 0.03, 0.006
	if longTests() {
		n, seconds, coarse, fine = 20, 0.5, 0.008, 0.004
	}
	m := hung(t, n, 122)
	want := swing(t, m, seconds)
	motion := far(want, m.RestPosition)
	errors := map[string]float64{}
	for _, substeps := range []int{20, 40, 100} {
		for _, p := range []model.Params{{}, {Forward: true}, {Warm: 0.5}} {
			p.Gravity = model.EarthGravity()
			e := stepping(t, m, p, 1/60./float64(substeps), substeps)
			if err := e.Step(int(math.Round(60 * seconds))); err != nil || e.Finish() != nil {
				t.Fatal(err, e.Finish())
			}
			left := must.Get(e.Residual())(t)
			name := fmt.Sprintf("%d, forward %v, warm %g", substeps, p.Forward, p.Warm)
			errors[name] = far(e.State().Position, want) / motion
			t.Logf("%s: error %.3g, residual strain %.2g", name, errors[name], left.Strain)
			if substeps == 40 && !(errors[name] < coarse) || substeps == 100 && !(errors[name] < fine) {
				t.Errorf("%s: error %g", name, errors[name])
			}
		}
		x := newXPBD(m, m.Start())
		x.gravity = model.EarthGravity()
		for range int(math.Round(60*seconds)) * substeps {
			x.substep(1/60./float64(substeps), 1)
		}
		t.Logf("XPBD, %d: error %.3g", substeps, far(x.state.Position, want)/motion)
	}
	for _, way := range []string{"forward false, warm 0", "forward true, warm 0"} {
		if order := errors["20, "+way] / errors["100, "+way]; order < 4 {
			t.Errorf("%s: five times the substeps leave 1/%.2g of the error, want 1/4 or less", way, order)
		}
	}
}

// Numbers stay finite for any stiffness with 10 substeps of 1/60 s, with contacts, collisions,
// muscles and wind: the springs keep the structure together.
func TestFiniteForAnyStiffness(t *testing.T) {
	frames := 50
	if longTests() {
		frames = 10_000
	}
	for _, k := range []float64{1e-3, 1e3, 1e9} {
		m, p := muscled(k)
		e := stepping(t, m, p, 1./600, 10)
		for range frames / 50 {
			if err := e.Step(50); err != nil || e.Finish() != nil {
				t.Fatalf("k = %g: %v, %v", k, err, e.Finish())
			}
		}
		fastest := 0.0
		for _, v := range e.State().Velocity {
			fastest = max(fastest, v.Len())
		}
		must.Hold(t, fastest < 50, "k = %g: a mass moves with %g m/s after %d frames", k, fastest, frames)
	}
}

// muscled is a lattice with a muscle in it, over a ground, in the wind, whose masses collide.
func muscled(k float64) (*model.Model, model.Params) {
	m := modeltest.Lattice(3, k, 0, false)
	m.Triangles = [][3]uint32{{0, 1, 3}, {1, 4, 3}}
	m.ActuatorOf = make([]uint16, m.SpringCount())
	m.ActuatorOf[0], m.ActuatorOf[5] = 1, 1
	p := model.Params{Gravity: model.EarthGravity(), Wind: model.Wind{Velocity: model.Vec3{3, 0, 0}, Drag: 1},
		Actuators: []model.Actuator{{Amplitude: 0.2, Frequency: 3}},
		Contacts:  []model.Contact{model.Ground(m.RestPosition[0][2]-0.1, max(k, 1), 0).WithFriction(0.6, 0.5)},
		Collision: model.Collision{Others: true, Skin: 0.02, CheckEvery: 8}}
	for i := range m.MassCount() {
		m.Radius, m.Body = append(m.Radius, 0.3*m.RestLength[0]), append(m.Body, uint16(i))
		p.Collision.Bodies = append(p.Collision.Bodies, model.Surface{Stiffness: max(k, 1), DampingRatio: 0.1, StaticFriction: 0.4, KineticFriction: 0.3})
	}
	return m, p
}

// Checkpoints continue with the same bits, with a warm start, which needs the impulses.
func TestResumed(t *testing.T) {
	m, p := muscled(1e5)
	for _, warm := range []float64{0, 0.5} {
		p.Warm, p.Ledger = warm, true
		e := stepping(t, m, p, 1./600, 10)
		must.Do(t, e.Step(7))
		var c model.Checkpoint
		must.Do(t, e.Save(&c))
		on := stepping(t, m, p, 1./600, 10)
		must.Do(t, on.Restore(&c))
		if err := e.Step(6); err != nil || on.Step(6) != nil {
			t.Fatal(err)
		}
		one, two := e.State(), on.State()
		for i := range one.Position {
			if one.Position[i] != two.Position[i] || one.Velocity[i] != two.Velocity[i] {
				t.Fatalf("warm %g: mass %d is at %v, resumed at %v", warm, i, one.Position[i], two.Position[i])
			}
		}
		a, _ := e.Ledger()
		b, _ := on.Ledger()
		must.Hold(t, a == b && a.Solver != 0, "warm %g: ledgers %+v and %+v", warm, a, b)
		c.Words[len(c.Words)-1].Data[0]++
		c.Variant += "x"
		must.Hold(t, on.Restore(&c) != nil, "a checkpoint of other colors is taken")
	}
}

// longTests says whether the long tests are wanted: "make test-long" sets
// HOOKE_LONG.
func longTests() bool { return os.Getenv("HOOKE_LONG") != "" }
