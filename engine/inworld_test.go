package engine

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"hooke/cpu"
	"hooke/engine/origin"
	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
	"hooke/scene/scenetest"
)

// elsewhere is how far the runs of these tests are moved [m].
var elsewhere = model.Vec3{4096, -8192, 4096}

// farRun holds the results of a run.
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
		if c.gpu.Precision == gpu.Compensated && !longTests() {
			continue
		}
		t.Run(fmt.Sprint(c.name, " ", c.gpu.Pipeline, c.gpu.Precision), func(t *testing.T) {
			home, far := stepped(t, c.name, c.gpu, model.Vec3{}), stepped(t, c.name, c.gpu, elsewhere)
			if home.now.Origin != (model.Vec3{}) || far.now.Origin != elsewhere || far.good.Origin != elsewhere {
				t.Errorf("origins %v, %v, %v", home.now.Origin, far.now.Origin, far.good.Origin)
			}
			must.Hold(t, slices.Equal(home.now.Position, far.now.Position) && slices.Equal(home.now.Velocity, far.now.Velocity), "states differ")
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
	modeltest.StepFrom(t, e, s, 40)
	now := modeltest.Snapshot(t, e)
	worst := 0.0
	for i := range now.Position {
		worst = max(worst, now.Place(i).Sub(home.now.Place(i)).Sub(elsewhere).Len())
	}
	must.Hold(t, worst >= 1e-4, "without an origin masses are off by %g m: this test cannot tell", worst)
}

// Parameters, checkpoints and another start are given in the world, too.
func TestTheWorldOfAnEngine(t *testing.T) {
	m, p, s, _ := modeltest.Together()
	m, p, s = m.From(elsewhere.Mul(-1)), p.From(elsewhere.Mul(-1)), s.From(elsewhere.Mul(-1))
	newEngine := func() *Engine {
		return must.Get(New(CPU, m, p, Options{Start: s}))(t)
	}
	e, other := newEngine(), newEngine()
	defer e.Close()
	defer other.Close()
	must.Do(t, e.Step(10))
	var c model.Checkpoint
	saver, _ := model.As[model.Checkpointer](e)
	must.Do(t, saver.Save(&c))
	must.Be(t, c.Origin, elsewhere, "the checkpoint is of")
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
	still, _ := model.As[model.Stopper](e)
	if got := still.Params().Contacts[1].Shape.(model.Sphere).Center; got.Sub(elsewhere).Sub(model.Vec3{0.2, 0.2, 0.2}).Len() > 1e-11 {
		t.Errorf("the ball is at %v in the world", got)
	}
}

// A cloth of 64 × 64 masses that stands upright and falls into folds does not pass through
// itself: no edge goes through a triangle, as its masses stay slower than 0.8 of the speed
// that passes. Without collisions more than a hundred do, which the long form sees. It asks the engine gpu, too:
// software OpenGL takes half a minute.
func TestFallingClothDoesNotPassThroughItself(t *testing.T) {
	const n, h, looks, duration = 64, 0.005, 12, 0.154 // [s]; the last folds lie on each other then
	m := must.Get(build.Cloth(build.ClothSpec{Nx: n, Ny: n, Spacing: h, Mass: 5e-6, Stiffness: build.ClothStiffness{Structural: 20, Shear: 10, Bend: 0.5}, DampingRatio: 0.1}))(t)
	start := m.Start()
	for i, x := range m.RestPosition { // upright, in waves
		up := x[1] + n*h/2
		start.Position[i] = model.Vec3{x[0] + 0.1*up, 0.006*math.Sin(up/0.025) + 0.002*math.Sin(37*x[0]), up + 0.01}
	}
	p := model.Params{Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 5, 0.002).WithFriction(0.5, 0.4)}, DragHalfLife: 0.2}
	radius, collision, err := physics.NewCollision(m, physics.CollisionOptions{StaticFriction: 0.3, KineticFriction: 0.3, Self: true})
	must.Do(t, err)
	m.Radius, p.Collision = radius, collision
	p.DT = physics.AutoStep(m, p)
	every := int(math.Round(duration / looks / p.DT))
	limit := 0.8 * physics.PassSpeed(m, p)
	fall := func(name string, p model.Params) (worst int, fastest float64) {
		t.Helper()
		e := must.Get(New(name, m, p, Options{}))(t)
		defer e.Close()
		var read model.Snapshot
		must.Do(t, e.Reset(start))
		for range looks {
			must.Do(t, errors.Join(e.Step(every), e.Finish(), e.Read(&read)))
			s := read.State()
			worst = max(worst, scenetest.Pierced(m, s.Position))
			for _, v := range s.Velocity {
				fastest = max(fastest, v.Len())
			}
		}
		return worst, fastest
	}
	names := []string{CPU}
	if longTests() {
		names = append(names, GPU)
	}
	for _, name := range names {
		pierced, fastest := fall(name, p)
		t.Logf("%s: %d edges pierce, the fastest mass has %.3g m/s, limit %.3g", name, pierced, fastest, limit)
		if pierced != 0 || fastest > limit {
			t.Errorf("%s: %d edges go through a triangle; the fastest mass has %g m/s, allowed %g", name, pierced, fastest, limit)
		}
		if !longTests() {
			continue
		}
		apart := p
		apart.Collision = model.Collision{}
		if pierced, _ := fall(name, apart); pierced <= 100 {
			t.Errorf("%s: without collisions %d edges go through a triangle; more than 100 should", name, pierced)
		}
	}
}

