package settings

import (
	"fmt"
	"slices"
	"unsafe"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/shaders"
)

// Guides put the masses that guides hold on the device, for the pass guide. Each mass takes
// a record of 36 bytes. A nil *Guides stands for a run without guides; it may be uploaded and
// released.
type Guides struct {
	Record *glx.Buffer   // [guided masses]; SetParams writes it
	count  int           // number of guided masses
	used   []model.Guide // the guides as uploaded; nil before the first Upload
}

// guidedRecords returns the masses of all guides, in the order of the guides.
func guidedRecords(m *model.Model, p *model.Params, l SignalLayout) []shaders.Guided {
	out := make([]shaders.Guided, 0, p.Guided(m))
	for k, g := range p.Guides {
		r := shaders.Guided{Kind: shaders.GuidePath}
		switch g.Kind {
		case model.OnLine:
			r.Kind = shaders.GuideLine
		case model.OnPlane:
			r.Kind = shaders.GuidePlane
		}
		if g.Kind == model.OnPath {
			r.Signal = uint32(l.Path[k])
		} else {
			r.Dx, r.Dy, r.Dz = inFloat32(g.UnitDirection())
		}
		add := func(i uint32) {
			r.Mass = i
			point := m.RestPosition[i]
			if g.Kind != model.OnPath && g.Point != nil {
				point = *g.Point
			}
			r.Px, r.Py, r.Pz = inFloat32(point)
			out = append(out, r)
		}
		if g.Masses == nil {
			for i := range m.MassCount() {
				add(uint32(i))
			}
		}
		for _, i := range g.Masses {
			add(i)
		}
	}
	return out
}

// NewGuides allocates the buffer of the guides of a run, which Upload fills. It returns nil for a run without
// guides.
func NewGuides(ctx *glx.Context, m *model.Model, s *Settings) (*Guides, error) {
	p := &s.Ordered
	if len(p.Guides) == 0 {
		return nil, nil
	}
	g := &Guides{count: p.Guided(m)}
	var err error
	if g.Record, err = ctx.NewBuffer("hooke.Guided", int64(g.count)*int64(unsafe.Sizeof(shaders.Guided{}))); err != nil {
		return nil, fmt.Errorf("gpu: %w", err)
	}
	return g, nil
}

// Upload writes the guides of settings, unless nothing but their paths has changed, and
// says whether it wrote them. The guides must hold as many masses as those for which the
// buffer was made.
func (g *Guides) Upload(m *model.Model, s *Settings) bool {
	p := &s.Ordered
	if g == nil || g.used != nil && slices.EqualFunc(g.used, p.Guides, sameTrack) {
		return false
	}
	g.used = p.Guides
	glx.Upload(g.Record, 0, guidedRecords(m, p, s.Signals))
	return true
}

// sameTrack reports whether two guides have the same records.
func sameTrack(a, b model.Guide) bool {
	samePoint := a.Point == b.Point || a.Point != nil && b.Point != nil && *a.Point == *b.Point
	return a.Kind == b.Kind && a.Direction == b.Direction && samePoint &&
		(a.Masses == nil) == (b.Masses == nil) && slices.Equal(a.Masses, b.Masses)
}

// Release frees the buffer. On nil it does nothing.
func (g *Guides) Release() {
	if g != nil {
		g.Record.Release()
	}
}

// Invocations returns the number of invocations of the pass guide: one for each guided mass.
func (g *Guides) Invocations() int64 { return int64(g.count) }
