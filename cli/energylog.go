package cli

import (
	"errors"
	"fmt"
	"path/filepath"

	"hooke/bench"
	"hooke/export"
	"hooke/model"
)

// energyLog writes DIR/energy.csv during a run, or nothing when it is switched
// off.
type energyLog struct {
	engine model.Engine
	table  *export.EnergyCSV // nil: switched off
	path   string            // of the table
	every  int64             // steps between samples, at least 1
	dt     float64           // [s]
	last   int64             // step of the last row; -1 before the first
}

// newEnergyLog opens the table of a run of that many steps.
func newEnergyLog(o *runOptions, engine model.Engine, steps int64, dt float64) (*energyLog, error) {
	e := &energyLog{engine: engine, path: filepath.Join(o.out, "energy.csv"), every: int64(o.energyEvery), dt: dt, last: -1}
	switch {
	case o.energyEvery == 0:
		e.every = steps
		return e, nil
	case o.energyEvery < 0:
		e.every = (steps + energySamples - 1) / energySamples
	}
	var err error
	e.table, err = export.CreateEnergyCSV(e.path)
	return e, err
}

// sample adds a row for the engine's state, which is after so many steps. An
// energy that is not a finite number, of a state that is about to diverge, has
// no row.
func (e *energyLog) sample(step int64) error {
	if e.table == nil {
		return nil
	}
	energy, err := e.engine.Energy()
	if err != nil {
		return err
	}
	if bench.Finite(energy.Total()) == nil || step <= e.last {
		return nil
	}
	e.last = step
	return e.table.Row(step, float64(step)*e.dt, energy)
}

// due says whether a step has a row: every so many, and the last one.
func (e *energyLog) due(step, steps int64) bool {
	return e.last < step && (step%e.every == 0 || step == steps)
}

// again begins with what a checkpoint remembers of the table.
func (e *energyLog) again(record runRecord) error {
	if e.table == nil || record.Energies == "" {
		return nil
	}
	e.every, e.last = record.EnergyEvery, record.EnergyLast
	return e.table.Again(record.Energies)
}

func (e *energyLog) close() error {
	if e.table == nil {
		return nil
	}
	return e.table.Close()
}

// keep completes the table of a run that diverged, and adds to its error what
// was written.
func (e *energyLog) keep(err error) error {
	if e.table == nil || e.last < 0 {
		return fmt.Errorf("%w\n(no energies, no final.npz)", err)
	}
	if closing := e.table.Close(); closing != nil {
		return errors.Join(err, closing)
	}
	return fmt.Errorf("%w\n(wrote %s up to step %d; no final.npz)", err, e.path, e.last)
}

// discard leaves no file behind, unless close has completed it.
func (e *energyLog) discard() {
	if e.table != nil {
		e.table.Discard()
	}
}
