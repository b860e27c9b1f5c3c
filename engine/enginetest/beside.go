package enginetest

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// beside is a run that an engine takes as the reference does.
type beside struct {
	name      string
	build     func() (*model.Model, model.Params, *model.State)
	without   func(*model.Params) // leaves out the feature under test
	steps     int
	tolerance float64 // of positions [m], and in a step of velocities; without the feature the reference is 20 times as far off
	holds     bool    // compares the energy of contacts, too
	caught    int64   // the reference counts at least this number of caught masses, and so does the engine
}

// family is runs with one feature.
type family struct {
	name string
	runs []beside
}

// contained are the runs whose features other runs of their family have, too.
var contained = []string{
	"edges and triangles touch shapes, on spikes",
	"edges and triangles touch shapes, colliding",
	"edges and triangles touch shapes, moving",
	"edges and triangles touch shapes, per mass",
	"edges and triangles touch shapes, colliding, per mass",
	"edges and triangles touch shapes, on a path",
	"contacts catch masses, still",
}

// Beside returns the cases that compare an engine with the reference, with Subject.Integrators.
// Engines run them for each of their kernels or pipelines.
func Beside() []Case {
	var cases []Case
	for _, f := range families() {
		cases = append(cases, Case{f.name, func(t *testing.T, on Subject) {
			for _, run := range f.runs {
				if on.Few && slices.Contains(contained, f.name+", "+run.name) {
					continue
				}
				for _, integrator := range on.integrators() {
					run.compare(t, on, integrator)
				}
			}
		}})
	}
	return cases
}

func families() []family {
	return []family{
		{"edges and triangles touch shapes", spanRuns()},
		{"contacts push by the mass", []beside{{"values of the contact", modeltest.OnNormalizedGround, otherValues, 12, 2e-6, true, 0}}},
		{"contacts move", []beside{{"all shapes", amongMovingShapes, still, 600, 2e-5, false, 0}}},
		{"contacts catch masses", []beside{
			{"still", modeltest.Thrown, thin, 4, 2e-4, false, 60},
			{"moving", thrownAtMovingShapes, thin, 4, 2e-4, false, 60},
			{"colliding", swarmAtSlab, apart, 10, 2e-6, false, 3},
			{"edges and triangles", spikesAtSlab, massesAlone, 10, 2e-6, false, 3},
		}},
		{"everything at once", []beside{{"together", allTogether, apart, 20, 2e-6, false, 0}}},
	}
}

// paramsOf returns the parameters of the run with an integrator.
func (c *beside) paramsOf(p model.Params, integrator model.Integrator) model.Params {
	if p.Integrator = integrator; c.holds && integrator != model.SymplecticEuler {
		p.DT /= 2 // a damping of 0.5 by the mass is too much for the others
	}
	return p
}

// compare runs the engine and the reference.
func (c *beside) compare(t *testing.T, on Subject, integrator model.Integrator) {
	t.Helper()
	m, p, start := c.build()
	p = c.paramsOf(p, integrator)
	e, ref := on.open(t, m, p), stepped(t, m, p, start, c.steps)
	must.Do(t, e.Reset(start))
	got, want := after(t, e, c.steps), ref.State()
	if off := farthest(got, (*model.State)(want)); !(off < c.tolerance) {
		t.Errorf("%v, %s: %g m from the reference", integrator, c.name, off)
	}
	if off := differing(got, (*model.State)(want)); !(off < c.tolerance/p.DT) {
		t.Errorf("%v, %s: velocities differ by %g m/s from the reference", integrator, c.name, off)
	}
	if c.holds {
		energy := must.Get(e.Energy())(t)
		stored := must.Get(ref.Energy())(t)
		if off := math.Abs(energy.Contact/stored.Contact - 1); !(off < 2e-4) {
			t.Errorf("%v, %s: contacts hold %g J, want %g", integrator, c.name, energy.Contact, stored.Contact)
		}
	}
	if c.caught > 0 {
		counted := caughtBy(t, e)
		if wanted, err := ref.Caught(); err != nil || counted != wanted || wanted.Count < c.caught {
			t.Errorf("%v, %s: caught %+v, want %+v and at least %d; %v", integrator, c.name, counted, wanted, c.caught, err)
		}
	}
}

