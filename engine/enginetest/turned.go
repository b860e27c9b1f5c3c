package enginetest

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/must"
)

// barInertia is the moment of inertia of bar about any axis [kg·m²].
const barInertia = 0.004

// turnedFrom returns a state of bar at rest, turned about its center by a rotation vector [rad].
func turnedFrom(m *model.Model, turn model.Vec3) *model.State {
	s := m.Start()
	if angle := turn.Len(); angle > 0 {
		q := mgl64.QuatRotate(angle, turn.Mul(1/angle))
		for i := range s.Position {
			s.Position[i] = q.Rotate(s.Position[i])
		}
	}
	return s
}

// angleAbout returns the angle by which bar is turned about z [rad], −π to π.
func angleAbout(m *model.Model, s *model.State) float64 {
	sine, cosine := 0.0, 0.0
	for i, x := range s.Position {
		rest := m.RestAt(i)
		sine += rest[0]*x[1] - rest[1]*x[0]
		cosine += rest[0]*x[0] + rest[1]*x[1]
	}
	return math.Atan2(sine, cosine)
}

// perHertz returns s and d of a frequency [Hz] and a ratio of damping.
func perHertz(frequency, ratio float64) (s, d float64) {
	omega := 2 * math.Pi * frequency
	return omega * omega, 2 * ratio * omega
}

// An orientation spring of 1 Hz is one of 0.157914 N·m/rad for 0.004 kg·m²: it swings in 1.000 s, and
// with critical damping is back at 60° (1 + ω t) e^(−ω t). It goes the short way, pushes nothing, and
// at its target does nothing.
func orient(t *testing.T, on Subject) {
	const dt = 5e-5
	m := bar()
	run := func(o model.Orient, from *model.State, steps int) *model.State {
		t.Helper()
		engine := on.open(t, m, model.Params{DT: dt, Orients: []model.Orient{o}})
		must.Do(t, engine.Reset(from))
		return after(t, engine, steps)
	}
	s, _ := perHertz(1, 0)
	near(t, "torsion at 1 Hz", s*barInertia, 0.157914, 1e-6)
	for name, o := range map[string]model.Orient{"s": {Stiffness: s}, "kθ": {Torsion: 0.157914}} {
		got := run(o, turnedFrom(m, model.Vec3{0, 0, 0.5}), 5000) // a quarter of the period: through the target
		near(t, name+": angle after 0.25 s", angleAbout(m, got), 0, 2e-3)
		angular, momentum := turned(m, got)
		near(t, name+": angular speed after 0.25 s", angular[2]/barInertia, -0.5*2*math.Pi, 0.01)
		near(t, name+": momentum", momentum.Len(), 0, 1e-6)
		if must.Long() {
			near(t, name+": angle after 1 s", angleAbout(m, run(o, turnedFrom(m, model.Vec3{0, 0, 0.5}), 20000)), 0.5, 2e-3)
		}
	}
	s, d := perHertz(1, 1)
	critical := run(model.Orient{Stiffness: s, Damping: d}, turnedFrom(m, model.Vec3{0, 0, math.Pi / 3}), 5000)
	near(t, "angle after 0.25 s from 60°, critical", angleAbout(m, critical), 0.55964, 1e-3)
	critical = run(model.Orient{Torsion: s * barInertia, Drag: d * barInertia}, turnedFrom(m, model.Vec3{0, 0, math.Pi / 3}), 5000)
	near(t, "likewise by kθ and cθ", angleAbout(m, critical), 0.55964, 1e-3)
	for degrees, sign := range map[float64]float64{179: 1, 181: -1} {
		o := model.Orient{Turn: model.Vec3{0, 0, degrees * math.Pi / 180}, Stiffness: s}
		if angular, _ := turned(m, run(o, m.Start(), 400)); !(sign*angular[2] > 1e-3) {
			t.Errorf("to %g°: L = %g kg·m²/s, want the sign of %g: the short way", degrees, angular[2], sign)
		}
	}
	target := model.Vec3{0.3, -0.7, 0.2}
	held := run(model.Orient{Turn: target, Stiffness: s, Damping: d}, turnedFrom(m, target), 1)
	angular, _ := turned(m, held)
	near(t, "torque at the target", angular.Len()/dt, 0, 2e-6)
	angular, _ = turned(m, run(model.Orient{Turn: model.Vec3{0, 0, 1}, Stiffness: s, Limit: 0.01}, m.Start(), 400))
	near(t, "angular momentum by the limit", angular[2], 0.01*400*dt, 1e-7)
	spinning := turnedFrom(m, model.Vec3{math.Pi / 2, 0, 0}) // ω is that in the frame of the world, wherever the group has turned
	for i := range spinning.Velocity {
		spinning.Velocity[i] = model.Vec3{0, 0, 3}.Cross(spinning.Position[i])
	}
	angular, _ = turned(m, run(model.Orient{Damping: 4}, spinning, 4000))
	near(t, "angular speed by the damper alone", angular[2]/barInertia, 3*math.Exp(-4*4000*dt), 2e-3)
	near(t, "angular speed across it", math.Hypot(angular[0], angular[1])/barInertia, 0, 1e-4)
	tall(t, on)
	followed(t, on)
}

