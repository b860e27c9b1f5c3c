package ranges_test

import (
	"testing"

	"hooke/gpu/limits"
	"hooke/gpu/options"
	"hooke/gpu/ranges"
	"hooke/model"
	"hooke/must"
)

// Where a word of an item lies is said in three ways, which agree: by its record, by
// the block it is transferred in, and by the window of its range. All words together
// fill the array once.
func TestWordsOfItemsHaveOnePlace(t *testing.T) {
	for _, r := range []ranges.Ranges{{All: 300}, {All: 300, Each: 64}, {All: 256, Each: 64}, {All: 65, Each: 64}, {All: 5, Each: 64}, {All: 1, Each: 64}} {
		for words := int64(1); words <= 2; words++ {
			for _, most := range []int64{7, 64, 1000} {
				taken := make([]int, r.All*words)
				next := int64(0)
				windows := r.Windows(1, words)
				r.Blocks(words, most, func(first, count, at, second int64) {
					if first != next {
						t.Fatalf("%+v: a block begins at %d, want %d", r, first, next)
					}
					next += count
					for k := range count {
						one, two := r.Record(first+k, words)
						if one != at+k || words == 2 && two != at+second+k {
							t.Fatalf("%+v: words of item %d at %d and %d, in its block at %d and %d", r, first+k, one, two, at+k, at+second+k)
						}
						w := windows[r.Of(first+k)]
						for _, at := range []int64{one, two}[:words] {
							taken[at]++
							if at < w.Offset || at >= w.Offset+w.Bytes {
								t.Fatalf("%+v: a word of item %d at %d is not in the window %+v", r, first+k, at, w)
							}
						}
					}
				})
				for at, n := range taken {
					if n != 1 {
						t.Fatalf("%+v: place %d is taken %d times", r, at, n)
					}
				}
			}
		}
	}
}

// Every array exists when a pass needs it, as often as it has buffers, and as long as the table says, by hand.
func TestArraysByHand(t *testing.T) {
	n := ranges.Counts{Masses: 100, Springs: 1000, Materials: 3, Precision: options.Double, PerSpring: 1000, Loaded: 100, Registers: 200, Kept: 100, Noted: 100, Lasting: 400, Watched: true,
		Sweeping: true, Impulses: true, Pressed: 50, Taking: 60, Bodies: 2, FrictionMasses: 100, Spans: 10, Corners: 20, Contacts: 4, OwnStiffness: 1, FrictionSpans: 10}
	want := map[string]int64{
		"Position": 2 * 1600, "Velocity": 2 * 1600, "Ends": 8000, "Spring": 8000, "Material": 12 * 2003, "Force": 0, "External": 2 * 1200, "Incidence": 0, "Status": 44, "Strain": 4000,
		"Stage": 2 * 3200, "Kept": 2 * 1600, "Before": 2 * 1600,
		"SweepEnds": 8000, "SweepSpring": 8000, "SweepMaterial": 12 * 2003, "SpringNumber": 4000, "Impulse": 4000, "Pressed": 50 * 16, "Converged": 8, "Started": 2 * 1600,
		"Mark": 6400, "Ball": 60 * 40, "Built": 60 * 16, "Cell": 60 * 16, "Touches": 60 * 4, "PairVelocity": 3200, "Back": 6400, "SpanPush": 480, "SpanFriction": 480, "SpanAt": 4 * 121,
	}
	seen := map[string]int{}
	for _, s := range ranges.Sizes(n) {
		seen[s.Name]++
		if bytes, known := want[s.Name]; known && s.Bytes != bytes {
			t.Errorf("%s takes %d bytes, want %d", s.Name, s.Bytes, bytes)
		}
	}
	for name := range want {
		if times := seen[name]; times != 1 && (name != "Kept" || times != 2) {
			t.Errorf("%d buffers %s", times, name)
		}
	}
	for _, s := range ranges.Sizes(ranges.Counts{Masses: 100, Springs: 1000, Table: 7}) {
		switch s.Name {
		case "Force", "Incidence", "Impulse", "Ball", "Span", "Mark", "Before":
			t.Errorf("the pipeline fused of a plain run has %s", s.Name)
		}
	}
}