// spanRuns are structures whose edges and triangles touch shapes.
func spanRuns() []beside {
	const tolerance = 1e-6
	return []beside{
		{"on spikes", modeltest.OnSpikes, massesAlone, 10, tolerance, true, 0},
		{"friction on spikes", modeltest.OnSpikes, smooth, 10, tolerance, true, 0},
		{"colliding", modeltest.CollidingOnSpikes, apart, 10, tolerance, false, 0},
		{"moving", modeltest.OnMovingSpikes, still, 10, tolerance, false, 0},
		{"per mass", modeltest.OnSpikesPerMass, massesAlone, 10, tolerance, true, 0},
		{"moving, per mass", modeltest.OnMovingSpikesPerMass, still, 10, tolerance, false, 0},
		{"colliding, per mass", collidingPerMass, apart, 10, tolerance, false, 0},
		{"on a path", pathOnSpikes, massesAlone, 10, tolerance, false, 0},
		{"colliding, on a path", collidingPathOnSpikes, smooth, 10, tolerance, false, 0},
	}
}

// massesAlone lets contacts touch masses, but neither edges nor triangles.
func massesAlone(p *model.Params) {
	for k := range p.Contacts {
		p.Contacts[k].Touches = model.TouchMasses
	}
}

// smooth takes the friction of the contacts that touch edges or triangles.
func smooth(p *model.Params) {
	for k, c := range p.Contacts {
		if c.Touches > model.TouchMasses {
			p.Contacts[k] = c.WithFriction(0, 0)
		}
	}
}

// still stops the contacts.
func still(p *model.Params) {
	for k := range p.Contacts {
		p.Contacts[k].Trajectory = nil
	}
}

// apart lets masses pass through each other.
func apart(p *model.Params) { p.Collision = model.Collision{} }

// thin takes the contacts that catch masses.
func thin(p *model.Params) { p.Contacts = p.Contacts[len(p.Contacts)-1:] }

// otherValues gives contacts per mass another stiffness.
func otherValues(p *model.Params) { p.Contacts[0].Normalized.Stiffness = 0.11 }

// amongMovingShapes returns a lattice in containers of every shape and on a ball: some turn, some
// travel, one does both, and one has a belt.
func amongMovingShapes() (*model.Model, model.Params, *model.State) {
	m := modeltest.Lattice(4, 100, 0.02, false)
	p := model.Params{DT: 2e-4, Gravity: model.EarthGravity(), DragHalfLife: 1}
	middle := model.Vec3{0.015, 0.015, 0.015}
	for _, c := range []model.Contact{
		{Shape: model.Plane{Offset: 0.004}, Trajectory: &model.Trajectory{Belt: model.Vec3{0.5}, Path: model.Path{Amplitude: model.Vec3{0, 0, 0.002}, Frequency: 3}}},
		{Shape: model.Box{Center: model.Vec3{0.0123, 0.0041, -0.0137}, Half: model.Vec3{0.053, 0.031, 0.02}}, Trajectory: &model.Trajectory{Spin: model.Vec3{0, 0, 3}, Pivot: &model.Vec3{0.01, 0.01, 0}}},
		{Shape: model.Sphere{Center: model.Vec3{0.034, 0.033, -0.007}, Radius: 0.0153}},
		{Shape: model.Box{Center: middle, Half: model.Vec3{0.018, 0.02, 0.04}, Orientation: mgl64.QuatRotate(0.3, model.Vec3{1})}, Inside: true,
			Trajectory: &model.Trajectory{Spin: model.Vec3{0, 2, 4}, Rate: model.Curve{At: []float64{0, 0.1}, Value: []float64{0.5, 1.5}}}},
		{Shape: model.Capsule{A: middle.Sub(model.Vec3{0.01}), B: middle.Add(model.Vec3{0.01, 0, 0.01}), Radius: 0.03}, Inside: true,
			Trajectory: &model.Trajectory{Path: model.Path{Table: []model.PathPoint{{}, {Time: 0.1, Offset: model.Vec3{0.005, -0.005, 0}}}}}},
		{Shape: model.Sphere{Center: middle, Radius: 0.035}, Inside: true, Trajectory: &model.Trajectory{Spin: model.Vec3{5, 0, 0}, Path: model.Path{Velocity: model.Vec3{0.03}}}},
	} {
		c.Stiffness, c.Damping, c.StaticFriction, c.KineticFriction = 40, 0.05, 0.6, 0.4
		p.Contacts = append(p.Contacts, c)
	}
	return m, p, m.Start()
}

