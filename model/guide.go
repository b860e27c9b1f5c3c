package model

import (
	"fmt"
	"math"
	"reflect"
	"slices"
)

// GuideKind is the kind of a guide's constraint. The zero value is OnLine.
type GuideKind uint8

// These are the kinds of guide.
const (
	OnLine  GuideKind = iota // along Direction
	OnPlane                  // across Direction, the normal
	OnPath                   // moved along Path
)

// GuideKinds returns all kinds, in the order of their numbers.
func GuideKinds() []GuideKind { return []GuideKind{OnLine, OnPlane, OnPath} }

// String returns the name that files use.
func (k GuideKind) String() string {
	switch k {
	case OnLine:
		return "line"
	case OnPlane:
		return "plane"
	case OnPath:
		return "path"
	}
	return fmt.Sprintf("guide kind %d", uint8(k))
}

// Guide constrains masses to a line, to a plane, or to a path over time.
//
// Along a line, or in a plane, through a point p a mass moves freely. After each step the
// guide removes the part of the velocity that leads away and projects the position onto the
// line or plane,
//
//	line  (unit d):  v ← (v·d) d          x ← p + ((x − p)·d) d
//	plane (unit n):  v ← v − (v·n) n      x ← x − ((x − p)·n) n
//
// as a wire or a sheet of glass without friction does. The motion along it dissipates no energy.
// Contacts do not see the force of the guide, so their friction is as without the guide. The
// masses must not be pinned on any axis. A mass that starts off the line or plane is moved
// there by the first step.
//
// On a path the position of a mass is x = rest position + offset(t), and its velocity is that
// of the path, which dampers use; forces do not move it. The masses must be pinned on all
// axes.
//
// Validate rejects the zero value, which has no direction. A guide takes about 250 bytes and
// 4 per listed mass, and 36 bytes per mass in an engine.
type Guide struct {
	Name      string
	Kind      GuideKind
	Masses    []uint32 // indices, ascending; nil: all masses
	Direction Vec3     // d or n, of unit length; unused for a path
	Point     *Vec3    // p [m]; nil: the rest position of each mass
	Path      Path     // of Kind OnPath
}

// Path is the offset of masses from their rest positions as a function of time,
//
//	offset(t) = Velocity t + Amplitude w(f t + φ/2π) + Table(t)
//
// with the wave w, the frequency f and the phase φ. The zero value is the rest position.
type Path struct {
	Velocity  Vec3        // [m/s]
	Amplitude Vec3        // [m]
	Wave      Wave        // Sine or Table; the others jump
	Frequency float64     // f [Hz], >= 0
	Phase     float64     // φ [rad]
	Cycle     Curve       // of Wave Table: values over a cycle from 0 to 1, the first and the last equal
	Table     []PathPoint // piecewise linear, at rest before the first point and after the last; nil: zero
}

// PathPoint is a point of the table of a path.
type PathPoint struct {
	Time   float64 // [s], ascending
	Offset Vec3    // [m]
}

// At returns the offset [m] and its rate [m/s] at time t [s]. At a corner of the table the
// rate is that after the corner.
func (p Path) At(t float64) (offset, velocity Vec3) {
	w, rate := p.wave(t)
	offset = p.Velocity.Mul(t).Add(p.Amplitude.Mul(w))
	velocity = p.Velocity.Add(p.Amplitude.Mul(rate))
	last := len(p.Table) - 1
	switch {
	case last < 0:
	case t < p.Table[0].Time:
		offset = offset.Add(p.Table[0].Offset)
	case t >= p.Table[last].Time:
		offset = offset.Add(p.Table[last].Offset)
	default:
		from, to := pathLeg(p.Table, t)
		way := to.Offset.Sub(from.Offset).Mul(1 / (to.Time - from.Time))
		offset = offset.Add(from.Offset).Add(way.Mul(t - from.Time))
		velocity = velocity.Add(way)
	}
	return offset, velocity
}

