package model

import (
	"errors"
	"fmt"
	"math"
)

// maxFaults is the number of faults that Validate describes; it counts the others.
const maxFaults = 16

// MaxCount is the largest number of masses or of springs in a model: indices are 32 bits, and
// one bit of an incidence holds the end.
const MaxCount = math.MaxInt32

// leastMass is the smallest mass [kg] above 0; its inverse is the largest.
const leastMass = 1e-30

// Validate returns an error that describes the first faults of the model and counts the
// others, or nil.
func (m *Model) Validate() error {
	f := faults{model: m.Name}
	if m.Pattern != nil {
		m.validatePattern(&f)
		return f.join()
	}
	masses, springs := m.MassCount(), m.SpringCount()
	if masses > MaxCount || springs > MaxCount {
		f.add("%d masses and %d springs; at most %d of each", masses, springs, MaxCount)
	}
	if len(m.Mass) != masses {
		f.add("%d mass values for %d masses", len(m.Mass), masses)
	}
	m.validateLengths(&f, false, masses, "masses")
	if len(m.RestLength) != springs || len(m.MaterialOf) != springs {
		f.add("%d rest lengths and %d material indices for %d springs", len(m.RestLength), len(m.MaterialOf), springs)
	}
	m.validateLengths(&f, true, springs, "springs")
	if f.count > 0 {
		return f.join() // arrays of wrong lengths make other faults meaningless
	}
	f.inBlocks(masses, m.validateMasses)
	f.inBlocks(springs, m.validateSprings)
	f.inBlocks(len(m.Own), m.validateOwn)
	m.validateJoints(&f)
	m.validateRest(&f)
	return f.join()
}

// validateRest checks the parts of a model that are neither masses nor springs.
func (m *Model) validateRest(f *faults) {
	m.validatePalette(f)
	m.validateAttachments(f)
	m.validateGroups(f)
	m.validateSkin(f)
}

// validatePattern checks a model with a pattern, where a few numbers determine all masses and
// springs.
func (m *Model) validatePattern(f *faults) {
	p, masses := m.Pattern, 1
	for axis, n := range p.Size {
		if n < 1 || n > MaxCount/masses {
			f.add("%v masses along its axes; each must be at least 1, and at most %d in all", p.Size, MaxCount)
			return
		}
		if o := p.Spacing; n > 1 && (!finite(o) || o <= 0) {
			f.add("masses along axis %d are %g m apart; it must be a positive number", axis, o)
		}
		masses *= n
	}
	if springs := p.SpringCount(); springs > MaxCount {
		f.add("%d springs; at most %d", springs, MaxCount)
	}
	for _, c := range columns {
		if count := c.length(m); count >= 0 && (c.called == "" || c.ofSprings) {
			f.add("%d entries of %s beside a pattern; it says them all", count, c.field)
		}
	}
	m.validateLengths(f, false, masses, "masses")
	if f.count > 0 {
		return
	}
	if m.PerSpring() {
		f.add("springs by a pattern have k and c by their material alone; give materials a stiffness and a damping")
	}
	for k, o := range p.Stencil {
		if p.Ahead(&o) <= 0 && p.Count(k) > 0 {
			f.add("the offset %d, %d, %d leads to no mass of a higher number", o.Dx, o.Dy, o.Dz)
		}
		if o.Material == Removed {
			f.add("the offset %d, %d, %d has the material of removed springs; leave it out", o.Dx, o.Dy, o.Dz)
		}
	}
	// The corners and springs of a small grid have all faults that those of a large one have.
	corners := &Model{Name: m.Name, Materials: m.Materials}
	for corner := range 8 {
		at := [3]int{}
		for axis := range at {
			at[axis] = corner >> axis & 1 * (p.Size[axis] - 1)
		}
		corners.RestPosition, corners.Mass = append(corners.RestPosition, p.at(at[0], at[1], at[2])), append(corners.Mass, p.Mass)
	}
	for _, o := range p.Stencil {
		corners.AddSpring(Ends{0, 1}, o.RestLength, o.Material)
	}
	corners.validateMasses(f, 0, corners.MassCount())
	corners.validateSprings(f, 0, corners.SpringCount())
	m.validateRest(f)
}

// validateLengths checks that each optional column, if present, has an entry for each mass or
// spring.
func (m *Model) validateLengths(f *faults, springs bool, count int, what string) {
	for _, c := range columns {
		if n := c.length(m); c.ofSprings == springs && c.called != "" && n >= 0 && n != count {
			f.add("%d %s for %d %s", n, c.called, count, what)
		}
	}
}

