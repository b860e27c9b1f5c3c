package ensemble

import (
	"crypto/sha256"
	"fmt"
	"reflect"
	"slices"

	"hooke/control"
	"hooke/model"
)

// Divided is a run as a member: the data shared with others, and its own.
type Divided struct {
	Kind   Kind
	Values []float64         // of the fields of Kind.Free
	Seed   uint64            // of the noise of sensors, see Member.Seed
	Key    [sha256.Size]byte // of all but the values: runs with the same key may be members of one kind, whichever is the kind's

	common            *model.Model // that of the kind, with the same values for all free fields
	modelSum, freeSum [sha256.Size]byte
}

// Divide makes a run a member of a kind of which every number is free that can be, and means the
// same in every kind. Which these are depends on the run alone: those that the law of a path allows at
// the value of the run. So the bits of a member depend on its run alone. Half-lives are free where a
// muscle has one, since engines step kinds without faster. An
// error says why the run can be no member of an ensemble.
func Divide(m *model.Model, p model.Params) (Divided, error) {
	return DivideControlled(m, p, nil)
}

// DivideControlled returns Divide of a run that is controlled, unless the spec controls nothing. Numbers of controllers are free, and
// so is a seed that all sensors have.
func DivideControlled(m *model.Model, p model.Params, spec *control.Spec) (Divided, error) {
	return Divided{}.Again(m, p, spec)
}

// Again returns DivideControlled of another run. It is quick where the run shares the arrays of its model with that of d, and so has only to
// look at numbers.
func (d Divided) Again(m *model.Model, p model.Params, spec *control.Spec) (Divided, error) {
	out := Divided{Kind: Kind{Model: m, Params: spec.Ready(p), Control: spec}}
	if err := out.Kind.refused(); err != nil {
		return out, err
	}
	out.unseed()
	soft := slices.ContainsFunc(p.Actuators, func(a model.Actuator) bool { return a.HalfLife > 0 })
	w, common, x := out.Kind.open(true), 0., 0.
	w.control = out.Kind.Control.Clone()
	free, same := d.Kind.Free, 0 // same is how many fields of it are free here
	out.Values = make([]float64, 0, len(d.Values))
	for _, l := range laws() {
		if l.relative || l.path == "actuator.half_life" && !soft {
			continue
		}
		count := 1
		if l.list != nil {
			count = l.list(&out.Kind)
		}
		for i := range count {
			if l.get(w, i, &x); l.fault(x) != "" || out.Kind.lacks(l, i) != "" {
				continue
			}
			field, number := Field{l.path, i}, len(out.Values)
			switch {
			case number > same:
				free = append(free, field)
			case same < len(free) && free[same] == field:
				same++
			default:
				free = append(slices.Clone(free[:same]), field)
			}
			out.Values = append(out.Values, x)
			l.set(w, i, &common)
		}
	}
	if shares(d.common, w.model) {
		out.common, out.modelSum = d.common, d.modelSum
	} else {
		out.common, out.modelSum = w.model, model.Fingerprint(w.model, model.Params{})
	}
	if out.Kind.Free = free[:len(out.Values):len(out.Values)]; d.common != nil && same == len(d.Kind.Free) && same == len(out.Values) {
		out.freeSum = d.freeSum
	} else {
		out.freeSum = sha256.Sum256(fmt.Append(nil, out.Kind.Free))
	}
	rest := w.params.Fingerprint()
	out.Key = sha256.Sum256(slices.Concat(out.modelSum[:], out.freeSum[:], rest[:], []byte(w.control.Fingerprint())))
	return out, nil
}

// shares reports whether two models have the same arrays, and equal materials.
func shares(a, b *model.Model) bool {
	if a == nil {
		return false
	}
	x, y := reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem()
	for i := range x.NumField() {
		one, other := x.Field(i), y.Field(i)
		switch {
		case x.Type().Field(i).Name == "Materials":
			if !slices.Equal(a.Materials, b.Materials) {
				return false
			}
		case one.Kind() == reflect.Slice:
			if one.Len() != other.Len() || one.Pointer() != other.Pointer() {
				return false
			}
		case !one.Equal(other):
			return false
		}
	}
	return true
}

// unseed makes a seed that all sensors have that of the member.
func (d *Divided) unseed() {
	spec := d.Kind.Control
	if !spec.Controls() || len(spec.Sensors) == 0 {
		return
	}
	d.Seed = spec.Sensors[0].Seed
	own := *spec
	own.Sensors = slices.Clone(spec.Sensors)
	for i := range own.Sensors {
		own.Sensors[i].Seed ^= d.Seed
	}
	d.Kind.Control = &own
}
