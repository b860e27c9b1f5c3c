package judge

// Calm notes how much a run moves, so that it can be said whether it has come to rest. The zero value has noted nothing.
type Calm struct {
	every int64 // steps in each part
	most  []float64
	count []int // samples in each part
	last  int64
}

// parts is the largest number of stored parts.
const parts = 64

// Note notes the kinetic energy after a step [J], once for each step.
func (c *Calm) Note(step int64, kinetic float64) {
	if len(c.most) > 0 && step <= c.last {
		return
	}
	c.every, c.last = max(c.every, 1), max(c.last, step)
	for step/c.every >= parts {
		for k := range (len(c.most) + 1) / 2 {
			c.most[k], c.count[k] = c.most[2*k], c.count[2*k]
			if 2*k+1 < len(c.most) {
				c.most[k], c.count[k] = max(c.most[k], c.most[2*k+1]), c.count[k]+c.count[2*k+1]
			}
		}
		c.most, c.count, c.every = c.most[:(len(c.most)+1)/2], c.count[:(len(c.count)+1)/2], 2*c.every
	}
	at := int(step / c.every)
	for len(c.most) <= at {
		c.most, c.count = append(c.most, 0), append(c.count, 0)
	}
	c.most[at], c.count[at] = max(c.most[at], kinetic), c.count[at]+1
}

// calmed is the most kinetic energy of the last quarter of a run that has come to rest, as a share of the most of all.
const calmed = 1e-3

// leastSamples is the least number of samples in the last quarter by which a run is judged.
const leastSamples = 2

// rests reports whether the run has come to rest; else why not, or why it is unknown.
func (c *Calm) rests() (why string) {
	if c == nil || len(c.most) == 0 {
		return "no energies were sampled"
	}
	from := 3 * c.last / 4 / c.every
	all, late, samples := 0.0, 0.0, 0
	for k, most := range c.most {
		if all = max(all, most); int64(k) >= from {
			late, samples = max(late, most), samples+c.count[k]
		}
	}
	switch {
	case samples < leastSamples:
		return "too few energies were sampled"
	case all == 0:
		return "nothing moved"
	case late > calmed*all:
		return "it still moves"
	}
	return ""
}

// fastest returns the most kinetic energy of all samples [J], and their number; 0 without any.
func (c *Calm) fastest() (most float64, samples int) {
	if c == nil {
		return 0, 0
	}
	for k := range c.most {
		most, samples = max(most, c.most[k]), samples+c.count[k]
	}
	return most, samples
}