// validateMasses checks masses first to last−1.
func (m *Model) validateMasses(f *faults, first, last int) {
	for i := first; i < last; i++ {
		if p := m.RestPosition[i]; !finiteVec(p) {
			f.add("mass %d: position %v m is not finite", i, p)
		} else if max(math.Abs(p[0]), math.Abs(p[1]), math.Abs(p[2])) > Largest {
			f.add("mass %d: position %v m is beyond %g m, whose square single precision still holds; use other units", i, p, Largest)
		}
		if massless := m.Mass[i] == 0 && m.PinOf(i) == PinAll; !finite(m.Mass[i]) || m.Mass[i] <= 0 && !massless {
			f.add("mass %d: mass is %g kg; it must be positive, or 0 when it is pinned on all axes", i, m.Mass[i])
		} else if m.Mass[i] != 0 && (m.Mass[i] < leastMass || m.Mass[i] > 1/leastMass) {
			f.add("mass %d: mass is %g kg; it must be from %g to %g, which single precision and its inverse hold: use other units", i, m.Mass[i], leastMass, 1/leastMass)
		}
		if m.Radius != nil && (!finite(m.Radius[i]) || m.Radius[i] < 0) {
			f.add("mass %d: radius is %g m; it must not be negative", i, m.Radius[i])
		}
		if m.PinOf(i) > PinAll {
			f.add("mass %d: pin %d has unknown axes", i, m.PinOf(i))
		}
	}
}

// validateSprings checks springs first to last−1.
func (m *Model) validateSprings(f *faults, first, last int) {
	masses := uint32(m.MassCount())
	for s := first; s < last; s++ {
		ends := m.Ends[s]
		if ends[0] >= masses || ends[1] >= masses {
			f.add("spring %d: ends %d and %d; masses are numbered 0 to %d", s, ends[0], ends[1], int64(masses)-1)
		}
		if ends[0] == ends[1] {
			f.add("spring %d: both ends are mass %d", s, ends[0])
		}
		if !finite(m.RestLength[s]) || m.RestLength[s] < 0 {
			f.add("spring %d: rest length is %g m; it must not be negative", s, m.RestLength[s])
		}
		if int(m.MaterialOf[s]) >= len(m.Materials) {
			f.add("spring %d: material %d; the palette has %d entries", s, m.MaterialOf[s], len(m.Materials))
		} else if m.Materials[m.MaterialOf[s]].Rod.There() {
			m.validateSegment(f, s)
		} else if m.RestLength[s] == 0 && m.Materials[m.MaterialOf[s]].AxialRigidity != 0 {
			f.add("spring %d: rest length is 0 m, and material %d (%s) has an axial rigidity, k = EA/L0; give it a length, or the material a stiffness",
				s, m.MaterialOf[s], m.Materials[m.MaterialOf[s]].Name)
		} else if m.RestLength[s] == 0 && m.Materials[m.MaterialOf[s]].Inelastic.There() {
			f.add("spring %d: rest length is 0 m, and material %d (%s) has limits or a force table by strain; give it a length, or a material without them",
				s, m.MaterialOf[s], m.Materials[m.MaterialOf[s]].Name)
		}
	}
}

// validateOwn checks the own coefficients of springs first to last−1.
func (m *Model) validateOwn(f *faults, first, last int) {
	for s := first; s < last; s++ {
		own := m.Own[s]
		if !finite(own.Stiffness) || own.Stiffness < 0 {
			f.add("spring %d: its own stiffness is %g N/m; it must not be negative", s, own.Stiffness)
		}
		if !finite(own.Damping) || own.Damping < 0 {
			f.add("spring %d: its own damping is %g N·s/m; it must not be negative", s, own.Damping)
		}
		if of := int(m.MaterialOf[s]); own.Stiffness != 0 && of < len(m.Materials) && m.Materials[of].Inelastic.Table.There() {
			f.add("spring %d: it has a stiffness of its own and material %d (%s) a force table; give it one of the two", s, of, m.Materials[of].Name)
		}
	}
}

func (m *Model) validatePalette(f *faults) {
	if len(m.Materials) == 0 || m.Materials[Removed] != (Material{Name: m.Materials[Removed].Name}) {
		f.add("palette entry 0 means removed and may have a name only")
	}
	for i := range m.Materials {
		material := &m.Materials[i]
		material.faults(func(format string, args ...any) {
			f.add("material %d (%s): "+format, append([]any{i, material.Name}, args...)...)
		})
	}
}

