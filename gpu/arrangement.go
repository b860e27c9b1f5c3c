package gpu

import (
	"fmt"
	"math"

	"hooke/model"
	"hooke/shaders"
)

// arrangement is what the pipeline fused makes of a model: the order of the masses, the
// classes of springs, what is regular, and the table of the rest.
type arrangement struct {
	order   *order       // nil: the model's own
	model   *model.Model // in that order; it shares what does not change
	classes *classes
	pattern *pattern
	table   *table
	regular int64 // springs
	live    int64 // springs that are not removed
}

// arrange decides how a model is stepped by the pipeline fused. FusedExplicit leaves
// masses in the order they have, and springs in the table, which build makes. An error
// says why the pipeline cannot step the model.
func arrange(r *response, o Options) (*arrangement, error) {
	m, precision, explicit := r.model, o.Precision, o.Pipeline == FusedExplicit
	c, ok := classify(r, precision)
	if !ok {
		return nil, fmt.Errorf("gpu: pipeline %s: springs of more kinds (actuators, and tension-only or not) than the %d bits above the number "+
			"of a mass distinguish; use pipeline %s", Fused, 32-massBits(m.MassCount()), TwoPass)
	}
	a := &arrangement{classes: c, pattern: &pattern{}, live: c.live}
	if explicit {
		a.model = m
	} else {
		best := chooseOrder(m, c)
		a.order, a.pattern = best.order, best.pattern
		a.model = a.order.reorder(m)
		if !o.withoutGroups {
			a.table = a.group(m, best, precision)
		}
	}
	if a.table == nil {
		a.table = measureTable(a.model, c, a.pattern, nil, precision)
	}
	a.regular = a.live - a.table.entries/2
	return a, nil
}

// group looks for groups where most masses do not share their offsets, and makes the
// arrangement with them if that takes fewer words; else nil.
func (a *arrangement) group(m *model.Model, best candidate, precision Precision) *table {
	if a.classes.rests || a.live == 0 || float64(best.regular) >= groupsBelow*float64(a.live) {
		return nil
	}
	in := m
	if best.rows != nil {
		in = best.rows.reorder(m)
	}
	t := measureTable(in, a.classes, &pattern{}, groupSprings(in, a.classes), precision)
	if float64(a.live-t.entries/2) < regularEnough*float64(a.live) {
		return nil
	}
	if best.regular > 0 && t.length() > measureTable(a.model, a.classes, a.pattern, nil, precision).length() {
		return nil
	}
	a.order, a.pattern, a.model = best.rows, &pattern{}, in
	return t
}

// groupsBelow is the share of regular springs from which on groups are not looked for.
const groupsBelow = 0.9

// build makes the table, with room for contacts, as it is divided.
func (a *arrangement) build(precision Precision) {
	a.table.build(a.model, a.classes, precision)
}

// counts are those of a model on the device.
func (a *arrangement) counts(m *model.Model, params model.Params, o Options) Counts {
	n := CountsOf(m, params, o)
	n.Table = a.table.length()
	if !params.Ledger && !o.Drawing { // their passes read springs one by one
		n.PerSpring, n.Materials, n.Springs = 0, 0, 0
	}
	return n
}

// contactWords is the length of a contact in the table.
const contactWords = 17

// Layout is what a pipeline made of a model, for people.
type Layout struct {
	Order          string  // of the masses on the device
	Regular        float64 // share of the springs to a neighbor at the same offset as at other masses
	BytesPerSpring float64 // of tables, which every step reads: masks, entries and their room
	Pairs          int     // of offset and class that are regular
	Groups         int     // of masses in slices with a spring to the same offset, where rows have unequal lengths
	Classes        int     // of springs: distinct k, c and rest lengths, or what entries leave of those
	EntryBytes     int     // of the springs that are not regular, twice each
	Memory         int64   // of all buffers [bytes]
}

