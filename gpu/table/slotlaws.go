package table

import (
	"fmt"
	"math"
	"strings"

	"hooke/gpu/options"
	"hooke/model"
	"hooke/shaders"
)

// SlotLaws is where the laws of regular springs stand in the palette for the variant that
// reads them there: behind the classes, each in the place of its slot.
type SlotLaws struct {
	First   int  // the entry of slot 0
	vectors int  // of a law
	stride  int  // from one to the next
	Offsets bool // the last word of each is the offset to the neighbor: no such spring is actuated, or has flags
	Plain   bool // laws have no numbers but k and c

	// Constants has the offsets in the text of the program; the last word of each law is k L0 [N].
	Constants bool
}

// SlotLaws finds the place for these laws. The error wraps model.ErrRefused where the model
// has no regular springs, or where the palette has no room.
func (a *Arrangement) SlotLaws(precision options.Precision) (SlotLaws, error) {
	slots, most := 2*len(a.Pattern.Pairs), PaletteEntries(a.Model, precision)
	l := SlotLaws{First: len(a.Classes.example), vectors: LawRecords(a.Model) * vectorWords(precision), stride: most, Offsets: true, Plain: a.Classes.numbers <= perRecord}
	if slots == 0 {
		return l, fmt.Errorf("gpu: the variant laws is about regular springs, and this model has none in the pipeline fused: %w", model.ErrRefused)
	}
	if l.First+slots > most {
		return l, fmt.Errorf("gpu: the variant laws takes %d places in the palette, and the %d classes of springs leave %d: %w", slots, l.First, most-l.First, model.ErrRefused)
	}
	m := a.Model
	for _, pair := range a.Pattern.Pairs {
		s := a.Classes.example[pair.Class]
		if FlagsOf(&m.Materials[m.MaterialOf[s]]) != 0 || m.ActuatorOf != nil && m.ActuatorOf[s] != 0 {
			l.Offsets = false
		}
	}
	return l, nil
}

// Put copies the laws of the regular pairs of a palette to their slots.
func (l SlotLaws) Put(palette *shaders.Palette, p *Pattern) {
	for slot := range 2 * len(p.Pairs) {
		regular := palette.Kind[RegularPairs+slot]
		law := palette.Kind[regular[1]]
		switch {
		case l.Constants:
			law[3] = math.Float32bits(math.Float32frombits(law[0]) * math.Float32frombits(law[2]))
		case l.Offsets:
			law[3] = regular[0]
		}
		palette.Kind[l.First+slot] = law
		for v := 1; v < l.vectors; v++ {
			palette.Kind[v*l.stride+l.First+slot] = palette.Kind[v*l.stride+int(regular[1])]
		}
	}
}

// Defines are the constants that the passes of this variant are compiled with.
func (l SlotLaws) Defines(p *Pattern) []shaders.Define {
	out := []shaders.Define{{Name: "SLOT_LAWS", Value: fmt.Sprintf("%du", l.First)}}
	if l.Constants {
		return append(out, shaders.Define{Name: "REGULAR_VISITS", Value: visits(p)})
	}
	if l.Offsets {
		out = append(out, shaders.Define{Name: "SLOT_OFFSETS", Value: "1"})
	}
	return out
}

// visits is the text that visits all regular slots of a mass, with a new mask at each 32nd; see
// fused_springs.glsl.
func visits(p *Pattern) string {
	var text strings.Builder
	for slot := range 2 * len(p.Pairs) {
		if slot%32 == 0 {
			fmt.Fprintf(&text, "MASK(%du) ", slot/32)
		}
		offset := p.Pairs[slot/2].Offset
		if slot%2 == 1 {
			offset = -offset
		}
		fmt.Fprintf(&text, "VISIT(%du, %du, %du) ", slot, slot%32, offset)
	}
	return text.String()
}
