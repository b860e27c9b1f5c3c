package engine

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"hooke/control"
	"hooke/gpu"
	"hooke/model"
	"hooke/model/grid"
	"hooke/model/inelastic"
	"hooke/model/modeltest"
	"hooke/model/rod"
	"hooke/model/rod/chain"
	"hooke/must"
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

// column is an engine as the table names it.
type column struct {
	engine string
	gpu    gpu.Options
}

func columns() []column {
	return []column{{engine: CPURef}, {engine: CPU}, {CPU, gpu.Options{Precision: model.Compensated}}, {CPU, gpu.Options{Precision: model.Double}},
		{GPU, gpu.Options{Pipeline: gpu.TwoPass}}, {GPU, gpu.Options{}}, {GPU, gpu.Options{Precision: model.Compensated}}, {GPU, gpu.Options{Precision: model.Double}}}
}

// Each trial moves masses otherwise than one without its feature, by more than the tolerance of an engine.
func TestTrialsAct(t *testing.T) {
	plain := trial{put: func(*model.Model, *model.Params) {}}
	for f, of := range trials() {
		if slices.Contains([]model.Feature{model.FullLedger, model.Relaxation, model.Resuming, model.FarAway}, f) {
			continue // they change no motion
		}
		solver := model.SymplecticEuler
		if model.Support(f, solver, CPURef, model.Double) == model.None {
			solver = model.Impulses
		}
		var moved [2][]model.Vec3
		for k, one := range []trial{of, plain} {
			m, _ := one.model(solver)
			ref, err := one.open(column{engine: CPURef}, solver)
			if err != nil {
				t.Fatalf("%v: %v", f, err)
			}
			if moved[k], err = pulls(ref, m); err != nil {
				t.Errorf("%v: %v", f, err)
			}
			ref.Close()
		}
		off, size := 0.0, 0.0
		for k := range moved[1] {
			off, size = max(off, moved[0][k].Sub(moved[1][k]).Len()), max(size, moved[0][k].Len())
		}
		if !(off > 5*stepTolerance*size) {
			t.Errorf("%v changes velocities by %.2g of the largest change alone", f, off/size)
		}
	}
}

// Engines step the features that model.Support grants them, to finite positions, and refuse by name all
// others. The error names an engine that has the feature.
func TestSupport(t *testing.T) {
	runs := trials()
	for _, f := range model.Features() {
		of, ok := runs[f]
		if !ok {
			t.Errorf("%v: no run has it", f)
			continue
		}
		walk(t, f.String(), of, func(i model.Integrator, engine string, p model.Precision) bool {
			return model.Support(f, i, engine, p) > model.None
		})
	}
}

// Engines step features that meet, if they support each.
func TestSupportOfSeveral(t *testing.T) {
	for k, of := range together() {
		m, p := of.model(0)
		var has []string
		all := func(i model.Integrator, engine string, precision model.Precision) bool {
			return !slices.ContainsFunc(model.Features(), func(f model.Feature) bool { return f.In(m, p) && model.Support(f, i, engine, precision) == model.None })
		}
		for _, f := range model.Features() {
			if f.In(m, p) {
				has = append(has, f.String())
			}
		}
		walk(t, fmt.Sprintf("%d: %s", k, strings.Join(has, ", ")), of, all)
	}
}

// walk tries a run with every solver in every engine. Programs of software drivers become
// machine code when they first run, which takes minutes for all: in the short form gpu steps half of
// them in single precision with symplectic Euler, one in three with the solvers that divide a step and one in
// nine with the others, as many more are made alone, and other precisions have one solver in turn, of which it steps one in six.
func walk(t *testing.T, name string, of trial, supported func(model.Integrator, string, model.Precision) bool) {
	t.Helper()
	turn := len(name)
	for at, c := range columns() {
		for k, solver := range model.Solvers() {
			turn++
			want := supported(solver, c.engine, c.gpu.Precision)
			rare := c.engine == GPU && c.gpu.Precision != model.Single
			if c.gpu.Pipeline == gpu.TwoPass && solver.Method().Divides || !longTests() && want && rare && (len(name)+at+k)%len(model.Solvers()) != 0 {
				continue
			}
			among := 9
			if rare {
				among = 6
			} else if solver.Method().Divides {
				among = 3
			}
			often := solver == model.SymplecticEuler && c.gpu.Pipeline != gpu.TwoPass && !rare
			steps := c.engine != GPU || longTests() || often && len(name)%2 == 0 || turn%among == 0
			if want && !steps && !rare && !often && turn%among > 1 {
				continue
			}
			err := of.tries(c, solver, !want || steps)
			where := fmt.Sprintf("%s with %v in %s %s, %v", name, solver, c.engine, c.gpu.Pipeline, c.gpu.Precision)
			switch {
			case want && err != nil:
				t.Errorf("%s: %v", where, err)
			case !want && err == nil:
				t.Errorf("%s: it is not refused", where)
			case !want && !errors.Is(err, model.ErrUnsupported) && !strings.Contains(err.Error(), solver.String()):
				t.Errorf("%s: the refusal does not name the solver: %v", where, err)
			}
			if m, p := of.model(solver); errors.Is(err, model.ErrUnsupported) {
				if have := model.Supporting(m, p, c.gpu.Precision); len(have) == 0 || !strings.Contains(err.Error(), "--engine "+have[0]) {
					t.Errorf("%s: the refusal does not name one of the engines %v: %v", where, have, err)
				}
			}
		}
	}
}