// A tiny body, whose inertia is that of dust, turns as a large one does: 2 mm wide, of 8 mg.
func tiny(t *testing.T, on Subject) {
	const dt, size, mass = 5e-5, 0.02, 1e-5
	m := bar()
	m.Ends, m.RestLength, m.MaterialOf = nil, nil, nil // shape matching holds it
	for i := range m.RestPosition {
		m.RestPosition[i], m.Mass[i] = m.RestPosition[i].Mul(size), 0.1*mass
	}
	const inertia = barInertia * size * size * mass
	s, d := perHertz(1, 1)
	p := model.Params{DT: dt, Matchings: []model.Matching{{Stiffness: 1e6, Damping: 200}}, Orients: []model.Orient{{Stiffness: s, Damping: d}}}
	engine := on.open(t, m, p)
	must.Do(t, engine.Reset(turnedFrom(m, model.Vec3{0, 0, math.Pi / 3})))
	near(t, "angle of a tiny body after 0.25 s from 60°", angleAbout(m, after(t, engine, 5000)), 0.55964, 1e-3)
	p.Orients, p.Spins = nil, []model.Spin{{Axis: model.Vec3{0, 0, 1}, Speed: 2, Damping: inertia}}
	angular, _ := turned(m, after(t, on.open(t, m, p), 5000))
	near(t, "angular speed of a tiny body after 0.25 s", angular[2]/inertia, 2*(1-math.Exp(-0.25)), 1e-3)
}

// A body with three moments of inertia swings at the frequency of its spring about each of its axes,
// and back from a turn about any other.
func tall(t *testing.T, on Subject) {
	const dt = 5e-5
	m := bar()
	for i := range m.RestPosition {
		x := &m.RestPosition[i]
		*x = model.Vec3{x[0], 2 * x[1], 3 * x[2]}
	}
	for s, ends := range m.Ends {
		m.RestLength[s] = m.RestPosition[ends[0]].Sub(m.RestPosition[ends[1]]).Len()
	}
	s, _ := perHertz(1, 0)
	const small = 0.05 // [rad]
	for _, axis := range []model.Vec3{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6, 0, 0.8}, {0, 0.6, 0.8}} {
		engine := on.open(t, m, model.Params{DT: dt, Orients: []model.Orient{{Stiffness: s}}})
		must.Do(t, engine.Reset(turnedFrom(m, axis.Mul(small))))
		got := after(t, engine, 10000) // half a period: as far on the other side
		want := turnedFrom(m, axis.Mul(-small))
		worst := 0.0
		for i := range got.Position {
			worst = max(worst, got.Position[i].Sub(want.Position[i]).Len())
		}
		near(t, "distance after half a period", worst, 0, 3e-4)
	}
}

