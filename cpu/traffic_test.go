package cpu

import (
	"testing"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
)

// The cost model of a lattice that is all regular: 52 bytes of state a mass, and
// a table of half a byte a spring. In all about 4.9 bytes a spring.
func TestTraffic(t *testing.T) {
	m, _, err := build.Canon(43)
	must.Do(t, err)
	e := must.Get(makeEngine[float32](m, model.Params{DT: build.CanonStep}, Options{Threads: 1}))(t)
	defer e.Close()
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
	e := must.Get(makeEngine[float32](m, model.Params{DT: 1e-6}, Options{Threads: 2}))(t)
	defer e.Close()
	if e.tiling.levels < 2 {
		t.Fatalf("the test is wrong: no tiles, %+v", e.tiling)
	}
	tiled, levels := float64(e.Traffic()), float64(e.tiling.levels)
	e.tiling.levels = 0
	once := float64(e.Traffic())
	if tiled < once/levels || tiled > 1.5*once/levels {
		t.Errorf("tiles of %g steps move %.0f bytes a step, single steps %.0f", levels, tiled, once)
	}
}
