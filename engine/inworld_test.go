package engine

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"hooke/cpu"
	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/origin"
)

// elsewhere is how far the runs of these tests are moved [m].
var elsewhere = model.Vec3{4096, -8192, 4096}

// farRun is what a run tells in the end.
type farRun struct {
	now, good model.Snapshot
	state     *model.State
	energy    model.Energy
	ledger    model.Ledger
}

// stepped is a run of everything at once in an engine, moved.
func stepped(t *testing.T, name string, o gpu.Options, by model.Vec3) (out farRun) {
	t.Helper()
	m, p, s, _ := modeltest.Together()
	if name == GPU && o.Precision != gpu.Single {
		p = modeltest.InAnyPrecision(p)
	}
	m, p, s = m.From(by.Mul(-1)), p.From(by.Mul(-1)), s.From(by.Mul(-1))
	p.Ledger = model.Support(model.FullLedger, p.Integrator, name, o.Precision) > model.None
	e := must.Get(New(name, m, p, Options{GPU: o, Start: s}))(t)
	defer e.Close()
	must.Do(t, e.Step(40))
	must.Do(t, e.Finish())
	must.Do(t, e.Read(&out.now))
	out.state = out.now.State()
	if reader, ok := model.As[model.StateReader](e); ok {
		must.Do(t, reader.ReadState(out.state))
	}
	keeper, _ := model.As[model.LastGoodKeeper](e)
	must.Do(t, keeper.LastGood(&out.good))
	out.energy = must.Get(e.Energy())(t)
	if p.Ledger {
		books, _ := model.As[model.LedgerKeeper](e)
		out.ledger = must.Get(books.Ledger())(t)
	}
	return out
}

// A run far away has the bits of the same run at zero, counted from its origin, and tells of the
// world: its state is elsewhere, and its energy that of the height there.
func TestFarAwayAsAtZero(t *testing.T) {
	gltest.New(t)
	m, p, _, _ := modeltest.Together()
	raised := origin.Energy(m, p.Gravity, elsewhere)
	for _, c := range []struct {
		name string
		gpu  gpu.Options
	}{{CPURef, gpu.Options{}}, {CPU, gpu.Options{}}, {GPU, gpu.Options{Pipeline: gpu.TwoPass}}, {GPU, gpu.Options{Pipeline: gpu.TwoPass, Precision: gpu.Compensated}}} {
		t.Run(fmt.Sprint(c.name, " ", c.gpu.Pipeline, c.gpu.Precision), func(t *testing.T) {
			home, far := stepped(t, c.name, c.gpu, model.Vec3{}), stepped(t, c.name, c.gpu, elsewhere)
			if home.now.Origin != (model.Vec3{}) || far.now.Origin != elsewhere || far.good.Origin != elsewhere {
				t.Errorf("origins %v, %v, %v", home.now.Origin, far.now.Origin, far.good.Origin)
			}
			if !slices.Equal(home.now.Position, far.now.Position) || !slices.Equal(home.now.Velocity, far.now.Velocity) {
				t.Error("states differ")
			}
			const rounding = 1e-11 // of float64 at 10 km, summed
			for i, x := range far.state.Position {
				if d := x.Sub(home.state.Position[i]).Sub(elsewhere).Len(); d > rounding {
					t.Fatalf("mass %d is %g m off in the world", i, d)
				}
			}
			if d := far.energy.Gravitational - home.energy.Gravitational - raised; math.Abs(d) > 1e-9*math.Abs(raised) {
				t.Errorf("%g J of %g J too much in gravity", d, raised)
			}
			if d := far.ledger.Residual() - home.ledger.Residual(); math.Abs(d) > 1e-9*math.Abs(raised) {
				t.Errorf("the ledger closes by %g J worse", d)
			}
		})
	}
}

// The negative control: an engine that is given the world as it is has other bits there.
func TestWithoutAnOriginBitsDiffer(t *testing.T) {
	home := stepped(t, CPU, gpu.Options{}, model.Vec3{})
	m, p, s, _ := modeltest.Together()
	m, p, s = m.From(elsewhere.Mul(-1)), p.From(elsewhere.Mul(-1)), s.From(elsewhere.Mul(-1))
	p.Ledger = true
	e := must.Open(cpu.New(m, p, cpu.Options{}))(t)
	must.Do(t, e.Reset(s))
	must.Do(t, e.Step(40))
	now := modeltest.Snapshot(t, e)
	worst := 0.0
	for i := range now.Position {
		worst = max(worst, now.Place(i).Sub(home.now.Place(i)).Sub(elsewhere).Len())
	}
	if worst < 1e-4 {
		t.Errorf("without an origin masses are off by %g m: this test cannot tell", worst)
	}
}

// Parameters, checkpoints and another start are given in the world, too.
func TestTheWorldOfAnEngine(t *testing.T) {
	m, p, s, _ := modeltest.Together()
	m, p, s = m.From(elsewhere.Mul(-1)), p.From(elsewhere.Mul(-1)), s.From(elsewhere.Mul(-1))
	newEngine := func() *Engine {
		e := must.Get(New(CPU, m, p, Options{Start: s}))(t)
		return e
	}
	e, other := newEngine(), newEngine()
	defer e.Close()
	defer other.Close()
	must.Do(t, e.Step(10))
	var c model.Checkpoint
	saver, _ := model.As[model.Checkpointer](e)
	must.Do(t, saver.Save(&c))
	if c.Origin != elsewhere {
		t.Errorf("the checkpoint is of %v", c.Origin)
	}
	next, _ := model.As[model.Checkpointer](other)
	must.Do(t, next.Restore(&c))
	setter, _ := model.As[model.ParamsSetter](e)
	must.Do(t, setter.SetParams(p)) // the same, given in the world
	setter, _ = model.As[model.ParamsSetter](other)
	must.Do(t, setter.SetParams(p))
	for _, x := range []*Engine{e, other} {
		must.Do(t, x.Step(10))
	}
	var a, b model.Snapshot
	must.Do(t, e.Read(&a))
	must.Do(t, other.Read(&b))
	if !slices.Equal(a.Position, b.Position) || b.Origin != elsewhere || b.Step != 20 {
		t.Errorf("the run that went on differs: origin %v, step %d", b.Origin, b.Step)
	}
	still, _ := model.As[model.Stiller](e)
	if got := still.Params().Contacts[1].Shape.(model.Sphere).Center; got.Sub(elsewhere).Sub(model.Vec3{0.2, 0.2, 0.2}).Len() > 1e-11 {
		t.Errorf("the ball is at %v in the world", got)
	}
}
