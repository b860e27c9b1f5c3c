package pace

import "time"

// Clock is how fast simulated time goes by against the clock on the wall.
type Clock struct {
	since time.Time // when it was looked at last; zero: it stood still
	from  float64   // simulated time then [s]
	Rate  float64   // of the last whole look; zero: not known
}

// ratePause is how long a look takes: shorter ones would flicker.
const ratePause = 500 * time.Millisecond

// Look takes in the simulated time now [s]; running says whether it goes on.
func (c *Clock) Look(now time.Time, at float64, running bool) {
	switch {
	case !running:
		*c = Clock{}
	case c.since.IsZero() || at < c.from: // it begins, or went back
		*c = Clock{since: now, from: at}
	case now.Sub(c.since) >= ratePause && at > c.from: // a batch of steps may take longer
		c.Rate = (at - c.from) / now.Sub(c.since).Seconds()
		c.since, c.from = now, at
	}
}
