package ensemble

import (
	"math"
	"slices"

	"hooke/control/metrics"
	"hooke/gpu/ensemble/collide"
	"hooke/lab/ensemble"
	"hooke/model"
	"hooke/physics"
)

// Flags of words of the table.
const (
	cableLaw     = 1 << 31 // of a law in an entry
	drivenSpring = 1       // of a measured spring
	cableSpring  = 2
	drivenShift  = 2 // of the number of a driven spring among those
)

// table holds the data that all members of a kind share, in words as shaders read them.
type table struct {
	kind     ensemble.Kind
	measured *metrics.Options // nil: nothing is measured
	plan     *metrics.Plan    // of what is measured
	pairs    *collide.Plan    // nil: no masses collide
	resolver *physics.Resolver

	words  []uint32
	laws   ensemble.Laws
	scales []int // a mass of each scale but the first, which is 1
	full   bool  // there are cables, or springs that add to k and c of their laws
	smooth bool  // muscles are no sines, or are smoothed
	curves bool  // something follows a curve

	*acts
	sensed   []uint32 // the masses that sensors read
	sensedAt int      // where their numbers are

	flagWords                                      int
	pairsAt                                        int // where the words of collisions are
	musclesAt, forcesAt, fixedAt, fixed, springsAt int // places, and how many laws no muscle drives
	springs, driven                                int // that are measured, and how many of these a muscle drives
}

// newTable makes the table of a settled kind.
func newTable(k ensemble.Kind, measured *metrics.Options, room int) (*table, error) {
	if k.Control != nil { // inputs of lengths make waves constant
		k.Params = k.Control.Begun(k.Params)
	}
	t := &table{kind: k, measured: measured, resolver: physics.ResolverOf(k.Model, k.Params), pairs: collide.New(k.Model, k.Params.Collision, room)}
	if measured != nil {
		var err error
		if t.plan, err = metrics.New(k.Model, k.Params, *measured); err != nil {
			return nil, err
		}
	}
	t.flagWords = (2 + t.groups() + 31) / 32
	t.acts = actsOf(k.Params, 9+t.flagWords)
	t.curves = t.signals.count > 0
	for _, a := range k.Params.Actuators {
		t.smooth = t.smooth || a.Wave != model.Sine || a.HalfLife > 0
		t.curves = t.curves || a.Wave == model.Table
	}
	for _, f := range k.Params.Forces {
		t.curves = t.curves || len(f.Table.At) > 0
	}
	for _, f := range k.Free {
		t.smooth = t.smooth || f.Path == "actuator.half_life"
	}
	m := k.Model
	law, own := make([]uint32, m.SpringCount()), make([]model.Coefficients, m.SpringCount())
	for s := range m.Ends {
		if m.MaterialOf[s] != model.Removed {
			law[s], own[s] = uint32(t.laws.Of(&t.kind, s)), ensemble.Own(m, t.resolver, s)
			t.full = t.full || m.Cable(s) || own[s] != model.Coefficients{}
		}
	}
	t.words = make([]uint32, m.MassCount()*t.massWords())
	t.addMasses()
	t.addSprings(law, own)
	t.addLoads()
	t.addMuscles()
	t.addActs()
	if measured != nil {
		t.addMeasured(law, own)
	}
	t.addPairs()
	if k.Control != nil {
		t.sensed, t.sensedAt = k.Control.Sensed(m, k.Params), len(t.words)
		t.words = append(t.words, t.sensed...)
	}
	return t, nil
}

// groups returns the number of groups whose contacts count.
func (t *table) groups() int {
	if t.measured == nil {
		return 0
	}
	return 1 + len(t.measured.Groups)
}

// massWords returns the size of a mass in the table; see members.glsl.
func (t *table) massWords() int {
	if t.pairs != nil {
		return t.ballAt() + collide.BallWords
	}
	return t.ballAt()
}

// ballAt returns the address of a mass's data for collisions.
func (t *table) ballAt() int { return t.acts.words }

// entryWords returns the size of a spring of a mass: neighbor, law, L0, and k and c of its own.
func (t *table) entryWords() int {
	if t.full {
		return 5
	}
	return 3
}

