package cpu

import (
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
)

// accounted is a run with a ledger.
type accounted struct {
	model  *model.Model
	params model.Params
	state  *model.State
}

// accountedRuns are runs in which every flow of a ledger is there in one of them.
func accountedRuns() map[string]accounted {
	of := func(m *model.Model, p model.Params, s *model.State) accounted {
		s.RoundToFloat32()
		return accounted{m, p, s}
	}
	m, p, s, _ := modeltest.Together()
	p.QuadraticDrag = 0.002
	p.Handles = []model.Handle{{Mass: 20, Target: s.Position[20].Add(model.Vec3{0.1, 0, 0}), TargetVelocity: model.Vec3{0, 2, 0}, Stiffness: 5, Damping: 0.1}}
	cables := of(m, p, s)
	kept := *m
	kept.Materials = slices.Clone(m.Materials)
	kept.Materials[len(kept.Materials)-1].TensionOnly = true
	cables.model = &kept
	uneven := of(modeltest.OnNormalizedGround())
	random := rand.New(rand.NewPCG(3, 4))
	for i := range uneven.state.Position { // no place is where rounding decides how many contacts a mass touches
		uneven.state.Position[i] = uneven.state.Position[i].Add(model.Vec3{random.Float64(), random.Float64(), random.Float64()}.Mul(0.003))
	}
	cloth := modeltest.Cloth(6) // whose corners go along paths
	cloth.Materials[1].Damping, cloth.Materials[1].TensionOnly = 0.3, true
	drawn := of(cloth, model.Params{DT: 1e-4, Contacts: []model.Contact{model.Ground(0.31, 50, 0.1).WithFriction(0.6, 0.5)}, Gravity: model.EarthGravity(), DragHalfLife: 0.1,
		Motors: []model.Motor{{Axis: model.Vec3{0, 0.6, 0.8}, Speed: 3, Damping: 0.01, Limit: 0.01}},
		Guides: []model.Guide{{Kind: model.OnPath, Masses: []uint32{0}, Path: model.Path{Velocity: model.Vec3{-1, 0, 2}}},
			{Kind: model.OnPath, Masses: []uint32{5}, Path: model.Path{Velocity: model.Vec3{0, -2, 1}}},
			{Kind: model.OnPlane, Masses: []uint32{14, 15}, Direction: model.Vec3{0.6, 0.8, 0}}}}, cloth.Start())
	for i := range drawn.state.Velocity {
		drawn.state.Velocity[i] = model.Vec3{random.Float64() - 0.5, random.Float64() - 0.5, random.Float64() - 0.5}.Mul(8)
		drawn.state.Position[i] = drawn.state.Position[i].Mul(1.01)
	}
	guided := of(modeltest.OnMovingSpikes()) // whose friction on spans feels how fast guided masses began
	for i := 0; i < guided.model.MassCount(); i += 2 {
		if guided.model.PinOf(i) == 0 {
			guided.params.Guides = append(guided.params.Guides, model.Guide{Kind: model.OnPlane, Masses: []uint32{uint32(i)}, Direction: model.Vec3{0.6, 0, 0.8}})
		}
	}
	return map[string]accounted{
		"guided spikes": guided,
		"drawn":         of(drawn.model, drawn.params, drawn.state),
		"together":      of(m, p, s), "cables": cables, "spikes": of(modeltest.OnSpikes()), "moving spikes": of(modeltest.OnMovingSpikes()),
		"moving spikes per mass": of(modeltest.OnMovingSpikesPerMass()), "colliding on spikes": of(modeltest.CollidingOnSpikes()),
		"strewn": of(modeltest.Strewn()),
		"thrown": of(modeltest.Thrown()), "normalized ground": of(uneven.model, uneven.params, uneven.state),
	}
}

// book takes some steps in an engine with a ledger, and returns that.
func book(t *testing.T, e model.Engine, s *model.State, steps int) model.Ledger {
	t.Helper()
	must.Do(t, e.Reset(s))
	for step := 0; step < steps; step += 7 { // however they are batched
		must.Do(t, e.Step(min(7, steps-step)))
	}
	keeper, _ := model.As[model.LedgerKeeper](e)
	return must.Get(keeper.Ledger())(t)
}

