package ensemble

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"hooke/control"
	"hooke/model"
)

// Divided is a run as a member: what it has in common with others, and what it has for itself.
type Divided struct {
	Kind   Kind
	Values []float64         // of the fields of Kind.Free
	Seed   uint64            // of the noise of sensors, see Member.Seed
	Key    [sha256.Size]byte // of all but the values: runs with the same key may be members of one kind, whichever is the kind's
}

// Divide makes a run a member of a kind of which every number is free that can be, and means the
// same in every kind. Which these are depends on the run alone: those that the law of a path allows at
// the value of the run. So the bits of a member depend on its run alone. Half-lives are free where a
// muscle has one, since engines step kinds without faster. takes are the features that its engine takes. An
// error says why the run can be no member of an ensemble.
func Divide(m *model.Model, p model.Params, takes ...Feature) (Divided, error) {
	return DivideControlled(m, p, nil, takes...)
}

// DivideControlled is Divide of a run that is controlled, unless the spec controls nothing. Numbers of controllers are free, and
// so is a seed that all sensors have.
func DivideControlled(m *model.Model, p model.Params, spec *control.Spec, takes ...Feature) (Divided, error) {
	d := Divided{Kind: Kind{Model: m, Params: spec.Ready(p), Control: spec}}
	if err := d.Kind.refused(takes); err != nil {
		return d, err
	}
	d.unseed()
	soft := slices.ContainsFunc(p.Actuators, func(a model.Actuator) bool { return a.HalfLife > 0 })
	w, common := d.Kind.open(true), 0.
	w.control = d.Kind.Control.Clone()
	for _, l := range laws() {
		if l.relative || l.path == "actuator.half_life" && !soft {
			continue
		}
		count := 1
		if l.list != nil {
			count = l.list(d.Kind)
		}
		for i := range count {
			x := 0.
			if l.get(w, i, &x); l.fault(x) != "" || d.Kind.freeFault(Field{l.path, i}) != nil {
				continue
			}
			d.Kind.Free, d.Values = append(d.Kind.Free, Field{l.path, i}), append(d.Values, x)
			l.set(w, i, &common)
		}
	}
	rest := model.Fingerprint(w.model, w.params)
	d.Key = sha256.Sum256(fmt.Appendf(rest[:], "%v %s", d.Kind.Free, w.control.Fingerprint()))
	return d, nil
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
