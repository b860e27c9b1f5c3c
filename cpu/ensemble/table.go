package ensemble

import (
	"fmt"
	"math"

	"hooke/lab/ensemble"
	"hooke/machine/memory"
	"hooke/model"
	"hooke/physics"
)

// lanes is how many members a pack has.
const lanes = 16

// A mass of a pack has rows of 16 numbers.
const (
	rowX     = 0 // x, y and z [m]
	rowV     = 3 // velocities [m/s]
	rowForce = 6 // [N]
	rows     = 9
	massSize = rows * lanes // numbers of a mass
)

// A law of a pack has rows of 16 numbers. The plain form of the kernel of springs does not read the last two.
const (
	rowStiffness = iota // [N/m], to which springs add their own
	rowDamping          // [N·s/m], likewise
	rowRest             // L0(t) of a spring is its rest length times this
	rowSlack            // there is no force unless L − L0 is more [m]: 0 for cables, −Inf for others
	rowFloor            // the least force [N]: 0 for cables, −Inf for others
	lawRows
	lawSize = lawRows * lanes
)

// spring is a spring as kernels read it. Places are in numbers from the first of a pack. It takes 20 bytes.
type spring struct {
	b         uint32  // of the mass at end B
	law       uint32  // of its law
	rest      float32 // L0 [m]
	stiffness float32 // beside that of its law [N/m]
	damping   float32 // [N·s/m]
}

// run is springs one after another that have the same end A.
type run struct {
	a     uint32 // of that mass
	count uint32 // of springs, at least 1
}

// mass is a mass that moves, as kernels read it. It takes 28 bytes.
type mass struct {
	at      uint32    // its index
	perMass float32   // dt/m [s/kg]
	scale   uint32    // of the vector that multiplies it, in the scales of a pack
	moves   [3]uint32 // all bits along axes on which it moves, else 0
	number  uint32    // in the model
}

// table holds the data that all packs of a kind share.
type table struct {
	rest    *model.State // in which members start that are given no state; nil: none was asked for
	runaway float64      // length beyond which springs have run away that start there [m]

	kind    ensemble.Kind
	springs []spring
	runs    []run
	masses  []mass

	resolver *physics.Resolver

	laws   ensemble.Laws
	scales []int // a mass of each scale but the first, which is 1
	solids []solid
	full   bool // there are cables, or springs that add to k and c of their laws
	smooth bool // muscles are evaluated in Go: some are no sine, or are smoothed
}

// startOf returns the start state of a member, by default at rest. All that start at
// rest share it, with the data derived from it.
func (t *table) startOf(given *model.State) *model.State {
	if given != nil {
		return given
	}
	if t.rest == nil {
		t.rest = ensemble.StartOf(t.kind.Model, nil)
		t.runaway = physics.RunawayLength(t.kind.Model, t.rest)
	}
	return t.rest
}

// runawayFrom returns the length beyond which springs have run away, of a member that starts in a state [m].
func (t *table) runawayFrom(s *model.State) float64 {
	if s == t.rest && s != nil {
		return t.runaway
	}
	return physics.RunawayLength(t.kind.Model, s)
}

// newTable makes the table of a settled kind.
func newTable(k ensemble.Kind) *table {
	t := &table{kind: k, solids: solidsOf(&k.Params)}
	t.addMasses()
	t.addSprings()
	for _, a := range k.Params.Actuators {
		t.smooth = t.smooth || a.Wave != model.Sine || a.HalfLife > 0
	}
	for _, f := range k.Free {
		t.smooth = t.smooth || f.Path == "actuator.half_life"
	}
	t.smooth = t.smooth || k.Control.Lengths()
	return t
}

// addMasses lists the masses that move, in the order of the model, and their scales.
func (t *table) addMasses() {
	m := t.kind.Model
	var scaled []int // groups that are
	for _, f := range t.kind.Free {
		if f.Path == "mass_scale" {
			scaled = append(scaled, f.Index)
		}
	}
	in := make([]string, m.MassCount()) // the groups of each mass, as a key
	for _, g := range scaled {
		for _, i := range m.Groups[g].Masses {
			in[i] += string(rune(g)) + ","
		}
	}
	known := map[string]uint32{"": 0}
	for i := range m.MassCount() {
		pin := m.PinOf(i)
		if pin == model.PinAll {
			continue
		}
		if _, ok := known[in[i]]; !ok {
			t.scales = append(t.scales, i)
			known[in[i]] = uint32(len(t.scales))
		}
		entry := mass{at: uint32(i * massSize), perMass: float32(t.kind.Params.DT / m.Mass[i]), scale: known[in[i]] * lanes, number: uint32(i)}
		for axis := range 3 {
			if pin&(model.PinX<<axis) == 0 {
				entry.moves[axis] = ^uint32(0)
			}
		}
		t.masses = append(t.masses, entry)
	}
}

