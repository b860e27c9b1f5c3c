package table

import (
	"fmt"
	"math"

	"hooke/gpu/options"
	"hooke/model"
	"hooke/order"
	"hooke/shaders"
)

// Arrangement is how the pipeline fused holds a model: the order of the masses, the
// classes of springs, the regular pairs, and the table of all other springs.
type Arrangement struct {
	Order   *order.Order // nil: the masses keep the model's order
	Model   *model.Model // the model in that order; it shares the arrays that do not change
	Classes *Classes
	Pattern *Pattern
	Table   *Table
	Box     *Box  // the structure as a box of a lattice; nil: it is none
	regular int64 // number of regular springs
	live    int64 // number of springs that are not removed
}

// Options choose how a model is arranged.
type Options struct {
	Precision options.Precision
	Groups    bool // whether groups are looked for
}

// Arrange decides how the pipeline fused steps a model, whose table Build makes. An error says why
// the pipeline cannot step the model.
func Arrange(r *Response, o Options) (*Arrangement, error) {
	m, precision := r.Model, o.Precision
	c, ok := Classify(r, precision)
	if !ok {
		return nil, fmt.Errorf("gpu: pipeline %s: springs of more kinds (actuators, and tension-only or not) than the %d bits above the number "+
			"of a mass distinguish; use pipeline %s", options.Fused, 32-MassBits(m.MassCount()), options.TwoPass)
	}
	best := chooseOrder(m, c)
	a := &Arrangement{Order: best.order, Model: best.order.Model(m), Classes: c, Pattern: best.pattern, live: c.live}
	if o.Groups {
		a.Table = a.group(m, best, precision)
	}
	if a.Table == nil {
		a.Table = measureTable(a.Model, c, a.Pattern, nil, precision)
	}
	a.regular = a.live - a.Table.Entries/2
	if a.Whole() && len(a.Pattern.Pairs) > 0 {
		a.Box = findBox(a.Pattern, a.Table.masks, m.MassCount())
	}
	return a, nil
}

// Whole reports whether all springs are regular.
func (a *Arrangement) Whole() bool { return a.Table.Entries == 0 && a.Table.Grouped == nil }

// group looks for groups where most masses do not share their offsets. It returns the
// arrangement with groups if that takes fewer words, and nil otherwise.
func (a *Arrangement) group(m *model.Model, best candidate, precision options.Precision) *Table {
	if a.Classes.Rests || a.live == 0 || float64(best.regular) >= groupsBelow*float64(a.live) {
		return nil
	}
	in := m
	if best.rows != nil {
		in = best.rows.Model(m)
	}
	t := measureTable(in, a.Classes, &Pattern{}, GroupSprings(in, a.Classes), precision)
	if float64(a.live-t.Entries/2) < regularEnough*float64(a.live) {
		return nil
	}
	if best.regular > 0 && t.Length() > measureTable(a.Model, a.Classes, a.Pattern, nil, precision).Length() {
		return nil
	}
	a.Order, a.Pattern, a.Model = best.rows, &Pattern{}, in
	return t
}

// groupsBelow is the share of regular springs below which groups are looked for.
const groupsBelow = 0.9

// Build makes the table, as it is divided, with memory for contacts.
func (a *Arrangement) Build(precision options.Precision) {
	a.Table.build(a.Model, a.Classes, precision)
}

// ContactWords is the length of a contact in the table [words].
const ContactWords = 17

// Layout describes, for users, how a pipeline stores a model.
type Layout struct {
	Order          string  // of the masses on the device
	Regular        float64 // share of the springs to a neighbor at the same offset as at other masses
	BytesPerSpring float64 // of tables, which every step reads: masks, entries and their room
	Pairs          int     // number of regular pairs of offset and class
	Groups         int     // number of groups; see Group
	Classes        int     // number of classes of springs: distinct k, c and rest lengths, or only the ones of the three that entries do not carry
	EntryBytes     int     // bytes of the entries of springs that are not regular; each spring has two entries
	Memory         int64   // of all buffers [bytes]
}

