package table

import (
	"fmt"

	"hooke/gpu/options"
	"hooke/shaders"
)

// HeldLaws describes how the pipeline resident holds the table and the laws of springs in shared memory: the palette without
// the entries that no class and no slot has.
type HeldLaws struct {
	table   int64 // words of the table
	room    int64 // laws, those in slots among them
	records int64 // vectors of each
	stride  int64 // from one vector of a law to the next in the palette
	regular int64 // slots of regular pairs
}

// HeldLaws returns the held laws of a precision. laws holds the laws in slots; nil means no slots.
func (a *Arrangement) HeldLaws(precision options.Precision, laws *SlotLaws) HeldLaws {
	h := HeldLaws{table: a.Table.Length(), room: int64(len(a.Classes.example)), records: int64(LawRecords(a.Model) * vectorWords(precision)),
		stride: int64(PaletteEntries(a.Model, precision)), regular: int64(2 * len(a.Pattern.Pairs))}
	if laws != nil {
		h.room = int64(laws.First) + h.regular
	}
	return h
}

// Vectors is their number in shared memory.
func (h HeldLaws) Vectors() int64 { return h.records*h.room + h.regular }

// Defines are the constants that the pass is compiled with: where things are in shared memory, and
// where they come from.
func (h HeldLaws) Defines() (out []shaders.Define) {
	for _, c := range []struct {
		name  string
		value int64
	}{{"HELD_TABLE", h.table}, {"HELD_LAWS", h.records * h.room}, {"HELD_REGULAR", h.regular}, {"SECOND_WORDS", h.room}, {"REGULAR_PAIRS", h.records * h.room},
		{"PALETTE_STRIDE", h.stride}, {"PALETTE_REGULAR", RegularPairs}} {
		out = append(out, shaders.Define{Name: c.name, Value: fmt.Sprintf("%du", c.value)})
	}
	return out
}
