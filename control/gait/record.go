package gait

import (
	"hooke/control/metrics"
	"hooke/model"
)

// Record is the recorded motion of a run.
type Record struct {
	Begin, End float64 // of the measurement: from the time settle to the last state [s]
	Feet       []Foot
	Samples    []Sample
	Columns    []metrics.Column // of Row
	Row        metrics.Row      // the metrics of the whole run

	up        model.Vec3
	forgotten int64 // samples that are no more in Samples
}

// Foot is a group of masses, and when it touched something.
type Foot struct {
	Name     string
	Touches  []Interval // ascending, apart from each other
	Duty     float64    // share of the steps at whose start it was in a contact, as of metrics
	Steps    int64      // number of steps
	Touching bool       // whether the last one of Touches continues
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
	case in && !f.Touching:
		f.Touches = append(f.Touches, Interval{at, at})
	case !in && f.Touching:
		f.Touches[len(f.Touches)-1].To = at
	}
	f.Touching = in
	if in {
		f.Steps++
	}
}

// end ends the current contact at a time [s], after the given number of steps.
func (f *Foot) end(at float64, steps int64) {
	if f.Touching {
		f.Touches[len(f.Touches)-1].To = at
	}
	if steps > 0 {
		f.Duty = float64(f.Steps) / float64(steps)
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

// forget drops entries that ended before a time [s], now and then: it keeps at least half of
// them.
func (r *Record) forget(before float64) {
	old := 0
	for old < len(r.Samples) && r.Samples[old].Time < before {
		old++
	}
	if 2*old >= len(r.Samples) {
		r.Samples = append(r.Samples[:0], r.Samples[old:]...)
		r.forgotten += int64(old)
	}
	for i := range r.Feet {
		f := &r.Feet[i]
		over := 0
		for over < len(f.Touches) && f.Touches[over].To < before && !(f.Touching && over == len(f.Touches)-1) {
			over++
		}
		if over > 0 && 2*over >= len(f.Touches) {
			f.Touches = append(f.Touches[:0], f.Touches[over:]...)
		}
	}
}

// Path returns the path of the center of mass across gravity from one time to another [s], at a height [m] along the direction
// against gravity: the way whose length metrics calls path, where all samples since its beginning are there. Where there are
// more than most samples it goes by every second, fourth, ... of them and the last one.
func (r *Record) Path(from, until, height float64, most int) (out []model.Vec3) {
	first, end := 0, len(r.Samples)
	for first < end && r.Samples[first].Time < from {
		first++
	}
	for end > first && r.Samples[end-1].Time > until {
		end--
	}
	stride := int64(1)
	for int64(end-first) > stride*int64(most) {
		stride *= 2
	}
	for k := first; k < end; k++ {
		if (r.forgotten+int64(k))%stride != 0 && k != end-1 {
			continue
		}
		c := r.Samples[k].Center
		out = append(out, c.Sub(r.up.Mul(c.Dot(r.up)-height)))
	}
	return out
}
