//go:build !headless

package viewer

import "time"

// clockRate is how fast simulated time goes by against the clock on the wall.
type clockRate struct {
	since time.Time // when it was looked at last; zero: it stood still
	from  float64   // simulated time then [s]
	rate  float64   // of the last whole look; zero: not known
}

// ratePause is how long a look takes: shorter ones would flicker.
const ratePause = 500 * time.Millisecond

// look takes in the simulated time now [s]; running says whether it goes on.
func (c *clockRate) look(now time.Time, at float64, running bool) {
	switch {
	case !running:
		*c = clockRate{}
	case c.since.IsZero() || at < c.from: // it begins, or went back
		*c = clockRate{since: now, from: at}
	case now.Sub(c.since) >= ratePause && at > c.from: // a batch of steps may take longer
		c.rate = (at - c.from) / now.Sub(c.since).Seconds()
		c.since, c.from = now, at
	}
}
