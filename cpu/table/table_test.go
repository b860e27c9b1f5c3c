package table_test

import (
	"reflect"
	"slices"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpu/table"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
)

// A table holds every incidence that acts, once, with its numbers; in all
// formats, orders and numbers of threads.
func TestTableHoldsEverySpring(t *testing.T) {
	structures := map[string]*model.Model{
		"many classes": cputest.ManyMaterials(15, 400),
		"many laws":    cputest.ManyMaterials(40, 400),
		"dense":        cputest.Network(60, 5, false),
	}
	for _, sc := range cputest.Cases(t) {
		structures[sc.Name] = sc.Model
	}
	formats := map[table.Format]bool{}
	for name, m := range structures {
		for _, threads := range []int{1, 3} {
			laid, c, err := table.New[float32](m, 1e-4, threads)
			must.Do(t, err)
			formats[laid.Format] = true
			want, got := cputest.WantedTies(m, 1e-4), cputest.HeldTies(laid, c)
			if !slices.Equal(want, got) {
				t.Errorf("%s, %d threads: the table holds %d incidences, want %d: %v", name, threads, len(got), len(want), cputest.FirstDifference(want, got))
			}
			if n := laid.Regular + laid.Irregular; n != int64(len(want)) {
				t.Errorf("%s: %d incidences counted, want %d", name, n, len(want))
			}
		}
	}
	must.Be(t, len(formats), 3, "only the formats %v were tried", formats)
}

// A lattice is regular in the order it comes in, and once more when it has been
// shuffled: its slots are then as many. A random network follows a curve.
func TestOrders(t *testing.T) {
	canon, _, err := build.Canon(12)
	must.Do(t, err)
	shuffled, _ := cputest.Shuffled(canon, 7)
	plain, _, _ := table.New[float32](canon, 1, 1)
	found, _, _ := table.New[float32](shuffled, 1, 1)
	if plain.Order.Name != "given" || found.Order.Name != "rows" {
		t.Errorf("orders are %q and %q, want given and rows", plain.Order.Name, found.Order.Name)
	}
	for name, laid := range map[string]*table.Table[float32]{"plain": plain, "shuffled": found} {
		if laid.Irregular != 0 {
			t.Errorf("%s lattice: %d of %d incidences are irregular", name, laid.Irregular, laid.Regular+laid.Irregular)
		}
	}
	if len(found.Slots) > len(plain.Slots)*11/10 {
		t.Errorf("the shuffled lattice has %d slots, the plain one %d", len(found.Slots), len(plain.Slots))
	}

	near, _, _ := table.New[float32](cputest.NearNetwork(3000, 1), 1, 1)
	must.Be(t, near.Order.Name, "curve", "a random network is in the order")
	// Sorted by degree, the lanes of a slice end nearly together.
	const padded = 1.1
	if entries := float64(len(near.Columns) / near.Words()); entries > padded*float64(near.Irregular) {
		t.Errorf("%.0f entries for %d incidences", entries, near.Irregular)
	}

	for _, o := range []table.LaneOrder{plain.Order, found.Order, near.Order} {
		seen := 0
		for lane, mass := range o.MassOf {
			if mass == table.NoMass {
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

// A hub's springs take their own columns and pad no others.
func TestHubsDoNotPad(t *testing.T) {
	const springs = 10_000
	laid, _, err := table.New[float32](cputest.Star(springs), 1, 1)
	must.Do(t, err)
	if len(laid.Hubs) != 1 {
		t.Fatalf("%d hubs, want 1", len(laid.Hubs))
	}
	if columns := len(laid.Columns) / table.Width / laid.Words(); columns > 2*springs/table.Width+2 {
		t.Errorf("%d columns of 16 for %d incidences", columns, 2*springs)
	}
}

// Tables are the same for any number of goroutines, also those of more springs
// than one of them counts at a time.
func TestThreadsChangeNoTable(t *testing.T) {
	canon, _, err := build.Canon(24)
	must.Do(t, err)
	shuffled, _ := cputest.Shuffled(canon, 5)
	for name, m := range map[string]*model.Model{
		"canon": canon, "shuffled": shuffled, "own springs": cputest.Network(26_000, 4, true),
		"many classes": cputest.ManyMaterials(15, 26_000), "many laws": cputest.ManyMaterials(40, 26_000), "actuated": cputest.Actuated(canon),
	} {
		if m.SpringCount() <= table.PartSprings {
			t.Fatalf("%s: %d springs are one part", name, m.SpringCount())
		}
		want, wantClasses, err := table.New[float32](m, 1e-4, 1)
		must.Do(t, err)
		for _, threads := range []int{2, 5} {
			got, gotClasses, err := table.New[float32](m, 1e-4, threads)
			must.Do(t, err)
			if !reflect.DeepEqual(want, got) || !reflect.DeepEqual(wantClasses, gotClasses) {
				t.Errorf("%s: %d goroutines make another table than one", name, threads)
			}
		}
	}
}
