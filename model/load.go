package model

import (
	"fmt"
	"math"
	"sort"
)

// Force is an external force, equal on each of its masses and scaled over time:
//
//	F(t) = Force · Table(t)
//
// The zero value acts on all masses with no force. It takes 112 bytes and 4 per listed mass.
type Force struct {
	Name   string
	Masses []uint32 // indices, ascending; nil: all masses
	Force  Vec3     // on each mass [N]
	Table  Curve    // factor over time [s]; the zero value is 1
}

// Motor drives masses to a velocity along an axis a:
//
//	F = c (u(t) − v·a) a,  |F| ≤ Limit,  u(t) = Speed · Table(t)
//
// It acts on each mass by itself, along a direction fixed in space. Validate rejects the zero
// value, which has no axis. It takes 136 bytes and 4 per listed mass.
type Motor struct {
	Name    string
	Masses  []uint32 // indices, ascending; nil: all masses
	Axis    Vec3     // a, of unit length
	Speed   float64  // u along the axis [m/s]
	Table   Curve    // factor of the speed over time [s]; the zero value is 1
	Damping float64  // c of each mass [N·s/m], >= 0
	Limit   float64  // largest force on each mass [N]; zero: no limit
}

// Handle is a damped spring of rest length zero from one mass to a target, like a hand that
// holds the mass:
//
//	F = k (X − x) + c (V − v)
//
// X and V stay constant until parameters are set again; V does not move the target. The zero
// value exerts no force. It takes 72 bytes.
type Handle struct {
	Mass           uint32
	Target         Vec3    // X [m]
	TargetVelocity Vec3    // V [m/s]
	Stiffness      float64 // k [N/m], >= 0; zero: the handle releases the mass
	Damping        float64 // c [N·s/m], >= 0
}

// UnitAxis returns the axis with unit length, exact to the last bit.
func (m Motor) UnitAxis() Vec3 { return m.Axis.Normalize() }

// faults returns a sentence for each fault of a force.
func (f Force) faults() []string {
	out := ascendingFaults(f.Masses)
	if !finiteVec(f.Force) {
		out = append(out, fmt.Sprintf("force is %v N; every component must be a finite number", f.Force))
	}
	return append(out, f.Table.faults("table")...)
}

// directionFaults reports why a vector is not a direction.
func directionFaults(what string, d Vec3) []string {
	if math.Abs(d.Len()-1) <= unitTolerance {
		return nil
	}
	return []string{fmt.Sprintf("%s is %v, of length %.6g; it must have unit length", what, d, d.Len())}
}

// faults returns a sentence for each fault of a motor.
func (m Motor) faults() []string {
	out := append(ascendingFaults(m.Masses), directionFaults("axis", m.Axis)...)
	if !finite(m.Speed) {
		out = append(out, fmt.Sprintf("speed is %g m/s; it must be a finite number", m.Speed))
	}
	if !finite(m.Damping) || m.Damping < 0 {
		out = append(out, fmt.Sprintf("damping is %g N·s/m; it must not be negative", m.Damping))
	}
	if !finite(m.Limit) || m.Limit < 0 {
		out = append(out, fmt.Sprintf("limit is %g N; give a positive number, or 0 for none", m.Limit))
	}
	return append(out, m.Table.faults("table")...)
}

// faults returns a sentence for each fault of a handle.
func (h Handle) faults() []string {
	var out []string
	if !finiteVec(h.Target) || !finiteVec(h.TargetVelocity) {
		out = append(out, fmt.Sprintf("target is %v m at %v m/s; every component must be a finite number", h.Target, h.TargetVelocity))
	}
	if !finite(h.Stiffness) || h.Stiffness < 0 {
		out = append(out, fmt.Sprintf("stiffness is %g N/m; it must not be negative", h.Stiffness))
	}
	if !finite(h.Damping) || h.Damping < 0 {
		out = append(out, fmt.Sprintf("damping is %g N·s/m; it must not be negative", h.Damping))
	}
	return out
}

// ascendingFaults reports a list of masses that is not ascending or names a mass twice.
func ascendingFaults(masses []uint32) []string {
	for i := 1; i < len(masses); i++ {
		if masses[i] <= masses[i-1] {
			return []string{fmt.Sprintf("mass %d follows mass %d in its list; give masses once each, in ascending order", masses[i], masses[i-1])}
		}
	}
	return nil
}

// listFault reports an ascending list that names a mass which the model does not have.
func (m *Model) listFault(masses []uint32) error {
	if n := len(masses); n > 0 && int(masses[n-1]) >= m.MassCount() {
		return fmt.Errorf("mass %d; masses are numbered 0 to %d", masses[n-1], m.MassCount()-1)
	}
	return nil
}

func forcesFit(p Params, m *Model) error {
	for i, f := range p.Forces {
		if err := m.listFault(f.Masses); err != nil {
			return fmt.Errorf("model %q: force %d (%s): %w", m.Name, i, f.Name, err)
		}
	}
	return nil
}

func motorsFit(p Params, m *Model) error {
	for i, motor := range p.Motors {
		if err := m.listFault(motor.Masses); err != nil {
			return fmt.Errorf("model %q: motor %d (%s): %w", m.Name, i, motor.Name, err)
		}
	}
	return nil
}

func handlesFit(p Params, m *Model) error {
	for i, h := range p.Handles {
		if err := m.listFault([]uint32{h.Mass}); err != nil {
			return fmt.Errorf("model %q: handle %d: %w", m.Name, i, err)
		}
	}
	return nil
}

// handleTitle returns the name of a handle in messages.
func handleTitle(h Handle) string { return fmt.Sprintf("mass %d", h.Mass) }

