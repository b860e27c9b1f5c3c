package run

import (
	"math"
	"path/filepath"
	"testing"

	"hooke/cpuref"
	"hooke/export"
	"hooke/model"
	"hooke/must"
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
		if e.every != c.want {
			t.Errorf("%d steps, %d asked for, ledger %v: a row each %d steps, want %d", c.steps, c.options.EnergyEvery, c.options.Energy, e.every, c.want)
		}
		e.discard()
	}
}

// What is drawn of a long run stays bounded, evenly spaced, from the start.
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

// A blow-up that is over by the end is seen: the most energy on the way counts,
// and what is not a number counts as more than any.
func TestBlowUpOnTheWay(t *testing.T) {
	s, err := open.Scene("cube", scene.Options{})
	must.Do(t, err)
	judge := JudgeOf(s.Model, s.Params, s.Start, "double")
	for _, c := range []struct {
		energies []float64
		blown    bool
	}{{[]float64{1.2, 1.3, 1.2}, false}, {[]float64{1.2, 50, 1.2}, true}, {[]float64{1.2, math.NaN(), 1.2}, true}} {
		e := &energyLog{engine: &hot{energies: c.energies}, judge: judge, dt: 1}
		if e.table, err = export.CreateEnergyCSV(filepath.Join(t.TempDir(), "energy.csv"), false, false); err != nil {
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
