package engine

import (
	"errors"
	"slices"

	"hooke/control"
	"hooke/model"
	"hooke/model/grid"
	"hooke/model/inelastic"
	"hooke/model/rod"
	"hooke/model/rod/chain"
)

// trial is a small run with a feature.
type trial struct {
	put func(m *model.Model, p *model.Params)
	o   func(o *Options)      // nil: nothing
	use func(e *Engine) error // after some steps; nil: nothing
}

// trials returns a run for each feature.
func trials() map[model.Feature]trial {
	up, table := model.Vec3{0, 0, 0.05}, model.Curve{At: []float64{0, 1}, Value: []float64{0, 1}}
	muscle := func(m *model.Model, p *model.Params) {
		m.ActuatorOf = make([]uint16, m.SpringCount())
		m.ActuatorOf[0] = 1
		p.Actuators = []model.Actuator{{Wave: model.Sine, Amplitude: 0.1, Frequency: 1, Phase: 1}}
	}
	nothing := func(*model.Model, *model.Params) {}
	of := map[model.Feature]func(m *model.Model, p *model.Params){
		model.PlainSprings: func(m *model.Model, _ *model.Params) { m.Materials[1].Damping = 0.1 },
		model.Cables:       func(m *model.Model, _ *model.Params) { m.Materials[1].TensionOnly = true },
		model.RigidSprings: func(m *model.Model, _ *model.Params) {
			m.Materials[1] = model.Material{Name: "rod", Rigid: true}
		},
		model.NormalizedSprings: func(m *model.Model, _ *model.Params) {
			m.Materials[1] = model.Material{Name: "normalized"}
			m.Materials[1].Normalized.Stiffness = 0.1
		},
		model.OwnCoefficients: func(m *model.Model, _ *model.Params) {
			m.Own = make([]model.Coefficients, m.SpringCount())
			for s := range m.Own {
				m.Own[s] = model.Coefficients{Stiffness: 1 + float64(s), Damping: 1e-4}
			}
		},
		model.Attachments: func(m *model.Model, _ *model.Params) {
			m.AddSpring(model.Ends{0, 8}, 0.1, 1)
			m.Materials[1].TensionOnly, m.Attachments = true, 1
		},
		model.Muscles: muscle,
		model.ForceTables: func(m *model.Model, _ *model.Params) {
			m.Materials[1] = model.Material{Name: "table", Inelastic: inelastic.Law{Table: inelastic.TableOf(inelastic.Point{Strain: 0.1, Force: 0.1}, inelastic.Point{Strain: 0.2, Force: 0.5})}}
		},
		model.Tearing: func(m *model.Model, _ *model.Params) {
			m.Materials[1].Inelastic.TearStrain = 0.01
		},
		model.Yielding: func(m *model.Model, _ *model.Params) {
			m.Materials[1].Inelastic.YieldStrain = 0.001
		},
		model.RodSegments:   rods,
		model.Drag:          func(_ *model.Model, p *model.Params) { p.DragHalfLife = 0.005 },
		model.QuadraticDrag: func(_ *model.Model, p *model.Params) { p.QuadraticDrag = 2 },
		model.Contacts:      func(_ *model.Model, p *model.Params) { p.Contacts = []model.Contact{model.Ground(0.3, 100, 0.1)} },
		model.SolidContacts: func(m *model.Model, p *model.Params) {
			p.Contacts = []model.Contact{{Shape: model.Sphere{Center: m.RestPosition[4].Sub(model.Vec3{0, 0, 0.2}), Radius: 0.201}, Stiffness: 100, Damping: 0.1}}
		},
		model.Containers: func(_ *model.Model, p *model.Params) {
			p.Contacts = []model.Contact{{Shape: model.Sphere{Center: model.Vec3{0, 0, 0.3}, Radius: 0.05}, Inside: true, Stiffness: 100, Damping: 0.1}}
		},
		model.Terrains: func(_ *model.Model, p *model.Params) {
			h, err := grid.NewHeights(2, 2, [2]float64{2, 2}, []float64{0.25, 0.3, 0.28, 0.35})
			if err != nil {
				panic(err)
			}
			p.Contacts = []model.Contact{{Shape: model.Terrain{Heights: h}, Stiffness: 100, Damping: 0.1}}
		},
		model.Fields: func(_ *model.Model, p *model.Params) {
			d, err := grid.NewDistances([3]int{2, 2, 2}, model.Vec3{-2, -2, -1}, 4, []float64{-1.3, -1.31, -1.32, -1.3, 2.7, 2.7, 2.7, 2.7})
			if err != nil {
				panic(err)
			}
			p.Contacts = []model.Contact{{Shape: model.Field{Distances: d}, Stiffness: 100, Damping: 0.1}}
		},
		model.MovingContacts: func(m *model.Model, p *model.Params) {
			capsule(m, p)
			p.Contacts[0].Touches = model.TouchMasses
			moving(p)
		},
		model.ContactFriction: func(_ *model.Model, p *model.Params) {
			p.Contacts = []model.Contact{model.Ground(0.3, 100, 0.1).WithFriction(0.5, 0.4)}
		},
		model.ContactsPerMass: func(_ *model.Model, p *model.Params) {
			p.Contacts = []model.Contact{{Shape: model.Plane{Offset: 0.3}, PerMass: true}}
		},
		model.SpanContacts:      capsule,
		model.Collisions:        func(m *model.Model, p *model.Params) { collide(m, p, model.Surface{Stiffness: 10, DampingRatio: 0.1}) },
		model.SpanCollisions:    spans,
		model.CollisionFriction: withFriction,
		model.SpanFrictions: func(m *model.Model, p *model.Params) {
			capsule(m, p)
			spans(m, p)
		},
		model.Forces: func(_ *model.Model, p *model.Params) {
			p.Forces = []model.Force{{Masses: []uint32{4}, Force: up, Table: table}, {Force: up}}
		},
		model.Motors: func(_ *model.Model, p *model.Params) {
			p.Motors = []model.Motor{{Masses: []uint32{4}, Axis: model.Vec3{0, 0, 1}, Speed: 0.1, Damping: 0.2}}
		},
		model.Handles: func(m *model.Model, p *model.Params) {
			p.Handles = []model.Handle{{Mass: 4, Target: m.RestPosition[4], Stiffness: 20}}
		},
		model.WindLoads: func(m *model.Model, p *model.Params) {
			m.Triangles = [][3]uint32{{0, 1, 4}}
			p.Wind = model.Wind{Velocity: model.Vec3{100, 0, 50}, Drag: 2}
		},
		model.Spins: func(_ *model.Model, p *model.Params) {
			p.Spins = []model.Spin{{Axis: model.Vec3{0, 0, 1}, Speed: 10, Damping: 0.01}}
		},
		model.WaterLoads: func(_ *model.Model, p *model.Params) {
			p.Water = model.Water{Level: 1, Density: 1000, Drag: 1, Bodies: []model.Displaced{{Density: 800}}}
		},
		model.SkinPressures: func(m *model.Model, p *model.Params) {
			m.RestPosition[4][2] += 0.01
			m.Triangles = [][3]uint32{{0, 1, 4}, {1, 3, 4}, {3, 0, 4}, {0, 3, 1}}
			p.Pressures = []model.Pressure{{Pressure: 100}}
		},
		model.AreaSprings: func(m *model.Model, p *model.Params) {
			m.Triangles = [][3]uint32{{0, 1, 4}}
			m.RestPosition[4][2] += 0.01
			p.Areas = []model.Area{{Stiffness: 1000}}
		},
		model.Orients: func(_ *model.Model, p *model.Params) {
			p.Orients = []model.Orient{{Turn: model.Vec3{0, 0, 1}, Stiffness: 4000}}
		},
		model.Tracks: func(_ *model.Model, p *model.Params) {
			p.Tracks = []model.Track{{Target: &model.Vec3{0, 0, 1}, Stiffness: 40}}
		},
		model.Matchings: func(_ *model.Model, p *model.Params) {
			p.Matchings = []model.Matching{{Stiffness: 4000}}
		},
		model.AngleLimits: func(_ *model.Model, p *model.Params) {
			p.Limits = []model.Limit{{Points: [][]uint32{{0}, {4}, {1}}, Max: 0.1, Stiffness: 0.1}}
		},
		model.Bending: func(_ *model.Model, p *model.Params) {
			p.Bends = []model.Bend{{Hinges: []model.Hinge{{Masses: [4]uint32{0, 4, 1, 0}, Stiffness: 0.1}}}}
		},
		model.MassInputs: func(_ *model.Model, p *model.Params) {
			p.MassFactors = []model.MassFactor{{Factor: 3}}
		},
		model.Guides: func(_ *model.Model, p *model.Params) {
			p.Guides = []model.Guide{{Kind: model.OnLine, Masses: []uint32{4}, Direction: model.Vec3{0, 0, 1}}}
		},
		model.FullLedger: func(_ *model.Model, p *model.Params) { p.Ledger = true },
		model.FarAway: func(m *model.Model, _ *model.Params) {
			for i := range m.RestPosition {
				m.RestPosition[i][0] += 1e6
			}
		},
	}
	out := make(map[model.Feature]trial)
	for f, put := range of {
		out[f] = trial{put: put}
	}
	out[model.ClosedLoops] = trial{put: muscle, o: func(o *Options) {
		o.Control = &control.Spec{Period: 2, Inputs: []control.Input{{Name: "u", Of: "actuator[0].length", Initial: 1, Min: 0.8, Max: 1.2}},
			Sensors: []control.Sensor{{Name: "v", What: control.Velocity}}, Controllers: []control.Controller{{Name: "c", Kind: control.Linear, Sensors: []int{0}, Inputs: []int{0},
				Gain: []float64{0.1, 0, 0}, Bias: []float64{1}}}}
	}}
	out[model.MuscleSensors] = trial{put: muscle, o: func(o *Options) {
		out[model.ClosedLoops].o(o)
		o.Control.Sensors[0] = control.Sensor{Name: "f", What: control.Force, Actuator: 0}
		o.Control.Controllers[0].Gain = []float64{0.1}
	}}
	out[model.PlaceInputs] = trial{put: of[model.Contacts], o: func(o *Options) {
		out[model.ClosedLoops].o(o)
		o.Control.Inputs[0] = control.Input{Name: "u", Of: "contact[0].velocity_z", Min: -0.1, Max: 0.1}
		o.Control.Controllers[0].Bias[0] = 0
	}}
	out[model.Relaxation] = trial{put: nothing, use: func(e *Engine) error {
		stops, ok := model.As[model.Stopper](e)
		if !ok {
			return errors.New("it does not stop masses")
		}
		return stops.Still()
	}}
	out[model.Resuming] = trial{put: nothing, use: func(e *Engine) error {
		saves, ok := model.As[model.Checkpointer](e)
		if !ok {
			return errors.New("it saves nothing")
		}
		var c model.Checkpoint
		return errors.Join(saves.Save(&c), saves.Restore(&c))
	}}
	return out
}

