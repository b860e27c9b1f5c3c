package ensemble

import (
	"fmt"
	"slices"

	"hooke/model"
)

// Changed returns the numbers of a kind's members whose values of one free field are to
// change, one value for each of them in that order; or an error for these values. Members
// have values of their own, none nil, which have passed Judge. It checks no values but those
// related to the field, so that setting all of many fields one by one takes time proportional
// to the values.
func Changed(kinds []Kind, members []Member, kind, field int, values []float64) ([]int, error) {
	if kind < 0 || kind >= len(kinds) || field < 0 || field >= len(kinds[kind].Free) {
		return nil, fmt.Errorf("ensemble: set: there is no free field %d of kind %d", field, kind)
	}
	of := MembersOf(kind, members)
	if len(values) != len(of) {
		return nil, fmt.Errorf("ensemble: set %v: %d values for %d members of kind %d", kinds[kind].Free[field], len(values), len(of), kind)
	}
	for k, i := range of {
		if err := kinds[kind].judgeField(members[i].Values, field, values[k]); err != nil {
			return nil, fmt.Errorf("ensemble: set: member %d: %w", i, err)
		}
	}
	return of, nil
}

// judgeField returns the fault of values that have passed Judge after a change of one field;
// empty: none.
func (k *Kind) judgeField(values []float64, field int, x float64) error {
	if f := k.Free[field]; slices.Contains(judgedTogether(), f.Path) {
		to := slices.Clone(values)
		to[field] = x
		return k.Judge(to)
	}
	if why := k.laws[field].fault(x); why != "" {
		return fmt.Errorf("%v is %g; %s", k.Free[field], x, why)
	}
	return nil
}

// judgedTogether returns the paths whose values Judge holds against others.
func judgedTogether() []string {
	return []string{"contact.static_friction", "contact.kinetic_friction", "contact.normal_x", "contact.normal_y", "contact.normal_z"}
}

// Starts returns the states of the members in a mask by their numbers, at rest where start is
// nil; or an error for them.
func Starts(kinds []Kind, members []Member, mask []bool, start func(member int) *model.State) (map[int]*model.State, error) {
	if len(mask) != len(members) {
		return nil, fmt.Errorf("ensemble: reset: a mask of %d for %d members", len(mask), len(members))
	}
	out := make(map[int]*model.State)
	for i, reset := range mask {
		if !reset {
			continue
		}
		m, s := kinds[members[i].Kind].Model, (*model.State)(nil)
		if start != nil {
			s = start(i)
		}
		if s != nil {
			if err := m.ValidateState(s); err != nil {
				return nil, fmt.Errorf("ensemble: reset: member %d: %w", i, err)
			}
		}
		out[i] = StartOf(m, s)
	}
	return out, nil
}
