package gpu

import (
	"io/fs"
	"slices"
	"strconv"
	"testing"

	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/gpu/ranges"
	"hooke/model"
)

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
	if want := []uint32{5, 7, 10, 11, 11}; !slices.Equal(starts, want) {
		t.Errorf("first = %v, want %v", starts, want)
	}
	if want := []uint32{0, 5, 1, 3, 4, 2}; !slices.Equal(list, want) {
		t.Errorf("entries = %v, want %v", list, want)
	}
}

// The numbers that the documentation and "hooke info" quote.
func TestMemoryPerMassAndSpring(t *testing.T) {
	const base = 4 + 44 + 144 // the end of the incidences, status, params
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

func itoa(n int) string { return strconv.Itoa(n) }

func readShader(t *testing.T, files fs.FS, name string) string {
	t.Helper()
	text, err := fs.ReadFile(files, name)
	must(t, err)
	return string(text)
}

func readStrain(e *Engine, dst []float32) {
	e.ctx.Barrier(glx.ByTransfer)
	glx.Download(e.buffers.Strain, 0, dst)
}