// PlanLayout is what the pipeline fused would make of a model at params.DT. An
// error says why it cannot step it.
func PlanLayout(m *model.Model, params model.Params, o Options) (Layout, error) {
	a, err := arrange(newResponse(m, withStep(m, params).DT), o)
	if err != nil {
		return Layout{}, err
	}
	l := a.layout()
	l.Memory = Memory(a.counts(m, params, o))
	return l, nil
}

func (a *arrangement) layout() Layout {
	live := float64(max(1, a.live))
	l := Layout{
		Order:          orderAsGiven,
		Regular:        float64(a.regular) / live,
		BytesPerSpring: 4 * float64(a.table.length()) / live,
		Pairs:          len(a.pattern.pairs),
		Classes:        len(a.classes.example) - 1,
		EntryBytes:     4 * a.table.entryWords,
	}
	if g := a.table.grouped; g != nil {
		for _, groups := range g.groups {
			l.Groups += len(groups)
		}
	}
	if a.order != nil {
		l.Order = a.order.name
	}
	return l
}

// coefficients writes k and c of springs into the entries that carry their own.
func (a *arrangement) coefficients(r *response, precision Precision) error {
	if !a.classes.own {
		return nil
	}
	degree := make([]uint32, a.model.MassCount())
	places := a.table.places()
	after := int64(2)
	if precision != Single {
		after = 3
	}
	var failed firstError
	inParallel(len(degree), 1, func(first, end int) {
		for s, e := range a.model.Ends {
			if a.classes.of[s] == 0 || e[0]-uint32(first) >= uint32(end-first) && e[1]-uint32(first) >= uint32(end-first) {
				continue
			}
			own, err := r.spring(s)
			if err != nil {
				failed.at(s, err)
				return
			}
			for _, i := range e {
				if i-uint32(first) >= uint32(end-first) {
					continue
				}
				at, stride := a.table.place(places, i, degree[i])
				degree[i]++
				a.table.words[at+after*stride] = math.Float32bits(own.stiffness)
				a.table.words[at+(after+1)*stride] = math.Float32bits(own.damping)
				if precision == Double {
					a.table.words[at+(after+2)*stride] = math.Float32bits(own.stiffnessLow)
					a.table.words[at+(after+3)*stride] = math.Float32bits(own.dampingLow)
				}
			}
		}
	})
	return failed.err
}

// springAt is the spring of a slot of an ordered mass, as the passes count them:
// the regular pairs by their bits, then the entries. −1 when there is none.
func (a *arrangement) springAt(mass uint32, slot int) int {
	if a.table.grouped != nil {
		return a.groupedSpringAt(mass, slot)
	}
	masses := a.model.MassCount()
	claimed := make([]uint32, masses*a.pattern.words())
	entry := 32 * a.pattern.words()
	for s, e := range a.model.Ends {
		if a.classes.of[s] == 0 || e[0] != mass && e[1] != mass {
			continue
		}
		at := entry
		if a.pattern.claim(claimed, masses, e, a.classes.of[s], 0, uint32(masses)) {
			n := a.pattern.number(pairOf(e, a.classes.of[s]))
			at = 32*(n/pairsPerWord) + 2*(n%pairsPerWord)
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

// defines are the arrangement as the passes compile it in, where contacts begin in the
// table among them.
func (a *arrangement) defines() []shaders.Define {
	number := func(name string, value int) shaders.Define {
		return shaders.Define{Name: name, Value: fmt.Sprintf("%du", value)}
	}
	return append([]shaders.Define{
		{Name: "ENTRIES", Value: onOff(a.table.entries > 0)},
		{Name: "GROUPS", Value: onOff(a.table.grouped != nil)},
		{Name: "ENTRY_RESTS", Value: onOff(a.classes.rests)},
		{Name: "ENTRY_OWN", Value: onOff(a.classes.own)},
		number("ENTRY_WORDS", a.table.entryWords),
		number("MASS_BITS", massBits(a.model.MassCount())),
		number("SLICE_MASSES", sliceMasses),
		number("TABLE_CONTACTS", int(a.table.parts[0].contacts)),
	}, a.pattern.defines()...)
}
