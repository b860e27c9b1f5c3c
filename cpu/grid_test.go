package cpu

import (
	"math"
	"slices"
	"testing"

	"hooke/mesh/build"
	"hooke/model"
)

// filled is Spot with so many springs, whose rows are of all lengths.
func filled(t *testing.T, springs int64) *model.Model {
	t.Helper()
	return preset(t, "spot", springs).Model
}

// In the order of a grid every mass has one lane, the masses of a slice are of one
// row, as far apart as their cells, and no slice is empty.
func TestGridRows(t *testing.T) {
	m := filled(t, 40_000)
	o, cells, ok := gridRows(m)
	if !ok {
		t.Fatal("Spot has no grid")
	}
	seen := 0
	for s := range len(o.massOf) / width {
		first, masses := -1, 0
		for lane, mass := range o.massOf[s*width : (s+1)*width] {
			if mass == nobody {
				continue
			}
			seen, masses = seen+1, masses+1
			if o.laneOf[mass] != uint32(s*width+lane) {
				t.Fatalf("mass %d is in lane %d, its lane is %d", mass, s*width+lane, o.laneOf[mass])
			}
			if first < 0 {
				first = int(cells.keys[mass]) - lane
			}
			if int(cells.keys[mass])-lane != first || (first+lane)/int(cells.perRow) != (first+width)/int(cells.perRow) && (first+lane)/int(cells.perRow) != first/int(cells.perRow) {
				t.Fatalf("slice %d: lane %d has cell %d, the slice begins at %d", s, lane, cells.keys[mass], first)
			}
		}
		if masses == 0 {
			t.Errorf("slice %d is empty", s)
		}
	}
	if seen != m.MassCount() {
		t.Errorf("%d masses have lanes, want %d", seen, m.MassCount())
	}
	const full = 0.6 // of the lanes; 0.65 with rows across the body, 0.61 along it
	if share := float64(seen) / float64(len(o.massOf)); share < full {
		t.Errorf("%.2f of the lanes have masses, want %.2f", share, full)
	}
}

// Where rows are too short, two masses are in a cell or there is no grid, the order
// is another one.
func TestGridOnlyWhereItHelps(t *testing.T) {
	twice := *filled(t, 40_000)
	twice.RestPosition = slices.Clone(twice.RestPosition)
	twice.RestPosition[7] = twice.RestPosition[8]
	if _, _, ok := gridRows(&twice); ok {
		t.Error("two masses are in one cell")
	}
	canon, _, err := build.Canon(12)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, order string
		m           *model.Model
	}{
		{"Spot", "grid", filled(t, 100_000)},
		{"a coarse Spot", "given", filled(t, 4000)}, // rows of 6 masses
		{"a lattice", "given", canon},
		{"a network", "curve", nearNetwork(3000, 1)},
		{"two in a cell", "given", &twice},
	} {
		table, _, err := newTable(c.m, 1e-4, 2)
		if err != nil {
			t.Fatal(err)
		}
		if table.order.name != c.order || table.pattern.rows != (c.order == "grid") {
			t.Errorf("%s is in the order %s, pattern %+v, want order %s", c.name, table.order.name, table.pattern, c.order)
		}
	}
}

// Nearly all springs of a filled mesh are in pairs, each incidence once, and what a
// slice takes comes from slices before it that mean it.
func TestPairsOfRows(t *testing.T) {
	m := filled(t, 100_000)
	for _, threads := range []int{1, 3} {
		table, c, err := newTable(m, 1e-4, threads)
		if err != nil {
			t.Fatal(err)
		}
		const most = 0.01 // share of incidences in no pairs
		if left := 1 - float64(table.paired)/float64(table.regular+table.irregular); left > most {
			t.Errorf("%d threads: %.4f of the incidences are in no pairs, want %.4f at most", threads, left, most)
		}
		if want, got := wanted(m, 1e-4), held(table, c); !slices.Equal(want, got) {
			t.Errorf("%d threads: %s", threads, firstDifference(want, got))
		}
		runs, cut := len(table.pattern.runs), 0
		for at, to := range table.spans {
			run, slice := table.pattern.runs[at%runs], at/runs
			if to.carries != math.MaxUint16 {
				cut++
			}
			for lane := range width {
				if to.takes>>lane&1 == 0 || run.ringLanes() == 0 {
					continue
				}
				from := slice*width + lane - int(to.back)/4
				if giver := table.spans[from/width*runs+at%runs]; from >= slice*width || int(giver.ahead) != int(to.back)+4*(run.count-1) {
					t.Fatalf("slice %d takes %d lanes back of run %+v from one that means %d bytes ahead", slice, to.back/4, run, giver.ahead)
				}
			}
		}
		if cut == 0 {
			t.Error("the test is wrong: rows of all lengths, and none ends")
		}
	}
}
