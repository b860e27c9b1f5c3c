package bench

import (
	"slices"
	"time"
)

// Meter measures the memory bandwidth that engines on one device share, by copying: the
// upper bound of their rates. It takes turns with the engines, so that whatever slows
// the machine down hits both.
type Meter struct {
	Name string // of what copies, for messages
	// Copy copies once. It returns the number of bytes moved, those read plus those
	// written, and the time.
	Copy func() (bytes int64, took time.Duration, err error)

	rates []float64 // [bytes/s] of the current case
}

// sample measures once more. A nil meter does nothing.
func (m *Meter) sample() error {
	if m == nil {
		return nil
	}
	bytes, took, err := m.Copy()
	if err == nil && took > 0 {
		m.rates = append(m.rates, float64(bytes)/took.Seconds())
	}
	return err
}

// rate is the median so far [bytes/s]; zero before the first sample.
func (m *Meter) rate() float64 {
	if m == nil || len(m.rates) == 0 {
		return 0
	}
	return middle(m.rates)
}

// meters are the meters of the trials, each once, with their samples removed.
func meters(trials []*trial) (out []*Meter) {
	for _, t := range trials {
		if m := t.maker.Meter; m != nil && !slices.Contains(out, m) {
			m.rates = m.rates[:0]
			out = append(out, m)
		}
	}
	return out
}
