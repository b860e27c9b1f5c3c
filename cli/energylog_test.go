package cli

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hooke/cpuref"
	"hooke/engine"
	"hooke/export"
	"hooke/model"
	"hooke/run"
	"hooke/scene"
	"hooke/scene/open"
)

// run --energy writes the ledger and draws it, and the account closes.
func TestRunEnergy(t *testing.T) {
	needsGL(t)
	for _, engine := range []string{"gpu", "cpuref"} {
		out := t.TempDir()
		r := hooke(t, "run", "lattice", "--springs", "500", "--energy", "--steps", "400", "--energy-every", "20", "--engine", engine, "--out", out).worked(t)
		for _, want := range []string{"\ndissipated ", "\nwork ", "\nunexplained ", filepath.Join(out, "energy.png") + "\n"} {
			if !strings.Contains(r.stdout, want) {
				t.Errorf("%s: want %q in\n%s", engine, want, r.stdout)
			}
		}
		file, err := os.Open(filepath.Join(out, "energy.csv"))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(file).ReadAll()
		file.Close()
		if err != nil || len(rows) != 22 {
			t.Fatalf("%s: %d rows, %v; want a header, the start and 20", engine, len(rows), err)
		}
		last := func(name string) float64 {
			x, err := strconv.ParseFloat(rows[21][slices.Index(rows[0], name)], 64)
			if err != nil {
				t.Fatal(err)
			}
			return x
		}
		// Half the safe step explains a damped fall to a few percent.
		const unexplained = 0.05
		if lost := last("damping_J"); lost <= 0 || last("residual_J") > unexplained*lost {
			t.Errorf("%s: dampers took %g J, unexplained are %g J", engine, lost, last("residual_J"))
		}
		if info, err := os.Stat(filepath.Join(out, "energy.png")); err != nil || info.Size() < 10_000 {
			t.Errorf("%s: energy.png: %v", engine, err)
		}
	}
	// What is left unexplained comes with a hint, where it is more than a thousandth.
	if said := hooke(t, "run", "worm", "--energy", "--steps", "300", "--engine", "cpuref", "--out", t.TempDir()).worked(t).stdout; !strings.Contains(said, "exchanged; a smaller --dt leaves less\n") {
		t.Errorf("no hint to a smaller --dt in\n%s", said)
	}
	if said := hooke(t, "run", "chain", "--energy", "--steps", "300", "--engine", "cpuref", "--out", t.TempDir()).worked(t).stdout; !strings.Contains(said, " J exchanged\n") {
		t.Errorf("a hint where all is explained, in\n%s", said)
	}
	r := hooke(t, "run", "cube", "--energy", "--energy-every", "0")
	if r.code != exitUsage || !strings.Contains(r.stderr, "--energy-every 0") {
		t.Errorf("exit code %d, message %s", r.code, r.stderr)
	}
}

// Unless told otherwise a run has about as many rows as are wanted, and a short one
// fewer rather than small pieces; the ledger is drawn, so that it has them all.
func TestEnergyRowsUnlessTold(t *testing.T) {
	for _, c := range []struct {
		steps, want int64 // from row to row
		options     runOptions
	}{
		{10, 50, runOptions{energyEvery: -1}},
		{5000, 50, runOptions{energyEvery: -1}},
		{5001, 51, runOptions{energyEvery: -1}},
		{100_000, 1000, runOptions{energyEvery: -1}},
		{200, 1, runOptions{energyEvery: -1, energy: true}},
		{100_000, 100, runOptions{energyEvery: -1, energy: true}},
		{200, 3, runOptions{energyEvery: 3}},
	} {
		s, err := open.Scene("cube", scene.Options{})
		if err != nil {
			t.Fatal(err)
		}
		reference, err := cpuref.New(s.Model, s.Params)
		if err != nil {
			t.Fatal(err)
		}
		c.options.out = t.TempDir()
		e, err := newEnergyLog(&c.options, &running{scene: s, engine: &engine.Engine{Engine: reference}}, c.steps)
		if err != nil {
			t.Fatal(err)
		}
		if e.every != c.want {
			t.Errorf("%d steps, %d asked for, ledger %v: a row each %d steps, want %d", c.steps, c.options.energyEvery, c.options.energy, e.every, c.want)
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
	if err != nil {
		t.Fatal(err)
	}
	judge := run.JudgeOf(s.Model, s.Params, s.Start, "double")
	for _, c := range []struct {
		energies []float64
		blown    bool
	}{{[]float64{1.2, 1.3, 1.2}, false}, {[]float64{1.2, 50, 1.2}, true}, {[]float64{1.2, math.NaN(), 1.2}, true}} {
		e := &energyLog{engine: &hot{energies: c.energies}, judge: judge, dt: 1}
		if e.table, err = export.CreateEnergyCSV(filepath.Join(t.TempDir(), "energy.csv"), false); err != nil {
			t.Fatal(err)
		}
		for step := range c.energies {
			if err := e.sample(int64(step)); err != nil {
				t.Fatal(err)
			}
		}
		e.discard()
		if err := judge.Verdict(s.Model, s.Params, e.gained); (err != nil) != c.blown {
			t.Errorf("%v: %v, want blown up %v", c.energies, err, c.blown)
		}
	}
}