func (m *Model) validateGroups(f *faults) {
	for t, corners := range m.Triangles {
		if last := m.MassCount() - 1; int(max(corners[0], corners[1], corners[2])) > last {
			f.add("triangle %d: masses %v; masses are numbered 0 to %d", t, corners, last)
		}
	}
	for _, g := range m.Groups {
		for _, i := range g.Masses {
			if int(i) >= m.MassCount() {
				f.add("group %s: mass %d; masses are numbered 0 to %d", g.Name, i, m.MassCount()-1)
			}
		}
	}
}

// faults collects the faults of a model, in bounded memory.
type faults struct {
	model string
	count int64
	first []error
}

func (f *faults) add(format string, args ...any) {
	f.count++
	if len(f.first) < maxFaults {
		f.first = append(f.first, fmt.Errorf("model %q: "+format, append([]any{f.model}, args...)...))
	}
}

// inBlocks checks 0 to count−1 on all cores; faults are in the order of the indices.
func (f *faults) inBlocks(count int, look func(f *faults, first, last int)) {
	parts := make([]faults, BlockCount(count))
	InBlocks(count, func(block, first, last int) {
		parts[block].model = f.model
		look(&parts[block], first, last)
	})
	for _, part := range parts {
		f.count += part.count
		f.first = append(f.first, part.first[:min(len(part.first), maxFaults-len(f.first))]...)
	}
}

func (f *faults) join() error {
	if f.count > int64(len(f.first)) {
		f.first = append(f.first, fmt.Errorf("model %q: and %d more faults", f.model, f.count-int64(len(f.first))))
	}
	return errors.Join(f.first...)
}

// SolverFaults calls fault for each fault of the solver and its settings, with the field of
// Params that it concerns.
func (p Params) SolverFaults(fault func(field, format string, args ...any)) {
	if !p.Integrator.Known() {
		fault("Integrator", "%v is unknown; known are %v", p.Integrator, Solvers())
		return
	}
	method := p.Integrator.Method()
	switch {
	case p.Substeps < 0 || p.Substeps > MaxSubsteps:
		fault("Substeps", "substeps are %d; give 1 to %d, or leave them out to have them chosen", p.Substeps, MaxSubsteps)
	case p.Substeps != 0 && !method.Divides:
		fault("Substeps", "substeps are %d, and the solver %v does not divide a step; leave them out, or use %s", p.Substeps, p.Integrator, solversThat(func(m Method) bool { return m.Divides }))
	}
	switch {
	case p.Iterations < 0 || p.Iterations > MaxIterations:
		fault("Iterations", "iterations are %d; give 1 to %d, or leave them out for those of the solver", p.Iterations, MaxIterations)
	case p.Iterations != 0 && method.Iterations == 0:
		fault("Iterations", "iterations are %d, and the solver %v does not iterate; leave them out, or use %s", p.Iterations, p.Integrator, solversThat(func(m Method) bool { return m.Iterations > 0 }))
	}
	if p.Forward && !method.Warms {
		fault("Forward", "sweeps are to go forward only, and the solver %v does not sweep over springs; leave that out, or use %s", p.Integrator, solversThat(func(m Method) bool { return m.Warms }))
	}
	switch {
	case !(p.Warm >= 0 && p.Warm <= MaxWarm):
		fault("Warm", "warm is %g; give 0 to %g: more blows up where springs are stiff", p.Warm, MaxWarm)
	case p.Warm != 0 && p.Forward:
		fault("Warm", "warm is %g, and sweeps only go forward, which blows up together; leave one of the two out", p.Warm)
	case p.Warm != 0 && !method.Warms:
		fault("Warm", "warm is %g, and the solver %v starts every substep anew; leave it out, or use %s", p.Warm, p.Integrator, solversThat(func(m Method) bool { return m.Warms }))
	}
	switch {
	case !(p.Tolerance >= 0 && p.Tolerance < 1):
		fault("Tolerance", "tolerance is %g; give more than 0 and less than 1, or leave it out for that of the solver", p.Tolerance)
	case p.Tolerance != 0 && method.Tolerance == 0:
		fault("Tolerance", "tolerance is %g, and the solver %v judges no residual; leave it out, or use %s", p.Tolerance, p.Integrator, solversThat(func(m Method) bool { return m.Tolerance > 0 }))
	}
}
