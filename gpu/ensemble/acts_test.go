package ensemble_test

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/control/metrics"
	reference "hooke/cpuref/ensemble"
	gpu "hooke/gpu/ensemble"
	"hooke/gpu/gltest"
	"hooke/lab/ensemble"
	"hooke/lab/ensemble/ensembletest"
	"hooke/model"
	"hooke/model/spring"
	"hooke/must"
	"hooke/physics"
)

// solids are contacts of all shapes at the corners of a small structure, one per mass.
func solids() []model.Contact {
	return []model.Contact{
		{Shape: model.Sphere{Center: model.Vec3{-0.02, 0.03, -0.48}, Radius: 0.5}, Stiffness: 900, Damping: 2, StaticFriction: 0.3, KineticFriction: 0.2},
		{Shape: model.Box{Center: model.Vec3{1, 0, -0.1}, Half: model.Vec3{0.2, 0.25, 0.13}, Orientation: mgl64.QuatRotate(0.3, model.Vec3{1, 2, 2}.Mul(1./3))}, Stiffness: 700, Damping: 1, StaticFriction: 0.5, KineticFriction: 0.4},
		{Shape: model.Capsule{A: model.Vec3{0.1, 1.3, -0.1}, B: model.Vec3{-0.1, 0.8, -0.09}, Radius: 0.11}, Stiffness: 800, Damping: 1, StaticFriction: 0.3, KineticFriction: 0.3},
		{Shape: model.Sphere{Center: model.Vec3{0.5, 0.5, 0.5}, Radius: 0.86}, Inside: true, Stiffness: 600, Damping: 1},
		{Shape: model.Plane{Normal: model.Vec3{0, 0, 1}, Offset: 0.002}, PerMass: true, Normalized: spring.Normalized{Stiffness: 0.02, Damping: 0.02}, StaticFriction: 0.2, KineticFriction: 0.1}}
}

// still are small structures on solids of all shapes.
func still() ensemble.Kind {
	k := ensembletest.Features()
	k.Params.Contacts = append(k.Params.Contacts, solids()...)
	k.Free = append(k.Free, ensemble.Field{Path: "contact.offset", Index: 6}, ensemble.Field{Path: "contact.damping", Index: 2}, ensemble.Field{Path: "contact.stiffness", Index: 3})
	return k
}

// moving are such structures on solids that move, held by guides, where wind, motors, handles and quadratic drag act.
func moving() ensemble.Kind {
	k := ensembletest.Features()
	m := *k.Model
	m.Triangles = [][3]uint32{{4, 5, 6}, {5, 6, 7}, {0, 1, 5}}
	k.Model = &m
	p := &k.Params
	p.QuadraticDrag = 0.4
	p.Motors = []model.Motor{{Masses: []uint32{4, 5}, Axis: model.Vec3{0, 0.6, 0.8}, Speed: -2, Damping: 0.8, Table: model.Curve{At: []float64{0, 0.1}, Value: []float64{0.5, 1}}},
		{Axis: model.Vec3{1, 0, 0}, Speed: 1, Damping: 0.5, Limit: 0.2}}
	p.Handles = []model.Handle{{Mass: 5, Target: model.Vec3{1.1, 0.1, 0.95}, TargetVelocity: model.Vec3{0, 0, 0.1}, Stiffness: 20, Damping: 0.3}}
	p.Wind = model.Wind{Velocity: model.Vec3{2, 1, -3}, Gust: 0.5, GustTime: 0.03, Seed: 5, Drag: 1, Lift: 0.4}
	for i, trajectory := range []*model.Trajectory{
		{Path: model.Path{Velocity: model.Vec3{0.02, 0, 0.03}, Table: []model.PathPoint{{Time: 0.02}, {Time: 0.1, Offset: model.Vec3{0, 0.01, 0.01}}, {Time: 0.15, Offset: model.Vec3{0.01, 0, 0}}}}},
		{Spin: model.Vec3{0.3, 0, 2}, Rate: model.Curve{At: []float64{0.02, 0.1}, Value: []float64{0, 1}}, Pivot: &model.Vec3{1, 0.1, -0.1}},
		{Spin: model.Vec3{0, 0, 3}, Path: model.Path{Amplitude: model.Vec3{0, 0, 0.01}, Wave: model.Table, Cycle: model.Curve{At: []float64{0, 0.3, 1}, Value: []float64{0, 1, 0}}, Frequency: 5.3}},
		nil, {Spin: model.Vec3{0, 0, 3}}} {
		c := solids()[i]
		c.Trajectory = trajectory
		p.Contacts = append(p.Contacts, c)
	}
	p.Contacts[0].Trajectory = &model.Trajectory{Path: model.Path{Amplitude: model.Vec3{0.01, 0, 0.004}, Frequency: 4, Phase: 1}, Belt: model.Vec3{0.3, 0.1, 0}}
	p.Guides = []model.Guide{{Kind: model.OnLine, Masses: []uint32{4}, Direction: model.Vec3{0, 0.6, 0.8}}, {Kind: model.OnPlane, Masses: []uint32{3}, Direction: model.Vec3{0.8, 0.6, 0}, Point: &model.Vec3{1, 1, 0}},
		{Kind: model.OnPath, Masses: []uint32{7}, Path: model.Path{Velocity: model.Vec3{0.1, 0, 0}, Amplitude: model.Vec3{0, 0.05, 0.02}, Frequency: 3}}}
	k.Free = append(k.Free, ensemble.Field{Path: "contact.offset", Index: 0}, ensemble.Field{Path: "contact.static_friction", Index: 2})
	return k
}

