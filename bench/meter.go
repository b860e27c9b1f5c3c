package bench

import (
	"slices"
	"time"
)

// Meter measures the memory bandwidth that engines on one device share, by copying: the
// upper bound of their rates. It takes turns with the engines, so that whatever slows
// the machine down hits both.
type Meter struct {
	Name string // name of the memory, for messages
	// Copy copies once. It returns the time, and the number of bytes that it moved, which
	// counts bytes read and bytes written.
	Copy func() (bytes int64, took time.Duration, err error)

	rates []float64 // bandwidths of the current case [bytes/s]
}

// sample measures the bandwidth once more. It does nothing for a nil meter.
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

// rate returns the median of the samples [bytes/s]; zero before the first sample.
func (m *Meter) rate() float64 {
	if m == nil || len(m.rates) == 0 {
		return 0
	}
	return middle(m.rates)
}

// meters returns the meters of the trials, each once, and removes their samples.
func meters(trials []*trial) (out []*Meter) {
	for _, t := range trials {
		if m := t.maker.Meter; m != nil && !slices.Contains(out, m) {
			m.rates = m.rates[:0]
			out = append(out, m)
		}
	}
	return out
}
