package bench

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

// Repeats are thrown away until two in a row agree, ten at most.
func TestWarmUntilSettled(t *testing.T) {
	for _, c := range []struct {
		name    string
		seconds []float64
		repeats int
		settled bool
	}{
		{"warm from the start", []float64{1, 1, 1}, 2, true},
		{"a cold first repeat", []float64{4, 1, 1.04}, 3, true},
		{"a clock that rises", []float64{4, 2, 1.5, 1.2, 1.1, 1.06}, 6, true},
		{"just apart", []float64{1, 1.054, 1.12, 1.12}, 4, true},
		{"a clock that falls", []float64{1, 1.2, 1.21}, 3, true},
		{"alike, and cold", []float64{0.4, 0.4, 0.1, 0.1, 0.1}, 4, true},
		{"a clock that sees nothing", []float64{0, 0}, 2, true},
		{"never", []float64{1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 2}, 10, false},
		{"the last two agree", []float64{1, 2, 1, 2, 1, 2, 1, 2, 1, 1.01}, 10, true},
	} {
		at := 0
		w, err := warmUntilSettled(func() (float64, error) { at++; return c.seconds[at-1], nil })
		if err != nil || w.repeats != c.repeats || at != c.repeats || w.settled() != c.settled {
			t.Errorf("%s: %+v after %d repeats, settled %v, %v; want %d, settled %v", c.name, w, at, w.settled(), err, c.repeats, c.settled)
		}
	}
	wrong := errors.New("lost")
	if w, err := warmUntilSettled(func() (float64, error) { return 0, wrong }); !errors.Is(err, wrong) || w.repeats != 0 {
		t.Errorf("%+v, %v", w, err)
	}
}

// An engine whose device is cold at first is measured warm: what is thrown away is in no time and no
// spread, and a row tells of it. A device that does not settle is told and measured all the same.
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
		{"cold", true, append(slices.Clone(probed), 40*ms, 12*ms, 10*ms, 10*ms, 10*ms), 4, 0, false},
		{"not asked for", false, append(slices.Clone(probed), 40*ms, 10*ms), 0, 0, true},
		{"restless", true, append(restless, 10*ms), 11, 0.5, false},
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
		if says := strings.Contains(strings.Join(told, "\n"), "a pretended: repeats still differ by 50 % after 11 that are not counted"); says != (c.unsettled > 0) {
			t.Errorf("%s: it told %q", c.name, told)
		}
		text, err := r.MarshalJSON()
		var again Row
		if err != nil || again.UnmarshalJSON(text) != nil || again.WarmRepeats != r.WarmRepeats || again.Unsettled != r.Unsettled {
			t.Errorf("%s: written and read %+v, %v", c.name, again, err)
		}
	}
}
