package spans

import (
	"math"
	"slices"
	"strconv"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/gpu/ranges"
	"hooke/model"
	"hooke/order"
	"hooke/physics"
	"hooke/shaders"
)

// upload writes the records of all spans, range by range.
func (s *Spans) upload(all physics.Spans, o *order.Order) {
	parts := ranges.Ranges{All: s.counts.Spans}
	if s.division != nil {
		parts = s.division.Spans
	}
	for k, w := range ranges.SpanWindows(parts, s.counts) {
		first, count := parts.Bounds(k)
		glx.Upload(s.span, w.Offset/int64(unsafe.Sizeof(shaders.Span{})), recordsOf(all, s.params, o, int(first), int(count)))
	}
}

// recordsOf returns the levels of the contacts, then the given number of spans from one on, with the numbers that
// masses have on the device. For each contact PerMass that pushes spans follow kc and bc of each of
// these spans in that contact alone; see span.glsl.
func recordsOf(all physics.Spans, p model.Params, o *order.Order, first, count int) []shaders.Span {
	const none = ^uint32(0)
	place := numbersOf(o)
	out := make([]shaders.Span, 0, len(p.Contacts)+count)
	for _, c := range p.Contacts {
		out = append(out, shaders.Span{Touches: uint32(c.Spans())})
	}
	for n := first; n < first+count; n++ {
		if n < len(all.Edges) {
			e := all.Edges[n]
			out = append(out, shaders.Span{A: place(e[0]), B: place(e[1]), C: none})
		} else {
			t := all.Triangles[n-len(all.Edges)]
			out = append(out, shaders.Span{A: place(t[0]), B: place(t[1]), C: place(t[2])})
		}
	}
	for k, c := range p.Contacts {
		if !perMass(c) {
			continue
		}
		out[k].A = uint32(len(out))
		for n := first; n < first+count; n++ {
			met := all.Meet(c, n, 1)
			out = append(out, shaders.Span{A: math.Float32bits(float32(met.Stiffness)), B: math.Float32bits(float32(met.Damping))})
		}
	}
	return out
}

// SetParams has the device know the stiffness of contacts PerMass for spans of other parameters,
// which SameAs finds the same. m has the numbers of the model, and o is its order on the device.
// Without such contacts it does nothing.
func (s *Spans) SetParams(m *model.Model, o *order.Order, p model.Params) {
	if s == nil {
		return
	}
	was := s.params
	p = p.Substep()
	s.params = p
	if slices.ContainsFunc(p.Contacts, perMass) && (p.DT != was.DT || !slices.EqualFunc(p.Contacts, was.Contacts, func(a, b model.Contact) bool { return a.Normalized == b.Normalized })) {
		s.upload(physics.SpansOf(m, p), o)
	}
}

// defines returns those of every pass that knows spans.
func (s *Spans) defines() []shaders.Define {
	out := []shaders.Define{{Name: "SPANS", Value: strconv.FormatInt(s.counts.Spans, 10) + "u"}}
	if s.counts.OwnStiffness > 0 {
		out = append(out, shaders.Define{Name: "SPANS_PER_MASS", Value: "1"})
	}
	return out
}
