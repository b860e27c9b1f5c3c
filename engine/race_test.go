package engine

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
)

// contender is an engine whose steps take a time of a pretended clock.
type contender struct {
	now    *time.Time
	step   time.Duration
	fault  error // of steps
	steps  int   // since the last reset
	closed bool
}

func (c *contender) Reset(*model.State) error { c.steps = 0; return nil }
func (c *contender) Finish() error            { return nil }
func (c *contender) Close()                   { c.closed = true }
func (c *contender) Step(n int) error {
	*c.now = c.now.Add(time.Duration(n) * c.step)
	c.steps += n
	return c.fault
}

// The faster engine is left, at the start; the card's where the two are nearly alike.
func TestRaceLeavesTheFasterEngine(t *testing.T) {
	const us = time.Microsecond
	for _, c := range []struct {
		name     string
		gpu, cpu time.Duration
		want     string
	}{
		{"a lone walker", 12 * us, 5 * us, "cpu"},
		{"a large structure", 7 * us, 300 * us, "gpu"},
		{"nearly alike", 100 * us, 95 * us, "gpu"},
		{"slow steps", 90 * time.Millisecond, 30 * time.Millisecond, "cpu"},
	} {
		now := time.Unix(0, 0)
		card, cores := &contender{now: &now, step: c.gpu}, &contender{now: &now, step: c.cpu}
		made := func(e *contender) func() (*contender, error) { return func() (*contender, error) { return e, nil } }
		var result raceEntry
		winner := must.Get(compare(&result, nil, func() time.Time { return now }, made(card), made(cores)))(t)
		loser := card
		if winner == card {
			loser = cores
		}
		if (winner == cores) != (c.want == "cpu") || winner.closed || winner.steps != 0 || !loser.closed {
			t.Errorf("%s: cpu wins %v, closed %v after %d steps, the other closed %v; want %s", c.name, winner == cores, winner.closed, winner.steps, loser.closed, c.want)
		}
		if near := func(got float64, want time.Duration) bool {
			return got > 0.99*want.Seconds() && got < 1.01*want.Seconds()
		}; !near(result.GPU, c.gpu) || !near(result.CPU, c.cpu) {
			t.Errorf("%s: measured %g and %g s", c.name, result.GPU, result.CPU)
		}
	}

	// Where one fails nothing is left open.
	now := time.Unix(0, 0)
	for _, fault := range [][2]error{{errFault, nil}, {nil, errFault}} {
		card, cores := &contender{now: &now, step: time.Millisecond, fault: fault[0]}, &contender{now: &now, step: time.Millisecond, fault: fault[1]}
		_, err := compare(&raceEntry{}, nil, func() time.Time { return now },
			func() (*contender, error) { return card, nil }, func() (*contender, error) { return cores, nil })
		if !errors.Is(err, errFault) || !card.closed || fault[0] == nil && !cores.closed {
			t.Errorf("faults %v: %v, closed %v and %v", fault, err, card.closed, cores.closed)
		}
	}
}

// A race is run once and remembered, for a device, a structure and a program; the user is told who steps and why.
func TestRacesAreRemembered(t *testing.T) {
	if reason := gltest.Unwanted(); reason != "" {
		t.Skip(reason)
	}
	m := must.Get(build.Cube(0.5))(t)
	said, calls := "", 0
	now := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	clock := func() time.Time { calls++; now = now.Add(time.Millisecond); return now }
	o := Options{GPU: gpu.Options{Pipeline: gpu.Auto}, Start: m.Start(), Listener: Listener{Note: func(line string) { said += line + "\n" }}}
	o.Tuning.Folder = t.TempDir()
	race := func(want string) {
		t.Helper()
		said, calls = "", 0
		d := must.Get(OpenDevice(Listener{}))(t)
		e := must.Get(o.race(d, m, model.Params{}, clock))(t)
		defer e.Close()
		must.Be(t, e.Describe().Engine, want, "it steps")
		must.Hold(t, (e.Device == d) == (want == GPU), "%s holds the device: %v", want, e.Device == d)
		must.Do(t, e.Step(1))
	}
	race(GPU) // with this clock both take as long
	must.Hold(t, calls > 10 && strings.Contains(said, "note: gpu steps: a step takes ") && !strings.Contains(said, "as measured on"), "after %d readings of the clock: %s", calls, said)
	race(GPU)
	must.Hold(t, calls == 0 && strings.Contains(said, ", as measured on 2030-01-02; --retune measures anew"), "after %d readings of the clock: %s", calls, said)

	path := filepath.Join(o.Tuning.Folder, "race.json")
	text := string(must.Get(os.ReadFile(path))(t))
	races := must.Get(openNotebook(o.Tuning.Folder, "race.json", raceVersion, raceEntry.known))(t)
	races.entries[0].CPU = races.entries[0].GPU / 2
	must.Do(t, races.add(races.entries[0], func(raceEntry) bool { return true }))
	race(CPU)
	must.Hold(t, calls == 0 && strings.Contains(said, "note: cpu steps, which is faster here: a step takes ") && strings.Contains(said, "--engine gpu takes the card"), "it said %s", said)

	o.Tuning.Program = "another"
	race(GPU)
	must.Hold(t, calls > 10, "another program relies on this one's race")
	o.Tuning.Program, o.Tuning.Again = "", true
	race(GPU)
	must.Hold(t, calls > 10, "--retune measures nothing")

	o.Tuning.Again = false
	must.Do(t, os.WriteFile(path, []byte(strings.Replace(text, `"gpu_seconds": `, `"gpu_seconds": -`, 1)), 0o666))
	race(GPU)
	must.Hold(t, calls > 10 && strings.Contains(said, "race.json"), "after a file with a negative time it said %s", said)
}

// Only small structures that both engines step on a graphics card, in the same precision, are raced.
func TestWhatIsRaced(t *testing.T) {
	card, software := &glx.Context{Renderer: "A card"}, &glx.Context{Renderer: "llvmpipe (LLVM 15)"}
	small := must.Get(build.Cube(0.5))(t)
	large, _, err := build.Canon(26)
	must.Do(t, err)
	must.Hold(t, large.SpringCount() > mostRaced, "%d springs are few", large.SpringCount())
	for _, c := range []struct {
		name string
		gl   *glx.Context
		m    *model.Model
		p    model.Params
		o    Options
		want bool
	}{
		{"a small structure", card, small, model.Params{}, Options{}, true},
		{"in double", card, small, model.Params{}, Options{GPU: gpu.Options{Precision: gpu.Double}}, true},
		{"in compensated, which cpu has not", card, small, model.Params{}, Options{GPU: gpu.Options{Precision: gpu.Compensated}}, false},
		{"on software", software, small, model.Params{}, Options{}, false},
		{"without OpenGL", nil, small, model.Params{}, Options{}, false},
		{"a large structure", card, large, model.Params{}, Options{}, false},
		{"with a ledger, which gpu lacks", card, small, model.Params{Ledger: true}, Options{}, false},
		{"by the reference alone", card, small, model.Params{Integrator: model.ImplicitEuler}, Options{}, false},
		{"where nothing is measured", card, small, model.Params{}, Options{Tuning: TuningCache{Off: true}}, false},
	} {
		must.Be(t, c.o.races(c.gl, c.m, c.p), c.want, "%s", c.name)
	}
}