// pathLeg returns the points of a table before (or at) and after time t.
func pathLeg(table []PathPoint, t float64) (from, to PathPoint) {
	low, high := 0, len(table)-1 // table[low].Time <= t < table[high].Time
	for high-low > 1 {
		if middle := (low + high) / 2; table[middle].Time <= t {
			low = middle
		} else {
			high = middle
		}
	}
	return table[low], table[high]
}

// wave returns w and its rate of change [1/s] at time t [s].
func (p Path) wave(t float64) (w, rate float64) {
	if p.Amplitude == (Vec3{}) {
		return 0, 0
	}
	cycle := p.Frequency*t + p.Phase/(2*math.Pi)
	cycle -= math.Floor(cycle)
	if p.Wave == Table {
		return p.Cycle.Of(cycle), p.Cycle.slope(cycle) * p.Frequency
	}
	sin, cos := math.Sincos(2 * math.Pi * cycle)
	return sin, 2 * math.Pi * p.Frequency * cos
}

// UnitDirection returns Direction with unit length, exact to the last bit.
func (g Guide) UnitDirection() Vec3 { return g.Direction.Normalize() }

// OnPaths calls put for every mass on a path, with its position [m] and velocity [m/s] at
// time t [s].
func (p Params) OnPaths(m *Model, t float64, put func(i int, x, v Vec3)) {
	for _, g := range p.Guides {
		if g.Kind != OnPath {
			continue
		}
		offset, rate := g.Path.At(t)
		m.Each(g.Masses, func(i int) { put(i, m.RestPosition[i].Add(offset), rate) })
	}
}

// LeftPaths returns the masses that were on a path of the parameters was and are on no path
// of p. They are pinned on all axes and stay at rest at their last positions.
func (p Params) LeftPaths(m *Model, was Params) (left []uint32) {
	same := func(a, b Guide) bool {
		return a.Kind == b.Kind && (a.Masses == nil) == (b.Masses == nil) && slices.Equal(a.Masses, b.Masses)
	}
	if !was.OnPath() || slices.EqualFunc(p.Guides, was.Guides, same) {
		return nil
	}
	now := map[int]bool{} // a map is small: paths are few and have few masses
	p.OnPaths(m, 0, func(i int, _, _ Vec3) { now[i] = true })
	was.OnPaths(m, 0, func(i int, _, _ Vec3) {
		if !now[i] {
			left = append(left, uint32(i))
		}
	})
	return left
}

// OnPath reports whether any guide is a path.
func (p Params) OnPath() bool {
	return slices.ContainsFunc(p.Guides, func(g Guide) bool { return g.Kind == OnPath })
}

// Guided returns the number of masses of a model that guides constrain.
func (p Params) Guided(m *Model) int {
	count := 0
	for _, g := range p.Guides {
		if g.Masses == nil {
			count += m.MassCount()
		}
		count += len(g.Masses)
	}
	return count
}

// faults returns a sentence for each fault of a guide.
func (g Guide) faults() []string {
	f := ascendingFaults(g.Masses)
	if g.Kind > OnPath {
		f = append(f, fmt.Sprintf("%v is unknown; known are %v", g.Kind, GuideKinds()))
	}
	if g.Kind == OnPath {
		return append(f, g.Path.faults()...)
	}
	if g.Point != nil && !finiteVec(*g.Point) {
		f = append(f, fmt.Sprintf("point is %v m; every component must be a finite number", *g.Point))
	}
	return append(f, directionFaults("direction", g.Direction)...)
}