// hundredths are changes of loads in moving that must be seen.
func hundredths() map[string]func(p *model.Params) {
	return map[string]func(p *model.Params){
		"drag":               func(p *model.Params) { p.QuadraticDrag *= 1.01 },
		"motor":              func(p *model.Params) { p.Motors[0].Damping *= 1.01 },
		"motor at its limit": func(p *model.Params) { p.Motors[1].Limit *= 1.01 },
		"handle":             func(p *model.Params) { p.Handles[0].Stiffness *= 1.01 },
		"damper of a handle": func(p *model.Params) { p.Handles[0].Damping *= 1.01 },
		"wind":               func(p *model.Params) { p.Wind.Drag *= 1.01 },
		"lift":               func(p *model.Params) { p.Wind.Lift *= 1.01 },
		"gust":               func(p *model.Params) { p.Wind.Gust *= 1.01 },
		"seed":               func(p *model.Params) { p.Wind.Seed++ },
		"belt":               func(p *model.Params) { p.Contacts[0].Trajectory.Belt[0] *= 1.05 },
		"plane":              func(p *model.Params) { p.Contacts[0].Trajectory.Path.Frequency *= 1.01 },
		"sphere":             func(p *model.Params) { p.Contacts[2].Trajectory.Path.Velocity[2] *= 1.01 },
		"friction":           func(p *model.Params) { p.Contacts[2].KineticFriction *= 0.9 },
		"table":              func(p *model.Params) { p.Contacts[2].Trajectory.Path.Table[1].Offset[2] *= 1.02 },
		"box":                func(p *model.Params) { p.Contacts[3].Trajectory.Spin[2] *= 1.01 },
		"rate":               func(p *model.Params) { p.Contacts[3].Trajectory.Rate.Value[1] *= 1.03 },
		"capsule":            func(p *model.Params) { p.Contacts[4].Trajectory.Spin[2] *= 1.01 },
		"cycle":              func(p *model.Params) { p.Contacts[4].Trajectory.Path.Amplitude[2] *= 1.01 },
		"container":          func(p *model.Params) { p.Contacts[5].Stiffness *= 1.01 },
		"contact per mass":   func(p *model.Params) { p.Contacts[6].Normalized.Stiffness *= 1.01 },
		"damper per mass":    func(p *model.Params) { p.Contacts[6].Normalized.Damping *= 1.05 },
		"turn":               func(p *model.Params) { p.Contacts[6].Trajectory.Spin = p.Contacts[6].Trajectory.Spin.Mul(1.5) },
		"line":               func(p *model.Params) { p.Guides[0].Direction = model.Vec3{0, 0.8, 0.6} },
		"guided plane":       func(p *model.Params) { p.Guides[1].Direction = model.Vec3{0.6, 0.8, 0} },
		"path":               func(p *model.Params) { p.Guides[2].Path.Amplitude[1] *= 1.01 }}
}

