package table_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpu/table"
	"hooke/mesh/build"
	"hooke/mesh/materials"
	"hooke/model"
	"hooke/must"
)

// Offsets side by side make a run; those that are too near the slice at work,
// and not the next mass, are in none.
func TestNewPattern(t *testing.T) {
	for _, c := range []struct {
		offsets []int
		runs    []table.Run
		members int
		history int
	}{
		{nil, nil, 0, 0},
		{[]int{1}, runsOf(1, 1), 1, 1},
		{[]int{44, 1, 42, 43}, runsOf(1, 1, 42, 3), 4, 3},
		{[]int{1, 2, 16, 17, 33}, runsOf(1, 2, 16, 2, 33, 1), 5, 3},
		{[]int{2, 5, 15, 16, 17}, runsOf(16, 2), 2, 2},
		{[]int{1, 6, 7, 8, 49}, runsOf(1, 1, 49, 1), 2, 4},
	} {
		p := table.NewPattern(c.offsets)
		if !slices.Equal(p.Runs, c.runs) || p.Members != c.members || p.History != c.history {
			t.Errorf("%v make %+v, want runs %v, %d members and a history of %d", c.offsets, p, c.runs, c.members, c.history)
		}
	}
}

// runsOf are runs of those bases and counts.
func runsOf(numbers ...int) (runs []table.Run) {
	for i := 0; i < len(numbers); i += 2 {
		runs = append(runs, table.Run{Base: numbers[i], Count: numbers[i+1]})
	}
	return runs
}

// Lattices and cloths have a pattern in which nearly all of their springs are. Ropes, whose chains have code
// of their own, and irregular models lack a pattern.
func TestFindPattern(t *testing.T) {
	canon, _, err := build.Canon(20)
	must.Do(t, err)
	shuffled, _ := cputest.Shuffled(canon, 3)
	for _, c := range []struct {
		name string
		m    *model.Model
		runs []table.Run
		most float64 // share of incidences that are not in pairs
	}{
		{"canon", canon, runsOf(1, 1, 19, 3, 379, 3, 399, 3, 419, 3), 0.03}, // those above pinned masses
		{"shuffled canon", shuffled, runsOf(1, 1, 19, 3, 379, 3, 399, 3, 419, 3), 0.03},
		{"rope", cputest.Preset(t, "rope", 3000).Model, nil, 1},
		{"network", cputest.NearNetwork(3000, 1), nil, 1},
		{"hub", cputest.Star(2000), nil, 1},
	} {
		laid, _, err := table.New[float32](c.m, 1e-4, 2)
		must.Do(t, err)
		must.BeAll(t, laid.Pattern.Runs, c.runs, "%s has runs", c.name)
		if left := 1 - float64(laid.Paired)/float64(laid.Regular+laid.Irregular); left > c.most {
			t.Errorf("%s: %.3f of its incidences are in no pairs, want %.3f at most", c.name, left, c.most)
		}
	}
}

// Springs that do not fit the pairs of their slice are in slots, each incidence
// once.
func TestPairsOfManyClasses(t *testing.T) {
	m := cputest.Layered(t)
	for _, threads := range []int{1, 3} {
		laid, c, err := table.New[float32](m, 1e-4, threads)
		must.Do(t, err)
		if laid.Paired == 0 || laid.Paired > (laid.Regular+laid.Irregular)*9/10 {
			t.Fatalf("the test is wrong: %d of %d incidences are in pairs", laid.Paired, laid.Regular+laid.Irregular)
		}
		if want, got := cputest.WantedTies(m, 1e-4), cputest.HeldTies(laid, c); !slices.Equal(want, got) {
			t.Errorf("%d threads: %s", threads, cputest.FirstDifference(want, got))
		}
	}
}

// patterns are models by a pattern of all kinds: with a table by formula, and without.
func patterns(t *testing.T) map[string]*model.Model {
	out := map[string]*model.Model{}
	for _, c := range []struct{ nx, ny, nz, per int }{{43, 40, 9, 13}, {17, 16, 15, 13}, {23, 24, 25, 9}, {40, 40, 40, 3}, {2, 90, 3, 13}, {3, 3, 3, 13}, {1, 60, 70, 13}} {
		m := must.Get(build.Lattice(build.LatticeSpec{Nx: c.nx, Ny: c.ny, Nz: c.nz, PerMass: c.per, Spacing: 0.01, Mass: 0.001, Stiffness: 100, Damping: 0.1, ByPattern: true}))(t)
		out[fmt.Sprintf("lattice %v", c)] = m
	}
	for _, shear := range []float64{0, 30} {
		m := must.Get(build.Cloth(build.ClothSpec{Nx: 130, Ny: 125, Spacing: 0.01, Mass: 0.001, Stiffness: build.ClothStiffness{Structural: 100, Shear: shear, Bend: 5}, ByPattern: true}))(t)
		out[fmt.Sprintf("cloth with shear %g", shear)] = m
	}
	pinned := must.Get(build.Lattice(build.LatticeSpec{Nx: 25, Ny: 24, Nz: 23, Spacing: 0.01, Mass: 0.001, Stiffness: 100, ByPattern: true}))(t)
	pinned.Pin = make([]model.Pin, pinned.MassCount())
	for i := range 25 * 24 {
		pinned.Pin[i] = model.PinAll
	}
	pinned.Pin[9000], pinned.Pin[9001] = model.PinAll, model.PinX
	pinned.Materials = materials.Palette(model.Material{Name: "cables", Stiffness: 100, TensionOnly: true})
	out["pinned cables"] = pinned
	return out
}

// A table by formula is the one that arrays make, to the last bit.
func TestTablesByFormula(t *testing.T) {
	formulas := 0
	for name, m := range patterns(t) {
		written := *m
		written.InArrays()
		again(t, name, m, &written)
		want, classes, err := table.New[float32](&written, 1e-4, 2)
		must.Do(t, err)
		got, own, err := table.New[float32](m, 1e-4, 2)
		must.Do(t, err)
		if m.Pattern == nil || m.Ends != nil {
			t.Fatalf("%s: the model has arrays now", name)
		}
		if own.Of == nil {
			formulas++
		}
		classes.Of, own.Of = nil, nil
		must.Hold(t, reflect.DeepEqual(own, classes), "%s: classes %+v, want %+v", name, own, classes)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: another table: %d slots, %d columns, %d paired, want %d, %d and %d", name, len(got.Slots), len(got.Columns), got.Paired, len(want.Slots), len(want.Columns), want.Paired)
		}
	}
	t.Logf("%d by formula", formulas)
	must.Hold(t, formulas >= 7, "%d tables were made by formula; the others prove nothing", formulas)
}

// again compares the tables in double precision.
func again(t *testing.T, name string, m, written *model.Model) {
	want, _, err := table.New[float64](written, 1e-4, 2)
	must.Do(t, err)
	if got, _, err := table.New[float64](m, 1e-4, 2); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s: another table in double precision (%v)", name, err)
	}
}