// ledgers are those of the engine and of the reference for a run.
func ledgers(t *testing.T, r accounted, steps, threads int) (got, want model.Ledger) {
	t.Helper()
	r.params.Ledger = true
	e := must.Get(makeEngine[float32](r.model, r.params, Options{Threads: threads}))(t)
	defer e.Close()
	ref := must.Get(cpuref.New(r.model, r.params))(t)
	return book(t, e, r.state, steps), book(t, ref, r.state, steps)
}

// ledgersApart returns the largest difference of two ledgers, as a part of the exchanged energy, and where it
// is.
func ledgersApart(got, want model.Ledger) (most float64, number int) {
	a, b := got.Numbers(), want.Numbers()
	for k := range a {
		if d := math.Abs(*a[k]-*b[k]) / (want.Exchanged() + 1e-300); !(d <= most) {
			most, number = d, k
		}
	}
	return most, number
}

// inTurn are the integrators of a run of a test: in the short form every second one, by turn.
func inTurn(turn int) (list []model.Integrator) {
	for n, integrator := range model.Integrators() {
		if must.Long() || (turn+n)%2 == 0 {
			list = append(list, integrator)
		}
	}
	return list
}

func TestLedgerMatchesReference(t *testing.T) {
	const steps, tolerance = 10, 1e-5
	runs := accountedRuns()
	for turn, name := range slices.Sorted(maps.Keys(runs)) {
		r := runs[name]
		for _, integrator := range inTurn(turn) {
			r.params.Integrator = integrator
			got, want := ledgers(t, r, steps, 2)
			most, number := ledgersApart(got, want)
			t.Logf("%s, %v: number %d is %.2g of what is exchanged apart", name, integrator, number, most)
			if !(most < tolerance) {
				t.Errorf("%s, %v: number %d is %.2g of what is exchanged apart: %+v, want %+v", name, integrator, number, most, got, want)
			}
		}
	}
}

// Each thing that acts changes the ledger by more than it may be off.
func TestLedgerSeesEverything(t *testing.T) {
	m, p, s, without := modeltest.Together()
	got, _ := ledgers(t, accounted{m, p, s}, 20, 1)
	for _, name := range slices.Sorted(maps.Keys(without)) {
		lacking := without[name]
		lacking.Ledger = true
		want := book(t, must.Get(cpuref.New(m, lacking))(t), s, 20)
		if most, _ := ledgersApart(got, want); most < 4e-4 {
			t.Errorf("without %s: only %.2g of what is exchanged apart", name, most)
		}
	}
}

// A ledger changes no bit of a run, and no bit of it depends on threads.
func TestLedgerChangesNoBit(t *testing.T) {
	runs := accountedRuns()
	cloth := modeltest.Cloth(185) // more than a block of masses and springs
	start := cloth.Start()
	for i := range start.Velocity {
		start.Velocity[i] = model.Vec3{float64(i%7) * 0.1, float64(i%3) * 0.1, 0}
	}
	runs["cloth"] = accounted{cloth, model.Params{DT: 1e-5, Gravity: model.EarthGravity()}, start}
	for turn, name := range slices.Sorted(maps.Keys(runs)) {
		r := runs[name]
		for n, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
			if name == "cloth" && integrator != model.SymplecticEuler || name != "cloth" && !must.Long() && (turn+n)%3 > 0 {
				continue
			}
			r.params.Integrator = integrator
			var states [3]model.Snapshot
			var kept [3]model.Ledger
			for k, threads := range []int{2, 2, 1} {
				r.params.Ledger = k > 0
				e := must.Get(makeEngine[float32](r.model, r.params, Options{Threads: threads}))(t)
				if k > 0 {
					kept[k] = book(t, e, r.state, 8)
				} else if err := errors.Join(e.Reset(r.state), e.Step(8)); err != nil {
					t.Fatal(err)
				}
				must.Do(t, e.Read(&states[k]))
				e.Close()
			}
			for k := range states {
				if !slices.Equal(states[k].Position, states[0].Position) || !slices.Equal(states[k].Velocity, states[0].Velocity) {
					t.Errorf("%s, %v: the state of run %d differs from that without a ledger", name, integrator, k)
				}
			}
			if kept[1] != kept[2] {
				t.Errorf("%s, %v: with two threads %+v, with one %+v", name, integrator, kept[1], kept[2])
			}
		}
	}
}

