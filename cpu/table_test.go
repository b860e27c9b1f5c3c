package cpu

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"hooke/cpu/table"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/physics"
)

// tie is one incidence with all that its force depends on.
type tie struct {
	mass, neighbor int32
	table.Class
}

func compareTies(a, b tie) int {
	return cmp.Or(cmp.Compare(a.mass, b.mass), cmp.Compare(a.neighbor, b.neighbor), cmp.Compare(a.Stiffness, b.Stiffness),
		cmp.Compare(a.Rest, b.Rest), cmp.Compare(a.Damping, b.Damping))
}

// wanted are the ties that a table of the model must hold: both ends of every
// spring that acts, but none at masses pinned on all axes.
func wanted(m *model.Model, dt float64) []tie {
	var ties []tie
	r := physics.NewResolver(m, dt)
	for s, ends := range m.Ends {
		own := table.LawOfSpring(m, r, s)
		if !table.Acts(m, s) || own.Stiffness == 0 && own.Damping == 0 {
			continue
		}
		for end, mass := range ends {
			if m.PinOf(int(mass)) != model.PinAll {
				ties = append(ties, tie{int32(mass), int32(ends[1-end]), table.Class{Law: own, Rest: float32(m.RestLength[s])}})
			}
		}
	}
	slices.SortFunc(ties, compareTies)
	return ties
}

// held are the ties that a table holds, read back from its slots and columns.
func held(t *table.Table, c *table.Classes) []tie {
	var ties []tie
	massOf := func(lane int) int32 { return int32(t.Order.MassOf[lane]) }
	add := func(slice, lane, neighbor int, what table.Class) {
		at := slice*table.Width + lane
		if at >= len(t.Order.MassOf) { // a hub's own
			at = t.Hubs[slice-len(t.Order.MassOf)/table.Width].Lane
		}
		ties = append(ties, tie{massOf(at), massOf(neighbor), what})
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
			words := t.Format.Words()
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

// heldClass is what an entry of a column says about its spring.
func heldClass(t *table.Table, c *table.Classes, column []uint32, lane int) table.Class {
	kind := column[lane] & 15
	switch t.Format {
	case table.ByClass:
		return c.All[kind]
	case table.ByLaw:
		return table.Class{Law: c.Laws[kind], Rest: math.Float32frombits(column[table.Width+lane])}
	}
	return table.Class{Law: table.Law{Stiffness: math.Float32frombits(column[2*table.Width+lane]), Damping: math.Float32frombits(column[3*table.Width+lane]), Cable: c.Kinds[kind].Cable, Actuator: c.Kinds[kind].Actuator},
		Rest: math.Float32frombits(column[table.Width+lane])}
}

// manyMaterials has more classes than an entry's four bits can name and, with
// more than 16 materials, more laws.
func manyMaterials(materials, masses int) *model.Model {
	m := network(masses, 9, false)
	m.Materials = m.Materials[:1]
	for i := range materials {
		m.Materials = append(m.Materials, model.Material{Stiffness: 10 + float64(i), Damping: 0.01, TensionOnly: i%5 == 0})
	}
	for s := range m.MaterialOf {
		m.MaterialOf[s] = uint16(1 + s%materials)
	}
	return m
}

// A table holds every incidence that acts, once, with its numbers; in all
// formats, orders and numbers of threads.
func TestTableHoldsEverySpring(t *testing.T) {
	structures := map[string]*model.Model{
		"many classes": manyMaterials(15, 400),
		"many laws":    manyMaterials(40, 400),
		"dense":        network(60, 5, false),
	}
	for _, sc := range checkCases(t) {
		structures[sc.Name] = sc.Model
	}
	formats := map[table.Format]bool{}
	for name, m := range structures {
		for _, threads := range []int{1, 3} {
			laid, c, err := table.New(m, 1e-4, threads)
			if err != nil {
				t.Fatal(err)
			}
			formats[laid.Format] = true
			want, got := wanted(m, 1e-4), held(laid, c)
			if !slices.Equal(want, got) {
				t.Errorf("%s, %d threads: the table holds %d incidences, want %d: %v", name, threads, len(got), len(want), firstDifference(want, got))
			}
			if n := laid.Regular + laid.Irregular; n != int64(len(want)) {
				t.Errorf("%s: %d incidences counted, want %d", name, n, len(want))
			}
		}
	}
	if len(formats) != 3 {
		t.Errorf("only the formats %v were tried", formats)
	}
}

func firstDifference(want, got []tie) string {
	for i := range min(len(want), len(got)) {
		if want[i] != got[i] {
			return fmt.Sprintf("at %d want %v, got %v", i, want[i], got[i])
		}
	}
	return "one is a part of the other"
}

// A lattice is regular in the order it comes in, and once more when it has been
// shuffled: its slots are then as many. A random network follows a curve.
func TestOrders(t *testing.T) {
	canon, _, err := build.Canon(12)
	if err != nil {
		t.Fatal(err)
	}
	shuffled, _ := shuffle(canon, 7)
	plain, _, _ := table.New(canon, 1, 1)
	found, _, _ := table.New(shuffled, 1, 1)
	if plain.Order.Name != "given" || found.Order.Name != "rows" {
		t.Errorf("orders are %q and %q, want given and rows", plain.Order.Name, found.Order.Name)
	}
	for name, laid := range map[string]*table.Table{"plain": plain, "shuffled": found} {
		if laid.Irregular != 0 {
			t.Errorf("%s lattice: %d of %d incidences are irregular", name, laid.Irregular, laid.Regular+laid.Irregular)
		}
	}
	if len(found.Slots) > len(plain.Slots)*11/10 {
		t.Errorf("the shuffled lattice has %d slots, the plain one %d", len(found.Slots), len(plain.Slots))
	}

	near, _, _ := table.New(nearNetwork(3000, 1), 1, 1)
	if near.Order.Name != "curve" {
		t.Errorf("a random network is in the order %q, want curve", near.Order.Name)
	}
	// Sorted by degree, the lanes of a slice end nearly together.
	const padded = 1.1
	if entries := float64(len(near.Columns) / near.Format.Words()); entries > padded*float64(near.Irregular) {
		t.Errorf("%.0f entries for %d incidences", entries, near.Irregular)
	}

	for _, o := range []table.Order{plain.Order, found.Order, near.Order} {
		seen := 0
		for lane, mass := range o.MassOf {
			if mass == table.Nobody {
				continue
			}
			seen++
			if o.LaneOf[mass] != uint32(lane) {
				t.Fatalf("order %s: mass %d is in lane %d, its lane is %d", o.Name, mass, lane, o.LaneOf[mass])
			}
		}
		if seen != len(o.LaneOf) || len(o.MassOf)%table.Width != 0 {
			t.Errorf("order %s: %d masses in %d lanes, want %d in whole slices", o.Name, seen, len(o.MassOf), len(o.LaneOf))
		}
	}
}

// A hub's springs take their own columns and pad nobody else's.
func TestHubsDoNotPad(t *testing.T) {
	const springs = 10_000
	laid, _, err := table.New(star(springs), 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(laid.Hubs) != 1 {
		t.Fatalf("%d hubs, want 1", len(laid.Hubs))
	}
	if columns := len(laid.Columns) / table.Width / laid.Format.Words(); columns > 2*springs/table.Width+2 {
		t.Errorf("%d columns of 16 for %d incidences", columns, 2*springs)
	}
}
