package ensemble

import (
	"fmt"

	"hooke/lab/ensemble"
	"hooke/model"
)

// Set gives the members of a kind other values of a free field.
func (e *Engine) Set(kind, field int, values []float64) error {
	changed, err := ensemble.Changed(e.kinds, e.members, kind, field, values)
	if err != nil {
		return err
	}
	for k, i := range changed {
		to := e.members[i].Values
		was := to[field]
		to[field] = values[k]
		at := e.places[i]
		if one := e.lone.Of(i); one != nil {
			if err := one.Set(to, field); err != nil {
				to[field] = was // it continues with this
				return fmt.Errorf("ensemble: set: member %d: %w", i, err)
			}
			continue
		}
		if e.kinds[kind].Steers(field) {
			if err := e.loops.Steer(i, field, values[k]); err != nil {
				to[field] = was // it continues with this
				return fmt.Errorf("ensemble: set: member %d: %w", i, err)
			}
			continue
		}
		l := at.laneOf(at.lane)
		before := l.params
		at.write(at.lane, to)
		if err := at.take(i, before); err != nil {
			return err
		}
	}
	return nil
}

// Vary gives the sensors of a member other noise; see ensemble.Engine.
func (e *Engine) Vary(member int, number uint64) { e.loops.Vary(member, number) }

// Reset puts some members at other states.
func (e *Engine) Reset(mask []bool, start func(member int) *model.State) error {
	states, err := ensemble.Starts(e.kinds, e.members, mask, start)
	if err != nil {
		return err
	}
	if err := e.lone.Reset(states); err != nil {
		return err
	}
	for i, s := range states {
		if err := e.places[i].start(i, s, e.members[i].Until); err != nil {
			return err
		}
	}
	return nil
}
