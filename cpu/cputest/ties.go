package cputest

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"hooke/cpu/table"
	"hooke/model"
	"hooke/physics"
)

// Tie is one incidence with all that its force depends on.
type Tie struct {
	Mass, Neighbor int32
	table.Class[float32]
}

func compareTies(a, b Tie) int {
	return cmp.Or(cmp.Compare(a.Mass, b.Mass), cmp.Compare(a.Neighbor, b.Neighbor), cmp.Compare(a.Stiffness, b.Stiffness),
		cmp.Compare(a.Rest, b.Rest), cmp.Compare(a.Damping, b.Damping))
}

// WantedTies returns the ties that a table of the model must hold: both ends of every
// spring that acts, but none at masses pinned on all axes.
func WantedTies(m *model.Model, dt float64) []Tie {
	var ties []Tie
	r := physics.NewResolver(m, dt)
	for s, ends := range m.Ends {
		own := table.LawOfSpring[float32](m, r, s)
		if !table.Acts(m, m.Ends[s], m.MaterialOf[s]) || own.Silent() {
			continue
		}
		for end, mass := range ends {
			if m.PinOf(int(mass)) != model.PinAll {
				ties = append(ties, Tie{int32(mass), int32(ends[1-end]), table.Class[float32]{Law: own, Rest: float32(m.RestLength[s])}})
			}
		}
	}
	slices.SortFunc(ties, compareTies)
	return ties
}

// HeldTies returns the ties that a table holds, read back from its slots and columns.
func HeldTies(t *table.Table[float32], c *table.Classes[float32]) []Tie {
	var ties []Tie
	massOf := func(lane int) int32 { return int32(t.Order.MassOf[lane]) }
	add := func(slice, lane, neighbor int, what table.Class[float32]) {
		at := slice*table.Width + lane
		if at >= len(t.Order.MassOf) { // a hub's own
			at = t.Hubs[slice-len(t.Order.MassOf)/table.Width].Lane
		}
		ties = append(ties, Tie{massOf(at), massOf(neighbor), what})
	}
	for at, p := range t.Pairs {
		s, place := at/t.Pattern.Members, at%t.Pattern.Members
		run := 0
		for place >= t.Pattern.Runs[run].Count {
			place -= t.Pattern.Runs[run].Count
			run++
		}
		offset := int(t.Spans[s*len(t.Pattern.Runs)+run].Ahead)/4 - place
		for lane := range table.Width {
			if p.Lanes>>lane&1 != 0 {
				add(s, lane, s*table.Width+lane+offset, c.All[p.Class/table.RecordPlaces])
				add(s, lane+offset, s*table.Width+lane, c.All[p.Class/table.RecordPlaces])
			}
		}
	}
	for s := range len(t.Ends) - 1 {
		for _, slot := range t.Slots[t.Ends[s].Slot:t.Ends[s+1].Slot] {
			for lane := range table.Width {
				if slot.Lanes>>lane&1 != 0 {
					add(s, lane, s*table.Width+lane+int(slot.Offset), c.All[slot.Class/table.RecordPlaces])
				}
			}
		}
		for k := t.Ends[s].Column; k < t.Ends[s+1].Column; k++ {
			words := t.Words()
			column := t.Columns[int(k)*table.Width*words : int(k+1)*table.Width*words]
			for lane := range table.Width {
				offset := int(int32(column[lane]) >> 4)
				if offset == lane && column[lane]&15 == 0 {
					continue // padding: the mass itself
				}
				add(s, lane, s*table.Width+offset, heldClass(t, c, column, lane))
			}
		}
	}
	slices.SortFunc(ties, compareTies)
	return ties
}

// heldClass returns the class of the spring in an entry of a column.
func heldClass(t *table.Table[float32], c *table.Classes[float32], column []uint32, lane int) table.Class[float32] {
	kind := column[lane] & 15
	switch t.Format {
	case table.ByClass:
		return c.All[kind]
	case table.ByLaw:
		return table.Class[float32]{Law: c.Laws[kind], Rest: math.Float32frombits(column[table.Width+lane])}
	}
	return table.Class[float32]{Law: table.Law[float32]{Stiffness: math.Float32frombits(column[2*table.Width+lane]), Damping: math.Float32frombits(column[3*table.Width+lane]), Cable: c.Kinds[kind].Cable, Actuator: c.Kinds[kind].Actuator},
		Rest: math.Float32frombits(column[table.Width+lane])}
}

// FirstDifference describes where two sorted lists of ties differ first.
func FirstDifference(want, got []Tie) string {
	for i := range min(len(want), len(got)) {
		if want[i] != got[i] {
			return fmt.Sprintf("at %d want %v, got %v", i, want[i], got[i])
		}
	}
	return "one is a part of the other"
}
