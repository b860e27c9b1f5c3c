package cpu

import (
	"slices"
	"testing"

	"hooke/cpu/table"
	"hooke/mesh/build"
	"hooke/model"
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

// Lattices and cloths have a pattern in which nearly all of their springs are;
// ropes, whose chains have code of their own, and irregular models have none.
func TestFindPattern(t *testing.T) {
	canon, _, err := build.Canon(20)
	if err != nil {
		t.Fatal(err)
	}
	shuffled, _ := shuffle(canon, 3)
	for _, c := range []struct {
		name string
		m    *model.Model
		runs []table.Run
		most float64 // share of incidences that are not in pairs
	}{
		{"canon", canon, runsOf(1, 1, 19, 3, 379, 3, 399, 3, 419, 3), 0.03}, // those above pinned masses
		{"shuffled canon", shuffled, runsOf(1, 1, 19, 3, 379, 3, 399, 3, 419, 3), 0.03},
		{"rope", preset(t, "rope", 3000).Model, nil, 1},
		{"network", nearNetwork(3000, 1), nil, 1},
		{"hub", star(2000), nil, 1},
	} {
		table, _, err := table.New(c.m, 1e-4, 2)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(table.Pattern.Runs, c.runs) {
			t.Errorf("%s has runs %v, want %v", c.name, table.Pattern.Runs, c.runs)
		}
		if left := 1 - float64(table.Paired)/float64(table.Regular+table.Irregular); left > c.most {
			t.Errorf("%s: %.3f of its incidences are in no pairs, want %.3f at most", c.name, left, c.most)
		}
	}
}

// layered is a lattice whose springs are of one class in some slices, of two in
// others, twice between some masses, and some removed: what a slice's pairs cannot
// hold goes into slots.
func layered(t *testing.T) *model.Model {
	t.Helper()
	m, _, err := build.Canon(17)
	if err != nil {
		t.Fatal(err)
	}
	c := *m
	c.Materials = append(slices.Clone(m.Materials), m.Materials[len(m.Materials)-1])
	other := uint16(len(c.Materials) - 1)
	c.Materials[other].Stiffness *= 3
	c.MaterialOf = slices.Clone(m.MaterialOf)
	for s, ends := range c.Ends {
		switch {
		case ends[0]%40 < 5:
			c.MaterialOf[s] = other
		case s%501 == 0:
			c.MaterialOf[s] = model.Removed
		}
	}
	for s := 0; s < m.SpringCount(); s += 97 {
		c.Ends, c.RestLength, c.MaterialOf = append(c.Ends, c.Ends[s]), append(c.RestLength, c.RestLength[s]), append(c.MaterialOf, c.MaterialOf[s])
	}
	return &c
}

// Springs that do not fit the pairs of their slice are in slots, each incidence
// once.
func TestPairsOfManyClasses(t *testing.T) {
	m := layered(t)
	for _, threads := range []int{1, 3} {
		table, c, err := table.New(m, 1e-4, threads)
		if err != nil {
			t.Fatal(err)
		}
		if table.Paired == 0 || table.Paired > (table.Regular+table.Irregular)*9/10 {
			t.Fatalf("the test is wrong: %d of %d incidences are in pairs", table.Paired, table.Regular+table.Irregular)
		}
		if want, got := wanted(m, 1e-4), held(table, c); !slices.Equal(want, got) {
			t.Errorf("%d threads: %s", threads, firstDifference(want, got))
		}
	}
}
