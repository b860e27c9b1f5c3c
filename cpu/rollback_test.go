package cpu

import (
	"fmt"
	"testing"

	"hooke/cpu/cputest"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// sheets are two sheets of a cloth, one above the other, that fall on a ground. They do not
// touch and are in no list until the ground stops the lower one; then the upper one moves on
// by a tenth of its spacing in every step, and touches it a few steps later.
func sheets(t testing.TB, integrator model.Integrator, passes int) (*model.Model, model.Params, *model.State) {
	s := cputest.Touching(t, "folded", 6000)
	m, p, start := s.Model, s.Params, s.Start
	p.DT = physics.AutoStep(m, p) / 4
	p.Integrator = integrator
	spacing := 2 * m.Radius[0]
	hard := 0.2 * m.Mass[0] / (p.DT * p.DT)
	p.Contacts = []model.Contact{model.Ground(-0.93*spacing, 5*hard, 0)}
	p.Collision.Bodies[0].Stiffness, p.Collision.FrictionIterations = hard, passes
	if passes > 0 {
		p.Collision.Bodies[0].StaticFriction, p.Collision.Bodies[0].KineticFriction = 0.6, 0.5
	}
	for i := range start.Position {
		speed := model.Vec3{0, 0, -0.1 * spacing / p.DT}
		if start.Position[i][2] > 0 {
			start.Position[i][2] = 1.3 * spacing
			speed[0] = 0.002 * spacing / p.DT
		} else {
			start.Position[i][2] = 0
		}
		start.Velocity[i] = speed
	}
	return m, p, start
}

// sheetsAfter is an engine that has taken steps of sheets, with tiles of the given number of slices (0: none).
func sheetsAfter(t *testing.T, o Options, integrator model.Integrator, passes, slices int, tamper func(e *engine[float32]), batches ...int) *engine[float32] {
	t.Helper()
	m, p, start := sheets(t, integrator, passes)
	e := must.Get(makeEngine[float32](m, p, o))(t)
	t.Cleanup(e.Close)
	if e.tiling = (tiling{}); slices > 0 {
		tiled(e, slices)
		if e.tiling.levels < 4 || e.tiling.count < 2 {
			t.Fatalf("%+v", e.tiling)
		}
	}
	must.Do(t, e.Reset(start))
	if tamper != nil {
		tamper(e)
	}
	for _, n := range batches {
		must.Do(t, e.Step(n))
	}
	return e
}

// Tiles take several steps of masses that collide as long as none touch, and the engine
// goes back where masses touch within these: bits are those of steps one by one, with all
// integrators, kernels, threads and batches, with friction and without.
func TestTilesGoBack(t *testing.T) {
	for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
		for number, kernel := range Kernels(model.Single) {
			for passes := range 2 {
				if number+passes > 1 || !must.Long() && (int(integrator)+number+passes)%2 > 0 {
					continue
				}
				name := fmt.Sprintf("%v, %s, %d passes", integrator, kernel, passes)
				single := sheetsAfter(t, Options{Threads: 1, Kernel: kernel}, integrator, passes, 0, nil, 40)
				if len(single.pairs.lists.Slices) == 0 {
					t.Errorf("%s: masses are in no list at the end", name)
				}
				for threads, batches := range [][]int{{40}, {30, 10}, {5, 15, 20}} {
					e := sheetsAfter(t, Options{Threads: 1 + threads, Kernel: kernel}, integrator, passes, 190, nil, batches...)
					if e.pairs.back == 0 {
						t.Errorf("%s, %d threads: the engine never went back", name, 1+threads)
					}
					if !same(snapshot(t, single), snapshot(t, e)) {
						t.Errorf("%s, %d threads: tiles change the result", name, 1+threads)
					}
				}
			}
		}
	}
}

