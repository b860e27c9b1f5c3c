package table_test

import (
	"slices"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/must"
)

// Chains are found where all masses of a slice have springs of one class to the
// masses before and after, whether ends are pinned or not, and nowhere else.
func TestFindChains(t *testing.T) {
	wire := model.Material{Stiffness: 100, Damping: 0.01}
	changed := func(change func(m *model.Model)) *model.Model {
		m := cputest.Strands(1, 639, wire) // 40 slices
		change(m)
		return m
	}
	for _, c := range []struct {
		name string
		m    *model.Model
		want []table.Chain
	}{
		{"one rope", cputest.Strands(1, 639, wire), []table.Chain{{From: 1, To: 40}}}, // the first slice has no previous one
		{"strands", cputest.Strands(5, 100, wire), []table.Chain{{From: 1, To: 32}}},
		{"a loose end", changed(func(m *model.Model) { m.Pin = nil }), []table.Chain{{From: 2, To: 40}}}, // in slice 0 the next neighbor comes first
		{"too short", cputest.Strands(1, 100, wire), nil},
		{"another class", changed(func(m *model.Model) { m.MaterialOf[20*table.Width] = 2 }), []table.Chain{{From: 1, To: 20}, {From: 22, To: 40}}},
		{"two wires that meet between slices", changed(func(m *model.Model) {
			for i := 20 * table.Width; i < len(m.MaterialOf); i++ {
				m.MaterialOf[i] = 2
			}
			m.Pin[20*table.Width-1], m.Pin[20*table.Width] = model.PinAll, model.PinAll
		}), []table.Chain{{From: 1, To: 20}, {From: 21, To: 40}}},
		{"one more neighbor", changed(func(m *model.Model) {
			m.Ends = append(m.Ends, model.Ends{20 * table.Width, 20*table.Width + 2})
			m.RestLength, m.MaterialOf = append(m.RestLength, 0.2), append(m.MaterialOf, 1)
		}), []table.Chain{{From: 1, To: 20}, {From: 22, To: 40}}},
		{"removed", changed(func(m *model.Model) { m.MaterialOf[300] = model.Removed }), []table.Chain{{From: 1, To: 40}}},
		{"a hub", cputest.Star(700), nil},
		{"cloth", cputest.Preset(t, "cloth", 3000).Model, nil},
	} {
		laid, _, err := table.New[float32](c.m, 1e-4, 1)
		must.Do(t, err)
		must.BeAll(t, laid.Chains, c.want, "%s: chains", c.name)
	}
}

// The table of chains holds every spring, and those at pinned masses beside.
func TestChainsHoldEverySpring(t *testing.T) {
	m := cputest.Strands(5, 100, model.Material{Stiffness: 100})
	laid, c, err := table.New[float32](m, 1e-4, 1)
	must.Do(t, err)
	pinned := func(one cputest.Tie) bool { return m.PinOf(int(one.Mass)) == model.PinAll }
	got := cputest.HeldTies(laid, c)
	beside := 0
	for _, one := range got {
		if pinned(one) {
			beside++
			if d := one.Mass - one.Neighbor; d*d != 1 {
				t.Errorf("mass %d is joined to %d", one.Mass, one.Neighbor)
			}
		}
	}
	if got = slices.DeleteFunc(got, pinned); !slices.Equal(got, cputest.WantedTies(m, 1e-4)) {
		t.Errorf("the table holds %d incidences, want %d", len(got), len(cputest.WantedTies(m, 1e-4)))
	}
	must.Hold(t, beside != 0, "no pinned mass is in a chain: the test proves nothing")
}
