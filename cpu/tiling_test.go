package cpu

import (
	"math"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpu/table"
	"hooke/engine/check"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// tiled makes the engine divide its slices into tiles of that many.
func tiled(e *engine[float32], slices int) {
	e.tiling = divide(len(e.run.integration.Masses.Movable), e.table.Band, grainOf(e.table, e.run.params), slices, 1)
	e.chooseKept()
}

// Tiles change no result, bit for bit: for structures of narrow bands, kernels,
// integrators and threads, however steps are divided into calls.
func TestTilesChangeNothing(t *testing.T) {
	ground := model.Params{Gravity: model.EarthGravity(), DragHalfLife: 0.1, Contacts: []model.Contact{model.Ground(0, 5000, 1).WithFriction(0.6, 0.5)}}
	verlet := ground
	verlet.Integrator = model.VelocityVerlet
	for _, c := range []struct {
		m      *model.Model
		slices int // of a tile
		levels int // that it takes at least
	}{
		{cputest.Preset(t, "rope", 3000).Model, 25, 6},
		{withoutDampers(cputest.Preset(t, "rope", 3000).Model), 25, 6},
		{cputest.Preset(t, "rope", 10000).Model, 200, 40}, // more levels than steps in a call
		{cputest.Preset(t, "cloth", 16000).Model, 57, 2},
	} {
		for _, p := range []model.Params{ground, verlet} {
			for _, kernel := range Kernels(model.Single) {
				want := stepped(t, c.m, p, Options{Threads: 1, Kernel: kernel}, 45)
				for _, threads := range []int{1, 3} {
					e := must.Get(makeEngine[float32](c.m, p, Options{Threads: threads, Kernel: kernel}))(t)
					tiled(e, c.slices)
					if e.tiling.levels < c.levels || e.tiling.count < 3 {
						t.Fatalf("%s: %+v, want %d levels", c.m.Name, e.tiling, c.levels)
					}
					must.Do(t, e.Reset(perturbedState(c.m, 2)))
					for _, steps := range []int{1, 30, 2, 12} {
						_ = e.Step(steps)
					}
					if !same(want, snapshot(t, e)) {
						t.Errorf("%s, %v, %s, %d threads: tiles change the result", c.m.Name, p.Integrator, kernel, threads)
					}
					e.Close()
				}
			}
		}
	}
}

// Tiles that think the band narrower than it is end elsewhere: were the test
// above blind, it would prove nothing.
func TestTilesNeedTheirBand(t *testing.T) {
	m := cputest.Preset(t, "cloth", 16000).Model
	want := stepped(t, m, model.Params{}, Options{Threads: 1}, 24)
	e := must.Open(makeEngine[float32](m, model.Params{}, Options{Threads: 1}))(t)
	tiled(e, 57)
	e.tiling.band--
	must.Do(t, e.Reset(perturbedState(m, 2)))
	_ = e.Step(24)
	if same(want, snapshot(t, e)) {
		t.Errorf("with %+v nothing is wrong; the band is %d", e.tiling, e.table.Band)
	}
}

// Every slice takes every level once, whatever the sizes are, and no thread goes
// over the ends.
func TestTilesCoverEveryLevel(t *testing.T) {
	for _, c := range []struct{ slices, band, grain, tile, threads int }{{1000, 1, 0, 50, 1}, {1001, 3, 0, 97, 2}, {64, 1, 0, 8, 2}, {5000, 50, 0, 512, 2}, {100, 0, 0, 10, 4},
		{1000, 1, 4, 150, 1}, {1001, 3, 4, 197, 2}, {50000, 50, 16, 2512, 2}} {
		tiles := divide(c.slices, c.band, c.grain, c.tile, c.threads)
		must.Hold(t, tiles.levels >= 2, "%+v: %+v", c, tiles)
		for level := range tiles.levels {
			times := make([]int, c.slices)
			count := func(from, to int) {
				if from > to {
					t.Fatalf("%+v: %+v: level %d goes from %d to %d", c, tiles, level, from, to)
				}
				for s := from; s < to; s++ {
					times[s]++
				}
			}
			for i := range tiles.count {
				count(tiles.inner(i, level))
				if i > 0 {
					count(tiles.seam(i-1, level))
				}
			}
			for s, n := range times {
				if n != 1 {
					t.Fatalf("%+v: %+v: slice %d takes level %d %d times", c, tiles, s, level, n)
				}
			}
		}
	}
}

// A divergence in the middle of a tile's steps is told as it is without tiles.
func TestDivergenceWithTiles(t *testing.T) {
	m := withoutDampers(cputest.Preset(t, "rope", 3000).Model)
	m.Pin = nil
	p := model.Params{DT: 1}
	var want *physics.DivergedError
	for i, threads := range []int{1, 1, 3} {
		e := must.Get(makeEngine[float32](m, p, Options{Threads: threads}))(t)
		if i > 0 {
			tiled(e, 25)
		}
		start := m.Start()
		for _, mass := range []int{5, 399, 400, 1600} { // 400 is where tiles meet
			start.Velocity[mass] = model.Vec3{0, 1, 0}
		}
		must.Do(t, e.Reset(start))
		e.progress.schedule.left = 100
		e.threads.Do() // and no retrace, which would find the spring that ran away before
		got := e.progress.diverged
		if got == nil {
			t.Fatal("it does not diverge")
		}
		switch {
		case want == nil:
			want = got
			if want.Step < 3 || want.Step > 12 {
				t.Fatalf("it diverges at step %d, of no use here", want.Step)
			}
		case got.Step != want.Step || got.Mass != want.Mass || got.Count != want.Count:
			t.Errorf("step %d, mass %d, count %d; without tiles %d, %d, %d", got.Step, got.Mass, got.Count, want.Step, want.Mass, want.Count)
		}
		e.Close()
	}
}

// Models that fit the near caches, and models with a wide band, are not worth tiles.
func TestTilingOnlyWhereItHelps(t *testing.T) {
	const perSlice = 1000
	for _, c := range []struct {
		slices, band, history, threads int
		tiles                          bool
	}{
		{800, 1, 0, 2, false},
		{60_000, 1, 0, 2, true},
		{60_000, 1, 1, 2, true},
		{9_000, 50, 0, 2, true},
		{9_000, 50, 50, 2, false},
		{5_000, 200, 0, 2, false},
		{48_000, 530, 0, 2, true},
		{48_000, 530, 530, 2, true},
		{485_000, 2463, 2463, 2, false},
		{60_000, math.MaxInt32, 0, 2, false},
	} {
		if got := newTiling(c.slices, c.band, 0, c.history, perSlice, c.threads); (got.levels > 1) != c.tiles {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

// A kernel that does both, forces and integration, ends where the two end, bit
// for bit; in all formats.
func TestFusedKernelsChangeNothing(t *testing.T) {
	formats := map[table.Format]bool{}
	cases := cputest.Cases(t)
	cases = append(cases, check.Case{Name: "many laws", Model: cputest.ManyMaterials(15, 400)}, check.Case{Name: "many materials", Model: cputest.ManyMaterials(40, 400)})
	for _, sc := range cases {
		sc.Params.Contacts = []model.Contact{model.Ground(0.2, 100, 1).WithFriction(0.5, 0.4)}
		for _, m := range []*model.Model{sc.Model, withoutDampers(sc.Model)} {
			for _, kernel := range Kernels(model.Single) {
				e := must.Open(makeEngine[float32](m, sc.Params, Options{Threads: 2, Kernel: kernel}))(t)
				if e.code.steps == nil {
					continue
				}
				formats[e.table.Format] = true
				e.code.steps = nil
				must.Do(t, e.Reset(perturbedState(m, 2)))
				_ = e.Step(20)
				if !same(snapshot(t, e), stepped(t, m, sc.Params, Options{Threads: 2, Kernel: kernel}, 20)) {
					t.Errorf("%s, %s: forces and integration at once end elsewhere", sc.Name, kernel)
				}
			}
		}
	}
	if len(Kernels(model.Single)) > 1 && len(formats) != 3 {
		t.Errorf("only the formats %v were tried", formats)
	}
}

// The cost model of a lattice that is all regular: 52 bytes of state a mass, and
// a table of half a byte a spring. In all about 4.9 bytes a spring.
func TestTraffic(t *testing.T) {
	m, _, err := build.Canon(43)
	must.Do(t, err)
	e := must.Open(makeEngine[float32](m, model.Params{DT: build.CanonStep}, Options{Threads: 1}))(t)
	masses, springs := float64(m.MassCount()), float64(m.SpringCount())
	state := 52 * masses
	got := float64(e.Traffic())
	// Pairs: 13 of 4 bytes for 16 masses, spans: 5 of 12, and at most half as much again for slots at rims.
	if least, most := state+7*masses, state+1.5*7*masses; got < least || got > most {
		t.Errorf("%.2f bytes a spring, want %.2f to %.2f", got/springs, least/springs, most/springs)
	}
	// 48 bytes of state a mass are in memory twice for positions, once for velocities.
	if memory := e.Memory(); float64(memory) < 40*masses || float64(memory) > 80*masses+2*springs {
		t.Errorf("memory of %d bytes for %.0f masses", memory, masses)
	}
}

// Tiles of many steps move a rope, whose rims are thin, less often than once a
// step, and never less than once for all the steps of a tile.
func TestTrafficOfTiles(t *testing.T) {
	m := must.Get(build.Rope(build.RopeSpec{Masses: 1 << 16, Length: 100, Mass: 1e-3, Stiffness: 1000}))(t)
	e := must.Open(makeEngine[float32](m, model.Params{DT: 1e-6}, Options{Threads: 2}))(t)
	if e.tiling.levels < 2 {
		t.Fatalf("the test is wrong: no tiles, %+v", e.tiling)
	}
	tiled, levels := float64(e.Traffic()), float64(e.tiling.levels)
	e.tiling.levels = 0
	once := float64(e.Traffic())
	must.Hold(t, tiled >= once/levels && tiled <= 1.5*once/levels, "tiles of %g steps move %.0f bytes a step, single steps %.0f", levels, tiled, once)
}
