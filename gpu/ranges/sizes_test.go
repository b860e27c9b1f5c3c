package ranges_test

import (
	"testing"

	"hooke/gpu/limits"
	"hooke/gpu/options"
	"hooke/gpu/ranges"
)

// The numbers that the documentation and "hooke info" quote.
func TestMemoryPerMassAndSpring(t *testing.T) {
	const base = 4 + 44 + 128 // the end of the incidences, status, params
	if got := ranges.Memory(ranges.Counts{Masses: 1000}) - base; got != 36_000 {
		t.Errorf("1,000 masses take %d bytes, want 36,000", got)
	}
	if got := ranges.Memory(ranges.Counts{Springs: 1000}) - base; got != 40_000 {
		t.Errorf("1,000 springs take %d bytes, want 40,000", got)
	}
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

// A billion springs, a lattice of 425³ masses with 13 springs at each, fit a card of
// 24 GB in the pipeline fused, with what NVIDIA allows: each storage block, each buffer
// of texels, and all of it.
func TestABillionSpringsFitACard(t *testing.T) {
	const side = 425
	masses := int64(side * side * side)
	n := ranges.Counts{Masses: masses, Table: masses} // a word of masks: 13 pairs of offset and class
	if springs := 13 * masses; springs < 990_000_000 {
		t.Fatalf("%d springs", springs)
	}
	limits := limits.Limits{StorageBlockBytes: 1<<31 - 1, Texels: 1 << 27, Elements: 1<<32 - 1, OffsetAlignment: 32, TexelAlignment: 16, WorkGroups: [3]int32{1<<31 - 1, 65535, 65535}}
	for _, s := range ranges.Sizes(n) {
		if s.Bytes > limits.StorageBlockBytes {
			t.Errorf("%s takes %d bytes, a block holds %d", s.Name, s.Bytes, limits.StorageBlockBytes)
		}
	}
	if masses > limits.Texels {
		t.Errorf("%d masses, %d texels", masses, limits.Texels)
	}
	if err := ranges.Fits(limits, n); err != nil {
		t.Error(err)
	}
	if total := ranges.Memory(n); total > 6_000_000_000 {
		t.Errorf("%d bytes in all, want a quarter of 24 GB at most", total)
	}
	// 65,535 groups along each of two axes cover it where a device allows no more.
	limits.WorkGroups[0] = 65_535
	if _, _, err := limits.Groups(masses+1, options.DefaultWorkGroup); err != nil {
		t.Error(err)
	}
	// In two-pass they need ranges; forces alone take 12 GB, and are gathered from
	// windows.
	if two := (ranges.Counts{Masses: masses, Springs: 13 * masses, Materials: 2}); ranges.Undivided(limits, two) || ranges.Fits(limits, two) != nil {
		t.Error("1 G springs in two-pass are not divided, or refused")
	}
}
