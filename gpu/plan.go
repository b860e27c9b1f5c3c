package gpu

import (
	"fmt"
	"math"

	"hooke/model"
	"hooke/shaders"
)

// plan is what the pipeline fused makes of a model: the order of the masses, the
// classes of springs, what is regular, and the table of the rest.
type plan struct {
	order   *order       // nil: the model's own
	model   *model.Model // in that order; it shares what does not change
	classes *classes
	pattern *pattern
	table   *table
	regular int64 // springs
	live    int64 // springs that are not removed
}

// newPlan makes the plan of a model for steps of dt. FusedExplicit leaves masses in
// the order they have, and springs in the table, which build makes. An error says why
// the pipeline cannot step the model.
func newPlan(m *model.Model, dt float64, o Options) (*plan, error) {
	precision, explicit := o.Precision, o.Pipeline == FusedExplicit
	c, ok := classify(m, precision, dt)
	if !ok {
		return nil, fmt.Errorf("gpu: pipeline %s: springs of more kinds (actuators, and tension-only or not) than the %d bits above the number "+
			"of a mass distinguish; use pipeline %s", Fused, 32-massBits(m.MassCount()), TwoPass)
	}
	p := &plan{classes: c, pattern: &pattern{}, live: c.live}
	if explicit {
		p.model = m
	} else {
		best := chooseOrder(m, c)
		p.order, p.pattern = best.order, best.pattern
		p.model = p.order.reorder(m)
		if !o.withoutGroups {
			p.table = p.group(m, best, precision)
		}
	}
	if p.table == nil {
		p.table = measureTable(p.model, c, p.pattern, nil, precision)
	}
	p.regular = p.live - p.table.entries/2
	return p, nil
}

// group looks for groups where most masses do not share their offsets, and makes the
// plan with them if that takes fewer words; else nil.
func (p *plan) group(m *model.Model, best candidate, precision Precision) *table {
	if p.classes.rests || p.live == 0 || float64(best.regular) >= groupsBelow*float64(p.live) {
		return nil
	}
	in := m
	if best.rows != nil {
		in = best.rows.reorder(m)
	}
	t := measureTable(in, p.classes, &pattern{}, groupSprings(in, p.classes), precision)
	if float64(p.live-t.entries/2) < regularEnough*float64(p.live) {
		return nil
	}
	if best.regular > 0 && t.length() > measureTable(p.model, p.classes, p.pattern, nil, precision).length() {
		return nil
	}
	p.order, p.pattern, p.model = best.rows, &pattern{}, in
	return t
}

// groupsBelow is the share of regular springs from which on groups are not looked for.
const groupsBelow = 0.9

// build makes the table, with room for contacts, as it is divided.
func (p *plan) build(precision Precision) {
	p.table.build(p.model, p.classes, precision)
}

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
	dt := params.DT
	if dt == 0 {
		dt = model.AutoStep(m, params)
	}
	p, err := newPlan(m, dt, o)
	if err != nil {
		return Layout{}, err
	}
	l := p.layout()
	l.Memory = Memory(p.counts(m, params, o))
	return l, nil
}

func (p *plan) layout() Layout {
	live := float64(max(1, p.live))
	l := Layout{
		Order:          orderAsGiven,
		Regular:        float64(p.regular) / live,
		BytesPerSpring: 4 * float64(p.table.length()) / live,
		Pairs:          len(p.pattern.pairs),
		Classes:        len(p.classes.example) - 1,
		EntryBytes:     4 * p.table.entryWords,
	}
	if g := p.table.grouped; g != nil {
		for _, groups := range g.groups {
			l.Groups += len(groups)
		}
	}
	if p.order != nil {
		l.Order = p.order.name
	}
	return l
}

// coefficients writes k and c for steps of dt into the entries that carry their
// own.
func (p *plan) coefficients(precision Precision, dt float64) error {
	if !p.classes.own {
		return nil
	}
	r := model.NewResolver(p.model, dt)
	degree := make([]uint32, p.model.MassCount())
	places := p.table.places()
	after := int64(2)
	if precision != Single {
		after = 3
	}
	var failed firstError
	inParallel(len(degree), 1, func(first, end int) {
		for s, e := range p.model.Ends {
			if p.classes.of[s] == 0 || e[0]-uint32(first) >= uint32(end-first) && e[1]-uint32(first) >= uint32(end-first) {
				continue
			}
			own, err := narrowSpring(p.model, r, s, dt)
			if err != nil {
				failed.at(s, err)
				return
			}
			for _, i := range e {
				if i-uint32(first) >= uint32(end-first) {
					continue
				}
				at, stride := p.table.place(places, i, degree[i])
				degree[i]++
				p.table.words[at+after*stride] = math.Float32bits(own.stiffness)
				p.table.words[at+(after+1)*stride] = math.Float32bits(own.damping)
				if precision == Double {
					p.table.words[at+(after+2)*stride] = math.Float32bits(own.stiffnessLow)
					p.table.words[at+(after+3)*stride] = math.Float32bits(own.dampingLow)
				}
			}
		}
	})
	return failed.err
}

// springAt is the spring of a slot of an ordered mass, as the passes count them:
// the regular pairs by their bits, then the entries. −1 when there is none.
func (p *plan) springAt(mass uint32, slot int) int {
	if p.table.grouped != nil {
		return p.groupedSpringAt(mass, slot)
	}
	masses := p.model.MassCount()
	claimed := make([]uint32, masses*p.pattern.words())
	entry := 32 * p.pattern.words()
	for s, e := range p.model.Ends {
		if p.classes.of[s] == 0 || e[0] != mass && e[1] != mass {
			continue
		}
		at := entry
		if p.pattern.claim(claimed, masses, e, p.classes.of[s], 0, uint32(masses)) {
			n := p.pattern.number(pairOf(e, p.classes.of[s]))
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

// defines are the plan as the passes compile it in, where contacts begin in the
// table among them.
func (p *plan) defines() []shaders.Define {
	number := func(name string, value int) shaders.Define {
		return shaders.Define{Name: name, Value: fmt.Sprintf("%du", value)}
	}
	return append([]shaders.Define{
		{Name: "ENTRIES", Value: onOff(p.table.entries > 0)},
		{Name: "GROUPS", Value: onOff(p.table.grouped != nil)},
		{Name: "ENTRY_RESTS", Value: onOff(p.classes.rests)},
		{Name: "ENTRY_OWN", Value: onOff(p.classes.own)},
		number("ENTRY_WORDS", p.table.entryWords),
		number("MASS_BITS", massBits(p.model.MassCount())),
		number("SLICE_MASSES", sliceMasses),
		number("TABLE_CONTACTS", int(p.table.parts[0].contacts)),
	}, p.pattern.defines()...)
}
