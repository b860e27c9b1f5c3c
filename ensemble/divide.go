package ensemble

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"hooke/model"
)

// Divided is a run as a member: what it has in common with others, and what it has for itself.
type Divided struct {
	Kind   Kind
	Values []float64         // of the fields of Kind.Free
	Key    [sha256.Size]byte // of all but the values: runs with the same key may be members of one kind, whichever is the kind's
}

// Divide makes a run a member of a kind of which every number is free that can be, and means the
// same in every kind. Which these are depends on the run alone: those that the law of a path allows at
// the value of the run. So the bits of a member depend on its run alone. Half-lives are free where a
// muscle has one, since engines step kinds without faster. takes are the features that its engine takes. An
// error says why the run can be no member of an ensemble.
func Divide(m *model.Model, p model.Params, takes ...Feature) (Divided, error) {
	d := Divided{Kind: Kind{Model: m, Params: p}}
	if err := refused(m, p, takes); err != nil {
		return d, err
	}
	soft := slices.ContainsFunc(p.Actuators, func(a model.Actuator) bool { return a.HalfLife > 0 })
	w, common := d.Kind.open(true), 0.
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
	d.Key = sha256.Sum256(fmt.Appendf(rest[:], "%v", d.Kind.Free))
	return d, nil
}
