package session

import "time"

// pacer chooses how many steps to ask for before the next picture, so that a
// window stays responsive whatever a step costs. It reads no clock: the caller
// measures. The zero value paces for 30 pictures a second without a bound on
// simulated time.
type pacer struct {
	Budget time.Duration // time for stepping and drawing a frame; zero means 33 ms
	// RealTime is the step dt [s] of a run that must go no faster than the clock on the
	// wall; zero means as fast as possible.
	RealTime   float64
	Moving     bool // the camera moves: frames keep their budget, and steps may have to wait
	Background bool // steps run while pictures are drawn: they may take all of the budget, or as long as a picture where pictures are slow

	perStep float64 // smoothed cost of a step [s]; zero: not known
	drawing float64 // smoothed cost of a picture [s]
	last    int     // number of steps that Steps last returned
	owed    float64 // simulated time that is due by the wall clock [s]
	saved   float64 // while moving: time that frames had for steps since the last one [s]
}

const (
	defaultBudget     = 33 * time.Millisecond
	smoothing         = 0.3  // weight of the newest measurement
	growth            = 2    // steps grow at most by this factor from frame to frame
	leastShare        = 0.5  // stepping may take at least this part of a picture's time
	slowShare         = 2    // the share where drawing alone fills the budget: 2/3 of the frame
	movingShare       = 0.25 // least share while the camera moves
	longestBackground = 0.3  // longest time of background steps, since the actions of a hand wait for them [s]
	longestFrame      = 0.15 // longest frame that slowShare may make, so that the camera follows the hand [s]
)

// Steps returns how many steps to take now. It is at least 1, except that it is 0 while the
// camera moves and one step would break the budget of a frame; then some frames go by
// without steps.
func (p *pacer) Steps() int {
	if p.perStep == 0 {
		p.last = 1
		return 1
	}
	room := p.room()
	if p.Moving && !p.Background && p.perStep > room {
		if p.saved += room; p.saved < p.perStep {
			return 0
		}
		room = p.perStep
	}
	p.saved = 0
	n := room / p.perStep
	if p.RealTime > 0 {
		n = min(n, p.owed/p.RealTime)
	}
	p.last = max(1, int(min(n, float64(growth*max(p.last, 1)))))
	p.owed -= float64(p.last) * p.RealTime
	return p.last
}

// room returns the time for stepping in a frame [s]: the part of the budget that drawing
// leaves. Slow drawing leaves little or nothing, and a window would hardly move, so there
// stepping gets a share of the drawing time, which grows as drawing goes from half the
// budget to all of it. While the camera moves, stepping gets only the little that is
// left.
func (p *pacer) room() float64 {
	budget := p.Budget.Seconds()
	if budget == 0 {
		budget = defaultBudget.Seconds()
	}
	switch {
	case p.Background && p.Moving:
		return budget
	case p.Background: // the next steps begin with the next picture
		return max(budget, min(p.drawing, longestBackground))
	case p.Moving:
		return max(budget-p.drawing, movingShare*p.drawing)
	}
	slowness := min(max(2*p.drawing/budget-1, 0), 1)
	share := leastShare + slowness*(slowShare-leastShare)
	slow := min(share*p.drawing, longestFrame-p.drawing)
	return max(budget-p.drawing, slow, leastShare*p.drawing)
}

// Spared records that a number of the steps that Steps last returned are not taken.
func (p *pacer) Spared(steps int) { p.owed += float64(steps) * p.RealTime }

// Stepped records the cost of steps: took is the time until they were done.
func (p *pacer) Stepped(steps int, took time.Duration) {
	// A clock that did not move would promise infinite speed.
	p.perStep = blend(p.perStep, max(took.Seconds(), 1e-9)/float64(max(steps, 1)))
}

// Costs notes the factor by which a step costs more from now on.
func (p *pacer) Costs(times float64) { p.perStep, p.last = p.perStep*times, 1 }

// Drew takes in the time until a picture was done.
func (p *pacer) Drew(took time.Duration) { p.drawing = blend(p.drawing, took.Seconds()) }

// Elapsed takes in the wall time since the last frame, for RealTime. It makes no debt of
// time in which a slow machine could not keep up.
func (p *pacer) Elapsed(wall time.Duration) {
	p.owed = min(p.owed+wall.Seconds(), 2*wall.Seconds())
}

// StepSeconds is the smoothed cost of a step [s]; zero before the first.
func (p *pacer) StepSeconds() float64 { return p.perStep }

func blend(old, new float64) float64 {
	if old == 0 {
		return new
	}
	return old + smoothing*(new-old)
}

// clock measures how fast simulated time goes by against the clock on the wall. The zero
// value is ready to use.
type clock struct {
	since time.Time // begin of the present measurement; zero while time stands still
	from  float64   // simulated time at since [s]
	Rate  float64   // rate of the last whole measurement; zero: not known
}

// ratePause is the least time of a measurement: rates of shorter ones would flicker.
const ratePause = 500 * time.Millisecond

// Look takes in the present simulated time at [s]; running says whether the run continues.
func (c *clock) Look(now time.Time, at float64, running bool) {
	switch {
	case !running:
		*c = clock{}
	case c.since.IsZero() || at < c.from: // the measurement begins, or the run went back
		*c = clock{since: now, from: at}
	case now.Sub(c.since) >= ratePause && at > c.from: // a batch of steps may take longer
		c.Rate = (at - c.from) / now.Sub(c.since).Seconds()
		c.since, c.from = now, at
	}
}
