package robots

import (
	"fmt"
	"maps"
	"slices"

	"hooke/control/metrics"
	"hooke/lab/ensemble"
	"hooke/sim"
)

// quantity is what can be read of all members by its name.
type quantity struct {
	name, meaning string
	shape         func(r *Robots) sim.Array
	read          func(r *Robots, dst any) error
}

// quantities are all of them.
func quantities() []quantity {
	return []quantity{
		{"positions", "of masses, each member from its own origin [m]: [members, masses, 3]", vectors, func(r *Robots, dst any) error {
			return r.engine.ReadAll(ensemble.Reads{Quantity: ensemble.Positions}, dst.([]float32))
		}},
		{"velocities", "likewise [m/s]", vectors, func(r *Robots, dst any) error {
			return r.engine.ReadAll(ensemble.Reads{Quantity: ensemble.Velocities}, dst.([]float32))
		}},
		{"metrics", "the columns of the table; NaN where a number is not defined: [members, columns]",
			func(r *Robots) sim.Array {
				return sim.Array{Type: sim.Float64, Shape: []int64{int64(len(r.members)), int64(len(r.columns))}}
			}, (*Robots).readMetrics},
		{"status", "0 running, 1 done, 2 still, 3 fell, 4 left, 5 diverged: [members]",
			func(r *Robots) sim.Array { return sim.Array{Type: sim.Uint8, Shape: []int64{int64(len(r.members))}} }, (*Robots).readStatus},
		{"step", "steps that were taken", func(*Robots) sim.Array { return sim.Array{Type: sim.Int64} }, func(r *Robots, dst any) error {
			dst.([]int64)[0] = r.steps
			return r.Finish()
		}},
		{"inputs", "the action that a host gave last, before that the initial one: [members, inputs]",
			func(r *Robots) sim.Array {
				return sim.Array{Type: sim.Float64, Shape: []int64{int64(len(r.members)), int64(r.Inputs())}}
			}, func(r *Robots, dst any) error { copy(dst.([]float64), r.acted); return nil }},
		{"sensors", "numbers of all sensors at the boundary that is now: [members, numbers]",
			func(r *Robots) sim.Array {
				return sim.Array{Type: sim.Float64, Shape: []int64{int64(len(r.members)), int64(r.width)}}
			}, (*Robots).readSensors},
	}
}

func vectors(r *Robots) sim.Array {
	return sim.Array{Type: sim.Float32, Shape: []int64{int64(len(r.members)), int64(r.kind.Model.MassCount()), 3}}
}

// Quantities returns the meanings of all that can be read, by their names.
func Quantities() map[string]string {
	out := map[string]string{}
	for _, q := range quantities() {
		out[q.name] = q.meaning
	}
	return out
}

func (r *Robots) quantity(name string) (quantity, error) {
	if r.engine == nil {
		return quantity{}, sim.ErrClosed
	}
	for _, q := range quantities() {
		if q.name == name {
			return q, nil
		}
	}
	return quantity{}, sim.Unknown(name, slices.Sorted(maps.Keys(Quantities())))
}

// Shape says of which type and shape a quantity is.
func (r *Robots) Shape(name string) (sim.Array, error) {
	q, err := r.quantity(name)
	if err != nil {
		return sim.Array{}, err
	}
	return q.shape(r), nil
}

// Read waits for all steps and copies a quantity of all members into dst, a slice of its type that has exactly its length.
func (r *Robots) Read(name string, dst any) error {
	q, err := r.quantity(name)
	if err != nil {
		return err
	}
	if err := q.shape(r).Fits(name, dst); err != nil {
		return err
	}
	return q.read(r, dst)
}

func (r *Robots) readMetrics(dst any) error {
	if err := r.engine.Metrics(&r.table); err != nil {
		return err
	}
	to := dst.([]float64)
	for i, row := range r.table.Rows {
		copy(to[i*len(r.columns):(i+1)*len(r.columns)], row.Values)
	}
	return nil
}

func (r *Robots) readStatus(dst any) error {
	status, err := r.engine.Status()
	if err != nil {
		return err
	}
	for i, s := range status {
		word := s.Ended
		if word == "" {
			word = metrics.Running.String()
		}
		code, ok := metrics.ParseStatus(word)
		if !ok {
			return fmt.Errorf("member %d has ended by %q, which has no number", i, word)
		}
		dst.([]uint8)[i] = uint8(code)
	}
	return nil
}

func (r *Robots) readSensors(dst any) error {
	if r.kind.Control == nil {
		return nil
	}
	period := int64(r.kind.Control.Period)
	if r.steps%period != 0 {
		return fmt.Errorf("step %d lies within a period of %d steps; sensors are read at boundaries", r.steps, period)
	}
	return r.engine.Sense(r.steps/period, dst.([]float64))
}