// thrownAtMovingShapes returns Thrown at shapes of which all but the first move.
func thrownAtMovingShapes() (*model.Model, model.Params, *model.State) {
	m, p, s := modeltest.Thrown()
	for k := 1; k < 5; k++ {
		f := float64(k)
		p.Contacts[k].Trajectory = &model.Trajectory{Path: model.Path{Velocity: model.Vec3{20 * f, -30, 10 - 15*f}}, Spin: model.Vec3{8, -12 * f, 10}, Belt: model.Vec3{5}}
	}
	return m, p, s
}

// slab returns a thin box, wide enough for all.
func slab(center model.Vec3, half float64) model.Contact {
	return model.Contact{Shape: model.Box{Center: center, Half: model.Vec3{9, 9, half}}, Stiffness: 60}
}

// swarmAtSlab returns a swarm that flies through a slab.
func swarmAtSlab() (*model.Model, model.Params, *model.State) {
	m, p, s := modeltest.Swarm(216)
	p.DT = 5e-4
	p.Contacts = append(p.Contacts, slab(model.Vec3{0, 0, 0.1807}, 2e-5))
	s.RoundToFloat32()
	return m, p, s
}

// spikesAtSlab returns OnSpikes with a slab through the cloth.
func spikesAtSlab() (*model.Model, model.Params, *model.State) {
	m, p, s := modeltest.OnSpikes()
	p.Contacts = append(p.Contacts, slab(model.Vec3{0.2, 0.2, -0.004}, 1e-4))
	return m, p, s
}

// collidingPerMass returns CollidingOnSpikes with contacts per mass.
func collidingPerMass() (*model.Model, model.Params, *model.State) {
	m, p, s := modeltest.CollidingOnSpikes()
	modeltest.PerMass(&p)
	return m, p, s
}

func pathOnSpikes() (*model.Model, model.Params, *model.State) { return onPath(modeltest.OnSpikes()) }

func allTogether() (*model.Model, model.Params, *model.State) {
	m, p, s, _ := modeltest.Together()
	return m, p, s
}

func collidingPathOnSpikes() (*model.Model, model.Params, *model.State) {
	return onPath(modeltest.CollidingOnSpikes())
}

// onPath moves masses that lie on the ball and on the rod along a path, and lets drag take half
// of each velocity in a step: friction feels the velocities of the path.
func onPath(m *model.Model, p model.Params, s *model.State) (*model.Model, model.Params, *model.State) {
	path := []uint32{20, 21, 29, 30, 41, 49}
	for _, i := range path {
		m.Pin[i] = model.PinAll
		s.Position[i] = m.RestPosition[i]
	}
	s.RoundToFloat32()
	p.DragKept = 0.5
	p.Guides = []model.Guide{{Kind: model.OnPath, Masses: path, Path: model.Path{Velocity: model.Vec3{0.5, -0.25, 0}}}}
	return m, p, s
}