// capsule lets edges and triangles touch a capsule.
func capsule(m *model.Model, p *model.Params) {
	m.Triangles = [][3]uint32{{0, 1, 4}, {0, 4, 3}}
	p.Contacts = []model.Contact{model.Contact{Shape: model.Capsule{A: model.Vec3{-1, 0.02, 0.285}, B: model.Vec3{1, 0.02, 0.285}, Radius: 0.02},
		Stiffness: 10, Damping: 1e-3, Touches: model.TouchTriangles}.WithFriction(0.5, 0.4)}
}

func moving(p *model.Params) {
	p.Contacts[0].Trajectory = &model.Trajectory{Path: model.Path{Velocity: model.Vec3{0.1, 0, 0}}, Spin: model.Vec3{1, 0, 0}, Belt: model.Vec3{0, 0.1, 0}}
}

func withFriction(m *model.Model, p *model.Params) {
	collide(m, p, model.Surface{Stiffness: 10, StaticFriction: 0.5, KineticFriction: 0.4})
}

// spans lets springs touch springs, and masses triangles.
func spans(m *model.Model, p *model.Params) {
	m.Triangles = [][3]uint32{{0, 1, 4}, {0, 4, 3}}
	withFriction(m, p)
	p.Collision.Touches = model.CollidingSprings | model.CollidingTriangles
}

