package control_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/control"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
)

// sensed returns the reading of a sensor at the start of a run.
func sensed(t *testing.T, m *model.Model, p model.Params, start *model.State, s control.Sensor) []float64 {
	t.Helper()
	if len(p.Forces) == 0 {
		p.Forces = []model.Force{{Name: "none"}}
	}
	spec := &control.Spec{Period: 1, Host: true, Inputs: []control.Input{{Name: "none", Of: "force[none].x"}}, Sensors: []control.Sensor{s}}
	_, loop := closed(t, makers()["cpuref"], m, p, spec, start)
	y := make([]float64, loop.Width())
	must.Do(t, loop.Sense(0, y))
	return y
}

// block is a lattice of unlike sides, moved, turned and turning.
func block(t *testing.T, nx, ny, nz int, turn mgl64.Quat, omega model.Vec3) (*model.Model, *model.State) {
	t.Helper()
	m := must.Get(build.Lattice(build.LatticeSpec{Nx: nx, Ny: ny, Nz: nz, Spacing: 0.1, Mass: 0.02, Stiffness: 100}))(t)
	s := m.Start()
	at := model.Vec3{3, -2, 5}
	for i, x := range m.RestPosition {
		s.Position[i] = at.Add(turn.Rotate(x))
		s.Velocity[i] = omega.Cross(s.Position[i].Sub(at)).Add(model.Vec3{1, 2, 3})
	}
	return m, s
}

// The orientation of a block that was turned is the turn, with w >= 0, and its angular velocity that of its masses; a sheet
// has both, too.
func TestOrientation(t *testing.T) {
	axis := model.Vec3{1, 2, -2}.Mul(1. / 3)
	for _, size := range [][3]int{{3, 4, 5}, {4, 3, 1}} {
		for _, angle := range []float64{0, 0.3, 2.5, math.Pi - 1e-3, 4} {
			turn, omega := mgl64.QuatRotate(angle, axis), model.Vec3{0.5, -1, 2}
			m, start := block(t, size[0], size[1], size[2], turn, omega)
			q := sensed(t, m, model.Params{DT: 1e-4}, start, control.Sensor{What: control.Orientation})
			want := turn
			if want.W < 0 {
				want = want.Scale(-1)
			}
			if off := math.Abs(q[0]-want.W) + math.Abs(q[1]-want.V[0]) + math.Abs(q[2]-want.V[1]) + math.Abs(q[3]-want.V[2]); off > 1e-6 {
				t.Errorf("%v turned by %g: %v, want %v", size, angle, q, want)
			}
			w := sensed(t, m, model.Params{DT: 1e-4}, start, control.Sensor{What: control.AngularVelocity})
			if off := (model.Vec3{w[0], w[1], w[2]}).Sub(omega).Len(); off > 1e-9 {
				t.Errorf("%v turns with %v, want %v", size, w, omega)
			}
		}
	}
}

// A slender rod has an orientation however thin it is. A line lacks one, and reads as at rest in every
// direction.
func TestOrientationOfSlenderGroups(t *testing.T) {
	turn := mgl64.QuatRotate(1, model.Vec3{2, -1, 2}.Mul(1./3))
	for _, thick := range []float64{0.1, 0.01, 0.003, 0.001} {
		m := &model.Model{Materials: []model.Material{{}}}
		for i := range 80 {
			m.RestPosition = append(m.RestPosition, model.Vec3{float64(i/4) / 19, thick * float64(i&1), thick * float64(i>>1&1)})
			m.Mass = append(m.Mass, 0.1)
		}
		s := m.Start()
		for i, x := range m.RestPosition {
			s.Position[i] = turn.Rotate(x)
		}
		q := sensed(t, m, model.Params{DT: 1e-4}, s, control.Sensor{What: control.Orientation})
		if off := math.Abs(q[0]-turn.W) + turn.V.Sub(model.Vec3{q[1], q[2], q[3]}).Len(); off > 1e-6 {
			t.Errorf("1 m by %g m: %v, want %v", thick, q, turn)
		}
	}
	for _, along := range []model.Vec3{{1, 0, 0}, {1, 2, 3}, {-0.3, 0.1, 0.7}} {
		m := &model.Model{Materials: []model.Material{{}}}
		for i := range 7 {
			m.RestPosition = append(m.RestPosition, along.Mul(0.1*float64(i)))
			m.Mass = append(m.Mass, 0.1)
		}
		s := m.Start()
		for i, x := range m.RestPosition {
			s.Position[i] = turn.Rotate(x)
		}
		if q := sensed(t, m, model.Params{DT: 1e-4}, s, control.Sensor{What: control.Orientation}); q[0] != 1 {
			t.Errorf("a line along %v has the orientation %v", along, q)
		}
	}
}

