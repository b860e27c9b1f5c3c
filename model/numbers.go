package model

import (
	"fmt"
	"math"

	"hooke/model/inelastic"
)

// number is one numeric field of a material.
type number struct {
	name, unit string // in faults
	at         func(*Material) *float64
	says       string                                      // how String says it
	most       float64                                     // it is at least 0 and at most that
	must       string                                      // the valid range, if the number is outside
	damps      bool                                        // it gives springs a damper
	folded     bool                                        // it is in k and c, as physics.Resolver says them
	times      func(x, stiffness, damping float64) float64 // the number where k and c are multiplied by stiffness and damping; nil: it stays
}

// numbers lists the numbers of all materials. Code that checks, prints, multiplies or removes
// them goes over this list and so includes new ones.
var numbers = makeNumbers()

func makeNumbers() []number {
	inf, positive := math.Inf(1), "must not be negative"
	stiffer := func(x, stiffness, _ float64) float64 { return x * stiffness }
	damper := func(x, _, damping float64) float64 { return x * damping }
	return []number{
		{"stiffness", " N/m", func(m *Material) *float64 { return &m.Stiffness }, "k = %.4g N/m", inf, positive, false, true, stiffer},
		{"axial rigidity", " N", func(m *Material) *float64 { return &m.AxialRigidity }, "EA = %.4g N", inf, positive, false, true, stiffer},
		{"damping", " N·s/m", func(m *Material) *float64 { return &m.Damping }, "c = %.4g N·s/m", inf, positive, true, true, damper},
		{"frequency", " Hz", func(m *Material) *float64 { return &m.Frequency }, "f = %.4g Hz", inf, positive, false, true,
			func(x, stiffness, _ float64) float64 { return x * math.Sqrt(stiffness) }},
		{"damping ratio", "", func(m *Material) *float64 { return &m.DampingRatio }, "ζ = %.4g", inf, positive, true, true,
			func(x, stiffness, damping float64) float64 { return x * (damping / math.Sqrt(stiffness)) }}, // c, not the ratio, is multiplied
		{"half-life", " s", func(m *Material) *float64 { return &m.HalfLife }, "half-life = %.4g s", inf, positive, true, true,
			func(x, _, damping float64) float64 { return x / damping }},
		{"normalized stiffness", "", func(m *Material) *float64 { return &m.Normalized.Stiffness }, "Cs = %.4g", inf, positive, false, true,
			func(x, stiffness, _ float64) float64 { return min(x*stiffness, max(x, 1)) }},
		{"normalized damping", "", func(m *Material) *float64 { return &m.Normalized.Damping }, "Cd = %.4g", inf, positive, true, true,
			func(x, _, damping float64) float64 { return min(x*damping, max(x, 1)) }},
		{"pbd stiffness", "", func(m *Material) *float64 { return &m.PBDStiffness }, "s = %.4g of position-based steps", 1, "must be more than 0 and at most 1", false, false, nil},
		{"tear strain", "", func(m *Material) *float64 { return &m.Inelastic.TearStrain }, "tears at a strain of %.4g", inf, positive, false, false, nil},
		{"tear force", " N", func(m *Material) *float64 { return &m.Inelastic.TearForce }, "tears at %.4g N", inf, positive, false, false, nil},
		{"damage strain", "", func(m *Material) *float64 { return &m.Inelastic.DamageStrain }, "weakens from a strain of %.4g", inf, positive, false, false, nil},
		{"tear delay", " steps", func(m *Material) *float64 { return &m.Inelastic.TearDelay }, "after %.4g steps", inf, positive, false, false, nil},
		{"yield strain", "", func(m *Material) *float64 { return &m.Inelastic.YieldStrain }, "yields at a strain of %.4g", inf, positive, false, false, nil},
		{"yield force", " N", func(m *Material) *float64 { return &m.Inelastic.YieldForce }, "yields at %.4g N", inf, positive, false, false, nil},
		{"hardening", " N/m", func(m *Material) *float64 { return &m.Inelastic.Hardening }, "H = %.4g N/m", inf, positive, false, false, nil},
		{"creep half-life", " s", func(m *Material) *float64 { return &m.Inelastic.CreepHalfLife }, "creeps, half-life = %.4g s", inf, positive, false, false, nil},
	}
}

// Damps reports whether springs of the material have a damper.
func (m *Material) Damps() bool {
	for _, n := range numbers {
		if n.damps && *n.at(m) != 0 {
			return true
		}
	}
	return false
}

// responds reports whether springs of the material have any number of a law, or a table.
func (m *Material) responds() bool {
	for _, n := range numbers {
		if n.times != nil && *n.at(m) != 0 {
			return true
		}
	}
	return m.Inelastic.Table.There()
}

// Undamped returns the material without its damper.
func (m Material) Undamped() Material {
	return m.without(func(n number) bool { return n.damps })
}

// WithoutResponse returns the material without k and c in any vocabulary and without a table. Its springs remain
// cables, rigid or rods.
func (m Material) WithoutResponse() Material {
	m.Inelastic.Table = inelastic.Table{}
	return m.without(func(n number) bool { return n.folded })
}

// without returns the material without some numbers.
func (m Material) without(leave func(number) bool) Material {
	for _, n := range numbers {
		if leave(n) {
			*n.at(&m) = 0
		}
	}
	return m
}

// Times returns the material with k multiplied by stiffness and c by damping. The numbers of
// normalized materials are limited to 1, or to the number itself if that is larger.
func (m Material) Times(stiffness, damping float64) Material {
	for _, n := range numbers {
		if n.times != nil {
			x := n.at(&m)
			*x = n.times(*x, stiffness, damping)
		}
	}
	m.Inelastic.Table = m.Inelastic.Table.Times(stiffness)
	return m
}

// words returns a phrase for each number that is not zero.
func (m *Material) words() (parts []string) {
	for _, n := range numbers {
		if x := *n.at(m); x != 0 {
			parts = append(parts, fmt.Sprintf(n.says, x))
		}
	}
	return parts
}

// numberFaults calls fault for each number outside its range.
func (m *Material) numberFaults(fault func(format string, args ...any)) {
	for _, n := range numbers {
		if x := *n.at(m); !finite(x) || x < 0 || x > n.most {
			fault("%s is %g%s; it %s", n.name, x, n.unit, n.must)
		}
	}
}
