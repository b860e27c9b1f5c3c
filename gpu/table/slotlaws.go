package table

import (
	"fmt"

	"hooke/gpu/options"
	"hooke/model"
	"hooke/shaders"
)

// SlotLaws is where the laws of regular springs stand in the palette for the variant that
// reads them there: behind the classes, each at the index of its slot.
type SlotLaws struct {
	First   int  // the entry of slot 0
	vectors int  // of a law
	stride  int  // from one to the next
	Offsets bool // the last word of each is the offset to the neighbor: no such spring is actuated, or has flags
}

// SlotLaws finds the place for these laws. The error wraps model.ErrUnsupported where the model
// has no regular springs, or where the palette has no room.
func (a *Arrangement) SlotLaws(precision options.Precision) (SlotLaws, error) {
	slots, most := 2*len(a.Pattern.Pairs), PaletteEntries(a.Model, precision)
	l := SlotLaws{First: len(a.Classes.example), vectors: LawRecords(a.Model) * vectorWords(precision), stride: most, Offsets: a.plain()}
	if slots == 0 {
		return l, fmt.Errorf("gpu: the variant laws is about regular springs, and this model has none in the pipeline fused: %w", model.ErrUnsupported)
	}
	if l.First+slots > most {
		return l, fmt.Errorf("gpu: the variant laws takes %d places in the palette, and the %d classes of springs leave %d: %w", slots, l.First, most-l.First, model.ErrUnsupported)
	}
	return l, nil
}

// Put copies the laws of the regular pairs of a palette to their slots.
func (l SlotLaws) Put(palette *shaders.Palette, p *Pattern) {
	for slot := range 2 * len(p.Pairs) {
		regular := palette.Kind[RegularPairs+slot]
		law := palette.Kind[regular[1]]
		if l.Offsets {
			law[3] = regular[0]
		}
		palette.Kind[l.First+slot] = law
		for v := 1; v < l.vectors; v++ {
			palette.Kind[v*l.stride+l.First+slot] = palette.Kind[v*l.stride+int(regular[1])]
		}
	}
}

// Defines are the constants that the passes of this variant are compiled with.
func (l SlotLaws) Defines() []shaders.Define {
	out := []shaders.Define{{Name: "SLOT_LAWS", Value: fmt.Sprintf("%du", l.First)}}
	if l.Offsets {
		out = append(out, shaders.Define{Name: "SLOT_OFFSETS", Value: "1"})
	}
	return out
}

// plain reports whether no regular spring is actuated or has flags.
func (a *Arrangement) plain() bool {
	m := a.Model
	for _, pair := range a.Pattern.Pairs {
		s := a.Classes.example[pair.Class]
		if FlagsOf(&m.Materials[m.MaterialOf[s]]) != 0 || m.ActuatorOf != nil && m.ActuatorOf[s] != 0 {
			return false
		}
	}
	return true
}