// rods makes chains of springs the segments of rods, and clamps one.
func rods(m *model.Model, p *model.Params) {
	m.Materials = append(m.Materials, model.Material{Name: "wire", Rod: rod.Solid(0.01, 1e6, 4e5)})
	m.MaterialOf, m.Pin = slices.Clone(m.MaterialOf), nil
	at := make([]int, m.MassCount())
	for s, ends := range m.Ends {
		if at[ends[0]] < 2 && at[ends[1]] < 2 {
			m.MaterialOf[s] = uint16(len(m.Materials) - 1)
			at[ends[0]], at[ends[1]] = at[ends[0]]+1, at[ends[1]]+1
		}
	}
	chain.Frame(m)
	p.Clamps = []model.Clamp{{Masses: []uint32{0}}}
}

// together are features that have met faults when they acted at once.
func together() []trial {
	return []trial{
		{put: func(m *model.Model, p *model.Params) {
			capsule(m, p)
			moving(p)
			p.Contacts[0].PerMass, p.Contacts[0].Stiffness, p.Contacts[0].Damping = true, 0, 0
			withFriction(m, p)
		}},
		{put: func(m *model.Model, p *model.Params) { withFriction(m, p); p.Ledger = true }},
		{put: func(m *model.Model, p *model.Params) { capsule(m, p); p.Ledger = true }},
		{put: func(m *model.Model, p *model.Params) { capsule(m, p); moving(p); p.Ledger = true }},
		{put: func(m *model.Model, p *model.Params) { withFriction(m, p); rods(m, p) }},
		{put: func(m *model.Model, p *model.Params) { p.Ledger = true; rods(m, p) }},
		{put: func(m *model.Model, p *model.Params) { capsule(m, p); moving(p); spans(m, p); p.Ledger = true }},
	}
}

// collide lets each mass collide with the others, as a body of its own.
func collide(m *model.Model, p *model.Params, s model.Surface) {
	m.Radius, m.Body = make([]float64, m.MassCount()), make([]uint16, m.MassCount())
	for i := range m.Radius {
		m.Radius[i], m.Body[i] = 0.1, uint16(i)
		p.Collision.Bodies = append(p.Collision.Bodies, s)
	}
	p.Collision.Others, p.Collision.Skin, p.Collision.CheckEvery = true, 0.02, 8
}