// A ledger continues with new parameters, whose energy counts as work, and after a checkpoint with the same
// bits. Without Params.Ledger an engine has no ledger.
func TestLedgerGoesOn(t *testing.T) {
	r := accountedRuns()["together"]
	for _, integrator := range model.Integrators() {
		r.params.Ledger, r.params.Integrator = true, integrator
		second := r.params.Clone()
		second.Gravity, second.Forces, second.Guides = model.Vec3{1, 0, -3}, nil, second.Guides[:1]
		second.Contacts[0].Stiffness *= 2
		var all []model.Ledger
		engines := make([]model.Engine, 2)
		var err error
		if engines[0], err = makeEngine[float32](r.model, r.params, Options{Threads: 2}); err != nil {
			t.Fatal(err)
		}
		if engines[1], err = cpuref.New(r.model, r.params); err != nil {
			t.Fatal(err)
		}
		for _, e := range engines {
			book(t, e, r.state, 6)
			setter, _ := model.As[model.ParamsSetter](e)
			must.Do(t, errors.Join(setter.SetParams(second), e.Step(6)))
			l := must.Get(e.(interface{ Ledger() (model.Ledger, error) }).Ledger())(t)
			all = append(all, l)
		}
		if most, number := ledgersApart(all[0], all[1]); !(most < 1e-5) {
			t.Errorf("%v, with new parameters: number %d is %.2g of what is exchanged apart: %+v, want %+v", integrator, number, most, all[0], all[1])
		}
		whole := engines[0].(*engine[float32])
		other := must.Get(makeEngine[float32](r.model, second, Options{Threads: 1}))(t)
		var saved model.Checkpoint
		must.Do(t, errors.Join(whole.Save(&saved), other.Restore(&saved)))
		for steps := range 2 {
			must.Do(t, errors.Join(whole.Step(5*steps), other.Step(5*steps)))
			want, _ := whole.Ledger()
			if got, _ := other.Ledger(); got != want {
				t.Errorf("%v, %d steps after a checkpoint: %+v, want %+v", integrator, 5*steps, got, want)
			}
		}
		second.Ledger = false
		must.Do(t, whole.SetParams(second))
		if _, err := whole.Ledger(); err == nil {
			t.Error("a ledger without Params.Ledger")
		}
		other.Close()
		whole.Close()
	}
}

// The ledger of a run that diverges is that of the state that the engine then has.
func TestLedgerOfADivergence(t *testing.T) {
	m := modeltest.Cloth(12)
	p := model.Params{DT: 20 * 1e-3, Gravity: model.EarthGravity(), Ledger: true}
	e := must.Open(makeEngine[float32](m, p, Options{Threads: 2}))(t)
	must.Do(t, e.Step(2000))
	var diverged *physics.DivergedError
	if !errors.As(e.Finish(), &diverged) || diverged.Runaway < 0 {
		t.Fatalf("no spring ran away: %v", e.Finish())
	}
	got := must.Get(e.Ledger())(t)
	again := must.Open(makeEngine[float32](m, p, Options{Threads: 2}))(t)
	if want := book(t, again, m.Start(), int(e.step())); got != want || math.IsNaN(got.Residual()) {
		t.Errorf("after step %d: %+v, want %+v", e.step(), got, want)
	}
}

// A ledger that is first wanted at a state no step led to, as after a reset, begins there: in every
// solver, with powers as a task of steps and without. Steps continue from it, and it closes as that of
// an engine that has kept one from the start.
func TestLedgerBeginsWhereItIsFirstWanted(t *testing.T) {
	m, p, start := modeltest.Thrown()
	for _, solver := range model.Solvers() {
		if model.Support(model.FullLedger, solver, model.EngineCPU, model.Single) == model.None {
			continue
		}
		p := p.SolvedBy(solver)
		var books [2]model.Ledger
		for which, late := range []bool{false, true} {
			p.Ledger = !late
			e, err := New(m, p, Options{})
			if err != nil {
				t.Fatalf("%v: %v", solver, err)
			}
			defer e.Close()
			must.Do(t, e.Reset(start))
			if p.Ledger = true; late {
				must.Do(t, e.SetParams(p))
			}
			if books[which], err = e.Ledger(); err != nil || books[which].Now.Total() == 0 {
				t.Fatalf("%v: the ledger at the start is %+v, error %v", solver, books[which], err)
			}
			must.Do(t, e.Step(20))
			if books[which], err = e.Ledger(); err != nil {
				t.Fatal(err)
			}
		}
		must.Hold(t, books[0] == books[1], "%v: wanted late the ledger is\n%+v, from the start\n%+v", solver, books[1], books[0])
	}
}
