package settings

import (
	"cmp"
	"fmt"
	"slices"

	"hooke/model"
	"hooke/physics"
	"hooke/shaders"
)

// MostClasses is the largest number of classes: a float32 holds 8 times any of them, and a
// pin, as a whole number.
const MostClasses = 1 << 20

// Classes are the different Cs and Cd that masses have in contacts PerMass, with and without
// spans, sorted; nil where
// there are no such contacts. The device has each contact once for each of them, and each mass
// its class behind its pin, so that no pass reads another array.
type Classes []model.Tuning

// ClassesOf returns the classes of a model; an error says that there are too many.
func ClassesOf(m *model.Model, p model.Params) (Classes, error) {
	c := tuningOf(m, p)
	slices.SortFunc(c, compare)
	c = slices.Compact(c)
	if len(c) > MostClasses {
		return nil, fmt.Errorf("gpu: masses have %d different Cs and Cd in contacts, and at most %d are possible; give the contacts a stiffness, or normalized values", len(c), MostClasses)
	}
	return slices.Clip(c), nil
}

// tuningOf returns the numbers of masses for contacts PerMass. Whether a mass has spans
// counts, not their number.
func tuningOf(m *model.Model, p model.Params) []model.Tuning {
	out := slices.Clone(physics.ContactTuning(m, p))
	for i := range out {
		out[i].Spans = min(out[i].Spans, 1)
	}
	return out
}

func compare(a, b model.Tuning) int {
	return cmp.Or(cmp.Compare(a.Own.Stiffness, b.Own.Stiffness), cmp.Compare(a.Own.Damping, b.Own.Damping), cmp.Compare(a.Spans, b.Spans))
}

// Number returns how often the device has each contact.
func (c Classes) Number() int { return max(1, len(c)) }

// OfMasses returns the class of each mass of a model, in whatever order; nil without classes.
func (c Classes) OfMasses(m *model.Model, p model.Params) []uint32 {
	if c == nil {
		return nil
	}
	out := make([]uint32, m.MassCount())
	for i, own := range tuningOf(m, p) {
		at, _ := slices.BinarySearchFunc(c, own, compare)
		out[i] = uint32(at)
	}
	return out
}

// define tells the passes how many classes there are; 0 where no contact of p is per mass.
func (c Classes) define(p model.Params) shaders.Define {
	number := 0
	if p.ContactsPerMass() {
		number = c.Number()
	}
	return shaders.Define{Name: "NORMALIZED", Value: fmt.Sprint(number)}
}

// contacts returns those of a run with its step as a class of masses meets them: those PerMass
// have kc and bc of a mass of 1 kg that touches one of them alone.
func (c Classes) contacts(p model.Params, class int) []model.Contact {
	if c == nil {
		return p.Contacts
	}
	out := slices.Clone(p.Contacts)
	for k := range out {
		out[k] = out[k].At(c[class], 1, p.DT, 1)
	}
	return out
}
