package run

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"

	"hooke/cpuref"
	"hooke/engine"
	"hooke/model"
	"hooke/must"
	"hooke/run/export"
	"hooke/scene"
	"hooke/scene/open"
)

// Unless told otherwise a run has about as many rows as are wanted, and a short one
// fewer rather than small pieces; the ledger is drawn, so that it has them all.
func TestEnergyRowsByDefault(t *testing.T) {
	for _, c := range []struct {
		steps, want int64 // from row to row
		options     Options
	}{
		{10, 50, Options{}},
		{5000, 50, Options{}},
		{5001, 51, Options{}},
		{100_000, 1000, Options{}},
		{200, 1, Options{Energy: true}},
		{100_000, 100, Options{Energy: true}},
		{200, 3, Options{EnergyEvery: 3}},
	} {
		s := must.Get(open.Scene("cube", scene.Options{}))(t)
		reference := must.Get(cpuref.New(s.Model, s.Params))(t)
		c.options.Folder = t.TempDir()
		e := must.Get(newEnergyLog(c.options, s, reference, c.steps))(t)
		must.Be(t, e.every, c.want, "%d steps, %d asked for, ledger %v: a row each steps", c.steps, c.options.EnergyEvery, c.options.Energy)
		e.discard()
	}
}

// The points drawn of a long run stay bounded, evenly spaced, from the start.
func TestDrawnSamplesAreBounded(t *testing.T) {
	e := &energyLog{between: 1}
	for i := range 50_000 {
		e.draw(export.EnergySample{Time: float64(i)})
	}
	if n := len(e.drawn); n < mostDrawn/2 || n > mostDrawn {
		t.Errorf("%d samples, want %d to %d", n, mostDrawn/2, mostDrawn)
	}
	for i, s := range e.drawn {
		if s.Time != float64(int64(i)*e.between) {
			t.Fatalf("sample %d is of time %g, spaced by %d", i, s.Time, e.between)
		}
	}
}

// hot is an engine whose energy peaks on the way.
type hot struct {
	model.Engine
	energies []float64
}

func (h *hot) Energy() (model.Energy, error) {
	e := model.Energy{Kinetic: h.energies[0]}
	h.energies = h.energies[1:]
	return e, nil
}

// A blow-up that is over by the end is seen: the most energy on the way counts, and NaN counts as more than
// any number.
func TestBlowUpOnTheWay(t *testing.T) {
	s, err := open.Scene("cube", scene.Options{})
	must.Do(t, err)
	judge := JudgeOf(s.Model, s.Params, s.Start, "double")
	for _, c := range []struct {
		energies []float64
		blown    bool
	}{{[]float64{1.2, 1.3, 1.2}, false}, {[]float64{1.2, 50, 1.2}, true}, {[]float64{1.2, math.NaN(), 1.2}, true}} {
		e := &energyLog{engine: &hot{energies: c.energies}, judge: judge, dt: 1}
		if e.table, err = export.CreateEnergyCSV(filepath.Join(t.TempDir(), "energy.csv"), false, false, false); err != nil {
			t.Fatal(err)
		}
		for step := range c.energies {
			must.Do(t, e.sample(int64(step)))
		}
		e.discard()
		if err := judge.Verdict(s.Model, s.Params, e.gained); (err != nil) != c.blown {
			t.Errorf("%v: %v, want blown up %v", c.energies, err, c.blown)
		}
	}
}

// A run that continues from a checkpoint of a step that has a row of energies ends in the table of a
// run that was never stopped, bit for bit, with every solver and with and without a ledger: the
// residual of a solver is known after its steps alone, and no checkpoint has it.
func TestRowOfTheCheckpoint(t *testing.T) {
	for k, solver := range model.Solvers() {
		on := engine.CPU
		if model.Support(model.PlainSprings, solver, engine.CPU, model.Single) == model.None {
			on = engine.CPURef
		}
		for _, ledger := range []bool{k%2 == 0, k%2 != 0}[:must.Sized(1, 2)] {
			s, err := open.Scene("cube", scene.Options{Integrator: solver})
			must.Do(t, err)
			folder := t.TempDir()
			r := must.Get(New(s, Options{Folder: folder, Engine: on, Steps: 37, Energy: ledger, EnergyEvery: 5, Checkpoint: Interval{Steps: 15},
				Choices: scene.Options{Integrator: solver}}))(t)
			_, err = r.Go(context.Background())
			r.Close()
			must.Do(t, err)
			want := read(t, folder, "energy.csv")
			// A kill in the middle leaves the checkpoint before the last one.
			cut := t.TempDir()
			must.Do(t, os.Rename(PreviousCheckpoint(filepath.Join(folder, CheckpointName)), filepath.Join(cut, CheckpointName)))
			r = must.Get(Resume(context.Background(), filepath.Join(cut, CheckpointName), Options{}))(t)
			if r.from != 30 {
				t.Fatalf("%v: it goes on from step %d, want 30", solver, r.from)
			}
			_, err = r.Go(context.Background())
			r.Close()
			must.Do(t, err)
			if got := read(t, cut, "energy.csv"); !bytes.Equal(got, want) {
				t.Errorf("%v, ledger %v: the table is\n%s, want\n%s", solver, ledger, got, want)
			}
		}
	}
}

func read(t *testing.T, path ...string) []byte {
	t.Helper()
	return must.Get(os.ReadFile(filepath.Join(path...)))(t)
}
