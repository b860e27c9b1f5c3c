package gait

import (
	"hooke/metrics"
	"hooke/model"
)

// Record is what a run has shown.
type Record struct {
	Begin, End float64 // of what counts: from the time settle to the last state [s]
	Feet       []Foot
	Samples    []Sample
	Columns    []metrics.Column // of Row
	Row        metrics.Row      // the metrics of the whole run

	up model.Vec3
}

// Foot is a group of masses, and when it touched something.
type Foot struct {
	Name     string
	Touches  []Interval // ascending, apart from each other
	Duty     float64    // share of the steps at whose start it was in a contact, as of metrics
	steps    int64
	touching bool
}

// Interval is a time in which a foot is in contact: from the start of the first step that begins in contact to that of
// the next one that does not [s].
type Interval struct{ From, To float64 }

// Sample is a moment of a run.
type Sample struct {
	Time   float64    // [s]
	Center model.Vec3 // of mass [m]
	Height float64    // of that over the ground [m]
	Speed  float64    // of that across gravity since the sample before; 0 at the first one [m/s]
	Work   float64    // of actuators on the structure since the beginning [J]
}

// touch takes in whether a foot is in contact at the start of a step [s].
func (f *Foot) touch(in bool, at float64) {
	switch {
	case in && !f.touching:
		f.Touches = append(f.Touches, Interval{at, at})
	case !in && f.touching:
		f.Touches[len(f.Touches)-1].To = at
	}
	f.touching = in
	if in {
		f.steps++
	}
}

// end ends what is still in contact at a time [s], after so many steps.
func (f *Foot) end(at float64, steps int64) {
	if f.touching {
		f.Touches[len(f.Touches)-1].To = at
	}
	if steps > 0 {
		f.Duty = float64(f.steps) / float64(steps)
	}
}

// sample takes in a moment.
func (r *Record) sample(m *metrics.Sums, height float64) {
	s := Sample{Time: m.Time, Center: m.Center, Height: height, Work: m.Work}
	if n := len(r.Samples); n > 0 && s.Time > r.Samples[n-1].Time {
		way := s.Center.Sub(r.Samples[n-1].Center)
		way = way.Sub(r.up.Mul(way.Dot(r.up)))
		s.Speed = way.Len() / (s.Time - r.Samples[n-1].Time)
	}
	r.Samples = append(r.Samples, s)
}
