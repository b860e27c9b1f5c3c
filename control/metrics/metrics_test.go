package metrics_test

import (
	"math"
	"slices"
	"testing"

	"hooke/control/metrics"
	"hooke/cpuref"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/model/modeltest"
	"hooke/must"
)

// follow runs a model in the reference and returns the metrics of a plan, by column. change may alter each
// state before the meters see it.
func follow(t *testing.T, m *model.Model, p model.Params, start *model.State, steps int64, o metrics.Options, change func(s *model.State)) map[string]float64 {
	t.Helper()
	e := must.Get(cpuref.New(m, p))(t)
	defer e.Close()
	must.Do(t, e.Reset(start))
	plan := must.Get(metrics.New(m, p, o))(t)
	meter := plan.Meter()
	var s model.State
	for step := int64(0); ; step++ {
		must.Do(t, e.ReadState(&s))
		shown := s.Clone()
		if change != nil {
			change(shown)
		}
		if step%plan.Every() == 0 || step == steps {
			meter.Sample(shown, e.RestScale())
		}
		if step == steps {
			break
		}
		meter.Touch(shown, p.Contacts)
		must.Do(t, e.Step(1))
	}
	return byName(plan, meter, metrics.Done)
}

// byName are the numbers of a meter by the names of their columns.
func byName(plan *metrics.Plan, meter *metrics.Meter, status metrics.Status) map[string]float64 {
	out := make(map[string]float64)
	row := plan.Row(&meter.Sums, status)
	for i, c := range plan.Columns() {
		out[c.Name] = row.Values[i]
	}
	return out
}

// near says whether a and b differ by at most tolerance.
func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

// block is a block of 2 by 2 by 2 masses of 0.125 kg, 0.1 m long, that moves with v [m/s].
func block(v model.Vec3, spin model.Vec3, height float64) (*model.Model, *model.State) {
	b := modeltest.NewBuilder("block")
	stiff := b.Material(2000, 2)
	var corners []int
	for i := range 8 {
		at := model.Vec3{float64(i & 1), float64(i >> 1 & 1), float64(i >> 2)}.Mul(0.1)
		corners = append(corners, b.Mass(0.125, at.Add(model.Vec3{0, 0, height}), 0))
		for _, other := range corners[:i] {
			b.Join(other, corners[i], stiff)
		}
	}
	m := &b.Model
	m.Groups = []model.Group{{Name: "feet", Masses: []uint32{0, 1, 2, 3}}, {Name: "top", Masses: []uint32{4, 5, 6, 7}}}
	s := m.Start()
	middle := model.Vec3{0.05, 0.05, 0.05 + height}
	for i := range s.Velocity {
		s.Velocity[i] = v.Add(spin.Cross(s.Position[i].Sub(middle)))
	}
	return m, s
}

// A block that is thrown and turns goes as far as its center of mass flies, straight, and
// touches nothing. A mass that is left out, or states of the step before, give other numbers.
func TestThrownBlock(t *testing.T) {
	v, spin := model.Vec3{3, 4, 2}, model.Vec3{1, 0, 3}
	m, start := block(v, spin, 1)
	p := model.Params{DT: 1e-4, Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 1e4, 1)}}
	const steps = 4000
	o := metrics.Options{Groups: []string{"feet"}}
	got := follow(t, m, p, start, steps, o, nil)
	took := steps * p.DT
	want := map[string]float64{
		"distance": 5 * took, "path": 5 * took, "straightness": 1, "speed": 5, "speed_forward": 3,
		"drift": 4 * took, "drift_angle": math.Atan2(4, 3), "contact_duty": 0, "slip": 0,
		"contact_duty[feet]": 0, "time": took, "dt": p.DT, "steps": steps, "work": 0, "cot": 0,
	}
	for name, x := range want {
		must.Hold(t, near(got[name], x, 1e-9*max(1, x)), "%s is %.12g; it must be %.12g", name, got[name], x)
	}
	if yaw := spin[2] * took; !near(got["yaw"], yaw, 0.05*yaw) {
		t.Errorf("yaw is %g; the block turns by about %g", got["yaw"], yaw)
	}

	lighter := *m
	lighter.Pin = append(make([]model.Pin, 7), model.PinAll) // a mass that does not count
	plan := must.Get(metrics.New(&lighter, p, o))(t)
	meter := plan.Meter()
	e := must.Get(cpuref.New(m, p))(t)
	must.Do(t, e.Reset(start))
	var s model.State
	for range 2 {
		must.Do(t, e.ReadState(&s))
		meter.Sample(&s, nil)
		must.Do(t, e.Step(steps))
	}
	if without := byName(plan, meter, metrics.Done); near(without["distance"], 5*took, 1e-6) {
		t.Errorf("without a mass the distance is the same: %g", without["distance"])
	}
	late := follow(t, m, p, start, steps, o, func(s *model.State) {
		if s.Step == steps { // the state of the step before
			for i := range s.Position {
				s.Position[i] = s.Position[i].Sub(s.Velocity[i].Mul(p.DT))
			}
		}
	})
	must.Hold(t, !near(late["distance"], 5*took, 1e-6), "the state of the step before has the same distance: %g", late["distance"])
}