// A group follows a target that turns steadily without lag, since Ω is its rate.
func followed(t *testing.T, on Subject) {
	m := bar()
	s, d := perHertz(2, 1)
	const dt, rate = 1e-4, 2.0
	start := m.Start()
	for i := range start.Velocity {
		start.Velocity[i] = model.Vec3{0, 0, rate}.Cross(start.Position[i])
	}
	o := model.Orient{Turn: model.Vec3{0, 0, 1}, Table: model.Curve{At: []float64{0, 10}, Value: []float64{0, 10 * rate}}, Stiffness: s, Damping: d}
	engine := on.open(t, m, model.Params{DT: dt, Orients: []model.Orient{o}})
	must.Do(t, engine.Reset(start))
	near(t, "angle behind a target that turns", angleAbout(m, after(t, engine, 5000)), rate*5000*dt, 2e-3)
}

// An upright spring turns one direction of a group up and leaves its turn about it free. From exactly
// upside down it falls to the side.
func upright(t *testing.T, on Subject) {
	const dt = 5e-5
	m := bar()
	s, d := perHertz(1, 1)
	p := model.Params{DT: dt, Orients: []model.Orient{{Up: model.Vec3{0, 0, 1}, Stiffness: s, Damping: d}}}
	tilted := turnedFrom(m, model.Vec3{math.Pi / 3, 0, 0})
	engine := on.open(t, m, p)
	must.Do(t, engine.Reset(tilted))
	up := func(s *model.State) float64 { // angle between the body's z and z
		z := model.Vec3{}
		for i, x := range s.Position {
			z = z.Add(x.Mul(m.RestAt(i)[2]))
		}
		return math.Atan2(math.Hypot(z[0], z[1]), z[2])
	}
	near(t, "angle from up after 0.25 s from 60°", up(after(t, engine, 5000)), 0.55964, 1e-3)

	spun := turnedFrom(m, model.Vec3{0, 0, 1})
	for i := range spun.Velocity {
		spun.Velocity[i] = model.Vec3{0, 0, 3}.Cross(spun.Position[i])
	}
	engine = on.open(t, m, p)
	must.Do(t, engine.Reset(spun))
	got := after(t, engine, 2000)
	angular, momentum := turned(m, got)
	near(t, "angular speed about up", angular[2]/barInertia, 3, 1e-3)
	near(t, "momentum", momentum.Len(), 0, 1e-6)

	engine = on.open(t, m, p)
	over := m.Start()
	for i, x := range over.Position {
		over.Position[i] = model.Vec3{x[0], -x[1], -x[2]} // half a turn without rounding
	}
	must.Do(t, engine.Reset(over))
	if got := up(after(t, engine, 5000)); !(got < 2.6) {
		t.Errorf("after 0.25 s upside down the angle from up is %g rad, as at the start", got)
	}
}

// A tracking spring holds the center of a group at a point that moves steadily; with lag it follows
// d/s · ġ behind. A body as a whole sags by g/s.
func track(t *testing.T, on Subject) {
	const dt, speed = 1e-4, 0.5
	m := bar()
	s, d := perHertz(2, 1)
	center := func(s *model.State) (c model.Vec3) {
		for _, x := range s.Position {
			c = c.Add(x.Mul(1. / 8))
		}
		return c
	}
	run := func(k model.Track, gravity model.Vec3, steps int) *model.State {
		t.Helper()
		k.Stiffness, k.Damping = s, d
		return after(t, on.open(t, m, model.Params{DT: dt, Gravity: gravity, Tracks: []model.Track{k}}), steps)
	}
	const steps, time = 20000, 2
	ramp := model.Path{Velocity: model.Vec3{speed, 0, 0}}
	near(t, "lag behind a ramp", speed*time-center(run(model.Track{Path: ramp}, model.Vec3{}, steps))[0], 0, 2e-4)
	near(t, "lag behind a ramp without its rate", speed*time-center(run(model.Track{Path: ramp, Lag: true}, model.Vec3{}, steps))[0], d/s*speed, 2e-4)
	target := model.Vec3{0.1, 0, 0.2}
	got := run(model.Track{Target: &target}, model.EarthGravity(), steps)
	near(t, "sag by weight", center(got).Sub(target).Add(model.Vec3{0, 0, model.StandardGravity / s}).Len(), 0, 1e-5)
	angular, _ := turned(m, got)
	near(t, "angular momentum", angular.Len(), 0, 1e-6)
	followMass(t, on)
	_, momentum := turned(m, run(model.Track{Target: &target, Limit: 0.01}, model.Vec3{}, 500))
	near(t, "momentum by the limit", momentum.Len(), 0.01*500*dt, 1e-7)
	_, momentum = turned(m, run(model.Track{}, model.Vec3{}, 1))
	near(t, "force at the target", momentum.Len()/dt, 0, 1e-6)
}

