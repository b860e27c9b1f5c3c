package cpu

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/physics"
)

// tie is one incidence with all that its force depends on.
type tie struct {
	mass, neighbor int32
	class
}

func compareTies(a, b tie) int {
	return cmp.Or(cmp.Compare(a.mass, b.mass), cmp.Compare(a.neighbor, b.neighbor), cmp.Compare(a.stiffness, b.stiffness),
		cmp.Compare(a.rest, b.rest), cmp.Compare(a.damping, b.damping))
}

// wanted are the ties that a table of the model must hold: both ends of every
// spring that acts, but none at masses pinned on all axes.
func wanted(m *model.Model, dt float64) []tie {
	var ties []tie
	r := physics.NewResolver(m, dt)
	for s, ends := range m.Ends {
		own := lawOfSpring(m, r, s)
		if !acts(m, s) || own.stiffness == 0 && own.damping == 0 {
			continue
		}
		for end, mass := range ends {
			if m.PinOf(int(mass)) != model.PinAll {
				ties = append(ties, tie{int32(mass), int32(ends[1-end]), class{own, float32(m.RestLength[s])}})
			}
		}
	}
	slices.SortFunc(ties, compareTies)
	return ties
}

// held are the ties that a table holds, read back from its slots and columns.
func held(t *table, c *classes) []tie {
	var ties []tie
	massOf := func(lane int) int32 { return int32(t.order.massOf[lane]) }
	add := func(slice, lane, neighbor int, what class) {
		at := slice*width + lane
		if at >= len(t.order.massOf) { // a hub's own
			at = t.hubs[slice-len(t.order.massOf)/width].lane
		}
		ties = append(ties, tie{massOf(at), massOf(neighbor), what})
	}
	for at, p := range t.pairs {
		s, place := at/t.pattern.members, at%t.pattern.members
		run := 0
		for place >= t.pattern.runs[run].count {
			place -= t.pattern.runs[run].count
			run++
		}
		offset := int(t.spans[s*len(t.pattern.runs)+run].ahead)/4 - place
		for lane := range width {
			if p.lanes>>lane&1 != 0 {
				add(s, lane, s*width+lane+offset, c.all[p.class/recordPlaces])
				add(s, lane+offset, s*width+lane, c.all[p.class/recordPlaces])
			}
		}
	}
	for s := range len(t.ends) - 1 {
		for _, slot := range t.slots[t.ends[s].slot:t.ends[s+1].slot] {
			for lane := range width {
				if slot.lanes>>lane&1 != 0 {
					add(s, lane, s*width+lane+int(slot.offset), c.all[slot.class/recordPlaces])
				}
			}
		}
		for k := t.ends[s].column; k < t.ends[s+1].column; k++ {
			words := t.format.words()
			column := t.columns[int(k)*width*words : int(k+1)*width*words]
			for lane := range width {
				offset := int(int32(column[lane]) >> 4)
				if offset == lane && column[lane]&15 == 0 {
					continue // padding: the mass itself
				}
				add(s, lane, s*width+offset, heldClass(t, c, column, lane))
			}
		}
	}
	slices.SortFunc(ties, compareTies)
	return ties
}

// heldClass is what an entry of a column says about its spring.
func heldClass(t *table, c *classes, column []uint32, lane int) class {
	kind := column[lane] & 15
	switch t.format {
	case byClass:
		return c.all[kind]
	case byLaw:
		return class{c.laws[kind], math.Float32frombits(column[width+lane])}
	}
	return class{law{math.Float32frombits(column[2*width+lane]), math.Float32frombits(column[3*width+lane]), c.kinds[kind].cable, c.kinds[kind].actuator},
		math.Float32frombits(column[width+lane])}
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
	formats := map[format]bool{}
	for name, m := range structures {
		for _, threads := range []int{1, 3} {
			table, c, err := newTable(m, 1e-4, threads)
			if err != nil {
				t.Fatal(err)
			}
			formats[table.format] = true
			want, got := wanted(m, 1e-4), held(table, c)
			if !slices.Equal(want, got) {
				t.Errorf("%s, %d threads: the table holds %d incidences, want %d: %v", name, threads, len(got), len(want), firstDifference(want, got))
			}
			if n := table.regular + table.irregular; n != int64(len(want)) {
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
	plain, _, _ := newTable(canon, 1, 1)
	found, _, _ := newTable(shuffled, 1, 1)
	if plain.order.name != "given" || found.order.name != "rows" {
		t.Errorf("orders are %q and %q, want given and rows", plain.order.name, found.order.name)
	}
	for name, table := range map[string]*table{"plain": plain, "shuffled": found} {
		if table.irregular != 0 {
			t.Errorf("%s lattice: %d of %d incidences are irregular", name, table.irregular, table.regular+table.irregular)
		}
	}
	if len(found.slots) > len(plain.slots)*11/10 {
		t.Errorf("the shuffled lattice has %d slots, the plain one %d", len(found.slots), len(plain.slots))
	}

	near, _, _ := newTable(nearNetwork(3000, 1), 1, 1)
	if near.order.name != "curve" {
		t.Errorf("a random network is in the order %q, want curve", near.order.name)
	}
	// Sorted by degree, the lanes of a slice end nearly together.
	const padded = 1.1
	if entries := float64(len(near.columns) / near.format.words()); entries > padded*float64(near.irregular) {
		t.Errorf("%.0f entries for %d incidences", entries, near.irregular)
	}

	for _, o := range []order{plain.order, found.order, near.order} {
		seen := 0
		for lane, mass := range o.massOf {
			if mass == nobody {
				continue
			}
			seen++
			if o.laneOf[mass] != uint32(lane) {
				t.Fatalf("order %s: mass %d is in lane %d, its lane is %d", o.name, mass, lane, o.laneOf[mass])
			}
		}
		if seen != len(o.laneOf) || len(o.massOf)%width != 0 {
			t.Errorf("order %s: %d masses in %d lanes, want %d in whole slices", o.name, seen, len(o.massOf), len(o.laneOf))
		}
	}
}

// A hub's springs take their own columns and pad nobody else's.
func TestHubsDoNotPad(t *testing.T) {
	const springs = 10_000
	table, _, err := newTable(star(springs), 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(table.hubs) != 1 {
		t.Fatalf("%d hubs, want 1", len(table.hubs))
	}
	if columns := len(table.columns) / width / table.format.words(); columns > 2*springs/width+2 {
		t.Errorf("%d columns of 16 for %d incidences", columns, 2*springs)
	}
}

// The radix sort is stable and sorts by all 32 bits.
func TestSorted(t *testing.T) {
	keys := []uint32{5, 1 << 31, 5, 0, 1<<31 + 1, 1 << 12, 5, 1 << 22}
	if got, want := sorted(keys), []uint32{3, 0, 2, 6, 5, 7, 1, 4}; !slices.Equal(got, want) {
		t.Errorf("sorted %v, want %v", got, want)
	}
}
