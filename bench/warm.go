package bench

import (
	"fmt"
	"math"
)

// A graphics card that was idle runs at a lower clock: the first repeat of an NVIDIA H200 took four
// times as long as the others, and repeats of 0.1 s agreed at two thirds of the rate that it reached
// later. So repeats of engines on one are made and thrown away for leastWarm, and then until two in a
// row agree.
const (
	settledWithin = 0.05 // difference of two repeats that agree, as a share of the longer one
	leastWarm     = 1.0  // [s]
	mostWarm      = 10   // repeats from then on; a card that others share may never settle
)

// warming is what repeats before those that count showed.
type warming struct {
	repeats int     // that were thrown away; 0 where none were wanted
	apart   float64 // difference of the last two, as a share of the longer one
}

// settled reports whether the last two agreed.
func (w warming) settled() bool { return w.apart <= settledWithin }

// warmUntilSettled repeats until two repeats in a row take the same time [s] within settledWithin, when
// leastWarm is over, or mostWarm times from then on. It ends with the first error.
func warmUntilSettled(repeat func() (seconds float64, err error)) (w warming, err error) {
	last, spent := 0.0, 0.0
	for warm := 0; warm < mostWarm; {
		seconds, err := repeat()
		if err != nil {
			return w, err
		}
		w.repeats++
		if spent += seconds; spent >= leastWarm || seconds == 0 { // a clock may see nothing
			warm++
		}
		w.apart = 0 // of a clock that sees neither
		if longer := max(seconds, last); longer > 0 {
			w.apart = math.Abs(seconds-last) / longer
		}
		if w.repeats > 1 && warm > 0 && w.settled() {
			break
		}
		last = seconds
	}
	return w, nil
}

// warm makes repeats of a trial that are not counted, where its maker wants them. It returns what to
// tell of a device that did not settle; empty where it did.
func (t *trial) warm(s Suite) (note string, err error) {
	if !t.maker.Warms {
		return "", nil
	}
	t.warming, err = warmUntilSettled(func() (float64, error) {
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
		t.maker.Engine, t.maker.Pipeline, 100*t.warming.apart, t.warming.repeats), nil
}
