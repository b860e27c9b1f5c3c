package control_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/control"
	"hooke/control/metrics"
	"hooke/engine"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// The force of an actuator is the mean of k (L − L0(t)) and of c dL/dt of its springs.
func TestForceSensor(t *testing.T) {
	m := &model.Model{RestPosition: []model.Vec3{{}, {1, 0, 0}, {2, 0, 0}}, Mass: []float64{1, 1, 1},
		Materials: []model.Material{{}, {Name: "s", Stiffness: 100, Damping: 3}, {Name: "t", Stiffness: 40, TensionOnly: true}}, ActuatorOf: []uint16{}}
	m.AddSpring(model.Ends{0, 1}, 1, 1)
	m.AddSpring(model.Ends{1, 2}, 1, 2)
	m.ActuatorOf = []uint16{1, 1}
	p := model.Params{DT: 1e-3, Actuators: []model.Actuator{{Name: "a", Wave: model.Table, Table: model.Curve{At: []float64{0}, Value: []float64{1}}, Amplitude: -0.1}}}
	start := m.Start()
	start.Position[1][0], start.Velocity[1][0] = 1.2, 0.5
	if got := sensed(t, m, p, start, control.Sensor{What: control.Force})[0]; !near(got, ((1.2-0.9)*100+3*0.5)/2, 1e-6) {
		t.Errorf("the force is %g N, want %g", got, ((1.2-0.9)*100+3*0.5)/2)
	}
	p.Actuators[0] = model.Actuator{Name: "a"}
	if got := sensed(t, m, p, start, control.Sensor{What: control.Force})[0]; !near(got, (0.2*100+3*0.5)/2, 1e-9) {
		t.Errorf("without a wave the force is %g N, want %g", got, (0.2*100+3*0.5)/2)
	}
}

// Contacts are counted, and any of them is one.
func TestContactCounts(t *testing.T) {
	m, start := block(t, 3, 3, 3, mgl64.QuatIdent(), model.Vec3{})
	lo, _ := start.Bounds()
	for _, c := range []struct{ height, any, count float64 }{{-0.01, 0, 0}, {0.05, 1, 9}, {0.15, 1, 18}} {
		p := model.Params{DT: 1e-4, Contacts: []model.Contact{model.Ground(lo[2]+c.height, 100, 0)}}
		must.Be(t, sensed(t, m, p, start, control.Sensor{What: control.ContactAny})[0], c.any, "ground at %g m: any", c.height)
		must.Be(t, sensed(t, m, p, start, control.Sensor{What: control.ContactCount})[0], c.count, "ground at %g m: masses", c.height)
	}
}

// Vectors along the axes of a body do not change when the body, with its motion, is turned; those along the axes of the world do.
func TestVectorsOfABody(t *testing.T) {
	turn := mgl64.QuatRotate(2, model.Vec3{1, 2, -2}.Mul(1./3))
	m, start := block(t, 3, 4, 5, turn, turn.Rotate(model.Vec3{0.5, -1, 2}))
	for _, s := range []control.Sensor{{What: control.AngularVelocity}, {What: control.Velocity}} {
		world := sensed(t, m, model.Params{DT: 1e-4}, start, s)
		s.Body = true
		body := sensed(t, m, model.Params{DT: 1e-4}, start, s)
		want := turn.Conjugate().Rotate(model.Vec3{world[0], world[1], world[2]})
		if s.What == control.AngularVelocity {
			want = model.Vec3{0.5, -1, 2}
		}
		if off := (model.Vec3{body[0], body[1], body[2]}).Sub(want).Len(); off > 1e-6 {
			t.Errorf("%v is %v along the body, want %v", s.What, body, want)
		}
		if off := (model.Vec3{world[0], world[1], world[2]}).Sub(want).Len(); off < 0.1 {
			t.Errorf("%v is the same along the axes of the world", s.What)
		}
	}
}

