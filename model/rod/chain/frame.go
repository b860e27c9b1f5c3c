package chain

import (
	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/model/rod"
)

// Frame makes segments of the springs whose material is a rod, if nothing gives their start:
// tangents are along springs as the masses are at rest, and sections turn from one to the
// next without twist. It swaps the ends of springs if a chain needs it. Bends of that shape
// are at rest; a straight rod, Rod.Straight, is bent by force then.
//
// It does nothing to a model without rods, and to one that has segments.
func Frame(m *model.Model) {
	if !m.HasRods() || m.Segments != nil {
		return
	}
	m.InArrays()
	f := framing{m: m, at: make([][]uint32, m.MassCount()), done: make([]bool, m.SpringCount())}
	m.Segments = make([]rod.Segment, m.SpringCount())
	for k, ends := range m.Ends {
		if m.IsSegment(k) {
			f.at[ends[0]], f.at[ends[1]] = append(f.at[ends[0]], uint32(k)), append(f.at[ends[1]], uint32(k))
		}
	}
	for k := range m.Ends { // chains with an end go from there
		if a, b := m.Ends[k][0], m.Ends[k][1]; m.IsSegment(k) && len(f.at[a]) == 1 {
			f.walk(uint32(k), a)
		} else if m.IsSegment(k) && len(f.at[b]) == 1 {
			f.walk(uint32(k), b)
		}
	}
	for k := range m.Ends { // rings, and chains with branches only
		if m.IsSegment(k) {
			f.walk(uint32(k), m.Ends[k][0])
		}
	}
	f.shape()
}

// framing is a model whose segments are found.
type framing struct {
	m    *model.Model
	at   [][]uint32 // springs that are segments, of each mass
	done []bool
}

// step is a segment that is reached at a mass, from one with an orientation.
type step struct {
	spring, from uint32
	before       mgl64.Quat
}

// walk gives orientations to all segments that hang together, from one on that begins at a mass.
// Every other one begins where it is first reached, so that it is joined to that by which it is.
func (f *framing) walk(spring, from uint32) {
	m := f.m
	for next := []step{{spring, from, mgl64.QuatIdent()}}; len(next) > 0; {
		at := next[len(next)-1]
		if next = next[:len(next)-1]; f.done[at.spring] {
			continue
		}
		f.done[at.spring] = true
		if m.Ends[at.spring][0] != at.from {
			m.Ends[at.spring] = model.Ends{at.from, m.Ends[at.spring][0]}
		}
		to, q := m.Ends[at.spring][1], at.before
		if d := m.RestPosition[to].Sub(m.RestPosition[at.from]); d.Len() > 0 {
			q = rod.Along(q, d)
		}
		m.Segments[at.spring].Start = q
		for _, other := range f.at[to] {
			next = append(next, step{other, to, q})
		}
	}
}

// shape sets the Darboux vectors of joints to those of the shape, or of their rods at rest.
func (f *framing) shape() {
	set := Of(f.m)
	for _, j := range set.Joints {
		to := &set.Segments[j.To]
		segment := &f.m.Segments[to.Spring]
		u := rod.Darboux(f.m.Segments[set.Segments[j.From].Spring].Start, segment.Start, j.Length)
		if to.Rod.Straight {
			// Sections of a ring need not meet where it closes: that is no twist.
			u = model.Vec3{0, 0, u[2]}
		}
		u[2] += to.Rod.RestTwist
		segment.Darboux = u
	}
}