// addSprings lists the springs that act, in the order of the model, and their laws.
func (t *table) addSprings() {
	m := t.kind.Model
	t.resolver = physics.ResolverOf(m, t.kind.Params)
	for s, ends := range m.Ends {
		kind := m.MaterialOf[s]
		if kind == model.Removed || m.PinOf(int(ends[0]))&m.PinOf(int(ends[1])) == model.PinAll {
			continue
		}
		own := t.ownOf(s)
		t.full = t.full || m.Cable(s) || own != model.Coefficients{}
		t.springs = append(t.springs, spring{b: ends[1] * massSize, law: t.lawOf(s), rest: float32(m.RestLength[s]),
			stiffness: float32(own.Stiffness), damping: float32(own.Damping)})
		if a, last := ends[0]*massSize, len(t.runs)-1; last >= 0 && t.runs[last].a == a {
			t.runs[last].count++
		} else {
			t.runs = append(t.runs, run{a: a, count: 1})
		}
	}
}

// ownOf returns the own k and c of spring s besides its law.
func (t *table) ownOf(s int) model.Coefficients { return ensemble.Own(t.kind.Model, t.resolver, s) }

// lawOf returns the index of the law of spring s.
func (t *table) lawOf(s int) uint32 { return uint32(t.laws.Of(&t.kind, s) * lawSize) }

// lawNumbers returns the rows of a law, of a model with the values of a member in it.
func (t *table) lawNumbers(m *model.Model, law ensemble.Law) [lawRows]float64 {
	slack := math.Inf(-1)
	if m.Materials[law.Material].TensionOnly {
		slack = 0
	}
	stiffness, damping, scale := law.Numbers(&t.kind, m)
	return [lawRows]float64{rowStiffness: stiffness, rowDamping: damping, rowRest: scale, rowSlack: slack, rowFloor: slack}
}

// contactNumbers returns the rows of a plane. Of another shape they have a plane below all masses, see solid.
func contactNumbers(c model.Contact) [contactRows]float64 {
	plane, is := c.Shape.(model.Plane)
	if !is {
		plane = model.Plane{Normal: model.Vec3{0, 0, 1}, Offset: -nowhere}
	}
	n, offset := plane.UnitNormal(), plane.Offset
	if c.Inside { // the inside of a plane is the outside of the opposite one
		n, offset = n.Mul(-1), -offset
	}
	return [contactRows]float64{n[0], n[1], n[2], rowOffset: offset, rowPush: c.Stiffness, rowBrake: c.Damping, rowStatic: c.StaticFriction, rowKinetic: c.KineticFriction}
}

// bytesOfMass is the memory of a mass in a pack, at most: rows, frames, slip; and bytesOfDriven that of a
// spring that a muscle drives: lengths [bytes].
const (
	bytesOfMass   = 4*massSize + 2 + 4*frameSize + 8*lanes
	bytesOfDriven = 4 * lanes
)

// bytesOfSlot and bytesOfSpring are the memory of a mass and a spring of a member by itself, without its
// rounds, at most: rows, ends, frames, slip; gauges, work [bytes]. bytesOfRound is that of a round, which the
// members of a kind share.
const (
	bytesOfSlot   = 4*(rows+endSize+2+6) + 8 + 8
	bytesOfSpring = 4 * (6 + 1 + 1)
	bytesOfRound  = 128 + 20 + 4*lanes*(2+1+1+1)
)

// Bytes returns the largest memory of the given number of members of a kind [bytes].
func Bytes(k ensemble.Kind, members int64, precision model.Precision) int64 {
	if Alone(k, precision) != "" {
		each, _ := ownBytes(k, precision) // New says what is wrong with a kind
		return members * each
	}
	return (members + lanes - 1) / lanes * bytesOfPack(k.Model)
}

// bytesOfPack returns the largest memory of a pack [bytes].
func bytesOfPack(m *model.Model) int64 {
	driven := 0
	for _, a := range m.ActuatorOf {
		if a != 0 {
			driven++
		}
	}
	return int64(m.MassCount())*bytesOfMass + int64(driven)*bytesOfDriven
}

// bytesOf returns the memory of members in packs and of lone members, with four springs in a round [bytes].
func bytesOf(m *model.Model, together, alone int) int64 {
	bytes := (int64(together)+lanes-1)/lanes*bytesOfPack(m) + int64(alone)*(int64(m.MassCount())*bytesOfSlot+int64(m.SpringCount())*bytesOfSpring)
	if alone > 0 {
		bytes += int64(m.SpringCount()) / 2 * bytesOfRound
	}
	return bytes
}

// askFor returns an error if there is no memory for the given number of members.
func askFor(m *model.Model, members int, bytes int64) error {
	if err := memory.Ask(bytes, "%d members of %d masses each", members, m.MassCount()); err != nil {
		return fmt.Errorf("ensemble: %w", err)
	}
	return nil
}