// agree says how far members of an engine are from those of the reference, after the same steps.
func agree(t *testing.T, what string, starts []*model.Snapshot, got *gpu.Engine, want *reference.Engine) {
	t.Helper()
	for i := range starts {
		most, rms := ensembletest.ErrorsOf(starts[i], ensembletest.Read(t, got, i), want, i)
		t.Logf("%s: member %d: errors %.2g and %.2g", what, i, most, rms)
		if !(most <= ensembletest.MostError && rms <= ensembletest.RMSError) {
			t.Errorf("%s: member %d: errors are %.3g of the motion, RMS %.3g", what, i, most, rms)
		}
		if next, _ := ensembletest.ErrorsOf(starts[i], ensembletest.Read(t, got, (i+1)%len(starts)), want, i); next <= ensembletest.MostError {
			t.Errorf("%s: member %d would pass with the values of the next one: %.3g", what, i, next)
		}
	}
}

// startsOf are the states of the first members.
func startsOf(t *testing.T, e *gpu.Engine, count int) (out []*model.Snapshot) {
	for i := range count {
		out = append(out, ensembletest.Read(t, e, i))
	}
	return out
}

// beside are members with others behind them, of which number 37 is like number 2.
func beside(members []ensemble.Member) []ensemble.Member {
	out := slices.Clone(members)
	for len(out) < 39 {
		out = append(out, members[len(out)%5])
	}
	return out
}

// ran is the reference after 100 steps.
func ran(t testing.TB, k ensemble.Kind, members []ensemble.Member, o *metrics.Options) *reference.Engine {
	t.Helper()
	e := must.Get(reference.New([]ensemble.Kind{k}, members, reference.Options{Metrics: o}))(t)
	ensembletest.Step(t, 100, e)
	return e
}

// E2: solids of all shapes and contacts per mass push members as in the reference.
func TestSolidsAgainstReference(t *testing.T) {
	ctx := gltest.New(t)
	kind := still()
	members := ensembletest.Designs(t, kind, 5)
	want := ran(t, kind, members, nil)
	got := made(t, ctx, kind, members, gpu.Options{Pipeline: gpu.Resident})
	starts := startsOf(t, got, 5)
	stepAll(t, 100, got)
	agree(t, "still", starts, got, want)
	for i := range kind.Params.Contacts[2:] {
		other := still()
		other.Params.Contacts[2+i].Damping *= 1.1
		other.Params.Contacts[2+i].Normalized.Stiffness *= 1.01
		other.Free = slices.DeleteFunc(other.Free, func(f ensemble.Field) bool { return f.Path == "contact.damping" && f.Index > 0 })
		if most, _ := ensembletest.ErrorsOf(starts[0], ensembletest.Read(t, got, 0), ran(t, other, ensembletest.Designs(t, other, 1), nil), 0); !(most > ensembletest.MostError) {
			t.Errorf("contact %d off would pass: %.3g", 2+i, most)
		}
	}
}

