package bench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hooke/cpuref"
	"hooke/model"
	"hooke/scene"
)

// Maker makes one engine with one pipeline.
type Maker struct {
	Engine, Pipeline string // for messages; rows take both from the engine's description
	Software         bool   // the renderer runs on the CPU: said loudly
	// Reference marks the float64 reference itself, whose error is 0 by
	// definition.
	Reference bool
	New       func(m *model.Model, p model.Params) (model.Engine, error)
}

// Reference makes the float64 reference.
func Reference() Maker {
	return Maker{
		Engine: "cpuref", Pipeline: "serial", Reference: true,
		New: func(m *model.Model, p model.Params) (model.Engine, error) { return cpuref.New(m, p) },
	}
}

// Suite is what to measure, and how. The zero value of a field means the
// default that its comment states.
type Suite struct {
	Springs    []int64          // sizes: springs wanted; the nearest cubic lattice is taken. Required
	Makers     []Maker          // required
	Repeats    int              // of each engine and size; zero means 5, at least 3
	Target     time.Duration    // length of a repeat; zero means 500 ms. A repeat is at least one step
	Budget     time.Duration    // for all repeats of a row; zero means 30 s. It may lower Repeats to 3
	Integrator model.Integrator // zero means symplectic Euler
	Clock      func() time.Time // zero means time.Now
	Commit     string           // of the program, for the rows
	Host       string           // description of the machine, for the rows
}

// MinRepeats is the smallest number of repeats that has a median and a spread.
const MinRepeats = 3

// MaxSteps is the most steps taken from the start state: canon cannot carry
// itself and is meant for its first few hundred steps. A longer repeat starts
// over as often as it takes, and the resets are not timed.
const MaxSteps = 300

// Run measures size by size and hands each row to emit; progress, which may be
// nil, is told in words what is being done. An engine that cannot be made or
// fails is left out of the rows of its size and reported in the error, with
// the others measured all the same. A cancelled context ends the run.
func (s Suite) Run(ctx context.Context, emit func(Row) error, progress func(string)) error {
	if s.Clock == nil {
		s.Clock = time.Now
	}
	if s.Repeats == 0 {
		s.Repeats = 5
	}
	s.Repeats = max(s.Repeats, MinRepeats)
	if s.Target == 0 {
		s.Target = 500 * time.Millisecond
	}
	if s.Budget == 0 {
		s.Budget = 30 * time.Second
	}
	if progress == nil {
		progress = func(string) {}
	}

	var faults []error
	for _, springs := range s.Springs {
		rows, err := s.size(ctx, springs, progress)
		faults = append(faults, err)
		for _, row := range rows {
			if err := emit(row); err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			faults = append(faults, interruption{"bench: interrupted", ctx.Err()})
			break
		}
	}
	return errors.Join(faults...)
}

// interruption is the end of the work by a cancelled context, in words for
// people. It wraps the context's error.
type interruption struct {
	text  string
	cause error
}

func (i interruption) Error() string { return i.text }
func (i interruption) Unwrap() error { return i.cause }

// size measures all engines at one size.
func (s Suite) size(ctx context.Context, springs int64, progress func(string)) ([]Row, error) {
	progress(fmt.Sprintf("canon with about %d springs: building", springs))
	sc, err := scene.Open("canon", scene.Options{Springs: springs, Integrator: s.Integrator})
	if err != nil {
		return nil, fmt.Errorf("bench: %d springs: %w", springs, err)
	}
	steps := ErrorSteps(sc.Model.SpringCount())
	progress(fmt.Sprintf("%s: %d reference steps", sc.Name, steps))
	truth, err := NewTruth(ctx, sc.Model, sc.Params, sc.Start, steps)
	if ctx.Err() != nil {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("bench: %s: %w", sc.Name, err)
	}

	// Every engine is made, measured for its error and probed for its pace
	// before anything is timed.
	var faults []error
	var trials []*trial
	defer func() {
		for _, t := range trials {
			t.engine.Close()
		}
	}()
	for _, maker := range s.Makers {
		if ctx.Err() != nil {
			return nil, nil
		}
		progress(fmt.Sprintf("%s: %s %s: error and warm-up", sc.Name, maker.Engine, maker.Pipeline))
		t, err := s.prepare(maker, sc, truth)
		if err != nil {
			faults = append(faults, fmt.Errorf("bench: %s: %s %s: %w", sc.Name, maker.Engine, maker.Pipeline, err))
			continue
		}
		trials = append(trials, t)
	}
	trials, err = s.timeInTurn(ctx, sc.Name, trials, progress)
	faults = append(faults, err)

	var rows []Row
	for _, t := range trials {
		if row, ok := s.row(sc, t); ok {
			rows = append(rows, row)
		}
	}
	return rows, errors.Join(faults...)
}

// timeInTurn repeats round-robin: the first repeat of every engine, then the
// second of every engine. It returns the trials that did not fail, and closes
// the others.
func (s Suite) timeInTurn(ctx context.Context, name string, trials []*trial, progress func(string)) ([]*trial, error) {
	var faults []error
	for repeat := range s.Repeats {
		progress(fmt.Sprintf("%s: repeat %d of %d", name, repeat+1, s.Repeats))
		var sound []*trial
		for _, t := range trials {
			if ctx.Err() != nil {
				return trials, errors.Join(faults...)
			}
			if repeat < t.repeats {
				if err := t.repeat(s.Clock); err != nil {
					t.engine.Close()
					faults = append(faults, fmt.Errorf("bench: %s: %s %s: %w", name, t.maker.Engine, t.maker.Pipeline, err))
					continue
				}
			}
			sound = append(sound, t)
		}
		trials = sound
	}
	return trials, errors.Join(faults...)
}
