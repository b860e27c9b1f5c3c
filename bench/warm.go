package bench

import (
	"fmt"
	"slices"
)

// A graphics card that was idle runs at a lower clock: the first repeat of an NVIDIA H200 took four
// times as long as the others, repeats of 0.1 s agreed at two thirds of the rate that it reached
// later, and at 100 M springs rates rose through five repeats of which each two agreed within 5 %. So
// repeats of engines on one are made and discarded for leastWarm, and then until settledRow in a row agree.
const (
	settledWithin = 0.03 // difference of repeats that agree, as a share of the longest
	settledRow    = 3    // repeats in a row that must agree
	leastWarm     = 1.0  // of the first engine; its repeats warm the device for the others [s]
	mostWarm      = 15   // repeats from then on; a card that others share may never settle
)

// warming holds the results of repeats before those that count.
type warming struct {
	last    []float64 // seconds of the last settledRow of them
	repeats int       // number of discarded repeats; 0 where none were wanted
}

// apart returns the difference of the last repeats as a share of the longest.
func (w warming) apart() float64 {
	if len(w.last) == 0 || slices.Max(w.last) == 0 { // a clock may see nothing
		return 0
	}
	return 1 - slices.Min(w.last)/slices.Max(w.last)
}

// settled says whether the last repeats agreed.
func (w warming) settled() bool { return w.apart() <= settledWithin }

// warmUntilSettled repeats until settledRow repeats in a row take the same time [s] within settledWithin, when
// least seconds are over, or mostWarm times from then on. It ends with the first error.
func warmUntilSettled(least float64, repeat func() (seconds float64, err error)) (w warming, err error) {
	spent := 0.0
	for warm := 0; warm < mostWarm; {
		seconds, err := repeat()
		if err != nil {
			return w, err
		}
		w.repeats++
		w.last = append(w.last[max(0, len(w.last)-settledRow+1):], seconds)
		if spent += seconds; spent >= least || seconds == 0 {
			warm++
		}
		if warm > 0 && len(w.last) == settledRow && w.settled() {
			break
		}
	}
	return w, nil
}

// warm makes repeats of a trial that are not counted, for at least some seconds, where its maker wants
// them. The note tells of a device that did not settle; it is empty where it did.
func (t *trial) warm(s Suite, least float64) (note string, err error) {
	if !t.maker.Warms {
		return "", nil
	}
	t.warming, err = warmUntilSettled(least, func() (float64, error) {
		total := 0.0
		for range t.rounds {
			seconds, _, err := t.round(s.Clock)
			if err != nil {
				return 0, err
			}
			total += seconds
		}
		return total, nil
	})
	if err != nil || t.warming.settled() {
		return "", err
	}
	return fmt.Sprintf("%s %s: repeats still differ by %.0f %% after %d that are not counted: the device does other work, or changes its clock",
		t.maker.Engine, t.maker.Pipeline, 100*t.warming.apart(), t.warming.repeats), nil
}
