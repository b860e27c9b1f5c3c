package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"hooke/bench"
	"hooke/export"
	"hooke/model"
	"hooke/run"
)

// energyLog samples the energy of a run, for DIR/energy.csv, for the picture of
// the ledger and to see a blow-up; or nothing when it is switched off.
type energyLog struct {
	engine model.Engine
	table  *export.EnergyCSV // nil: switched off
	path   string            // of the table
	every  int64             // steps between samples, at least 1
	dt     float64           // [s]
	last   int64             // step of the last row; -1 before the first
	judge  run.Judge
	latest run.Account // at the last sample, whether it has a row or not
	gained run.Account // of all samples that which the judge likes least
	noted  bool        // whether there is any

	ledger  bool // whether the engine keeps one
	title   string
	drawn   []export.EnergySample // of the picture
	between int64                 // samples from one drawn to the next
	taken   int64
}

// mostDrawn is how many samples a picture has at most: more than pixels.
const mostDrawn = 4000

// newEnergyLog opens the table of a run of that many steps.
func newEnergyLog(o *runOptions, r *running, steps int64) (*energyLog, error) {
	e := &energyLog{engine: r.engine, path: filepath.Join(o.out, "energy.csv"), every: int64(o.energyEvery), dt: r.scene.Params.DT,
		last: -1, ledger: o.energy, title: fmt.Sprintf("%s: energy, %s", r.scene.Name, r.engine.Describe().Engine), between: 1}
	switch {
	case o.energyEvery == 0:
		e.every = steps
		return e, nil
	case o.energyEvery < 0 && o.energy:
		e.every = (steps + ledgerSamples - 1) / ledgerSamples
	case o.energyEvery < 0:
		e.every = max(energyApart, (steps+energySamples-1)/energySamples)
	}
	var err error
	e.table, err = export.CreateEnergyCSV(e.path, o.energy)
	return e, err
}

// sample adds a row for the engine's state, which is after so many steps. An
// energy that is not a finite number, of a state that is about to diverge, has
// no row.
func (e *energyLog) sample(step int64) error {
	if e.table == nil {
		return nil
	}
	l, err := e.read()
	if err != nil {
		return err
	}
	e.note(step, l)
	if bench.Finite(l.Now.Total()) == nil || step <= e.last {
		return nil
	}
	e.last = step
	time := float64(step) * e.dt
	if e.ledger {
		e.draw(export.EnergySample{Time: time, Ledger: l})
	}
	return e.table.Row(step, time, l)
}

// note remembers what the judge likes least.
func (e *energyLog) note(step int64, l model.Ledger) {
	e.latest = e.latest.Then(step, l)
	if !e.noted || e.judge.Excess(e.latest) > e.judge.Excess(e.gained) {
		e.gained, e.noted = e.latest, true
	}
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
	account, err := e.read()
	if err != nil {
		return err
	}
	for row := range strings.Lines(record.Energies) {
		sample, step, err := export.ParseEnergyRow(row)
		if err != nil {
			return fmt.Errorf("the energies of the checkpoint are not understood: %w", err)
		}
		sample.Ledger.Start = account.Start
		e.note(step, sample.Ledger)
		if e.ledger {
			e.draw(sample)
		}
	}
	return e.table.Again(record.Energies)
}

// read is the account of the engine, of the present energy alone where it keeps
// none.
func (e *energyLog) read() (model.Ledger, error) {
	if e.ledger {
		keeper, ok := model.As[model.LedgerKeeper](e.engine)
		if !ok {
			return model.Ledger{}, fmt.Errorf("--energy: the engine %s keeps no ledger; choose another with --engine", e.engine.Describe().Engine)
		}
		return keeper.Ledger()
	}
	energy, err := e.engine.Energy()
	return model.Ledger{Now: energy}, err
}

// draw keeps a sample for the picture, and only every second one once there
// are many.
func (e *energyLog) draw(s export.EnergySample) {
	e.taken++
	if (e.taken-1)%e.between != 0 {
		return
	}
	e.drawn = append(e.drawn, s)
	if len(e.drawn) < mostDrawn {
		return
	}
	for i := range len(e.drawn) / 2 {
		e.drawn[i] = e.drawn[2*i]
	}
	e.drawn, e.between = e.drawn[:len(e.drawn)/2], 2*e.between
}

// close completes the table and draws the picture, where they are missing; wrote are the
// files.
func (e *energyLog) close(missing func(path string) bool) (wrote []string, err error) {
	if e.table == nil {
		return nil, nil
	}
	if missing(e.path) {
		if err := e.table.Close(); err != nil {
			return nil, err
		}
		wrote = []string{e.path}
	}
	if !e.ledger || len(e.drawn) < 2 || !missing(e.plot()) {
		return wrote, nil
	}
	if err := export.WriteEnergyPlot(e.plot(), e.title, e.drawn); err != nil {
		return wrote, err
	}
	return append(wrote, e.plot()), nil
}

// plot is where the picture goes.
func (e *energyLog) plot() string { return strings.TrimSuffix(e.path, ".csv") + ".png" }

// keep completes the table of a run that diverged, and adds to its error what
// was written.
func (e *energyLog) keep(err error) error {
	if e.table == nil || e.last < 0 {
		return fmt.Errorf("%w\n(no energies, no final.npz)", err)
	}
	files, closing := e.close(func(string) bool { return true })
	if closing != nil {
		return errors.Join(err, closing)
	}
	return fmt.Errorf("%w\n(wrote %s up to step %d; no final.npz)", err, strings.Join(files, ", "), e.last)
}

// discard leaves no file behind, unless close has completed it.
func (e *energyLog) discard() {
	if e.table != nil {
		e.table.Discard()
	}
}