// A mass that ends a step exactly in the middle of a shape is stopped there, whatever the
// shape, its size and the engine: from the middle no normal tells from which side it came. In the
// short form the engine gpu, which compiles programs for each shape, has one size in each precision, and two words for one shape.
func TestMiddleOfAShapeIsNoWayThrough(t *testing.T) {
	gltest.New(t)
	sizes := map[gpu.Precision]float64{gpu.Single: 0.001, gpu.Compensated: 0.01, gpu.Double: 0.2}
	shapes := map[gpu.Precision]string{gpu.Compensated: "sphere", gpu.Double: "capsule"}
	for _, half := range []float64{0.2, 0.01, 0.001} {
		at := model.Vec3{1, 0, 0}
		for shape, contact := range map[string]model.Contact{
			"sphere":  {Shape: model.Sphere{Center: at, Radius: half}, Stiffness: 1000},
			"capsule": {Shape: model.Capsule{A: model.Vec3{1, -0.5, 0}, B: model.Vec3{1, 0.5, 0}, Radius: half}, Stiffness: 1000},
			"box":     {Shape: model.Box{Center: at, Half: model.Vec3{half, 1, 1}}, Stiffness: 1000},
		} {
			for _, engine := range []struct {
				name      string
				precision gpu.Precision
			}{{CPURef, gpu.Single}, {CPU, gpu.Single}, {CPU, gpu.Double}, {GPU, gpu.Single}, {GPU, gpu.Compensated}, {GPU, gpu.Double}} {
				if engine.name == GPU && !longTests() && (half != sizes[engine.precision] || engine.precision != gpu.Single && shape != shapes[engine.precision]) {
					continue
				}
				t.Run(fmt.Sprint(shape, " ", half, " ", engine.name, " ", engine.precision), func(t *testing.T) {
					m := &model.Model{Name: "one", Mass: []float64{0.5}, RestPosition: []model.Vec3{{}}, Materials: make([]model.Material, 1)}
					e := must.Open(New(engine.name, m, model.Params{DT: 1e-3, Contacts: []model.Contact{contact}}, Options{GPU: gpu.Options{Precision: engine.precision}}))(t)
					s := m.Start()
					s.Velocity[0] = model.Vec3{500, 0, 0} // the second step ends in the middle
					var now model.Snapshot
					must.Do(t, errors.Join(e.Reset(s), e.Step(10), e.Finish(), e.Read(&now)))
					if x := now.Place(0); x[0] > 1 {
						t.Errorf("the mass has come to %v, through a shape around %v", x, at)
					}
				})
			}
		}
	}
}

// longTests says whether tests take their long forms.
func longTests() bool { return os.Getenv("HOOKE_LONG") != "" }
