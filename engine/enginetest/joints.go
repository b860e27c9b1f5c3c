package enginetest

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/mesh/build"
	"hooke/mesh/join"
	"hooke/model"
	"hooke/must"
)

// A bar of 3 × 3 × 7 masses hangs from a held block, its corner of the top
// layer's middle, or the middle row of it, joined.
const (
	barSpacing = 0.1 // [m]
	barMass    = 0.1 // of each mass [kg]
	barLayers  = 7
	jointGap   = 1e-9 // [m]
)

// hanging joins a bar to a held one above it, by its middle row along y (a
// hinge) or by its middle mass (a ball joint), turned about an axis through the
// joint by angle. It returns the masses of the free bar, from which on they are.
func hanging(t *testing.T, connect func(*model.Model, string, string, float64) (*model.Model, error), rows bool, axis model.Vec3, angle float64) *model.Model {
	t.Helper()
	bar := must.Get(build.Lattice(build.LatticeSpec{Nx: 3, Ny: 3, Nz: barLayers, Spacing: barSpacing, Mass: barMass, Stiffness: 2e4, DampingRatio: 0.05}))(t)
	row := func(layer int) model.Group {
		middle := uint32(9*layer + 4)
		if rows {
			return model.Group{Name: "joint", Masses: []uint32{middle - 3, middle, middle + 3}}
		}
		return model.Group{Name: "joint", Masses: []uint32{middle}}
	}
	upper, lower := *bar, *bar
	upper.Groups, lower.Groups = []model.Group{row(0)}, []model.Group{row(barLayers - 1)}
	upper.Pin = make([]model.Pin, bar.MassCount())
	for i := range upper.Pin {
		upper.Pin[i] = model.PinAll
	}
	turn := mgl64.QuatRotate(angle, axis)
	m := must.Get(join.Merge("joined", join.Part{Name: "upper", Model: &upper},
		join.Part{Name: "lower", Model: &lower, Turn: turn, Move: turn.Rotate(model.Vec3{0, 0, -barSpacing * (barLayers - 1)})}))(t)
	m = must.Get(connect(m, "upper/joint", "lower/joint", jointGap))(t)
	return m
}

// pendulum returns the period of small swings of a hanging bar about an axis
// through its joint, in closed form: T = 2π √(I/(M g d)) [s], with the way d
// from the joint to the center of mass.
func pendulum(m *model.Model, axis model.Vec3) float64 {
	inertia, moment := 0.0, 0.0
	for i, x := range m.RestPosition {
		if m.Pin[i] == 0 {
			across := x.Sub(axis.Mul(x.Dot(axis)))
			inertia += m.Mass[i] * across.Dot(across)
			moment += m.Mass[i] * x.Len()
		}
	}
	var center model.Vec3
	for i, x := range m.RestPosition {
		if m.Pin[i] == 0 {
			center = center.Add(x.Mul(m.Mass[i]))
		}
	}
	return 2 * math.Pi * math.Sqrt(inertia/(center.Len()*model.StandardGravity))
}

// below returns the center of mass of the free bar [m].
func below(m *model.Model, s *model.State) model.Vec3 {
	var sum model.Vec3
	total := 0.0
	for i, x := range s.Position {
		if m.Pin[i] == 0 {
			sum, total = sum.Add(x.Mul(m.Mass[i])), total+m.Mass[i]
		}
	}
	return sum.Mul(1 / total)
}

// swing measures the period of a swing along side [s] over several swings, and the amplitude of the first and
// of the last of them [m].
func swing(t *testing.T, e model.Engine, m *model.Model, dt float64, side model.Vec3) (period, first, last float64) {
	t.Helper()
	const look, swings = 20, 2
	var crossings []float64
	before, time := below(m, after(t, e, 0)).Dot(side), 0.0
	first = math.Abs(before)
	for len(crossings) < 2*swings+1 {
		now := below(m, after(t, e, look)).Dot(side)
		if before*now < 0 {
			crossings = append(crossings, time+look*dt*before/(before-now))
			last = 0
		}
		last = max(last, math.Abs(now))
		before, time = now, time+look*dt
		if time > 30 {
			t.Fatalf("%d crossings in 30 s", len(crossings))
		}
	}
	for range int(crossings[1] / 2 / dt / look) { // through the last half swing
		last = max(last, math.Abs(below(m, after(t, e, look)).Dot(side)))
	}
	return (crossings[2*swings] - crossings[0]) / swings, first, last
}

