package pace

import "time"

// Clock measures how fast simulated time goes by against the clock on the wall. The zero
// value is ready to use.
type Clock struct {
	since time.Time // begin of the present measurement; zero while time stands still
	from  float64   // simulated time at since [s]
	Rate  float64   // rate of the last whole measurement; zero: not known
}

// ratePause is the least time of a measurement: rates of shorter ones would flicker.
const ratePause = 500 * time.Millisecond

// Look takes in the present simulated time at [s]; running says whether the run goes on.
func (c *Clock) Look(now time.Time, at float64, running bool) {
	switch {
	case !running:
		*c = Clock{}
	case c.since.IsZero() || at < c.from: // the measurement begins, or the run went back
		*c = Clock{since: now, from: at}
	case now.Sub(c.since) >= ratePause && at > c.from: // a batch of steps may take longer
		c.Rate = (at - c.from) / now.Sub(c.since).Seconds()
		c.since, c.from = now, at
	}
}
