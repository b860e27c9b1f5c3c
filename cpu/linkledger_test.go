package cpu

import (
	"math"
	"math/rand/v2"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpu/kernels"
	"hooke/cpu/ledger"
	"hooke/cpu/table"
	"hooke/cpuref"
	"hooke/mesh/materials"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// pinnedRope is a rope with masses of all kinds, some pinned: one of them between two chunks.
func pinnedRope(t testing.TB, springs int64) *model.Model {
	m, random := *cputest.Preset(t, "rope", springs).Model, rand.New(rand.NewPCG(3, 4))
	m.Pin = make([]model.Pin, m.MassCount())
	m.Mass = make([]float64, m.MassCount())
	for i := range m.Mass {
		m.Mass[i] = 0.5 + random.Float64()
		if random.IntN(60) == 0 {
			m.Pin[i] = []model.Pin{model.PinAll, model.PinY}[random.IntN(2)]
		}
	}
	m.Pin[20*4*table.Width-1], m.Pin[23*4*table.Width] = model.PinAll, model.PinAll
	return &m
}

// The links of a chain book the dissipation of dampers and drag in each kernel as the kernels for all slices
// do, and the two together that of the formula, wherever masses are pinned.
func TestLinkKernels(t *testing.T) {
	const tolerance = 5e-7 // as that of TestDampersKernels
	c := newPowerCase(t, pinnedRope(t, 3000))
	e := c.engine
	defer e.Close()
	const perChunk, beta = 4, 1
	want, size := c.exact(beta)
	linked := c.shares.Linked(e.table, perChunk)
	masses := make([]float32, e.table.LaneCount())
	for lane, perMass := range e.run.integration.Masses.PerMass {
		if perMass > 0 {
			masses[lane] = 1 / perMass
		}
	}
	tried := 0
	for _, k := range kernels.ForThisMachine[float32]() {
		if k.Links == nil {
			continue
		}
		sum, count := 0.0, 0
		for chunk, ok := range linked {
			from := e.buffers.now().Position
			step := kernels.PowerStep[float32]{From: from, W: c.later, Shares: c.shares, Laws: c.laws(kernels.Rests{}), Beta: beta}
			first := chunk * perChunk
			slices := min(perChunk, e.table.LaneCount()/table.Width-first)
			all := kernels.DamperCall[float32]{ForcesCall: kernels.ForcesCall[float32]{Handoff: kernels.NewForceHandoff[float32](&e.table.Pattern)}}
			all.Aim(e.table, &step, first, slices, make([]float32, 1), false)
			k.Dampers[e.table.Format](&all)
			if !ok {
				sum += all.Power()
				continue
			}
			var drag kernels.DragCall[float32]
			later := kernels.Motions[float32]{Position: c.later, Velocity: c.later}
			drag.Aim(&e.run.integration, e.buffers.now(), later, beta, first, make([]uint16, slices))
			k.Drag(&drag)
			var call kernels.LinkCall[float32]
			var got, undragged [2][2]float64
			call.Aim(e.table, &step, masses, first, perChunk/2, got[:])
			k.Links(&call)
			call.Aim(e.table, &step, nil, first, perChunk/2, undragged[:])
			k.Links(&call)
			power, slowed := got[0][0]+got[1][0], got[0][1]+got[1][1]
			if undragged != [2][2]float64{{got[0][0]}, {got[1][0]}} {
				t.Errorf("%s, chunk %d: without masses %v, with them %v", k.Name, chunk, undragged, got)
			}
			must.Near(t, slowed, drag.Sum(), tolerance*math.Abs(drag.Sum()), "%s, chunk %d: drag takes a part, in J", k.Name, chunk)
			sum += power
			count++
		}
		if !(math.Abs(sum-want) <= tolerance*size) {
			t.Errorf("%s: dampers take %.9g W, by the formula %.9g, of what rounds %.2g", k.Name, sum, want, math.Abs(sum-want)/size)
		}
		if linked[19] || linked[20] || count < len(linked)/2 {
			t.Errorf("%s: %d of %d chunks are linked, and those around a pinned mass: %v", k.Name, count, len(linked), linked[18:22])
		}
		tried++
	}
	must.Be(t, tried, len(kernels.Names[float32]())-1, "kernels tried")
}

// ledgerInTiles is the ledger and the state after steps in some calls, with tiles of that many slices;
// none for 0.
func ledgerInTiles(t *testing.T, m *model.Model, p model.Params, threads, slices int, wrong int, calls ...int) (model.Ledger, model.Snapshot) {
	t.Helper()
	e := must.Get(makeEngine[float32](m, p, Options{Threads: threads}))(t)
	defer e.Close()
	if e.tiling = (tiling{}); slices > 0 {
		tiled(e, slices)
		if e.tiling.levels < 3 || e.tiling.count < 3 || e.tiling.grain == 0 || !e.accounts() {
			t.Fatalf("%s: %+v", m.Name, e.tiling)
		}
		e.tiling.band -= wrong
	}
	must.Do(t, e.Reset(perturbedState(m, 2)))
	for _, steps := range calls {
		_ = e.Step(steps)
	}
	l := must.Get(e.Ledger())(t)
	return l, snapshot(t, e)
}

// Powers that tiles evaluate are those of steps one by one, bit for bit, whatever else acts and however
// steps are divided into calls; and were their band too narrow, they would not be.
func TestTilesChangeNoPower(t *testing.T) {
	drag := model.Params{Gravity: model.EarthGravity(), DragHalfLife: 0.1, Ledger: true}
	ground := drag
	ground.Contacts = []model.Contact{model.Ground(0, 5000, 1).WithFriction(0.6, 0.5)}
	rope := pinnedRope(t, 20_000)
	cables := *rope
	cables.Materials = append([]model.Material(nil), rope.Materials...)
	for i := 1; i < len(cables.Materials); i++ {
		cables.Materials[i].TensionOnly = true
	}
	for name, c := range map[string]struct {
		m      *model.Model
		p      model.Params
		slices int // of a tile
		grain  int
	}{
		"rope":           {rope, drag, 150, 4},
		"rope, no drag":  {rope, model.Params{Ledger: true}, 150, 4},
		"rope on ground": {rope, ground, 350, 16},
		"cables":         {&cables, drag, 150, 4},
		"cloth":          {cputest.Preset(t, "cloth", 400_000).Model, drag, 1100, 16},
	} {
		if name == "cloth" && !must.Long() {
			continue
		}
		must.Be(t, ledger.Grain(makeTable(t, c.m), c.p), c.grain, "%s: chunks of slices", name)
		want, state := ledgerInTiles(t, c.m, c.p, 1, 0, 0, 45)
		must.Hold(t, want.Damping != 0, "%s: dampers take nothing", name)
		for threads, calls := range map[int][]int{1: {45}, 3: {1, 30, 2, 12}} {
			got, then := ledgerInTiles(t, c.m, c.p, threads, c.slices, 0, calls...)
			if got != want || !same(state, then) {
				t.Errorf("%s, %d threads, calls of %v: %+v, want %+v", name, threads, calls, got, want)
			}
		}
	}
	want, _ := ledgerInTiles(t, rope, drag, 1, 0, 0, 45)
	if got, _ := ledgerInTiles(t, rope, drag, 1, 150, 1, 45); got == want {
		t.Error("with tiles that think the band narrower than it is nothing is wrong")
	}
}

// Links have the flows of the reference.
func TestLinkPowersMatchReference(t *testing.T) {
	const tolerance = 5e-6
	m := pinnedRope(t, 2000)
	s := perturbedState(m, 2)
	s.RoundToFloat32()
	got, want := ledgers(t, accounted{m, model.Params{Gravity: model.EarthGravity(), DragHalfLife: 0.1}, s}, 10, 1)
	got.Start, got.Now = want.Start, want.Now // they follow from the state
	if most, number := ledgersApart(got, want); !(most < tolerance) {
		t.Errorf("number %d is %.2g of what is exchanged apart: %+v, want %+v", number, most, got, want)
	}
}

// makeTable is the table of a model.
func makeTable(t *testing.T, m *model.Model) *table.Table[float32] {
	t.Helper()
	made, _, err := table.New[float32](m, 1e-4, 1)
	must.Do(t, err)
	return made
}

// A rope that bends books its bending in powers too, whose links do not know it: as the reference does, within
// rounding.
func TestLedgerOfRopeThatBends(t *testing.T) {
	m := pinnedRope(t, 3000)
	p := model.Params{DT: 1e-5, Ledger: true, Gravity: model.EarthGravity(), DragHalfLife: 0.1}
	bend := materials.Bending{Rigidity: 1e-3, DampingRatio: 0.3, Flat: true}
	p.Bends = []model.Bend{{Hinges: bend.OfChain(m, m.Ends)}}
	start, random := m.Start(), rand.New(rand.NewPCG(5, 6))
	for i := range start.Velocity {
		if m.Pin[i] == 0 {
			start.Velocity[i] = model.Vec3{random.Float64(), random.Float64(), random.Float64()}
		}
	}
	p.DT = physics.SafeStep(m, p) / 10
	books := func(e model.Engine, err error) model.Ledger {
		must.Do(t, err)
		defer e.Close()
		must.Do(t, e.Reset(start))
		must.Do(t, e.Step(50))
		return must.Get(e.(model.LedgerKeeper).Ledger())(t)
	}
	reference, err := cpuref.New(m, p)
	want := books(reference, err)
	got := books(New(m, p, Options{Threads: 2}))
	for _, pair := range [][2]float64{{got.Damping, want.Damping}, {got.Drag, want.Drag}, {got.Now.Elastic, want.Now.Elastic}} {
		must.Hold(t, math.Abs(pair[0]/pair[1]-1) < 1e-4, "%+v, by the reference %+v", got, want)
	}
	must.Hold(t, got.External == 0 && got.Closure() < 1e-3, "%+v closes to %g", got, got.Closure())
	p.Bends = nil
	bare := books(New(m, p, Options{Threads: 2}))
	must.Hold(t, bare.Damping < want.Damping/2 && bare.Now.Elastic < want.Now.Elastic/2, "bending does not show: %+v, without it %+v", want, bare)
}