// Layout describes the arrangement for users, without the memory of buffers.
func (a *Arrangement) Layout() Layout {
	live := float64(max(1, a.live))
	l := Layout{
		Order:          order.AsGiven,
		Regular:        float64(a.regular) / live,
		BytesPerSpring: 4 * float64(a.Table.Length()) / live,
		Pairs:          len(a.Pattern.Pairs),
		Classes:        len(a.Classes.example) - 1,
		EntryBytes:     4 * a.Table.EntryWords,
	}
	if g := a.Table.Grouped; g != nil {
		for _, groups := range g.Groups {
			l.Groups += len(groups)
		}
	}
	if a.Order != nil {
		l.Order = a.Order.Name
	}
	return l
}

// Coefficients writes the numbers of the laws of springs into the entries that carry them.
func (a *Arrangement) Coefficients(r *Response, precision options.Precision) error {
	if !a.Classes.Own {
		return nil
	}
	degree := make([]uint32, a.Model.MassCount())
	places := a.Table.places()
	after := int64(2)
	if precision != options.Single {
		after = 3
	}
	var failed order.FirstError
	order.InParallel(len(degree), 1, func(first, end int) {
		for s, e := range a.Model.Ends {
			if a.Classes.Of[s] == 0 || e[0]-uint32(first) >= uint32(end-first) && e[1]-uint32(first) >= uint32(end-first) {
				continue
			}
			high, low, err := r.Spring(s)
			if err != nil {
				failed.At(s, err)
				return
			}
			for _, i := range e {
				if i-uint32(first) >= uint32(end-first) {
					continue
				}
				at, stride := a.Table.place(places, i, degree[i])
				degree[i]++
				for n := range int64(a.Classes.numbers) {
					a.Table.Words[at+(after+n)*stride] = math.Float32bits(high[n])
					if precision == options.Double {
						a.Table.Words[at+(after+int64(a.Classes.numbers)+n)*stride] = math.Float32bits(low[n])
					}
				}
			}
		}
	})
	return failed.Err
}

// SpringAt returns the spring in a slot of an ordered mass, or −1 if the slot is empty. Slots
// count as in the passes: the regular pairs by their bits, then the entries.
func (a *Arrangement) SpringAt(mass uint32, slot int) int {
	if a.Table.Grouped != nil {
		return a.groupedSpringAt(mass, slot)
	}
	masses := a.Model.MassCount()
	claimed := make([]uint32, masses*a.Pattern.words())
	entry := 2 * len(a.Pattern.Pairs) // the passes count bits that stand for a pair, not whole words
	for s, e := range a.Model.Ends {
		if a.Classes.Of[s] == 0 || e[0] != mass && e[1] != mass {
			continue
		}
		at := entry
		if a.Pattern.claim(claimed, masses, e, a.Classes.Of[s], 0, uint32(masses)) {
			at = 2 * a.Pattern.number(pairOf(e, a.Classes.Of[s]))
			if mass == max(e[0], e[1]) {
				at++
			}
		} else {
			entry++
		}
		if at == slot {
			return s
		}
	}
	return -1
}

// Defines are the constants of the arrangement that are compiled into the passes, among
// them where contacts begin in the table.
func (a *Arrangement) Defines() []shaders.Define {
	number := func(name string, value int) shaders.Define {
		return shaders.Define{Name: name, Value: fmt.Sprintf("%du", value)}
	}
	return append([]shaders.Define{
		{Name: "ENTRIES", Value: shaders.OnOff(a.Table.Entries > 0)},
		{Name: "GROUPS", Value: shaders.OnOff(a.Table.Grouped != nil)},
		{Name: "ENTRY_RESTS", Value: shaders.OnOff(a.Classes.Rests)},
		{Name: "ENTRY_OWN", Value: shaders.OnOff(a.Classes.Own)},
		number("ENTRY_WORDS", a.Table.EntryWords),
		number("MASS_BITS", MassBits(a.Model.MassCount())),
		number("SLICE_MASSES", SliceMasses),
		number("TABLE_CONTACTS", int(a.Table.Parts[0].Contacts)),
	}, a.Pattern.defines()...)
}
