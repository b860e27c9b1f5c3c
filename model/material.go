package model

import (
	"cmp"
	"fmt"
	"strings"

	"hooke/model/inelastic"
	"hooke/model/rod"
	"hooke/model/spring"
)

// Material describes the response of a spring in one of three vocabularies. physics.Resolver
// converts each to k [N/m] and c [N·s/m]. Set only fields of one vocabulary; Validate checks
// this. The zero value exerts no force.
//
//   - SI: Stiffness k, or AxialRigidity EA (k = EA/L0), and Damping c. The force law does not
//     depend on the masses at the ends. With DampingRatio instead of Damping, c follows from
//     their reduced mass.
//   - Oscillator: Frequency f with DampingRatio or HalfLife. They describe the motion of the
//     ends if nothing else holds them, so k and c follow from their reduced mass.
//   - Normalized: the response within one step. k and c follow from the reduced mass and from
//     dt, and change with dt.
type Material struct {
	Name string

	Stiffness     float64 // k [N/m], >= 0
	Damping       float64 // c [N·s/m], >= 0, along the spring only; with Stiffness or AxialRigidity
	AxialRigidity float64 // EA [N], >= 0; zero: Stiffness counts. Its springs need a rest length > 0

	Frequency    float64 // f [Hz], >= 0, undamped: k = m (2πf)², where m is the reduced mass of the ends
	DampingRatio float64 // ζ >= 0, 1 is critical: c = 2 ζ √(k m); with a frequency, or with a stiffness instead of Damping
	HalfLife     float64 // h [s], >= 0, instead of a ratio: c = 4 ln2 m/h; zero means no damper

	Normalized spring.Normalized // Cs and Cd; physics.Resolver caps those of each spring up to 1

	// Rigid keeps the length L0 under any load, for solvers whose Method.Rigid. A rigid
	// material sets no other field except TensionOnly, which makes it a cable that does not
	// stretch.
	Rigid bool

	// PBDStiffness is s in (0, 1], the share of the stretch of a single spring that all
	// iterations of a step of position-based dynamics remove together; zero means 1. Other
	// solvers ignore it.
	PBDStiffness float64

	// Rod makes springs segments of a rod, for solvers whose Method.Rods. The material sets
	// no other field then. The zero value is no rod.
	Rod rod.Rod

	// TensionOnly makes springs cables: the force is max(0, f) for L > L0, and 0 otherwise.
	// The damper of a cable never pushes.
	TensionOnly bool

	// Inelastic says when springs tear, yield and creep, and has the table of their force, for
	// solvers that integrate forces. The zero value changes no spring. Its springs need a rest
	// length > 0.
	Inelastic inelastic.Law `fingerprint:"set"`
}

// Vocabulary is the set of quantities that describe a material.
type Vocabulary uint8

// These are the vocabularies. A material without any force counts as SI.
const (
	SI         Vocabulary = iota // k or EA, and c or a damping ratio
	Oscillator                   // frequency, with a damping ratio or half-life
	Normalized                   // Cs and Cd
)

// String returns the name of the vocabulary.
func (v Vocabulary) String() string {
	switch v {
	case SI:
		return "SI"
	case Oscillator:
		return "oscillator"
	case Normalized:
		return "normalized"
	}
	return fmt.Sprintf("vocabulary %d", uint8(v))
}

// Vocabulary returns the vocabulary that describes the material.
func (m *Material) Vocabulary() Vocabulary {
	switch {
	case m.Normalized != spring.Normalized{}:
		return Normalized
	case m.Frequency != 0 || m.HalfLife != 0 || m.DampingRatio != 0 && !m.stiff():
		return Oscillator
	}
	return SI
}

// isNormalized reports whether k and c of springs of the material depend on dt.
func (m *Material) isNormalized() bool { return m.Vocabulary() == Normalized }

// stiff reports whether the material has k or EA.
func (m *Material) stiff() bool { return m.Stiffness != 0 || m.AxialRigidity != 0 }

// PerSpring reports whether k and c may differ between springs of the material. Only SI
// stiffness and damping are equal for all.
func (m *Material) PerSpring() bool { return !m.OneStiffness() || m.DampingRatio != 0 }

// OneStiffness reports whether all springs of the material have its Stiffness.
func (m *Material) OneStiffness() bool {
	return m.AxialRigidity == 0 && !m.Inelastic.Table.There() && m.Vocabulary() == SI
}

// Linear reports whether the force of the material's springs depends only on stretch and
// rate, and linearly, once k and c are known.
func (m *Material) Linear() bool { return !m.TensionOnly && !m.Inelastic.There() }

// PositionStiffness returns the material's s of position-based dynamics, in (0, 1].
func (m *Material) PositionStiffness() float64 { return cmp.Or(m.PBDStiffness, 1) }

// Coefficients returns k and c of all springs of a material that has them in SI units, see
// PerSpring.
func (m *Material) Coefficients() Coefficients {
	return Coefficients{Stiffness: m.Stiffness, Damping: m.Damping}
}