// A sensor of every third period holds between, and a metric is that of package metrics shown the same states.
func TestEveryAndMetrics(t *testing.T) {
	for name, make := range makers() {
		m, p := pendant(100)
		m.Pin = nil
		spec := &control.Spec{Period: 5, Latency: 1, Host: true, Inputs: []control.Input{{Name: "push", Of: "force[push].x"}},
			Sensors: []control.Sensor{{Name: "x", What: control.Position}, {Name: "slow", What: control.Position, Every: 3}, {Name: "way", What: control.Metric, Metric: "path"},
				{Name: "speed", What: control.Metric, Metric: "speed"}}}
		start := m.Start()
		start.Velocity[1] = model.Vec3{0.1, 0.2, 0}
		e, loop := closed(t, make, m, p, spec, start)
		plan := must.Get(metrics.New(m, p, metrics.Options{}))(t)
		meter, y, held := plan.Meter(), [8]float64{}, [3]float64{}
		for b := range int64(20) {
			s := stateOf(t, e)
			meter.Sample(s, nil)
			must.Do(t, loop.Sense(b, y[:]))
			if b%3 == 0 {
				held = [3]float64(y[:3])
			}
			if held != [3]float64(y[3:6]) {
				t.Errorf("%s: at boundary %d the slow sensor has %v, want %v", name, b, y[3:6], held)
			}
			want := plan.Row(&meter.Sums, metrics.Running)
			for k, column := range plan.Columns() {
				for at, metric := range []string{"path", "speed"} {
					if x := want.Values[k]; column.Name == metric && !math.IsNaN(x) && y[6+at] != x {
						t.Errorf("%s: at boundary %d %s is %g, want %g", name, b, metric, y[6+at], x)
					}
				}
			}
			if b > 0 && (y[6] == 0 || y[7] == 0) || b%3 != 0 && [3]float64(y[:3]) == held {
				t.Errorf("%s: at boundary %d nothing has moved: %v", name, b, y)
			}
			must.Do(t, loop.Act(b, []float64{1}))
			step(t, e, spec.Period)
		}
	}
}

// counting is an engine that counts the reads of its state.
type counting struct {
	model.Engine
	masses, whole int
}

func (c *counting) Unwrap() model.Engine { return c.Engine }

func (c *counting) ReadMotion(masses []uint32, dst *model.State) error {
	c.masses += len(masses)
	reader, _ := model.As[model.MotionReader](c.Engine)
	return reader.ReadMotion(masses, dst)
}

func (c *counting) ReadState(*model.State) error {
	c.whole++
	return nil
}

// Sensors read the masses of their groups alone, at the boundaries at which one is due, and never the whole state.
func TestSensorsReadTheirMasses(t *testing.T) {
	for name, make := range makers() {
		m := must.Get(build.Lattice(build.LatticeSpec{Nx: 8, Ny: 8, Nz: 8, Spacing: 0.1, Mass: 0.02, Stiffness: 100}))(t)
		p := model.Params{DT: 1e-4, Forces: []model.Force{{Name: "push", Masses: []uint32{1}}}}
		for _, c := range []struct{ every, masses, want int }{{1, 3, 30}, {5, 3, 6}, {1, 0, 5120}} {
			spec := &control.Spec{Period: 2, Host: true, Inputs: []control.Input{{Name: "push", Of: "force[push].x"}},
				Sensors: []control.Sensor{{Name: "x", What: control.Height, Every: c.every}, {Name: "y", What: control.Velocity, Every: c.every, Masses: []uint32{5, 60}}}}
			if c.masses > 0 {
				spec.Sensors[0].Masses = []uint32{3, 5, 60}
			}
			inside := must.Get(make(m, p))(t)
			e := &counting{Engine: inside}
			_, loop, err := control.Around(e, m, p, spec)
			must.Do(t, err)
			for b := range int64(10) {
				must.Do(t, loop.Act(b, []float64{0}))
				step(t, loop, 2)
			}
			if e.masses != c.want || e.whole != 0 {
				t.Errorf("%s: every %d: %d masses were read in 10 periods, want %d; %d times all", name, c.every, e.masses, c.want, e.whole)
			}
			if reads := spec.Reads(m, p); reads != 3 && reads != 512 {
				t.Errorf("the sensors are said to read %d masses", reads)
			}
			inside.Close()
		}
	}
}

