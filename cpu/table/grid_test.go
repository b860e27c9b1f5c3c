package table_test

import (
	"math"
	"slices"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpu/table"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
)

// In the order of a grid every mass has one lane, the masses of a slice are of one
// row, as far apart as their cells, and no slice is empty.
func TestGridRows(t *testing.T) {
	m := cputest.Preset(t, "spot", 40_000).Model
	o, cells, ok := table.GridRows(m)
	if !ok {
		t.Fatal("Spot has no grid")
	}
	seen := 0
	for s := range len(o.MassOf) / table.Width {
		first, masses := -1, 0
		for lane, mass := range o.MassOf[s*table.Width : (s+1)*table.Width] {
			if mass == table.NoMass {
				continue
			}
			seen, masses = seen+1, masses+1
			if o.LaneOf[mass] != uint32(s*table.Width+lane) {
				t.Fatalf("mass %d is in lane %d, its lane is %d", mass, s*table.Width+lane, o.LaneOf[mass])
			}
			if first < 0 {
				first = int(cells.Keys[mass]) - lane
			}
			if int(cells.Keys[mass])-lane != first || (first+lane)/int(cells.PerRow) != (first+table.Width)/int(cells.PerRow) && (first+lane)/int(cells.PerRow) != first/int(cells.PerRow) {
				t.Fatalf("slice %d: lane %d has cell %d, the slice begins at %d", s, lane, cells.Keys[mass], first)
			}
		}
		must.Hold(t, masses != 0, "slice %d is empty", s)
	}
	must.Be(t, seen, m.MassCount(), "masses have lanes")
	const full = 0.6 // of the lanes; 0.65 with rows across the body, 0.61 along it
	if share := float64(seen) / float64(len(o.MassOf)); share < full {
		t.Errorf("%.2f of the lanes have masses, want %.2f", share, full)
	}
}

// Where rows are too short, two masses are in a cell or there is no grid, the order
// is another one.
func TestGridOnlyWhereItHelps(t *testing.T) {
	twice := *cputest.Preset(t, "spot", 40_000).Model
	twice.RestPosition = slices.Clone(twice.RestPosition)
	twice.RestPosition[7] = twice.RestPosition[8]
	if _, _, ok := table.GridRows(&twice); ok {
		t.Error("two masses are in one cell")
	}
	canon, _, err := build.Canon(12)
	must.Do(t, err)
	for _, c := range []struct {
		name, order string
		m           *model.Model
	}{
		{"Spot", "grid", cputest.Preset(t, "spot", 100_000).Model},
		{"a coarse Spot", "given", cputest.Preset(t, "spot", 4000).Model}, // rows of 6 masses
		{"a lattice", "given", canon},
		{"a network", "curve", cputest.NearNetwork(3000, 1)},
		{"two in a cell", "given", &twice},
	} {
		laid, _, err := table.New[float32](c.m, 1e-4, 2)
		must.Do(t, err)
		if laid.Order.Name != c.order || laid.Pattern.Rows != (c.order == "grid") {
			t.Errorf("%s is in the order %s, pattern %+v, want order %s", c.name, laid.Order.Name, laid.Pattern, c.order)
		}
	}
}

// Nearly all springs of a filled mesh are in pairs, each incidence once, and a slice takes forces from
// earlier slices that hand them to it.
func TestPairsOfRows(t *testing.T) {
	m := cputest.Preset(t, "spot", 100_000).Model
	for _, threads := range []int{1, 3} {
		laid, c, err := table.New[float32](m, 1e-4, threads)
		must.Do(t, err)
		const most = 0.01 // share of incidences in no pairs
		if left := 1 - float64(laid.Paired)/float64(laid.Regular+laid.Irregular); left > most {
			t.Errorf("%d threads: %.4f of the incidences are in no pairs, want %.4f at most", threads, left, most)
		}
		if want, got := cputest.WantedTies(m, 1e-4), cputest.HeldTies(laid, c); !slices.Equal(want, got) {
			t.Errorf("%d threads: %s", threads, cputest.FirstDifference(want, got))
		}
		runs, cut := len(laid.Pattern.Runs), 0
		for at, to := range laid.Spans {
			run, slice := laid.Pattern.Runs[at%runs], at/runs
			if to.Carries != math.MaxUint16 {
				cut++
			}
			for lane := range table.Width {
				if to.Takes>>lane&1 == 0 || run.RingLanes() == 0 {
					continue
				}
				from := slice*table.Width + lane - int(to.Back)/4
				if giver := laid.Spans[from/table.Width*runs+at%runs]; from >= slice*table.Width || int(giver.Ahead) != int(to.Back)+4*(run.Count-1) {
					t.Fatalf("slice %d takes %d lanes back of run %+v from one that means %d bytes ahead", slice, to.Back/4, run, giver.Ahead)
				}
			}
		}
		must.Hold(t, cut != 0, "the test is wrong: rows of all lengths, and none ends")
	}
}
