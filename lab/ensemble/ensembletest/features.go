package ensembletest

import (
	"slices"
	"testing"

	"hooke/control"
	"hooke/lab/ensemble"
	"hooke/model"
	"hooke/model/grid"
	"hooke/model/inelastic"
	"hooke/must"
)

// With returns a kind without a feature and with it, and a state from which both move otherwise; nil: at rest. A frequency or the gravity is free,
// which engines give other values on the way.
func With(t testing.TB, f ensemble.Feature) (without, with ensemble.Kind, start *model.State) {
	t.Helper()
	if f == ensemble.Rods || f == ensemble.Rigid {
		return linked(t, f)
	}
	k := KindOf(t, "worm", ensemble.Field{Path: "actuator.frequency", Index: 3}, ensemble.Field{Path: "gravity.z"})
	start = k.Model.Start() // its ends meet
	start.Position[len(start.Position)-1] = start.Position[0].Add(model.Vec3{0.01, 0, 0})
	without = k
	p := &k.Params
	*p = p.Clone()
	switch f {
	case ensemble.Collisions, ensemble.Meetings:
		m := *k.Model
		m.Radius = make([]float64, m.MassCount())
		for i := range m.Radius {
			m.Radius[i] = 0.03
		}
		k.Model, p.Collision = &m, model.Collision{Bodies: []model.Surface{{Stiffness: 500}}, Self: true, Skin: 0.01, CheckEvery: 1}
		if f == ensemble.Meetings {
			m.Triangles, p.Collision.Touches = [][3]uint32{{0, 1, 2}}, model.CollidingTriangles
		}
	case ensemble.Guides:
		p.Guides = []model.Guide{{Kind: model.OnPlane, Masses: []uint32{0}, Direction: model.Vec3{0, 1, 0}}}
	case ensemble.Motors:
		p.Motors = []model.Motor{{Axis: model.Vec3{0, 0, 1}, Damping: 1, Limit: 5, Speed: 3}}
	case ensemble.Handles:
		p.Handles = []model.Handle{{Stiffness: 50, Target: model.Vec3{0, 0, 1}}}
	case ensemble.QuadraticDrag:
		p.QuadraticDrag = 0.5
	case ensemble.Wind:
		m := *k.Model
		m.Triangles = [][3]uint32{{0, 1, 2}}
		k.Model, p.Wind = &m, model.Wind{Drag: 1, Velocity: model.Vec3{3, 0, 2}}
	case ensemble.Groups:
		p.Spins = []model.Spin{{Axis: model.Vec3{0, 0, 1}, Speed: 30, Damping: 0.01}}
	case ensemble.Shapes:
		p.Contacts = append(p.Contacts, model.Contact{Shape: model.Sphere{Radius: 0.1}, Stiffness: 500})
	case ensemble.Terrains:
		h, err := grid.NewHeights(2, 2, [2]float64{4, 4}, []float64{0, 0.05, 0.02, 0.08})
		must.Do(t, err)
		p.Contacts = append(p.Contacts, model.Contact{Shape: model.Terrain{Heights: h}, Stiffness: 500})
	case ensemble.Fields:
		d, err := grid.NewDistances([3]int{2, 2, 2}, model.Vec3{-2, -2, -1}, 4, []float64{-1, -1, -1, -1, 3, 3, 3, 3})
		must.Do(t, err)
		p.Contacts = append(p.Contacts, model.Contact{Shape: model.Field{Distances: d}, Stiffness: 500})
	case ensemble.Spans:
		p.Contacts = append(p.Contacts, model.Contact{Shape: model.Sphere{Radius: 0.1}, Stiffness: 500, Touches: model.TouchSprings})
	case ensemble.PerMass:
		p.Contacts = []model.Contact{{Shape: model.Plane{Normal: model.Vec3{0, 0, 1}, Offset: 0.01}, PerMass: true}}
	case ensemble.Moving:
		p.Contacts[0].Trajectory = &model.Trajectory{Path: model.Path{Velocity: model.Vec3{0, 0, 0.4}}}
	case ensemble.Control, ensemble.Muscles:
		p.QuadraticDrag = 0.5
		k.Control = &control.Spec{Period: 4, Inputs: []control.Input{{Name: "reach", Of: "actuator[0].amplitude", Initial: 0.1, Min: -0.3, Max: 0.3}},
			Sensors:     []control.Sensor{{Name: "high", What: control.Height}},
			Controllers: []control.Controller{{Kind: control.Linear, Inputs: []int{0}, Sensors: []int{0}, Gain: []float64{3}, Bias: []float64{0.1}}}}
		if f == ensemble.Muscles {
			k.Control.Sensors[0] = control.Sensor{Name: "pull", What: control.Force, Actuator: 1}
		}
	case ensemble.Weights:
		p.MassFactors = []model.MassFactor{{Masses: []uint32{0}, Factor: 2}}
	case "force tables", "springs that tear", "springs that yield or creep":
		m := *k.Model
		m.Materials = slices.Clone(m.Materials)
		for i := range m.Materials[1:] {
			switch of := &m.Materials[i+1]; f {
			case "springs that tear":
				of.Inelastic.TearStrain = 1e-6
			case "force tables":
				of.Stiffness, of.AxialRigidity = 0, 0
				of.Inelastic.Table = inelastic.TableOf(inelastic.Point{Strain: 0.1, Force: 3}, inelastic.Point{Strain: 0.2, Force: 30})
			default:
				of.Inelastic.CreepHalfLife = 1e-2
			}
		}
		k.Model = &m
	case ensemble.Solvers:
		p.Integrator = model.VelocityVerlet
	default:
		t.Fatalf("no kind with %s", f)
	}
	return without, k, start
}

// linked returns a rope that hangs, of wire or of rigid links.
func linked(t testing.TB, f ensemble.Feature) (without, with ensemble.Kind, start *model.State) {
	k := KindOf(t, "helix", ensemble.Field{Path: "gravity.z"})
	k.Params.DT, k.Params.Substeps = 1e-3, 4
	without, with = k, k
	plain := *k.Model
	plain.Segments, plain.Materials = nil, []model.Material{{}, {Name: "rope", Stiffness: 50, Damping: 0.1}}
	without.Model, without.Params.Clamps = &plain, nil
	if f == ensemble.Rigid {
		links := plain
		links.Materials = []model.Material{{}, {Name: "link", Rigid: true}}
		with.Model, with.Params.Clamps = &links, nil
	}
	return without, with, nil
}