func quadraticDragFaults(p Params, fault func(string, ...any)) {
	if !finite(p.QuadraticDrag) || p.QuadraticDrag < 0 {
		fault("quadratic drag is %g kg/m; give a positive number, or 0 for none", p.QuadraticDrag)
	}
}

// Each calls do for every mass of a list; a nil list stands for all masses.
func (m *Model) Each(masses []uint32, do func(i int)) {
	if masses == nil {
		for i := range m.MassCount() {
			do(i)
		}
	}
	for _, i := range masses {
		do(int(i))
	}
}

func forceTerm() Term {
	t := listTerm("force", LoadTerm, "Forces", true, items[Force]{
		get: func(p Params) []Force { return p.Forces }, set: func(p *Params, l []Force) { p.Forces = l },
		faults: Force.faults, title: func(f Force) string { return f.Name }, masses: func(f *Force) *[]uint32 { return &f.Masses },
		still: func(f *Force, t float64) { f.Force, f.Table = f.Force.Mul(f.Table.Of(t)), Curve{} }})
	t.fits = forcesFit
	return t
}

func motorTerm() Term {
	t := listTerm("motor", LoadTerm, "Motors", true, items[Motor]{
		get: func(p Params) []Motor { return p.Motors }, set: func(p *Params, l []Motor) { p.Motors = l },
		faults: Motor.faults, title: func(m Motor) string { return m.Name }, masses: func(m *Motor) *[]uint32 { return &m.Masses }})
	t.fits, t.still = motorsFit, func(p *Params, _ float64) { p.Motors = nil }
	return t
}

func handleTerm() Term {
	t := listTerm("handle", LoadTerm, "Handles", true, items[Handle]{
		get: func(p Params) []Handle { return p.Handles }, set: func(p *Params, l []Handle) { p.Handles = l },
		faults: Handle.faults, title: handleTitle, mass: func(h *Handle) *uint32 { return &h.Mass },
		move: func(h *Handle, by Vec3) { h.Target = h.Target.Add(by) }})
	t.fits = handlesFit
	return t
}

func slowed(p Params) bool { return p.QuadraticDrag > 0 }

func joinQuadraticDrag(p *Params, part Params) {
	if p.QuadraticDrag == 0 {
		p.QuadraticDrag = part.QuadraticDrag
	}
}

// Curve is a piecewise linear function, mostly of time [s]. Before its first point it has the
// first value, and after its last point the last value. The zero value is 1 everywhere, so
// that a factor without a curve changes nothing.
type Curve struct {
	At    []float64 // x of the points, ascending
	Value []float64 // value at each point
}

// Of returns the value at x.
func (c Curve) Of(x float64) float64 {
	last := len(c.At) - 1
	switch {
	case last < 0:
		return 1
	case x <= c.At[0]:
		return c.Value[0]
	case x >= c.At[last]:
		return c.Value[last]
	}
	next := sort.SearchFloat64s(c.At, x) // the first point at or after x, at least 1
	from, to := c.At[next-1], c.At[next]
	share := (x - from) / (to - from)
	return c.Value[next-1] + share*(c.Value[next]-c.Value[next-1])
}

// slope returns dValue/dx at x: zero before the first point and from the last one on; at a
// point between them, the slope to its right.
func (c Curve) slope(x float64) float64 {
	last := len(c.At) - 1
	if last < 0 || x < c.At[0] || x >= c.At[last] {
		return 0
	}
	next := sort.Search(len(c.At), func(i int) bool { return c.At[i] > x })
	return (c.Value[next] - c.Value[next-1]) / (c.At[next] - c.At[next-1])
}

// Largest returns the largest absolute value.
func (c Curve) Largest() float64 {
	if len(c.Value) == 0 {
		return 1
	}
	size := 0.0
	for _, v := range c.Value {
		size = max(size, math.Abs(v))
	}
	return size
}

// faults returns a sentence for each fault of a curve. The parameter what is its name in messages.
func (c Curve) faults(what string) []string {
	if len(c.At) != len(c.Value) {
		return []string{fmt.Sprintf("its %s has %d points and %d values; give one value per point", what, len(c.At), len(c.Value))}
	}
	for i := range c.At {
		if !finite(c.At[i]) || !finite(c.Value[i]) {
			return []string{fmt.Sprintf("point %d of its %s is (%g, %g); both must be finite numbers", i, what, c.At[i], c.Value[i])}
		}
		if i > 0 && c.At[i] <= c.At[i-1] {
			return []string{fmt.Sprintf("point %d of its %s is at %g, after one at %g; give them in ascending order", i, what, c.At[i], c.At[i-1])}
		}
	}
	return nil
}

// cycleFaults returns a sentence for each fault of the curve of a wave over a cycle. The
// parameter what is its name in messages. Only the wave Table has a curve.
func (c Curve) cycleFaults(what string, wave Wave) []string {
	f := c.faults(what)
	for i, at := range c.At {
		if at < 0 || at > 1 {
			f = append(f, fmt.Sprintf("point %d of its %s is at %g; a cycle runs from 0 to 1", i, what, at))
			break
		}
	}
	for i, v := range c.Value {
		if !(math.Abs(v) <= 1) {
			f = append(f, fmt.Sprintf("value %d of its %s is %g; values go from −1 to 1, the amplitude scales them", i, what, v))
			break
		}
	}
	switch {
	case wave == Table && len(c.At) == 0:
		f = append(f, fmt.Sprintf("wave is a table, and its %s is empty; give points over a cycle from 0 to 1", what))
	case wave != Table && len(c.At) > 0:
		f = append(f, fmt.Sprintf("%s belongs to the wave table, and this is %v; leave out one of the two", what, wave))
	}
	return f
}