// A group follows a mass that moves steadily, which feels nothing, without lag.
func followMass(t *testing.T, on Subject) {
	const dt, speed, steps = 1e-4, 0.5, 20000
	s, d := perHertz(2, 1)
	m := bar()
	m.RestPosition, m.Mass = append(m.RestPosition, model.Vec3{0, 0, 0.5}), append(m.Mass, 0.1)
	if m.Pin != nil {
		m.Pin = append(m.Pin, 0)
	}
	group := []uint32{0, 1, 2, 3, 4, 5, 6, 7}
	e := on.open(t, m, model.Params{DT: dt, Tracks: []model.Track{{Masses: group, Follows: true, Mass: 8, Stiffness: s, Damping: d}}})
	start := m.Start()
	start.Velocity[8] = model.Vec3{speed, 0, 0}
	must.Do(t, e.Reset(start))
	got := after(t, e, steps)
	near(t, "way of the mass", got.Position[8].Sub(model.Vec3{speed * steps * dt, 0, 0.5}).Len(), 0, 2e-4)
	center := model.Vec3{}
	for _, i := range group {
		center = center.Add(got.Position[i].Mul(1. / 8))
	}
	near(t, "lag behind a mass", got.Position[8].Sub(center).Len(), 0, 3e-4)
}

// Shape matching keeps the shape of masses that no springs join. A mass that is pulled away swings
// at the frequency, and the body moves and turns on as before.
func matched(t *testing.T, on Subject) {
	const dt = 1e-4
	m := bar()
	m.Ends, m.RestLength, m.MaterialOf = nil, nil, nil
	s, _ := perHertz(2, 0)
	p := model.Params{DT: dt, Matchings: []model.Matching{{Stiffness: s}}}
	engine := on.open(t, m, p)
	start := turnedFrom(m, model.Vec3{0.4, -1.1, 2.6}) // however the body is turned
	near(t, "force at rest", pushed(t, engine, start, dt), 0, 1e-6)

	stretched := m.Start() // a stretch of z turns nothing: it swings at 2 Hz
	for i := range stretched.Position {
		stretched.Position[i][2] *= 1.1
	}
	must.Do(t, engine.Reset(stretched))
	near(t, "half height after half a period", after(t, engine, 2500).Position[7][2], 0.045, 1e-4)

	p.Matchings[0].Damping = 40
	engine = on.open(t, m, p)
	moving := m.Start()
	for i := range moving.Velocity {
		moving.Velocity[i] = model.Vec3{0, 0, 0.5}.Cross(moving.Position[i]).Add(model.Vec3{1, 0, 0})
	}
	moving.Position[3] = moving.Position[3].Add(model.Vec3{0.01, 0.02, 0})
	before, _ := turned(m, moving)
	must.Do(t, engine.Reset(moving))
	got := after(t, engine, 10000)
	angular, momentum := turned(m, got)
	lost := 1e-7 + 5*on.rounding() // the rounding of 10,000 steps
	near(t, "momentum", momentum.Sub(model.Vec3{0.8, 0, 0}).Len(), 0, lost)
	near(t, "angular momentum", angular.Sub(before).Len(), 0, lost)
	width := 0.1 * s / (s - 0.25) // centrifugal forces of 0.5 rad/s widen it
	near(t, "diagonal when it has settled", got.Position[7].Sub(got.Position[0]).Len(), math.Sqrt(2*width*width+0.01), 2e-5)
}

// pushed returns the largest force on a mass of bar in a state at rest [N].
func pushed(t *testing.T, e model.Engine, at *model.State, dt float64) (most float64) {
	t.Helper()
	must.Do(t, e.Reset(at))
	for _, v := range after(t, e, 1).Velocity {
		most = max(most, v.Len()*0.1/dt)
	}
	return most
}
