package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// Repeats are discarded until three in a row agree, 15 at most.
func TestWarmUntilSettled(t *testing.T) {
	restless := slices.Repeat([]float64{1, 2}, mostWarm)
	for _, c := range []struct {
		name    string
		least   float64
		seconds []float64
		repeats int
		settled bool
	}{
		{"warm from the start", 1, []float64{1, 1, 1}, 3, true},
		{"a cold first repeat", 1, []float64{4, 1, 1.02, 1.01}, 4, true},
		{"a rate that rises by 2.5 % a repeat", 1, []float64{1.104, 1.077, 1.05, 1.025, 1.0, 1.0}, 6, true},
		{"just apart", 1, []float64{1, 1.02, 1.04, 1.04, 1.04}, 4, true},
		{"a clock that falls", 1, []float64{1, 1.2, 1.21, 1.21}, 4, true},
		{"alike, and cold", 1, []float64{0.3, 0.3, 0.3, 0.1, 0.1, 0.1}, 6, true},
		{"alike, on a warm device", 0, []float64{0.3, 0.3, 0.3}, 3, true},
		{"a clock that sees nothing", 1, []float64{0, 0, 0}, 3, true},
		{"never", 1, restless, mostWarm, false},
		{"the last three agree", 1, append(slices.Clone(restless[:mostWarm-3]), 1, 1.01, 1), mostWarm, true},
	} {
		at := 0
		w, err := warmUntilSettled(c.least, func() (float64, error) { at++; return c.seconds[at-1], nil })
		if err != nil || w.repeats != c.repeats || at != c.repeats || w.settled() != c.settled {
			t.Errorf("%s: %+v after %d repeats, settled %v, %v; want %d, settled %v", c.name, w, at, w.settled(), err, c.repeats, c.settled)
		}
	}
	wrong := errors.New("lost")
	if w, err := warmUntilSettled(1, func() (float64, error) { return 0, wrong }); !errors.Is(err, wrong) || w.repeats != 0 {
		t.Errorf("%+v, %v", w, err)
	}
}

// An engine whose device is cold at first is measured warm. The discarded repeats are in no time and no
// spread, and a row tells of them. A device that does not settle is measured all the same, with a note.
func TestColdDevicesAreWarmedFirst(t *testing.T) {
	const ms = time.Millisecond
	// Resets: the error, then 1, 2, 4 and 8 steps of the probe; then repeats of 50 steps.
	probed := slices.Repeat([]time.Duration{10 * ms}, 5)
	restless := slices.Clone(probed)
	for k := range mostWarm + 1 { // the first one is over before leastWarm is
		restless = append(restless, []time.Duration{10 * ms, 20 * ms}[k%2])
	}
	for _, c := range []struct {
		name      string
		warms     bool
		paces     []time.Duration
		warm      int
		unsettled float64
		spread    bool
	}{
		{"cold", true, append(slices.Clone(probed), 40*ms, 12*ms, 10*ms, 10*ms, 10*ms), 5, 0, false},
		{"not asked for", false, append(slices.Clone(probed), 40*ms, 10*ms), 0, 0, true},
		{"restless", true, append(restless, 10*ms), mostWarm + 1, 0.5, false},
	} {
		p := &pretended{}
		maker := p.maker("a", func(f *fake) { f.perStep = c.paces })
		maker.Warms = c.warms
		var rows []Row
		var told []string
		err := Suite{Springs: []int64{few}, Makers: []Maker{maker}, Clock: p.clock.Now}.Run(context.Background(),
			func(r Row) error { rows = append(rows, r); return nil }, func(text string) { told = append(told, text) })
		if err != nil || len(rows) != 1 {
			t.Fatalf("%s: %d rows, %v", c.name, len(rows), err)
		}
		r := rows[0]
		if r.WarmRepeats != c.warm || r.RepeatsDone != 5 || r.Unsettled != c.unsettled || r.Seconds != 0.5 || (r.Spread > 1e-9) != c.spread {
			t.Errorf("%s: %d repeats after %d, apart by %g, median %g s, spread %g", c.name, r.RepeatsDone, r.WarmRepeats, r.Unsettled, r.Seconds, r.Spread)
		}
		if says := strings.Contains(strings.Join(told, "\n"), fmt.Sprintf("a pretended: repeats still differ by 50 %% after %d that are not counted", mostWarm+1)); says != (c.unsettled > 0) {
			t.Errorf("%s: it told %q", c.name, told)
		}
		text, err := r.MarshalJSON()
		var again Row
		if err != nil || again.UnmarshalJSON(text) != nil || again.WarmRepeats != r.WarmRepeats || again.Unsettled != r.Unsettled {
			t.Errorf("%s: written and read %+v, %v", c.name, again, err)
		}
	}
}

// The first engine warms the device for a second, the others until they are steady.
func TestOneEngineWarmsTheDeviceForAll(t *testing.T) {
	p := &pretended{}
	var makers []Maker
	for _, name := range []string{"a", "b"} {
		maker := p.maker(name, func(f *fake) { f.perStep = []time.Duration{time.Millisecond} })
		maker.Warms = true
		makers = append(makers, maker)
	}
	var warm []int
	err := Suite{Springs: []int64{few}, Makers: makers, Clock: p.clock.Now, Target: 250 * time.Millisecond}.Run(context.Background(),
		func(r Row) error { warm = append(warm, r.WarmRepeats); return nil }, nil)
	if err != nil || !slices.Equal(warm, []int{4, 3}) {
		t.Errorf("%v repeats before those that count, %v; want 4 of 0.25 s, then 3", warm, err)
	}
}
