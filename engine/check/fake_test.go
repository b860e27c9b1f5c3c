package check

import (
	"fmt"
	"math"

	"hooke/cpuref"
	"hooke/cpuref/collide"
	"hooke/model"
	"hooke/physics"
)

// fake is a float32 two-pass engine, written plainly in the way of a GPU: the
// honest subject of the tests, and, with its tables tampered with, the wrong
// ones. Every table is per spring or per mass, so that a mutation is one line.
type fake struct {
	m *model.Model
	p model.Params

	stiffness, damping, rest []float32
	cable                    []bool    // tension-only
	onB                      []float32 // −1: the share of the force on A that end B feels
	springsAt                [][]int
	perMass                  []float32 // 1/m
	pin                      []model.Pin

	dt, drag                float32
	gravity                 [3]float32
	contacts                []fakeContact
	tuning                  []model.Tuning // of each mass in contacts per mass
	loads                   fakeLoads
	springPass, integrating bool // whether the passes run
	lastSpring              int  // springs at and past this number are left out
	stepsLost, countsLost   int  // steps that are not run; steps that are not counted
	noise                   func() float32
	actuated                []int // actuator of each spring plus 1
	drives                  *physics.Drives
	moves                   bool // whether positions follow velocities
	clamps                  bool // whether the damper of a cable never pushes

	ledger fakeLedger

	x, v, force [][3]float32
	step, start int64

	caught                    model.Caught
	lets, unbooked, miscounts bool // faults: nothing is caught; the ledger has nothing of it; more is counted

	pushes []model.Vec3 // of pairs and on spans; nil: none
	spans  *collide.Spans

	registers [][3]float32 // of Verlet and RK4
	primed    bool
	rate      float32    // of drag
	ahead     float32    // 1: dampers of Verlet see the predicted velocity
	back      float32    // displacement of a mass by friction as an impulse, per Δw [s]
	share     [4]float32 // of the stages of RK4
	early     bool       // Verlet evaluates drives at the start of the step
	tables    float32    // by which forces of tables are multiplied
}

func newFake(m *model.Model, p model.Params) *fake {
	f := &fake{m: m, p: p, springsAt: make([][]int, m.MassCount()), force: make([][3]float32, m.SpringCount()),
		dt: float32(p.DT), drag: float32(p.DragFactor()), gravity: narrow(p.Gravity), contacts: newFakeContacts(p), loads: newFakeLoads(p),
		registers: make([][3]float32, p.Integrator.Method().Registers*m.MassCount()), rate: float32(p.DragRate()), ahead: 1, back: float32(p.FrictionReach()),
		share:      [4]float32{1. / 6, 1. / 3, 1. / 3, 1. / 6},
		springPass: true, integrating: true, moves: true, clamps: true, tables: 1, ledger: fakeLedger{before: 0.5, after: 0.5}, lastSpring: m.SpringCount(), noise: func() float32 { return 0 }}
	if p.Loaded() {
		f.force = make([][3]float32, m.SpringCount()+m.MassCount())
	}
	f.tuning = physics.ContactTuning(m, p)
	resolver := physics.NewResolver(m, p.DT)
	for s, ends := range m.Ends {
		law := resolver.Spring(s)
		f.cable = append(f.cable, m.Materials[m.MaterialOf[s]].TensionOnly)
		f.stiffness = append(f.stiffness, float32(law.Stiffness))
		f.damping = append(f.damping, float32(law.Damping))
		f.rest = append(f.rest, float32(m.RestLength[s]))
		f.actuated = append(f.actuated, 0)
		if m.ActuatorOf != nil {
			f.actuated[s] = int(m.ActuatorOf[s])
		}
		f.onB = append(f.onB, -1)
		for _, end := range ends {
			f.springsAt[end] = append(f.springsAt[end], s)
		}
	}
	f.drives, f.spans = physics.NewDrives(p, 0), collide.NewSpans(m, p)
	for i := range m.Mass {
		f.perMass = append(f.perMass, float32(1/m.Mass[i]))
		f.pin = append(f.pin, m.PinOf(i))
	}
	return f
}

// liveSpring is a spring in the middle that acts between free masses.
func (f *fake) liveSpring() int {
	for s := len(f.rest) / 2; s < len(f.rest); s++ {
		if ends := f.m.Ends[s]; f.stiffness[s] > 0 && f.pin[ends[0]] == 0 && f.pin[ends[1]] == 0 {
			return s
		}
	}
	return -1
}

// liveMass is a free mass whose first spring acts.
func (f *fake) liveMass() int { return int(f.m.Ends[f.liveSpring()][0]) }

func narrow(v model.Vec3) [3]float32 {
	return [3]float32{float32(v[0]), float32(v[1]), float32(v[2])}
}

