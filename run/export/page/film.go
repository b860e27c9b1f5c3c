package page

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"hooke/model"
	"hooke/model/inelastic"
	"hooke/viewer/draw/color"
)

// film is the things of a page and the times of its frames.
type film struct {
	page   *Page
	things []*thing
	times  []float64 // of the frames [s]
	bare   bool      // what surfaces hide is left out

	low, high float64 // values at the ends of the colors
	seen      color.Seen
	blocks    []block
	tables    [][]*table // of each thing, those with a row for each frame
	frame     frame      // the last one read
}

// box is the box around the points of a thing in all frames.
type box struct{ lo, hi model.Vec3 }

// steps is the largest number of a position in a box.
const steps = 1<<16 - 1

// add widens the box by a position; those that are no numbers do not count.
func (b *box) add(x model.Vec3, first bool) (known bool) {
	if sum := x[0] + x[1] + x[2]; sum-sum != 0 {
		return !first
	}
	if first {
		b.lo, b.hi = x, x
	}
	for axis, v := range x {
		b.lo[axis], b.hi[axis] = min(b.lo[axis], v), max(b.hi[axis], v)
	}
	return true
}

// step is the size of a step along each axis [m].
func (b *box) step() (out model.Vec3) {
	for axis := range out {
		out[axis] = (b.hi[axis] - b.lo[axis]) / steps
	}
	return out
}

// timesOf returns the times that the states of bodies have: those of the body that ends last.
func timesOf(bodies []Body) ([]float64, error) {
	longest, end := -1, math.Inf(-1)
	for k := range bodies {
		s := bodies[k].States
		n := s.Frames()
		if t := s.Time(n - 1); longest < 0 || t > end || t == end && n > bodies[longest].States.Frames() {
			longest, end = k, t
		}
	}
	s := bodies[longest].States
	out := make([]float64, s.Frames())
	for k := range out {
		if out[k] = s.Time(k); math.IsNaN(out[k]) || math.IsInf(out[k], 0) {
			return nil, fmt.Errorf("page: state %d has the time %g s", k, out[k])
		}
	}
	return out, nil
}

// evenly returns count of the times, the first and the last among them.
func evenly(times []float64, count int) []float64 {
	if count >= len(times) {
		return times
	}
	if count == 1 {
		return times[len(times)-1:]
	}
	out := make([]float64, count)
	for k := range out {
		out[k] = times[int(math.Round(float64(k)*float64(len(times)-1)/float64(count-1)))]
	}
	return out
}

// read reads the state of a thing at a time: the last one that is not after it.
func (m *film) read(t *thing, time float64) (*frame, error) {
	s := t.body.States
	k := max(sort.Search(s.Frames(), func(k int) bool { return s.Time(k) > time+1e-9*math.Abs(time) })-1, 0)
	if err := s.Read(k, &m.frame.Frame); err != nil {
		return nil, err
	}
	if err := m.frame.Check(t.body.Model); err != nil {
		return nil, err
	}
	return &m.frame, nil
}

// at returns the positions of the points of a thing at a time, and of a body the state.
func (m *film) at(t *thing, time float64) ([]model.Vec3, *frame, error) {
	if t.solids != nil {
		return t.placeAt(time), nil, nil
	}
	f, err := m.read(t, time)
	if err != nil {
		return nil, nil, err
	}
	return t.place(f), f, nil
}

// rangeFrames is the number of frames from which the range of colors is found, as in films.
const rangeFrames = 33

// measure finds the boxes of all things and the range of colors.
func (m *film) measure() error {
	c := m.page.Color
	widest := 0.0
	ranged := evenly(m.times, rangeFrames)
	m.seen = color.Seen{}
	for k, t := range m.things {
		known := false
		for _, time := range m.times {
			place, f, err := m.at(t, time)
			if err != nil {
				return fmt.Errorf("page: body %d: %w", k, err)
			}
			for _, x := range place {
				known = t.box.add(x, !known)
			}
			if t.tears == nil && len(t.sides) > 0 && inelastic.Torn(f.Changes) > 0 {
				t.tears = &model.Tears{}
			}
			if !c.Ranged() || !slices.Contains(ranged, time) {
				continue
			}
			seen := t.paint.seen(f)
			widest = max(widest, c.RangeOf(seen, t.paint.floor))
			switch {
			case seen.Known && m.seen.Known:
				m.seen.Least, m.seen.Most = min(m.seen.Least, seen.Least), max(m.seen.Most, seen.Most)
			case seen.Known:
				m.seen = seen
			}
		}
		if !known {
			return fmt.Errorf("page: body %d: no position is a number", k)
		}
		for axis := range t.box.lo {
			if most := max(-t.box.lo[axis], t.box.hi[axis]); most > model.Largest {
				return fmt.Errorf("page: body %d: a position of %.3g m is beyond %g m, whose square single precision still holds; use other units", k, most, float64(model.Largest))
			}
		}
	}
	m.low, m.high = 0, color.NameCount
	if c.Ranged() {
		if m.high = widest; m.page.Range > 0 {
			m.high = m.page.Range
		}
		if c.Signed() {
			m.low = -m.high
		}
	}
	return nil
}

// entry returns the color of a value: its place in the map, or Absent.
func (m *film) entry(v float32) uint32 {
	if v != v {
		return Absent
	}
	share := (float64(v) - m.low) / (m.high - m.low)
	return uint32(math.Round(min(max(share, 0), 1) * float64(m.entries()-1)))
}

// entries is the number of colors of the map.
func (m *film) entries() int {
	if m.page.Color.Named() {
		return color.NameCount + 1
	}
	return Absent // an odd number: the middle is a color
}
