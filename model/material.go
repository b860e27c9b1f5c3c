package model

import (
	"cmp"
	"fmt"
	"strings"

	"hooke/rod"
	"hooke/spring"
)

// Material is how a spring resists, in one of three vocabularies; physics.Resolver
// turns each into k [N/m] and c [N·s/m]. Only fields of one vocabulary may be set,
// which Validate checks. The zero value exerts no force.
//
//   - SI: Stiffness k, or AxialRigidity EA (k = EA/L0), and Damping c, with which the force law
//     is the same whatever masses the spring joins; or DampingRatio, with which c follows from
//     their reduced mass.
//   - Oscillator: Frequency f with DampingRatio or HalfLife. They describe the motion
//     that the ends of a spring make when nothing else holds them, so k and c follow
//     from their reduced mass.
//   - Normalized: the response within one step, so k and c follow from the reduced mass
//     and from dt; they change whenever dt changes.
type Material struct {
	Name string

	Stiffness     float64 // k [N/m], >= 0
	Damping       float64 // c [N·s/m], >= 0, along the spring only; with Stiffness or AxialRigidity
	AxialRigidity float64 // EA [N], >= 0; zero: Stiffness counts. Its springs need a rest length > 0

	Frequency    float64 // f [Hz], >= 0, undamped: k = m (2πf)², where m is the reduced mass of the ends
	DampingRatio float64 // ζ >= 0, 1 is critical: c = 2 ζ √(k m); with a frequency, or a stiffness in place of Damping
	HalfLife     float64 // h [s], >= 0, instead of a ratio: c = 4 ln2 m/h; zero means no damper

	Normalized spring.Normalized // Cs and Cd in [0, 1]; physics.Resolver caps those of each spring

	// Rigid keeps the length L0 whatever pulls, in solvers whose Method.Rigid; nothing else of
	// a rigid material is set but TensionOnly: a cable that does not stretch.
	Rigid bool

	// PBDStiffness is s in (0, 1], what all iterations of a step of position-based dynamics
	// together take of the stretch of a spring that is alone; zero means 1. Other solvers do
	// not read it.
	PBDStiffness float64

	// Rod makes springs segments of a rod, in solvers whose Method.Rods; nothing else of the
	// material is set then. The zero value is no rod.
	Rod rod.Rod

	// TensionOnly makes cables: the force is max(0, f) while L > L0, and 0 otherwise.
	// The damper never pushes either.
	TensionOnly bool
}

// Vocabulary is the way in which a material is described.
type Vocabulary uint8

// The vocabularies. A material without any force counts as SI.
const (
	SI         Vocabulary = iota // k or EA, and c or a damping ratio
	Oscillator                   // frequency, with damping ratio or half-life
	Normalized                   // Cs and Cd
)

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

// Vocabulary is the one in which the material is described.
func (m *Material) Vocabulary() Vocabulary {
	switch {
	case m.Normalized != spring.Normalized{}:
		return Normalized
	case m.Frequency != 0 || m.HalfLife != 0 || m.DampingRatio != 0 && !m.stiff():
		return Oscillator
	}
	return SI
}

// stiff says whether the material has k or EA.
func (m *Material) stiff() bool { return m.Stiffness != 0 || m.AxialRigidity != 0 }

// PerSpring says whether springs of the material may differ in k and c. Only SI
// stiffness and damping are the same for all.
func (m *Material) PerSpring() bool { return !m.OneStiffness() || m.DampingRatio != 0 }

// OneStiffness says whether all springs of the material have its Stiffness.
func (m *Material) OneStiffness() bool { return m.AxialRigidity == 0 && m.Vocabulary() == SI }

// Damps says whether springs of the material have a damper.
func (m *Material) Damps() bool {
	return m.Damping != 0 || m.DampingRatio != 0 || m.HalfLife != 0 || m.Normalized.Damping != 0
}

// PositionStiffness is s of the material in position-based dynamics, in (0, 1].
func (m *Material) PositionStiffness() float64 { return cmp.Or(m.PBDStiffness, 1) }

// Undamped is the material without its damper.
func (m Material) Undamped() Material {
	m.Damping, m.DampingRatio, m.HalfLife, m.Normalized.Damping = 0, 0, 0, 0
	return m
}

