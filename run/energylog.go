package run

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"hooke/model"
	"hooke/physics/bigstep/judge"
	"hooke/run/export"
	"hooke/scene"
)

// energyLog samples the energy of a run for energy.csv, for the picture of the ledger,
// and to find a blow-up. It samples nothing when it is switched off.
type energyLog struct {
	engine model.Engine
	table  *export.EnergyCSV // nil: the log is switched off
	path   string            // of the table
	every  int64             // steps between samples, at least 1
	dt     float64           // [s]
	last   int64             // step of the last row; -1 before the first
	judge  Judge
	latest Balance // at the last sample, whether it has a row or not
	gained Balance // of all samples the one that the judge likes least
	noted  bool    // whether latest and gained hold a sample

	calm    judge.Calm     // how the run comes to rest
	looks   int64          // steps between looks at that alone, of a run with fewer rows; 0: rows suffice
	softest model.Residual // of all samples of this process the one with the largest strain, with its step

	account model.Ledger // at the last sample of this process
	sampled int64        // its step, plus 1; 0: none

	ledger  bool // whether the engine keeps a ledger
	title   string
	drawn   []export.EnergySample // the samples of the picture
	between int64                 // number of samples from one drawn to the next
	taken   int64
}

// energySamples is about how many rows energy.csv has by default. ledgerSamples is the
// number with a ledger, whose rows are drawn.
const (
	energySamples = 100
	ledgerSamples = 1000
)

// energyApart is the least number of steps between rows: each row waits for the engine,
// and an engine that steps in small pieces is much slower.
const energyApart = 50

// mostDrawn is the largest number of samples in a picture: more than it has pixels.
const mostDrawn = 4000

// newEnergyLog opens the table of a run of that many steps.
func newEnergyLog(o Options, s *scene.Scene, engine model.Engine, steps int64) (*energyLog, error) {
	e := &energyLog{engine: engine, path: filepath.Join(o.Folder, EnergyName), every: o.EnergyEvery, dt: s.Params.DT,
		last: -1, ledger: o.Energy, title: fmt.Sprintf("%s: energy, %s", s.Name, engine.Describe().Engine), between: 1}
	switch {
	case o.EnergyEvery < 0:
		e.every = steps
		return e, nil
	case o.EnergyEvery == 0 && o.Energy:
		e.every = (steps + ledgerSamples - 1) / ledgerSamples
	case o.EnergyEvery == 0:
		e.every = max(energyApart, (steps+energySamples-1)/energySamples)
	}
	if s.Params.Integrator.Method().Divides && e.every > steps/leastLooks {
		e.looks = max(1, steps/leastLooks)
	}
	var err error
	e.table, err = export.CreateEnergyCSV(e.path, o.Energy, s.Params.Integrator.Method().Divides, s.Model.Changing())
	return e, err
}

// sample adds a row for the state after the given number of steps. An energy that is not a finite
// number has no row; its state is about to diverge.
func (e *energyLog) sample(step int64) error {
	if e.table == nil {
		return nil
	}
	l, err := e.read()
	if err != nil {
		return err
	}
	e.note(step, l)
	e.account, e.sampled = l, step+1
	if !finite(l.Now.Total()) || step <= e.last {
		return nil
	}
	e.last = step
	time := float64(step) * e.dt
	if e.ledger {
		e.draw(export.EnergySample{Time: time, Ledger: l})
	}
	left, err := residualOf(e.engine)
	if err != nil {
		return err
	}
	if left.Strain > e.softest.Strain {
		e.softest = model.Residual{Strain: left.Strain, Spring: left.Spring, Step: step}
	}
	return e.table.Row(step, time, l, left)
}

// leastLooks is how often energies of a run by a solver that divides steps are looked at, at least, so that it can be said
// whether it has come to rest.
const leastLooks = 24

// next returns the number of steps from one to the next at which there is a row, or a look.
func (e *energyLog) next(step int64) int64 {
	n := e.every - step%e.every
	if e.looks > 0 {
		n = min(n, e.looks-step%e.looks)
	}
	return n
}

// look notes how much a run moves where a row does not.
func (e *energyLog) look(step int64) error {
	if e.looks == 0 || step%e.looks != 0 {
		return nil
	}
	energy, err := e.engine.Energy()
	e.calm.Note(step, energy.Kinetic)
	return err
}

// note remembers the sample that the judge likes least.
func (e *energyLog) note(step int64, l model.Ledger) {
	e.latest = e.latest.Then(step, l)
	e.calm.Note(step, l.Now.Kinetic)
	if !e.noted || e.judge.Excess(e.latest) > e.judge.Excess(e.gained) {
		e.gained, e.noted = e.latest, true
	}
}

// due reports whether a step has a row: the last step has one, and so does every multiple
// of the interval.
func (e *energyLog) due(step, steps int64) bool {
	return e.last < step && (step%e.every == 0 || step == steps)
}

// again restores the table's state from a checkpoint.
func (e *energyLog) again(of record) error {
	if e.table == nil || of.Energies == "" {
		return nil
	}
	e.every, e.last = of.EnergyEvery, of.EnergyLast
	account, err := e.read()
	if err != nil {
		return err
	}
	for row := range strings.Lines(of.Energies) {
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
	return e.table.Again(of.Energies)
}

// ending returns the ledger at the end of a run, after the given number of steps: that of the last sample, where
// it is of this step.
func (e *energyLog) ending(step int64) (model.Ledger, error) {
	if e.sampled == step+1 {
		return e.account, nil
	}
	l, err := e.read()
	if err == nil {
		e.note(step, l)
	}
	return l, err
}

// read returns the ledger of the engine; without one, a ledger with the present energy
// alone.
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

// finite reports whether x is a finite number.
func finite(x float64) bool { return x-x == 0 }

// draw keeps a sample for the picture. When there are many, it keeps only every second
// one.
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

// close completes the table and draws the picture, each if its file is missing. wrote
// are the files that it wrote.
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

// plot returns the path of the picture.
func (e *energyLog) plot() string { return strings.TrimSuffix(e.path, ".csv") + ".png" }

// cut takes back the rows from a step on.
func (e *energyLog) cut(step int64) error {
	if e.table == nil {
		return nil
	}
	e.drawn = slices.DeleteFunc(e.drawn, func(s export.EnergySample) bool { return s.Time >= float64(step)*e.dt })
	if err := e.table.Cut(step); err != nil || e.last < step {
		return err
	}
	e.last = -1
	for row := range strings.Lines(string(e.table.Rows())) {
		_, at, err := export.ParseEnergyRow(row)
		if err != nil {
			return err
		}
		e.last = at
	}
	return nil
}

// keep completes the table of a run that diverged, and adds to its error which files
// were written.
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

// discard removes the table, unless close has completed it.
func (e *energyLog) discard() {
	if e.table != nil {
		e.table.Discard()
	}
}