// E1, E2, E3: motors, guides and handles act on members as in the reference and are measured so, in both
// pipelines with the same bits, which do not depend on the slot of a member. An error of a hundredth would be
// seen. The short form has one pipeline, as programs with all of this take long to compile.
func TestActsAgainstReference(t *testing.T) {
	ctx := gltest.New(t)
	kind, options := moving(), metrics.Options{Groups: []string{"low"}, Every: 7}
	members := ensembletest.Designs(t, kind, 5)
	members[4].Until, members[4].Start = physics.Until{Words: []string{physics.Fell}, FallHeight: 0.6}, kind.Model.Start()
	for i := range members[4].Start.Position { // it falls from somewhat higher
		members[4].Start.Position[i][2] += 0.06
	}
	want := ran(t, kind, members, &options)
	rows, first := ensembletest.Measured(t, want), (*gpu.Engine)(nil)
	for _, pipeline := range pipelines(0) {
		got := made(t, ctx, kind, beside(members), gpu.Options{Pipeline: pipeline, Metrics: &options})
		starts := startsOf(t, got, len(members))
		stepAll(t, 60, got)
		stepAll(t, 40, got)
		table := ensembletest.Measured(t, got)
		table.Rows = table.Rows[:len(members)]
		if wrong := ensembletest.Differences(table, rows); len(wrong) > 0 {
			t.Errorf("%s: not measured as in the reference: %v\n%v\n%v", pipeline, wrong, table.Rows, rows.Rows)
		}
		if s := ensembletest.StatusOf(t, got); s[4] != ensembletest.StatusOf(t, want)[4] || s[4].Step < 2*physics.LookEvery {
			t.Errorf("%s: member 4: %+v, in the reference %+v", pipeline, s[4], ensembletest.StatusOf(t, want)[4])
		}
		agree(t, pipeline, starts, got, want)
		must.Hold(t, ensembletest.Sum(t, got, 37) == ensembletest.Sum(t, got, 2), "%s: a member has other bits in another place", pipeline)
		if first != nil {
			for i := range members {
				if ensembletest.Sum(t, got, i) != ensembletest.Sum(t, first, i) {
					t.Errorf("member %d differs between the pipelines", i)
				}
			}
			continue
		}
		first = got
		for what, change := range hundredths() {
			other := moving()
			change(&other.Params)
			one, seen := ran(t, other, members[:3], nil), 0.
			for i := range 3 {
				most, _ := ensembletest.ErrorsOf(starts[i], ensembletest.Read(t, got, i), one, i)
				seen = max(seen, most)
			}
			if !(seen > ensembletest.MostError) {
				t.Errorf("%s off would pass: %.3g", what, seen)
			}
		}
	}
}

// Masses that collide with friction, of which some are on lines and on paths, over a ball, in both pipelines.
func TestActsBesidePairs(t *testing.T) {
	if !must.Long() {
		t.Skip("both together compile for seconds; HOOKE_LONG=1 runs it")
	}
	ctx := gltest.New(t)
	with := func(change float64) ensemble.Kind {
		k := meeting(t, 2)
		last := uint32(k.Model.MassCount() - 1) // on a path, among those that fall
		k.Params.Contacts = append(k.Params.Contacts, model.Contact{Shape: model.Sphere{Center: model.Vec3{0.1, 0.1, -0.3}, Radius: 0.37}, Stiffness: 600, Damping: 1, StaticFriction: 0.3, KineticFriction: 0.2})
		k.Params.QuadraticDrag = 0.02
		k.Params.Guides = []model.Guide{{Kind: model.OnLine, Masses: []uint32{20}, Direction: model.Vec3{0, 0, 1}},
			{Kind: model.OnPath, Masses: []uint32{last - 1, last}, Path: model.Path{Amplitude: model.Vec3{0.03 * change, 0, 0.02}, Frequency: 7}}}
		return k
	}
	kind := with(1)
	members := crashing(t, kind, 3)
	runs := func(k ensemble.Kind) *reference.Engine {
		e := must.Get(reference.New([]ensemble.Kind{k}, members, reference.Options{}))(t)
		ensembletest.Step(t, 60, e)
		return e
	}
	want, other := runs(kind), runs(with(1.05))
	var first *gpu.Engine
	for _, pipeline := range pipelines(1) {
		got := made(t, ctx, kind, members, gpu.Options{Pipeline: pipeline})
		starts := startsOf(t, got, len(members))
		stepAll(t, 60, got)
		agree(t, pipeline, starts, got, want)
		for i := range members {
			if off, _ := ensembletest.ErrorsOf(starts[i], ensembletest.Read(t, got, i), other, i); off <= ensembletest.MostError {
				t.Errorf("%s: member %d would pass with another path: %.3g", pipeline, i, off)
			}
			if first != nil && ensembletest.Sum(t, got, i) != ensembletest.Sum(t, first, i) {
				t.Errorf("member %d differs between the pipelines", i)
			}
		}
		first = got
	}
}