// A smoothed muscle whose length an input sets keeps its motion whatever else evaluates a time within a step: a guide and a solid that touch
// nothing, and the ledger, which only looks.
func TestOnlookersMoveNoMuscle(t *testing.T) {
	for name, make := range makers() {
		for _, solver := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
			want := ""
			for _, beside := range []string{"", "ledger", "guide", "solid"} {
				m, p := pendant(100)
				m.ActuatorOf = []uint16{1}
				p.Integrator, p.Actuators = solver, []model.Actuator{{HalfLife: 0.01}}
				switch beside {
				case "ledger":
					p.Ledger = true
				case "guide":
					p.Guides = []model.Guide{{Kind: model.OnPlane, Masses: []uint32{1}, Direction: model.Vec3{0, 1, 0}}}
				case "solid":
					p.Contacts = []model.Contact{{Shape: model.Sphere{Center: model.Vec3{0, 9, 0}, Radius: 1}, Stiffness: 1}}
				}
				e, loop := closed(t, make, m, p, &control.Spec{Period: 4, Host: true, Inputs: []control.Input{{Name: "long", Of: "actuator[0].length", Initial: 1}}}, nil)
				for b := range int64(6) {
					must.Do(t, loop.Act(b, []float64{1 + 0.02*float64(b%3)}))
					step(t, e, 4)
				}
				switch got := bits(stateOf(t, e)); {
				case beside == "":
					want = got
				case got != want:
					t.Errorf("%s, %v: a %s changes how a muscle goes to the length that an input sets", name, solver, beside)
				}
			}
		}
	}
}

// Two controlled robots side by side each go as they go alone; with the control of the first alone the second goes elsewhere.
func TestControlSideBySide(t *testing.T) {
	way := func(change func(s *scene.Scene), names ...string) (ways []model.Vec3) {
		t.Helper()
		s := must.Get(open.SideBySide(names, scene.Options{DT: 2e-4}))(t)
		if change != nil {
			change(s)
		}
		e := must.Get(engine.New(engine.CPU, s.Model, s.Params, engine.Options{Start: s.Start, Control: s.Control}))(t)
		defer e.Close()
		must.Do(t, e.Step(2000))
		end := stateOf(t, e)
		for part := range names {
			var sum model.Vec3
			n := len(end.Position) / len(names)
			for i := part * n; i < (part+1)*n; i++ {
				sum = sum.Add(end.Position[i].Sub(s.Start.Position[i]).Mul(1 / float64(n)))
			}
			ways = append(ways, sum)
		}
		return ways
	}
	alone, both := way(nil, "quadruped")[0], way(nil, "quadruped", "quadruped")
	for i, got := range both {
		if off := got.Sub(alone).Len(); off > 0.1*alone.Len() || alone.Len() < 0.005 {
			t.Errorf("robot %d goes %v m, alone %v m", i, got, alone)
		}
	}
	first := way(func(s *scene.Scene) {
		c := &s.Control.Controllers[1]
		c.Amplitude = make([]float64, len(c.Amplitude))
	}, "quadruped", "quadruped")
	if off := first[1].Sub(alone).Len(); off < 0.3*alone.Len() {
		t.Errorf("a second robot whose oscillators stand still goes %v m", first[1])
	}
	if _, err := open.SideBySide([]string{"snake", "walker", "crawler"}, scene.Options{}); err != nil {
		t.Error(err)
	}
}

// A contact whose velocity is an input continues from where it is when the velocity changes, on all engines; a place that is
// the velocity times the time would jump.
func TestVelocityOfAContact(t *testing.T) {
	m := &model.Model{RestPosition: []model.Vec3{{0, 0, 0}}, Mass: []float64{1}, Materials: []model.Material{{}}}
	p := model.Params{DT: 1e-3, Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 4e4, 400)}}
	// The floor rises at 0.5 m/s from 0.2 s to 0.4 s.
	spec := &control.Spec{Period: 100, Inputs: []control.Input{{Name: "lift", Of: "contact[0].velocity_z"}},
		Sensors:     []control.Sensor{{Name: "t", What: control.Time}},
		Controllers: []control.Controller{{Kind: control.Reflex, Sensors: []int{0}, Inputs: []int{0}, Gain: []float64{0.5}, Threshold: 0.15, Hold: 0.2, Refractory: 10}}}
	for _, name := range engine.Names() {
		e := must.Get(engine.New(name, m, p, engine.Options{Control: spec}))(t)
		must.Do(t, e.Step(800))
		end := modeltest.Snapshot(t, e)
		sunk := model.StandardGravity / 4e4
		must.Near(t, float64(end.Position[0][2]), 0.1-sunk, 2e-4, "%s: place of the mass on a floor that has risen by 0.1 m, in m", name)
		e.Close()
	}
}