// WithoutResponse is the material without k and c in any vocabulary. Whether its springs are cables, rigid or rods stays.
func (m Material) WithoutResponse() Material {
	m.Stiffness, m.AxialRigidity, m.Frequency, m.Normalized.Stiffness = 0, 0, 0, 0
	return m.Undamped()
}

// Beyond says in words, as "pulls only", what springs of the material are besides springs of k and c in SI units, which is all that
// some files can hold; empty: they are those.
func (m *Material) Beyond() string {
	switch {
	case m.TensionOnly:
		return "pulls only"
	case m.Rigid:
		return "is rigid"
	case m.Rod.There():
		return "is a rod"
	case m.Vocabulary() == Normalized:
		return "has a stiffness that depends on dt"
	}
	return ""
}

// Coefficients are k and c of all springs of a material that has them in SI units, see PerSpring.
func (m *Material) Coefficients() Coefficients {
	return Coefficients{Stiffness: m.Stiffness, Damping: m.Damping}
}

// String says what the material is made of, with units, such as
// "EA = 200 N, c = 0.1 N·s/m, tension only".
func (m Material) String() string {
	var parts []string
	add := func(value float64, format string) {
		if value != 0 {
			parts = append(parts, fmt.Sprintf(format, value))
		}
	}
	add(m.Stiffness, "k = %.4g N/m")
	add(m.AxialRigidity, "EA = %.4g N")
	add(m.Damping, "c = %.4g N·s/m")
	add(m.Frequency, "f = %.4g Hz")
	add(m.DampingRatio, "ζ = %.4g")
	add(m.HalfLife, "half-life = %.4g s")
	add(m.Normalized.Stiffness, "Cs = %.4g")
	add(m.Normalized.Damping, "Cd = %.4g")
	add(m.PBDStiffness, "s = %.4g of position-based steps")
	switch {
	case m.Rod.There():
		parts = append(parts, m.Rod.String())
	case m.Rigid:
		parts = append(parts, "rigid")
	case len(parts) == 0:
		parts = append(parts, "no force")
	}
	if m.TensionOnly {
		parts = append(parts, "tension only")
	}
	return strings.Join(parts, ", ")
}

// faults calls fault for everything that is wrong with the material, in words.
func (m *Material) faults(fault func(format string, args ...any)) {
	for _, f := range []struct {
		name, unit string
		value      float64
	}{
		{"stiffness", " N/m", m.Stiffness}, {"damping", " N·s/m", m.Damping}, {"axial rigidity", " N", m.AxialRigidity},
		{"frequency", " Hz", m.Frequency}, {"damping ratio", "", m.DampingRatio}, {"half-life", " s", m.HalfLife},
	} {
		if !finite(f.value) || f.value < 0 {
			fault("%s is %g%s; it must not be negative", f.name, f.value, f.unit)
		}
	}
	for _, f := range []struct {
		name  string
		value float64
	}{{"stiffness", m.Normalized.Stiffness}, {"damping", m.Normalized.Damping}} {
		if !(f.value >= 0 && f.value <= 1) {
			fault("normalized %s is %g; it must be from 0 to 1", f.name, f.value)
		}
	}

	if !(m.PBDStiffness >= 0 && m.PBDStiffness <= 1) {
		fault("pbd stiffness is %g; it must be more than 0 and at most 1", m.PBDStiffness)
	}

	si := m.stiff() || m.Damping != 0
	oscillator := m.Frequency != 0 || m.HalfLife != 0 || m.DampingRatio != 0 && !m.stiff()
	normalized := m.Normalized != spring.Normalized{}
	if si && oscillator || si && normalized || oscillator && normalized {
		fault("%v mixes vocabularies; give stiffness and damping, or a frequency, or normalized values", *m)
	}
	if m.Rigid && (si || oscillator || normalized) {
		fault("%v is rigid and has a stiffness or damping; give one of the two", *m)
	}
	if m.Rod.There() {
		for _, words := range m.Rod.Faults() {
			fault("%s", words)
		}
		if si || oscillator || normalized || m.Rigid || m.TensionOnly {
			fault("%v is a rod and something else; give the rigidities of a rod, or what a spring has", *m)
		}
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

// Coefficients are the k and c of a spring in SI units. The zero value exerts no force.
// 16 bytes.
type Coefficients struct {
	Stiffness float64 // k [N/m]
	Damping   float64 // c [N·s/m]
}