const (
	swingAngle = 0.1 // [rad]: swings last 1 + 0.1²/16 times as long as the smallest, 0.06 %
	// periodTolerance is for a bar that bends and hangs 0.1 % longer than at rest.
	periodTolerance = 0.02
	// keptTolerance bounds the loss of a swing in three turns: to dampers in the bar, which hardly bends, and
	// none to the joint.
	keptTolerance = 0.02
)

// A hinge turns freely about its edge: the bar swings as the physical pendulum.
func hingeTurnsFreely(t *testing.T, on Subject) {
	along := model.Vec3{0, 1, 0}
	m := hanging(t, join.Hinge, true, along, swingAngle)
	const dt = 3e-4
	e := on.open(t, m, model.Params{DT: dt, Gravity: model.EarthGravity()})
	period, first, last := swing(t, e, m, dt, model.Vec3{1, 0, 0})
	want := pendulum(m, along)
	t.Logf("period %.4f s, closed form %.4f s; from %.4f m to %.4f m", period, want, first, last)
	if math.Abs(period/want-1) > periodTolerance {
		t.Errorf("period %.4f s, want %.4f s", period, want)
	}
	if math.Abs(last/first-1) > keptTolerance {
		t.Errorf("swings fall from %.4f m to %.4f m", first, last)
	}
}

// A hinge holds across its edge: pulled along the edge with its whole weight,
// the bar leans by less than 0.03 rad, where a pendulum would lie flat.
func hingeHoldsAcross(t *testing.T, on Subject) {
	m := hanging(t, join.Hinge, true, model.Vec3{0, 1, 0}, 0)
	ball := hanging(t, join.BallJoint, false, model.Vec3{0, 1, 0}, 0)
	lean := func(m *model.Model, seconds float64) float64 {
		const dt = 3e-4
		e := on.open(t, m, model.Params{DT: dt, Gravity: model.Vec3{0, model.StandardGravity, 0}, DragHalfLife: 0.1})
		x := below(m, after(t, e, int(seconds/dt)))
		return math.Atan2(x[1], -x[2])
	}
	got := lean(m, 0.6)
	t.Logf("the hinge leans by %.4f rad", got)
	if !(math.Abs(got) < 0.03) {
		t.Errorf("it leans by %.4f rad along its edge", got)
	}
	if free := lean(ball, 0.6); free < 0.5 { // the measure sees a joint that does not hold
		t.Errorf("a ball joint leans by %.4f rad only", free)
	}
}

// A ball joint turns about every axis: it swings along x and along y as the same
// pendulum, turns about z without resistance, and stays where it is.
func ballJointTurnsFreely(t *testing.T, on Subject) {
	for _, c := range []struct{ axis, side model.Vec3 }{
		{model.Vec3{0, 1, 0}, model.Vec3{1, 0, 0}}, {model.Vec3{1, 0, 0}, model.Vec3{0, 1, 0}},
	} {
		m := hanging(t, join.BallJoint, false, c.axis, swingAngle)
		const dt = 3e-4
		e := on.open(t, m, model.Params{DT: dt, Gravity: model.EarthGravity()})
		period, first, last := swing(t, e, m, dt, c.side)
		want := pendulum(m, c.axis)
		if math.Abs(period/want-1) > periodTolerance || math.Abs(last/first-1) > keptTolerance {
			t.Errorf("period %.4f s, want %.4f s; swings from %.4f m to %.4f m", period, want, first, last)
		}
	}
	m := hanging(t, join.BallJoint, false, model.Vec3{0, 0, 1}, 0)
	const dt, rate = 3e-4, 1.0 // [rad/s]
	e := on.open(t, m, model.Params{DT: dt, Gravity: model.EarthGravity()})
	start := m.Start()
	for i, x := range start.Position {
		start.Velocity[i] = model.Vec3{0, 0, rate}.Cross(x)
	}
	must.Do(t, e.Reset(start))
	s := after(t, e, int(math.Round(0.5/dt)))
	turned, want := 0.0, 0.0 // angular momentum about z
	for i, x := range s.Position {
		if m.Pin[i] == 0 {
			turned += m.Mass[i] * (x[0]*s.Velocity[i][1] - x[1]*s.Velocity[i][0])
			want += m.Mass[i] * (start.Position[i][0]*start.Velocity[i][1] - start.Position[i][1]*start.Velocity[i][0])
		}
	}
	// Only the joint, on the axis, is held: nothing takes angular momentum.
	if math.Abs(turned/want-1) > 1e-3 {
		t.Errorf("angular momentum %.6g of %.6g kg m²/s after half a second", turned, want)
	}
	if x := below(m, s); math.Hypot(x[0], x[1]) > 1e-4 || x[2] > -0.29 || x[2] < -0.32 {
		t.Errorf("the bar hangs at %v, want [0 0 -0.3]", x)
	}
}