// The negative controls: engines that do not see how far tiles have moved, or do not bring all
// of the state back.
func TestTilesNeedTheWayBack(t *testing.T) {
	work := func(instead func(e *engine[float32], w *worker[float32], do func())) func(e *engine[float32]) {
		return func(e *engine[float32]) {
			do := e.threads.Work
			e.threads.Work = func(thread, block int) {
				instead(e, &e.workers[thread], func() { do(thread, block) })
			}
		}
	}
	for _, mutant := range []struct {
		name   string
		tamper func(e *engine[float32])
	}{
		{"nothing", nil},
		{"ways of tiles are not seen", work(func(e *engine[float32], w *worker[float32], do func()) {
			do()
			if task := e.progress.schedule.task; task == tiles || task == seams {
				clear(w.ways[:])
			}
		})},
		{"ways between tiles are not seen", work(func(e *engine[float32], w *worker[float32], do func()) {
			do()
			if e.progress.schedule.task == seams {
				clear(w.ways[:])
			}
		})},
		{"nothing is brought back", work(func(e *engine[float32], _ *worker[float32], do func()) {
			if e.progress.schedule.task != goBack {
				do()
			}
		})},
		{"the acceleration is not brought back", work(func(e *engine[float32], _ *worker[float32], do func()) {
			if e.progress.schedule.task == goBack {
				clear(e.pairs.before.acceleration.Arena)
			}
			do()
		})},
	} {
		single := sheetsAfter(t, Options{Threads: 1}, model.VelocityVerlet, 0, 0, nil, 40)
		e := sheetsAfter(t, Options{Threads: 1}, model.VelocityVerlet, 0, 190, mutant.tamper, 40)
		if same(snapshot(t, single), snapshot(t, e)) != (mutant.tamper == nil) {
			t.Errorf("%s: same bits: %v; went back %d times", mutant.name, mutant.tamper != nil, e.pairs.back)
		}
	}
}

// lighten multiplies masses, and the forces on them, by a factor, so that they move as before.
func lighten(m *model.Model, p *model.Params, share float64) {
	for i := range m.Mass {
		m.Mass[i] *= share
	}
	for i := range m.Materials {
		m.Materials[i].Stiffness *= share
		m.Materials[i].Damping *= share
	}
	for i := range p.Collision.Bodies {
		p.Collision.Bodies[i].Stiffness *= share
	}
}

// A divergence within the steps of a tile is told as it is where steps are taken one by one, and
// leaves the same state.
func TestTilesGoBackToDiverge(t *testing.T) {
	m, p, start := sheets(t, model.SymplecticEuler, 0)
	lighten(m, &p, 1e-24)
	p.Contacts[0].Stiffness = 1e18 // so that pushes of the ground on such masses are no numbers
	var want model.Snapshot
	var told string
	for i := range 2 {
		e := newEngine(t, m, p, start)
		defer e.Close()
		if e.tiling = (tiling{}); i > 0 {
			tiled(e, 190)
		}
		e.progress.schedule.left = 100
		e.threads.Do()
		if e.progress.diverged == nil {
			t.Fatal("it does not diverge")
		}
		if i == 0 {
			want, told = snapshot(t, e), e.progress.diverged.Error()
			continue
		}
		must.Hold(t, e.pairs.back != 0, "the engine never went back")
		if got := e.progress.diverged.Error(); got != told {
			t.Errorf("told: %s\none by one: %s", got, told)
		}
		if got := snapshot(t, e); got.Step != want.Step {
			t.Errorf("at step %d, one by one at %d", got.Step, want.Step)
		}
	}
}

// A body that flies keeps its lists, also where the last slice of its masses is not full: lanes
// without a mass do not fly.
func TestFlyingBodyKeepsItsLists(t *testing.T) {
	m, p, start := sheets(t, model.SymplecticEuler, 0)
	p.Contacts, p.Gravity = nil, model.Vec3{}
	for i := range start.Velocity {
		start.Velocity[i] = model.Vec3{3, 20, -10}
	}
	if m.MassCount()%16 == 0 {
		t.Fatalf("%d masses fill their slices", m.MassCount())
	}
	e := newEngine(t, m, p, start)
	defer e.Close()
	must.Do(t, e.Step(100))
	must.Be(t, e.pairs.made, 1, "lists made")
}

// Where a contact sets a mass back, the way that was measured is not the one it has come: lists
// are looked at again.
func TestCaughtMassesAgeLists(t *testing.T) {
	m, p, start := modeltest.Thrown()
	m.Radius = make([]float64, m.MassCount())
	for i := 0; i < len(m.Radius); i += 8 {
		m.Radius[i] = 100 // so that no pair may touch, for its distance at rest, and lists last
	}
	p.Collision = model.Collision{Bodies: []model.Surface{{Stiffness: 1}}, Self: true, Skin: 100, CheckEvery: 1}
	e := newEngine(t, m, p, start)
	defer e.Close()
	before, looked := int64(0), 0
	for step := range 8 {
		if step == 6 {
			p.Contacts = nil
			must.Do(t, e.SetParams(p))
		}
		must.Do(t, e.Step(1))
		c := must.Get(e.Caught())(t)
		late, _ := e.pairs.lists.Motion.Late()
		if late != (c.Count > before) {
			t.Errorf("step %d: %d masses were caught; lists are late: %v", step, c.Count-before, late)
		}
		if late {
			looked++
		}
		before = c.Count
	}
	must.Be(t, looked, 6, "masses were caught in steps")
}
