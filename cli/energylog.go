package cli

import (
	"path/filepath"

	"hooke/export"
	"hooke/model"
)

// energyLog writes DIR/energy.csv during a run, or nothing when it is switched
// off.
type energyLog struct {
	engine model.Engine
	table  *export.EnergyCSV // nil: switched off
	every  int64             // steps between samples, at least 1
	dt     float64           // [s]
}

// newEnergyLog opens the table of a run of that many steps.
func newEnergyLog(o *runOptions, engine model.Engine, steps int64, dt float64) (*energyLog, error) {
	e := &energyLog{engine: engine, every: int64(o.energyEvery), dt: dt}
	switch {
	case o.energyEvery == 0:
		e.every = steps
		return e, nil
	case o.energyEvery < 0:
		e.every = (steps + energySamples - 1) / energySamples
	}
	var err error
	e.table, err = export.CreateEnergyCSV(filepath.Join(o.out, "energy.csv"))
	return e, err
}

// sample adds a row for the engine's state, which is after so many steps.
func (e *energyLog) sample(step int64) error {
	if e.table == nil {
		return nil
	}
	energy, err := e.engine.Energy()
	if err != nil {
		return err
	}
	return e.table.Row(step, float64(step)*e.dt, energy)
}

func (e *energyLog) close() error {
	if e.table == nil {
		return nil
	}
	return e.table.Close()
}

// discard leaves no file behind, unless close has completed it.
func (e *energyLog) discard() {
	if e.table != nil {
		e.table.Discard()
	}
}
