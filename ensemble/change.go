package ensemble

import (
	"fmt"
	"slices"

	"hooke/model"
)

// Changed are the values of a kind's members by their numbers after one of its free fields has
// got others, one for each member of the kind; or what is wrong with them. Members have values
// of their own, none nil.
func Changed(kinds []Kind, members []Member, kind, field int, values []float64) (map[int][]float64, error) {
	if kind < 0 || kind >= len(kinds) || field < 0 || field >= len(kinds[kind].Free) {
		return nil, fmt.Errorf("ensemble: set: there is no free field %d of kind %d", field, kind)
	}
	of := MembersOf(kind, members)
	if len(values) != len(of) {
		return nil, fmt.Errorf("ensemble: set %v: %d values for %d members of kind %d", kinds[kind].Free[field], len(values), len(of), kind)
	}
	out := make(map[int][]float64, len(of))
	for k, i := range of {
		to := slices.Clone(members[i].Values)
		to[field] = values[k]
		if err := kinds[kind].Judge(to); err != nil {
			return nil, fmt.Errorf("ensemble: set: member %d: %w", i, err)
		}
		out[i] = to
	}
	return out, nil
}

// Starts are the states of the members in a mask by their numbers, at rest where start has none;
// or what is wrong with them.
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