// Each mass lists its springs in ascending order, each with the end that it is.
func TestIncidencesListSpringsInOrder(t *testing.T) {
	m := &model.Model{
		RestPosition: make([]model.Vec3, 4),
		Ends:         []model.Ends{{0, 1}, {2, 1}, {1, 0}},
	}
	var list []uint32
	for _, e := range ranges.Incidences(m, ranges.Ranges{All: 4}, ranges.SpringDegrees(m)).Entries {
		list = append(list, e.Entry)
	}
	starts, list := list[:5], list[5:]
	// Mass 0: A of 0, B of 2. Mass 1: B of 0, B of 1, A of 2. Mass 2: A of 1. Mass 3: none.
	must.BeAll(t, starts, []uint32{5, 7, 10, 11, 11}, "first")
	must.BeAll(t, list, []uint32{0, 5, 1, 3, 4, 2}, "entries")
}

// The numbers that the documentation and "hooke info" quote.
func TestMemoryPerMassAndSpring(t *testing.T) {
	const base = 4 + 44 + 128 // the end of the incidences, status, params
	must.Be(t, ranges.Memory(ranges.Counts{Masses: 1000})-base, 36_000, "bytes of 1,000 masses")
	must.Be(t, ranges.Memory(ranges.Counts{Springs: 1000})-base, 40_000, "1,000 springs take bytes")
	if got := ranges.Memory(ranges.Counts{PerSpring: 1000}); got != base+12_000 {
		t.Errorf("k and c of 1,000 springs take %d bytes, want 12,000", got-base)
	}
	if got := ranges.Memory(ranges.Counts{Registers: 1000}); got != base+16_000 {
		t.Errorf("1,000 registers take %d bytes, want 16,000", got-base)
	}
	if got := ranges.Memory(ranges.Counts{Kept: 1000}); got != base+64_000 {
		t.Errorf("the last good states of 1,000 masses take %d bytes, want 64,000", got-base)
	}
	if got := ranges.Memory(ranges.Counts{Loaded: 1000}); got != base+12_000 {
		t.Errorf("room for the external forces on 1,000 masses takes %d bytes, want 12,000", got-base)
	}
	// Sizes are 64 bits: a billion springs need 40 GB, not its remainder.
	if got := ranges.Memory(ranges.Counts{Springs: 1_000_000_000}) - base; got != 40_000_000_000 {
		t.Errorf("1 G springs take %d bytes, want 40 G", got)
	}
	if err := ranges.Fits(limits.Limits{StorageBlockBytes: 1 << 40, Elements: 10}, ranges.Counts{Masses: 11}); err == nil {
		t.Error("more vertices than can be drawn were accepted")
	}
}

// A billion springs, a lattice of 425³ masses with 13 springs at each, fit a card of 24 GB in the pipeline
// fused, with NVIDIA's limits: each storage block, each buffer of texels, and all of it.
func TestABillionSpringsFitACard(t *testing.T) {
	const side = 425
	masses := int64(side * side * side)
	n := ranges.Counts{Masses: masses, Table: masses} // a word of masks: 13 pairs of offset and class
	if springs := 13 * masses; springs < 990_000_000 {
		t.Fatalf("%d springs", springs)
	}
	limits := limits.Limits{StorageBlockBytes: 1<<31 - 1, Texels: 1 << 27, Elements: 1<<32 - 1, OffsetAlignment: 32, TexelAlignment: 16, WorkGroups: [3]int32{1<<31 - 1, 65535, 65535}}
	for _, s := range ranges.Sizes(n) {
		must.Hold(t, s.Bytes <= limits.StorageBlockBytes, "%s takes %d bytes, a block holds %d", s.Name, s.Bytes, limits.StorageBlockBytes)
	}
	must.Hold(t, masses <= limits.Texels, "%d masses, %d texels", masses, limits.Texels)
	if err := ranges.Fits(limits, n); err != nil {
		t.Error(err)
	}
	if total := ranges.Memory(n); total > 6_000_000_000 {
		t.Errorf("%d bytes in all, want a quarter of 24 GB at most", total)
	}
	// 65,535 groups along each of two axes cover it where a device allows no more.
	limits.WorkGroups[0] = 65_535
	if _, _, err := limits.Groups(masses+1, 256); err != nil {
		t.Error(err)
	}
	// In two-pass they need ranges; forces alone take 12 GB, and are gathered from
	// windows.
	if two := (ranges.Counts{Masses: masses, Springs: 13 * masses, Materials: 2}); ranges.Undivided(limits, two) || ranges.Fits(limits, two) != nil {
		t.Error("1 G springs in two-pass are not divided, or refused")
	}
}
