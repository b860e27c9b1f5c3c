package optimize

import (
	"time"

	"hooke/control/metrics"
	"hooke/lab/sweep"
)

// SearchProgress is how far a search is.
type SearchProgress struct {
	Generation, Of int64 // generations that are told
	Made, Asked    int64 // runs of the next generation: with an outcome, and all
	Runs           int64 // with an outcome
	Diverged       int64
	Failed         int64
	Underway       sweep.Underway // runs without an outcome
	Steps          int64          // taken in this call, those of runs under way included
	Elapsed        time.Duration  // of this call
	Left           time.Duration  // 0: not known
	Best           float64        // value of the expression; NaN: none so far
	Since          int64          // generation of the best
}

// count counts an outcome.
func (n *SearchProgress) count(o *sweep.Outcome) {
	n.Runs++
	if o.Failed() {
		n.Failed++
	} else if o.Status == metrics.Diverged {
		n.Diverged++
	}
}

// tell counts, unless count is nil, and tells who follows how far the search is.
func (w *state) tell(count func(n *SearchProgress)) {
	w.lock.Lock()
	defer w.lock.Unlock()
	n := &w.now
	if count != nil {
		count(n)
	}
	n.Elapsed, n.Underway = time.Since(w.begin), w.runner.Underway()
	n.Steps = w.steps + n.Underway.Steps
	took, left := float64(w.fresh), float64(n.Of-n.Generation) // in generations
	if n.Asked > 0 {
		share := (float64(n.Made) + n.Underway.Done) / float64(n.Asked)
		took, left = took-1+share, left-share
	}
	n.Left = sweep.Left(n.Elapsed, took, left)
	if w.o.Told != nil {
		w.o.Told(n)
	}
}