func (p Path) faults() []string {
	var f []string
	if !finiteVec(p.Velocity) || !finiteVec(p.Amplitude) || !finite(p.Phase) {
		f = append(f, fmt.Sprintf("path has the velocity %v m/s, the amplitude %v m and the phase %g rad; they must be finite", p.Velocity, p.Amplitude, p.Phase))
	}
	if !finite(p.Frequency) || p.Frequency < 0 {
		f = append(f, fmt.Sprintf("path has the frequency %g Hz; it must not be negative", p.Frequency))
	}
	if p.Wave != Sine && p.Wave != Table {
		f = append(f, fmt.Sprintf("path has the wave %v, which jumps; use sine or table", p.Wave))
	}
	cycle := p.Cycle.cycleFaults("cycle", p.Wave)
	f = append(f, cycle...)
	if p.Wave == Table && len(cycle) == 0 && p.Cycle.Of(0) != p.Cycle.Of(1) {
		f = append(f, fmt.Sprintf("cycle goes from %g to %g; it must end where it begins, or the path would jump", p.Cycle.Of(0), p.Cycle.Of(1)))
	}
	for i, at := range p.Table {
		if !finite(at.Time) || !finiteVec(at.Offset) {
			f = append(f, fmt.Sprintf("point %d of its table is %v m at %g s; both must be finite", i, at.Offset, at.Time))
		} else if i > 0 && at.Time <= p.Table[i-1].Time {
			f = append(f, fmt.Sprintf("point %d of its table is at %g s, after one at %g s; give them in ascending order", i, at.Time, p.Table[i-1].Time))
		}
	}
	return f
}

// own copies the point of a guide, so that no other guide shares it.
func (g *Guide) own() {
	if g.Point != nil {
		point := *g.Point
		g.Point = &point
	}
}

// move shifts the line or plane of a guide by a vector [m].
func (g *Guide) move(by Vec3) {
	if g.Point != nil {
		*g.Point = g.Point.Add(by)
	}
}

// still replaces a path by its position at time t [s].
func (g *Guide) still(t float64) {
	if g.Kind == OnPath {
		offset, _ := g.Path.At(t)
		g.Path = Path{Table: []PathPoint{{Offset: offset}}}
	}
}

// guidesSuit checks the guides against the model, unless they equal those of from: each
// mass has one guide at most, and the pins that the kind of its guide needs.
func guidesSuit(p, from Params, m *Model) error {
	if len(p.Guides) == 0 || reflect.DeepEqual(p.Guides, from.Guides) {
		return nil
	}
	var taken []uint8 // per mass the number of its guide plus 1; 255 stands for 255 and more
	for number, g := range p.Guides {
		if err := m.listFault(g.Masses); err != nil {
			return fmt.Errorf("model %q: guide %d (%s): %w", m.Name, number, g.Name, err)
		}
		if taken == nil {
			taken = make([]uint8, m.MassCount())
		}
		var fault error
		m.Each(g.Masses, func(i int) {
			pin := m.PinOf(i)
			switch {
			case fault != nil:
			case taken[i] != 0:
				fault = fmt.Errorf("mass %d has guide %d already; give each mass one", i, taken[i]-1)
			case g.Kind == OnPath && pin != PinAll:
				fault = fmt.Errorf("mass %d is not pinned on all axes; pin it, so that only the path moves it", i)
			case g.Kind != OnPath && pin != 0:
				fault = fmt.Errorf("mass %d is pinned; a %v moves only masses that are not", i, g.Kind)
			}
			taken[i] = uint8(min(number+1, math.MaxUint8))
		})
		if fault != nil {
			return fmt.Errorf("model %q: guide %d (%s): %w", m.Name, number, g.Name, fault)
		}
	}
	return nil
}

func guideTerm() Term {
	t := listTerm("guide", GuideTerm, "Guides", true, items[Guide]{
		get: func(p Params) []Guide { return p.Guides }, set: func(p *Params, l []Guide) { p.Guides = l },
		faults: Guide.faults, title: func(g Guide) string { return g.Name }, masses: func(g *Guide) *[]uint32 { return &g.Masses },
		own: (*Guide).own, move: (*Guide).move, still: (*Guide).still})
	t.suits = guidesSuit
	return t
}