// String describes the material with units, such as "EA = 200 N, c = 0.1 N·s/m, tension
// only".
func (m Material) String() string {
	parts := m.words()
	switch {
	case m.Rod.There():
		parts = append(parts, m.Rod.String())
	case m.Rigid:
		parts = append(parts, "rigid")
	case len(parts) == 0 && !m.Inelastic.Table.There():
		parts = append(parts, "no force")
	}
	if m.TensionOnly {
		parts = append(parts, "tension only")
	}
	if m.Inelastic.Table.There() {
		parts = append(parts, m.Inelastic.Table.String())
	}
	if m.Inelastic.LimitPerMass {
		parts = append(parts, "one tear per mass and step")
	}
	return strings.Join(parts, ", ")
}

// faults calls fault with a sentence for each fault of the material.
func (m *Material) faults(fault func(format string, args ...any)) {
	m.numberFaults(fault)
	si := m.stiff() || m.Damping != 0
	oscillator := m.Frequency != 0 || m.HalfLife != 0 || m.DampingRatio != 0 && !m.stiff()
	normalized := m.Normalized != spring.Normalized{}
	if si && oscillator || si && normalized || oscillator && normalized {
		fault("%v mixes vocabularies; give stiffness and damping, or a frequency, or normalized values", *m)
	}
	if m.Rigid && m.responds() {
		fault("%v is rigid and has a stiffness or damping; give one of the two", *m)
	}
	if m.Rod.There() {
		for _, words := range m.Rod.Faults() {
			fault("%s", words)
		}
		if m.responds() || m.Rigid || m.TensionOnly {
			fault("%v is a rod and a spring; give the rigidities of a rod, or the coefficients of a spring", *m)
		}
	}
	for _, words := range m.Inelastic.Faults() {
		fault("%s", words)
	}
	if m.Inelastic.There() && (m.Rigid || m.Rod.There()) {
		fault("%v is rigid or a rod and can tear, yield, creep or follow a force table; give a spring with a stiffness in its place", *m)
	}
	if m.Inelastic.Table.There() && (m.stiff() || oscillator || normalized || m.DampingRatio != 0) {
		fault("a force table and a stiffness, frequency or damping ratio are both given; give one of the two, the table perhaps with a damping in N·s/m")
	}
	if m.Stiffness != 0 && m.AxialRigidity != 0 {
		fault("stiffness and axial rigidity are both given; give one of the two")
	}
	if m.DampingRatio != 0 && m.HalfLife != 0 {
		fault("damping ratio and half-life are both given; give one of the two")
	}
	if m.DampingRatio != 0 && m.Damping != 0 {
		fault("damping and damping ratio are both given; give one of the two")
	}
	if m.DampingRatio != 0 && m.Frequency == 0 && !m.stiff() && m.Damping == 0 {
		fault("a damping ratio needs a stiffness or a frequency; give one, or a half-life")
	}
}

// Coefficients holds k and c of a spring in SI units. The zero value exerts no force. It
// takes 16 bytes.
type Coefficients struct {
	Stiffness float64 // k [N/m]
	Damping   float64 // c [N·s/m]
}

// IsSegment reports whether a spring is a segment of a rod.
func (m *Model) IsSegment(spring int) bool {
	return m.Segments != nil && m.Materials[m.MaterialOf[spring]].Rod.There()
}

// SegmentCount returns the number of springs that are segments of rods. A state has an
// orientation and an angular velocity for each, in the order of springs.
func (m *Model) SegmentCount() (count int) {
	for s := range m.Segments {
		if m.IsSegment(s) {
			count++
		}
	}
	return count
}

// StartSegments sets the orientations of a state's segments of rods to those of the start, at
// rest.
func (m *Model) StartSegments(s *State) {
	s.Orientation, s.AngularVelocity = nil, nil
	for k := range m.Segments {
		if m.IsSegment(k) {
			s.Orientation, s.AngularVelocity = append(s.Orientation, m.Segments[k].Start), append(s.AngularVelocity, Vec3{})
		}
	}
}

// MaxSegments is the largest number of segments of rods at one mass.
const MaxSegments = 8

// validateSegment checks a spring whose material is a rod.
func (m *Model) validateSegment(f *faults, s int) {
	if m.Segments == nil {
		f.add("spring %d: its material %d (%s) is a rod, and the model says of no segment how it starts", s, m.MaterialOf[s], m.Materials[m.MaterialOf[s]].Name)
		return
	}
	if words := m.Segments[s].Fault(); words != "" {
		f.add("spring %d, a segment of a rod: %s", s, words)
	}
	if m.RestLength[s] < 1e-12 {
		f.add("spring %d, a segment of a rod: rest length is %g m; it must be positive", s, m.RestLength[s])
	}
	if a, b := m.Ends[s][0], m.Ends[s][1]; int(max(a, b)) < m.MassCount() && m.Mass[a]+m.Mass[b] == 0 {
		f.add("spring %d, a segment of a rod: its ends %d and %d have no mass, and so it has no inertia; give one of them a mass", s, a, b)
	}
}

// validateJoints checks that no mass has more segments of rods than can be joined there.
func (m *Model) validateJoints(f *faults) {
	if m.Segments == nil || f.count > 0 {
		return
	}
	at := make([]int32, m.MassCount())
	for s, ends := range m.Ends {
		if m.IsSegment(s) {
			at[ends[0]]++
			at[ends[1]]++
		}
	}
	for i, n := range at {
		if n > MaxSegments {
			f.add("mass %d: %d segments of rods; at most %d can be joined", i, n, MaxSegments)
		}
	}
}
