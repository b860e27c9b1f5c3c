package engine

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"hooke/cpuref"
	"hooke/engine/origin"
	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// flying is a block that vibrates, spins and flies along x under gravity, until it meets a wall
// soon after the first look.
func flying(t *testing.T) (*model.Model, model.Params, *model.State) {
	t.Helper()
	m := must.Get(build.Lattice(build.LatticeSpec{Nx: 3, Ny: 3, Nz: 3, Spacing: 0.125, Mass: 0.1, Stiffness: 500}))(t)
	p := model.Params{DT: 1e-3, Gravity: model.Vec3{0, 0, -0.25}, Ledger: true, Integrator: model.VelocityVerlet,
		Contacts: []model.Contact{{Shape: model.Plane{Normal: model.Vec3{-1, 0, 0}, Offset: -62}, Stiffness: 500, StaticFriction: 0.3, KineticFriction: 0.2}}}
	s := m.Start()
	for i, x := range s.Position {
		s.Velocity[i] = model.Vec3{30, 0.1 * float64(i%3), 0}.Add(model.Vec3{0, 0, 1}.Cross(x))
	}
	return m, p, s
}

// fly steps it in batches.
func fly(t *testing.T, name string, o gpu.Options, steps, batch int) (model.Snapshot, model.Ledger, *Engine) {
	t.Helper()
	m, p, s := flying(t)
	p.Ledger = model.Support(model.FullLedger, p.Integrator, name, o.Precision) > model.None
	e := must.Get(New(name, m, p, Options{GPU: o, Start: s}))(t)
	for done := 0; done < steps; done += batch {
		must.Do(t, e.Step(min(batch, steps-done)))
	}
	must.Do(t, e.Finish())
	now := modeltest.Snapshot(t, e)
	var books model.Ledger
	if p.Ledger {
		keeper, _ := model.As[model.LedgerKeeper](e)
		books = must.Get(keeper.Ledger())(t)
	}
	return now, books, e
}

func centerOf(s model.Snapshot) (center model.Vec3) {
	for i := range s.Position {
		center = center.Add(s.Place(i).Mul(1 / float64(len(s.Position))))
	}
	return center
}

// reference is the center of the block after the given number of steps in float64, from zero.
func reference(t *testing.T, steps int) model.Vec3 {
	t.Helper()
	m, p, s := flying(t)
	e := must.Get(cpuref.New(m, p))(t)
	modeltest.StepFrom(t, e, s, steps)
	now := modeltest.Snapshot(t, e)
	return centerOf(now)
}

// enginesThatFollow are those of these tests.
var enginesThatFollow = []struct {
	name string
	gpu  gpu.Options
}{{CPURef, gpu.Options{}}, {CPU, gpu.Options{}}, {CPU, gpu.Options{Precision: gpu.Double}}, {GPU, gpu.Options{Pipeline: gpu.TwoPass, Precision: gpu.Compensated}}, {GPU, gpu.Options{Pipeline: gpu.Fused}}}

// The origin follows flying bodies, in the same bits whatever the batches. The ledger closes over its moves,
// the mass is where it flew, and the count of steps continues.
func TestTheOriginFollows(t *testing.T) {
	gltest.New(t)
	for _, c := range enginesThatFollow {
		const steps = origin.LookEvery + 50
		t.Run(fmt.Sprint(c.name, " ", c.gpu.Pipeline, c.gpu.Precision), func(t *testing.T) {
			now, books, e := fly(t, c.name, c.gpu, steps, steps)
			defer e.Close()
			if counter, ok := model.As[model.StepCounter](e); ok {
				if ran, err := counter.StepsRun(); err != nil || ran != steps {
					t.Errorf("%d steps are counted, %v", ran, err)
				}
			}
			if now.Origin != (model.Vec3{64, 0, 0}) {
				t.Errorf("after %.3g m the origin is at %v", 30*now.Time, now.Origin)
			}
			if c.name != GPU {
				other, _, again := fly(t, c.name, c.gpu, steps, 700)
				again.Close()
				must.Hold(t, slices.Equal(now.Position, other.Position) && now.Origin == other.Origin, "batches change bits")
			}
			// Each step rounds places, by half a unit of 2^-18 m where the block is far; the
			// block turns and bounces.
			if d := centerOf(now).Sub(reference(t, steps)); d.Len() > 2e-3 {
				t.Errorf("the block is %v m off", d)
			}
			if lost := math.Abs(books.Residual()); lost > 5e-3*books.Now.Kinetic {
				t.Errorf("the ledger loses %g J of %g J: %+v", lost, books.Now.Kinetic, books)
			}
		})
	}
}

// A run that continues from a checkpoint is where it was, and follows on.
func TestAFollowedRunGoesOn(t *testing.T) {
	const half, steps = origin.LookEvery + 100, 2*origin.LookEvery + 100
	whole, _, e := fly(t, CPU, gpu.Options{}, steps, steps)
	e.Close()
	_, _, first := fly(t, CPU, gpu.Options{}, half, half)
	defer first.Close()
	var c model.Checkpoint
	saver, _ := model.As[model.Checkpointer](first)
	must.Do(t, saver.Save(&c))
	m, p, s := flying(t)
	second := must.Open(New(CPU, m, p, Options{Start: s}))(t)
	next, _ := model.As[model.Checkpointer](second)
	must.Do(t, next.Restore(&c))
	must.Do(t, second.Step(steps-half))
	now := modeltest.Snapshot(t, second)
	if c.Origin[0] < 32 || now.Origin != whole.Origin || !slices.Equal(now.Position, whole.Position) {
		t.Errorf("went on from %v to %v, want %v and the same bits", c.Origin, now.Origin, whole.Origin)
	}
}

// An engine that goes back over a move of the origin takes the same steps again, and looks see
// the world before and after.
func TestBackOverAMove(t *testing.T) {
	gltest.New(t)
	const before, after = origin.LookEvery - 48, 64
	whole, _, e := fly(t, GPU, gpu.Options{Pipeline: gpu.TwoPass}, before, before)
	defer e.Close()
	watcher, ok := model.As[model.Watcher](e)
	if !ok {
		t.Fatal("the engine gpu does not look")
	}
	must.Do(t, watcher.Watch(32))
	must.Do(t, watcher.Mark())
	var states [2]model.Snapshot
	for k := range states {
		must.Do(t, e.Step(after))
		must.Do(t, e.Finish())
		looks := must.Get(watcher.Looks(nil))(t)
		must.Do(t, e.Read(&states[k]))
		for _, look := range looks {
			if math.Abs(look.Center[0]-30*look.Time) > 0.01 {
				t.Errorf("a look at step %d sees the center at %v, want %g m", look.Step, look.Center, 30*look.Time)
			}
		}
		must.Be(t, len(looks), after/32, "looks")
		if k == 0 {
			must.Do(t, watcher.Back())
		}
	}
	if whole.Origin != (model.Vec3{}) || states[0].Origin[0] < 32 || states[0].Origin != states[1].Origin || !slices.Equal(states[0].Position, states[1].Position) {
		t.Errorf("origins %v, %v and %v", whole.Origin, states[0].Origin, states[1].Origin)
	}
	counter, _ := model.As[model.StepCounter](e)
	if ran, err := counter.StepsRun(); err != nil || ran != before+after {
		t.Errorf("%d steps are counted, %v", ran, err)
	}
}