// A block that rests on the ground presses on it with its weight, and half of the masses of its lower half touch it.
func TestContactSensors(t *testing.T) {
	m := must.Get(build.Lattice(build.LatticeSpec{Nx: 3, Ny: 3, Nz: 2, Spacing: 0.1, Mass: 0.02, Stiffness: 500, DampingRatio: 0.3}))(t)
	p := model.Params{DT: 2e-4, Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 500, 2)}, Forces: []model.Force{{Name: "none"}},
		Actuators: []model.Actuator{{Amplitude: 0.1, Frequency: 2, Phase: -1}}}
	m.ActuatorOf = make([]uint16, m.SpringCount())
	m.ActuatorOf[0] = 1
	spec := &control.Spec{Period: 1, Inputs: []control.Input{{Name: "none", Of: "force[none].x"}}, Sensors: []control.Sensor{
		{Name: "force", What: control.ContactForce}, {Name: "share", What: control.Contact}, {Name: "height", What: control.Height}, {Name: "time", What: control.Time},
		{Name: "length", What: control.Length}, {Name: "rate", What: control.LengthRate}, {Name: "phase", What: control.Phase}, {Name: "strain", What: control.Strain}}}
	e, loop := closed(t, makers()["cpuref"], m, p, spec, nil)
	step(t, e, 20000)
	y := make([]float64, loop.Width())
	must.Do(t, loop.Sense(loop.Boundary(), y))
	s := stateOf(t, e)
	weight, height := 0., 0.
	for i, x := range s.Position {
		weight += m.Mass[i] * 9.81
		height += x[2] / float64(len(s.Position))
	}
	ends := m.Ends[0]
	d, v := s.Position[ends[1]].Sub(s.Position[ends[0]]), s.Velocity[ends[1]].Sub(s.Velocity[ends[0]])
	_, phase := math.Modf(2*s.Time - 1/(2*math.Pi) + 1)
	for i, want := range []float64{weight, 0.5, height, 4, d.Len() / m.RestLength[0], v.Dot(d) / d.Len() / m.RestLength[0], phase} {
		if math.Abs(y[i]-want) > 0.01*math.Abs(want)+1e-9 {
			t.Errorf("%s is %g, want %g", spec.Sensors[i].Name, y[i], want)
		}
	}
	must.Hold(t, y[7] < 0 && y[7] >= -0.05, "the mean strain under its weight is %g", y[7])
}

// Noise has the requested spread, and does not repeat from number to number or boundary to boundary. A delay shows an earlier
// reading.
func TestNoiseAndDelay(t *testing.T) {
	m, p := pendant(100)
	noisy, late := place("noisy"), control.Sensor{Name: "late", What: control.Time, Delay: 5}
	noisy.Noise, noisy.Seed = 0.5, 3
	spec := &control.Spec{Period: 1, Inputs: []control.Input{{Name: "push", Of: "force[0].x"}}, Sensors: []control.Sensor{noisy, late}}
	e, loop := closed(t, makers()["cpuref"], m, p, spec, nil)
	sum, squares, across := 0., 0., 0.
	const n = 4000
	for b := range n {
		y := make([]float64, 4)
		must.Do(t, loop.Sense(int64(b), y))
		x := y[0] - 1
		sum, squares, across = sum+x, squares+x*x, across+x*y[1]
		if want := float64(max(0, b-5)) * p.DT; math.Abs(y[3]-want) > 1e-12 {
			t.Fatalf("boundary %d sees the time %g, want %g", b, y[3], want)
		}
		step(t, e, 1)
	}
	if mean, spread := sum/n, math.Sqrt(squares/n); math.Abs(mean) > 0.04 || math.Abs(spread-0.5) > 0.03 || math.Abs(across/n) > 0.03 {
		t.Errorf("mean %g, spread %g, product of two numbers %g", mean, spread, across/n)
	}
}

// A robot of the size of a grain turns as fast as a large one.
func TestSmallBodiesTurn(t *testing.T) {
	omega := model.Vec3{0.5, -1, 2}
	m, s := block(t, 3, 4, 5, mgl64.QuatIdent(), omega)
	for i := range m.RestPosition {
		m.RestPosition[i], m.Mass[i] = m.RestPosition[i].Mul(0.01), 1e-7
		s.Position[i], s.Velocity[i] = m.RestPosition[i], omega.Cross(m.RestPosition[i])
	}
	w := sensed(t, m, model.Params{DT: 1e-6}, s, control.Sensor{What: control.AngularVelocity})
	if off := (model.Vec3{w[0], w[1], w[2]}).Sub(omega).Len(); !(off < 1e-9) {
		t.Errorf("it turns with %v, want %v", w, omega)
	}
}

// Two sensors of one seed have noise of their own.
func TestNoiseOfTwoSensors(t *testing.T) {
	m, p := pendant(100)
	a, b := place("a"), place("b")
	a.Noise, b.Noise = 1, 1
	spec := &control.Spec{Period: 1, Inputs: []control.Input{{Name: "push", Of: "force[0].x"}}, Sensors: []control.Sensor{a, b}}
	_, loop := closed(t, makers()["cpuref"], m, p, spec, nil)
	y := make([]float64, 6)
	must.Do(t, loop.Sense(0, y))
	must.Hold(t, y[0] != y[3] && y[1] != y[4], "two sensors have the same noise: %v", y)
}