func dot(a, b [3]float32) float32 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func sub(a, b [3]float32) [3]float32 { return [3]float32{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func (f *fake) springForces(steps float64) {
	var now physics.Signals
	if f.early {
		steps = 0
	}
	time := (float64(f.step) + steps) * f.p.DT
	f.drives.Advance(time)
	f.drives.At(time, &now)
	for s, ends := range f.m.Ends[:f.lastSpring] {
		a, b := ends[0], ends[1]
		d := sub(f.x[b], f.x[a])
		length := float32(math.Sqrt(float64(dot(d, d))))
		f.force[s] = [3]float32{}
		if length < 1e-12 || f.pin[a]&f.pin[b] == model.PinAll {
			continue
		}
		n := [3]float32{d[0] / length, d[1] / length, d[2] / length}
		rest := f.rest[s]
		if a := f.actuated[s]; a > 0 && len(now.RestScale) > 0 {
			rest *= float32(now.RestScale[a-1])
		}
		elastic := f.stiffness[s] * (length - rest)
		if table := &f.m.Materials[f.m.MaterialOf[s]].Inelastic.Table; table.There() {
			elastic = f.tables * float32(table.Force(float64((length-rest)/f.rest[s])))
		}
		pull := elastic + f.damping[s]*dot(sub(f.v[b], f.v[a]), n)
		if f.cable[s] && length <= rest {
			pull = 0
		} else if f.cable[s] && f.clamps {
			pull = max(0, pull)
		}
		f.force[s] = [3]float32{pull * n[0], pull * n[1], pull * n[2]}
	}
}

// forceOn returns the force of springs, loads and contacts on a mass at x with velocity v.
func (f *fake) forceOn(i int, x, v [3]float32) (sum [3]float32) {
	for _, s := range f.springsAt[i] {
		sign := float32(1)
		if int(f.m.Ends[s][1]) == i {
			sign = f.onB[s]
		}
		for axis := range 3 {
			sum[axis] += sign * f.force[s][axis]
		}
	}
	if f.p.Loaded() {
		for axis := range 3 {
			sum[axis] += f.external()[i][axis]
		}
	}
	if f.pushes != nil {
		sum = plus(sum, narrow(f.pushes[i]), 1)
	}
	f.face(i, x)
	for k := range f.contacts {
		push, n := f.contacts[k].push(x, v)
		for axis := range 3 {
			sum[axis] += push * n[axis]
		}
	}
	return sum
}

func (f *fake) integrate() {
	touches := f.press()
	_, free := f.wide()
	f.unpinned(func(i int) {
		x, v := f.x[i], f.v[i]
		sum := f.forceOn(i, x, v)
		w := v
		for axis := range 3 {
			w[axis] += f.dt * (sum[axis]*f.perMass[i] + f.gravity[axis])
			if f.pin[i]&(model.PinX<<axis) != 0 {
				w[axis] = 0
			}
		}
		f.applyContactFriction(i, &w, x, v)
		free[i] = widen(w)
	})
	f.applyPairFriction(touches, free)
	f.unpinned(func(i int) {
		v, w := f.v[i], narrow(free[i])
		for axis := range 3 {
			f.v[i][axis] = w[axis]*f.drag + f.noise()
			if f.pin[i]&(model.PinX<<axis) != 0 {
				f.v[i][axis] = 0
			}
			if f.moves {
				if f.p.Integrator == model.ExplicitEuler {
					f.x[i][axis] += f.dt * v[axis]
				} else {
					f.x[i][axis] += f.dt * f.v[i][axis]
				}
			}
		}
	})
}

func (f *fake) Reset(s *model.State) error {
	f.x, f.v = nil, nil
	for i := range s.Position {
		f.x, f.v = append(f.x, narrow(s.Position[i])), append(f.v, narrow(s.Velocity[i]))
	}
	f.p.OnPaths(f.m, s.Time, func(i int, x, v model.Vec3) { f.x[i], f.v[i] = narrow(x), narrow(v) })
	f.step, f.start, f.primed, f.caught = s.Step, s.Step, false, model.Caught{}
	f.pose(0)
	f.drives.Restart(s.Time)
	if f.p.Ledger {
		f.book(true)
	}
	return nil
}

func (f *fake) Read(dst *model.Snapshot) error {
	dst.Resize(len(f.x))
	copy(dst.Position, f.x)
	copy(dst.Velocity, f.v)
	dst.Step, dst.Time = f.step, float64(f.step)*f.p.DT
	return nil
}

func (f *fake) Energy() (model.Energy, error) {
	var got model.Snapshot
	err := f.Read(&got)
	return cpuref.EnergyOf(f.m, f.p, (*cpuref.State)(got.State())), err
}

func (f *fake) ReadForces(dst [][3]float32) error {
	if len(dst) != len(f.rest) && len(dst) != len(f.force) {
		return fmt.Errorf("fake: %d forces for %d springs", len(dst), len(f.force))
	}
	copy(dst, f.force)
	return nil
}

func (f *fake) WriteForces(src [][3]float32) error { copy(f.force, src); return nil }
func (f *fake) StepsRun() (int64, error)           { return f.step - f.start - int64(f.countsLost), nil }
func (f *fake) Finish() error                      { return nil }
func (f *fake) Close()                             {}
func (f *fake) Describe() model.Description        { return model.Description{Engine: "fake"} }