// float returns the word of a number.
func float(x float64) uint32 { return math.Float32bits(float32(x)) }

// addMasses writes the data of masses other than springs and loads.
func (t *table) addMasses() {
	m := t.kind.Model
	of := t.scaleOf()
	body, named := model.Group{}, false
	if t.measured != nil {
		body, named = m.Group(t.measured.Body)
	}
	for i := range m.MassCount() {
		w := t.words[i*t.massWords():]
		pin := m.PinOf(i)
		for axis := range 3 {
			if pin&(model.PinX<<axis) == 0 {
				w[4] |= 1 << axis
			}
		}
		w[2], w[3], w[7] = float(t.kind.Params.DT/m.Mass[i]), of[i], float(m.Mass[i])
		if _, in := slices.BinarySearch(body.Masses, uint32(i)); in || !named {
			w[8] = 1
		}
		if t.measured != nil {
			w[9] |= 1 << 2
		}
	}
	if t.measured == nil {
		return
	}
	for g, name := range t.measured.Groups {
		group, _ := m.Group(name)
		for _, i := range group.Masses {
			bit := 3 + g
			t.words[int(i)*t.massWords()+9+bit/32] |= 1 << (bit % 32)
		}
	}
}

// scaleOf returns the number of the scale of each mass, which follows from the groups that are scaled.
func (t *table) scaleOf() []uint32 {
	m := t.kind.Model
	in := make([]string, m.MassCount()) // the groups of each mass, as a key
	for _, f := range t.kind.Free {
		if f.Path == "mass_scale" {
			for _, i := range m.Groups[f.Index].Masses {
				in[i] += string(rune(f.Index)) + ","
			}
		}
	}
	known, out := map[string]uint32{"": 0}, make([]uint32, m.MassCount())
	for i := range out {
		if m.PinOf(i) == model.PinAll {
			continue
		}
		if _, ok := known[in[i]]; !ok {
			t.scales = append(t.scales, i)
			known[in[i]] = uint32(len(t.scales))
		}
		out[i] = known[in[i]]
	}
	return out
}

// addSprings writes the springs of each mass that moves, in ascending order.
func (t *table) addSprings(law []uint32, own []model.Coefficients) {
	m := t.kind.Model
	of := make([][]uint32, m.MassCount())
	for s, ends := range m.Ends {
		if m.MaterialOf[s] != model.Removed {
			of[ends[0]] = append(of[ends[0]], uint32(s))
			of[ends[1]] = append(of[ends[1]], uint32(s))
		}
	}
	for i, springs := range of {
		t.words[i*t.massWords()] = uint32(len(t.words))
		if m.PinOf(i) != model.PinAll {
			for _, s := range springs {
				t.addEntry(uint32(i), s, law[s], own[s])
			}
		}
		t.words[i*t.massWords()+1] = uint32(len(t.words))
	}
}

// addEntry writes a spring of mass i.
func (t *table) addEntry(i, s, law uint32, own model.Coefficients) {
	m := t.kind.Model
	other := m.Ends[s][0]
	if other == i {
		other = m.Ends[s][1]
	}
	if m.Cable(int(s)) {
		law |= cableLaw
	}
	t.words = append(t.words, other, law, float(m.RestLength[s]))
	if t.full {
		t.words = append(t.words, float(own.Stiffness), float(own.Damping))
	}
}

// addLoads writes the external forces on each mass.
func (t *table) addLoads() {
	m := t.kind.Model
	of := make([][]uint32, m.MassCount())
	for k, f := range t.kind.Params.Forces {
		m.Each(f.Masses, func(i int) { of[i] = append(of[i], uint32(k)) })
	}
	for i, loads := range of {
		t.words[i*t.massWords()+5] = uint32(len(t.words))
		t.words = append(t.words, loads...)
		t.words[i*t.massWords()+6] = uint32(len(t.words))
	}
}

// addPairs writes the data of masses that collide.
func (t *table) addPairs() {
	t.pairsAt = len(t.words)
	if t.pairs == nil {
		return
	}
	for i := range t.kind.Model.MassCount() {
		copy(t.words[i*t.massWords()+t.ballAt():], t.pairs.Ball(i))
	}
	t.words = append(t.words, t.pairs.Words()...)
}