// A block that slides to rest has its feet in contact all the time, and slips by v²/2μg.
func TestSlidingBlock(t *testing.T) {
	const speed, mu, kc = 1.0, 0.2, 5000.0
	deep := model.StandardGravity * 1 / (4 * kc)
	m, start := block(model.Vec3{0, speed, 0}, model.Vec3{}, -deep)
	p := model.Params{DT: 1e-4, Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, kc, 20).WithFriction(mu, mu)}}
	o := metrics.Options{Groups: []string{"feet", "top"}, Forward: model.Vec3{0, 2, 1}, Body: "top"}
	slides := speed * speed / (2 * mu * model.StandardGravity)
	got := follow(t, m, p, start, 6000, o, nil)
	checks := []struct {
		name      string
		want, off float64
	}{
		{"contact_duty[feet]", 1, 0}, {"contact_duty[top]", 0, 0}, {"contact_duty", 1, 0},
		{"slip[feet]", slides, 0.01 * slides}, {"slip[top]", 0, 0}, {"slip", slides / 2, 0.005 * slides},
		{"distance", slides, 0.01 * slides}, {"slip_share[feet]", 1, 0.02}, {"drift", 0, 1e-6},
		{"speed_forward", slides / 0.6, 0.01 * slides}, {"clearance", 0.1 - deep, 0.001}, {"height_min", 0.05 - deep, 0.001},
	}
	for _, c := range checks {
		must.Hold(t, near(got[c.name], c.want, c.off), "%s is %g; it must be %g ± %g", c.name, got[c.name], c.want, c.off)
	}
	must.Hold(t, got["strain_max"] > 0, "the springs of a block on the ground are not strained")
	rest := speed - mu*model.StandardGravity*0.3 // after 0.3 s [m/s]
	want := rest * rest / (2 * mu * model.StandardGravity)
	if late := follow(t, m, p, start, 6000, metrics.Options{Settle: 0.3, Groups: []string{"feet"}}, nil); !near(late["slip[feet]"], want, 0.02*want) {
		t.Errorf("after 0.3 s it slips by %g m; it must be %g", late["slip[feet]"], want)
	}
	bouncing := follow(t, m, p, start, 6000, o, func(s *model.State) {
		for i := range s.Position {
			s.Position[i][2] += 2 * deep
		}
	})
	if bouncing["contact_duty[feet]"] == 1 || near(bouncing["slip[feet]"], slides, 0.01*slides) {
		t.Error("a block that is lifted has the same duty and slip")
	}
}

// Undefined numbers are NaN, and faults of options list the valid names.
func TestWhatIsNotDefined(t *testing.T) {
	m, start := block(model.Vec3{}, model.Vec3{}, 1)
	p := model.Params{DT: 1e-3}
	got := follow(t, m, p, start, 20, metrics.Options{}, nil)
	for _, name := range []string{"straightness", "drift_angle", "cot", "slip_share"} {
		must.Hold(t, math.IsNaN(got[name]), "%s of a robot at rest is %g", name, got[name])
	}
	never := follow(t, m, p, start, 20, metrics.Options{Settle: 1}, nil)
	for name, x := range never {
		if !math.IsNaN(x) && !slices.Contains([]string{"steps", "time", "dt"}, name) {
			t.Errorf("%s before the robot has settled is %g", name, x)
		}
	}
	for want, o := range map[string]metrics.Options{
		`metrics: body: group "foot" is unknown; did you mean "feet"?; known are feet, top, all, bottom; a [[group]] of the scene makes one`: {Body: "foot"},
		`metrics: groups: "feet" is named twice`:                                  {Groups: []string{"feet", "feet"}},
		`metrics: forward is [0 0 1], along gravity; give a direction across it`:  {Forward: model.Vec3{0, 0, 1}},
		`metrics: every is -1 steps; it must be at least 1`:                       {Every: -1},
		`metrics: settle is NaN s; it must be 0 or more`:                          {Settle: math.NaN()},
		`metrics: forward is [+Inf 0 0]; every component must be a finite number`: {Forward: model.Vec3{math.Inf(1), 0, 0}},
	} {
		if _, err := metrics.New(m, p, o); err == nil || err.Error() != want {
			t.Errorf("%+v: %v; want %s", o, err, want)
		}
	}
	for s := metrics.Running; s <= metrics.Diverged; s++ {
		if back, ok := metrics.ParseStatus(s.String()); !ok || back != s {
			t.Errorf("%v is read as %v", s, back)
		}
	}
}

// The largest strain is that of springs as they have yielded, and torn ones have none.
func TestStrainOfSpringsThatChange(t *testing.T) {
	soft := model.Material{Stiffness: 100, Inelastic: inelastic.Law{YieldStrain: 0.05, TearStrain: 0.5}}
	m := &model.Model{RestPosition: []model.Vec3{{}, {1}, {2}}, Mass: []float64{1, 1, 1}, Ends: []model.Ends{{0, 1}, {1, 2}}, RestLength: []float64{1, 1},
		MaterialOf: []uint16{1, 1}, Materials: []model.Material{{}, soft}}
	got := follow(t, m, model.Params{DT: 0.01}, m.Start(), 1, metrics.Options{Every: 1}, func(s *model.State) {
		s.Position[1], s.Position[2] = model.Vec3{1.2}, model.Vec3{3}
		s.Changes = []inelastic.Change{{RestLength: 1.15}, {RestLength: 1, Damage: 1}}
	})
	must.Near(t, got["strain_max"], 0.05/1.15, 1e-12, "strain_max")
}