// model returns the run with a solver.
func (of trial) model(i model.Integrator) (*model.Model, model.Params) {
	m := modeltest.Cloth(3)
	for i := range m.Materials {
		m.Materials[i].Damping = 0
	}
	p := model.Params{DT: 1e-5, Gravity: model.EarthGravity(), Integrator: i}
	of.put(m, &p)
	if i.Method().Divides {
		p.Substeps = 2
	}
	return m, p
}

// tries makes an engine, and steps it if that is asked for: as the reference does, from a state in
// which all acts, so that an engine that passes over something is seen.
func (of trial) tries(c column, i model.Integrator, step bool) error {
	m, _ := of.model(i)
	e, err := of.open(c, i)
	if err != nil {
		return err
	}
	defer e.Close()
	if !step {
		return nil
	}
	v, err := pulls(e, m)
	if err != nil {
		return err
	}
	ref, err := of.open(column{engine: CPURef}, i)
	if err != nil {
		return err
	}
	defer ref.Close()
	want, err := pulls(ref, m)
	if err != nil {
		return err
	}
	off, size := 0.0, 0.0
	for k := range want {
		off, size = max(off, v[k].Sub(want[k]).Len()), max(size, want[k].Len()) // max keeps NaN
	}
	if !(off <= stepTolerance*size) {
		return fmt.Errorf("velocities are %.2g m/s off those of the reference, the largest of which is %.2g m/s", off, size)
	}
	if of.use != nil {
		return of.use(e)
	}
	return nil
}

// stepTolerance is by how much velocities may be off after a few steps, as a share of the largest:
// float32 holds positions of a cloth whose springs are 5 % off to 1e-5 of that.
const stepTolerance = 1e-3

// open makes an engine for the run with a solver.
func (of trial) open(c column, i model.Integrator) (*Engine, error) {
	m, p := of.model(i)
	o := Options{GPU: c.gpu}
	if of.o != nil {
		of.o(&o)
	}
	return New(c.engine, m, p, o)
}

// pulls are the changes of velocities in four steps from a state in which masses are off their
// places and move [m/s].
func pulls(e *Engine, m *model.Model) ([]model.Vec3, error) {
	s := stirred(m)
	start := slices.Clone(s.Velocity)
	reader, ok := model.As[model.StateReader](e)
	if !ok {
		return nil, errors.New("it gives no state")
	}
	var now model.State
	if err := errors.Join(e.Reset(s), e.Step(4), e.Finish(), reader.ReadState(&now)); err != nil {
		return nil, err
	}
	if now.Step != 4 {
		return nil, fmt.Errorf("at step %d, want 4", now.Step)
	}
	for k := range now.Velocity {
		now.Velocity[k] = now.Velocity[k].Sub(start[k])
	}
	return now.Velocity, nil
}

// docs/physics.md has the table, which make generate writes: how each engine supports a feature
// with the solvers that integrate forces, and which engines have it with those that divide steps.
func TestSupportIsDocumented(t *testing.T) {
	var b strings.Builder
	b.WriteString("| feature | `cpuref` | `cpu` | `gpu` | `gpu`, compensated, double |")
	divides := slices.DeleteFunc(model.Solvers(), func(i model.Integrator) bool { return !i.Method().Divides })
	for _, i := range divides {
		fmt.Fprintf(&b, " `%v` |", i)
	}
	b.WriteString("\n|---|---|---|---|---|" + strings.Repeat("---|", len(divides)) + "\n")
	var rows supportRows
	for _, f := range model.Features() {
		var cells strings.Builder
		for _, c := range []column{{engine: CPURef}, {engine: CPU}, {engine: GPU}, {GPU, gpu.Options{Precision: model.Double}}} {
			least := model.Fast
			for _, i := range model.Integrators() {
				least = min(least, model.Support(f, i, c.engine, c.gpu.Precision))
			}
			fmt.Fprintf(&cells, " %v |", least)
		}
		for _, i := range divides {
			var have []string
			for _, name := range Names() {
				if model.Support(f, i, name, model.Single) > model.None {
					have = append(have, "`"+name+"`")
				}
			}
			if have == nil {
				have = []string{"none"}
			}
			fmt.Fprintf(&cells, " %s |", strings.Join(have, ", "))
		}
		rows.add(f.String(), cells.String())
	}
	holdTable(t, "support", b.String()+rows.String())
}

// supportRows holds the rows of a table of support; features with equal cells share a row.
type supportRows []struct{ features, cells string }

// add appends a feature to the row with its cells, else a new row.
func (r *supportRows) add(feature, cells string) {
	for k := range *r {
		if row := &(*r)[k]; row.cells == cells {
			row.features += "; " + feature
			return
		}
	}
	*r = append(*r, struct{ features, cells string }{feature, cells})
}

// String returns the rows as lines of Markdown.
func (r supportRows) String() string {
	var b strings.Builder
	for _, row := range r {
		fmt.Fprintf(&b, "| %s |%s\n", row.features, row.cells)
	}
	return b.String()
}

var update = flag.Bool("update", false, "write the table of support into docs/physics.md")

// holdTable compares a table of docs/physics.md with that of the engines.
func holdTable(t *testing.T, name, table string) {
	t.Helper()
	const page = "../docs/physics.md"
	begin, end := "<!-- "+name+": made by make generate -->\n", "<!-- end of "+name+" -->"
	data := must.Get(os.ReadFile(page))(t)
	before, rest, found := strings.Cut(string(data), begin)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("%s has no %q and %q around a table", page, strings.TrimSpace(begin), end)
	}
	switch want := before + begin + table + end + after; {
	case want == string(data):
	case *update:
		must.Do(t, os.WriteFile(page, []byte(want), 0o600))
	default:
		t.Errorf("the table of %s in %s is not that of the engines: run make generate; it should be\n%s", name, page, table)
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
