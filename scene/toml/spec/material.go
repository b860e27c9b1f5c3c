package spec

import (
	"fmt"

	"hooke/model"
	"hooke/model/inelastic"
)

// MaterialField is a key of [[material]] that says a field of a material as it is: a number, a flag or a table of forces.
type MaterialField struct {
	Key
	Number func(*model.Material) *float64
	Flag   func(*model.Material) *bool
	Table  func(*model.Material) *inelastic.Table
}

// MostPoints is the largest number of points of a key of the kind Points.
const MostPoints = inelastic.MostPoints

// MaterialFields returns all fields, for the reader of scene files, documents and commands.
// Rods have further keys, whose numbers depend on each other.
func MaterialFields() []MaterialField {
	number := func(k Key, at func(*model.Material) *float64) MaterialField {
		k.Kind, k.fallback = Number, "0"
		return MaterialField{Key: k, Number: at}
	}
	flag := func(k Key, at func(*model.Material) *bool) MaterialField {
		k.Kind, k.fallback = Flag, "false"
		return MaterialField{Key: k, Flag: at}
	}
	pbd := fallback("1", number(Key{Name: "pbd_stiffness", Bound: share, Doc: "pbd: s, above 0, the share of the stretch removed per substep"},
		func(m *model.Material) *float64 { return &m.PBDStiffness }))
	return []MaterialField{
		number(Key{Name: "stiffness", Unit: "N/m", Bound: notNegative, Doc: "k"}, func(m *model.Material) *float64 { return &m.Stiffness }),
		number(Key{Name: "axial_rigidity", Unit: "N", Bound: notNegative, Doc: "EA, k = EA/L0"}, func(m *model.Material) *float64 { return &m.AxialRigidity }),
		number(Key{Name: "damping", Unit: "N·s/m", Bound: notNegative, Doc: "c, along the spring"}, func(m *model.Material) *float64 { return &m.Damping }),
		number(Key{Name: "frequency", Unit: "Hz", Bound: notNegative, Doc: "of the two free ends, undamped"}, func(m *model.Material) *float64 { return &m.Frequency }),
		number(Key{Name: "damping_ratio", With: []string{"stiffness", "axial_rigidity", "frequency"}, Bound: notNegative, Doc: "ζ of the two free ends, 1 is critical; instead of damping"},
			func(m *model.Material) *float64 { return &m.DampingRatio }),
		number(Key{Name: "half_life", Unit: "s", Bound: notNegative, Doc: "instead of a damping ratio"}, func(m *model.Material) *float64 { return &m.HalfLife }),
		number(Key{Name: "normalized_stiffness", Bound: notNegative, Doc: "Cs from 0 to 1; above 1 the spring jitters, with a warning"}, func(m *model.Material) *float64 { return &m.Normalized.Stiffness }),
		number(Key{Name: "normalized_damping", Bound: notNegative, Doc: "Cd, likewise"}, func(m *model.Material) *float64 { return &m.Normalized.Damping }),
		flag(Key{Name: "rigid", Doc: "keeps its length (solver impulses); instead of stiffness"}, func(m *model.Material) *bool { return &m.Rigid }),
		flag(Key{Name: "tension_only", Doc: "a cable: pulls, never pushes"}, func(m *model.Material) *bool { return &m.TensionOnly }),
		pbd,
		{Key: Key{Name: "force_table", Kind: Points, Unit: "N", Doc: fmt.Sprintf("instead of stiffness: [[strain, force], ...] of 2 to %d points by ascending (L − L0(t))/L0, straight lines between and beyond; odd without a negative strain; or a CSV file of these", MostPoints)},
			Table: func(m *model.Material) *inelastic.Table { return &m.Inelastic.Table }},
		number(Key{Name: "tear_strain", Bound: notNegative, Doc: "ε1 = (L − L0)/L0 at which a spring tears; 0: it does not"}, func(m *model.Material) *float64 { return &m.Inelastic.TearStrain }),
		number(Key{Name: "tear_force", Unit: "N", Bound: notNegative, Doc: "instead of tear_strain: the pull at which it tears"}, func(m *model.Material) *float64 { return &m.Inelastic.TearForce }),
		fallback("tear_strain", number(Key{Name: "damage_strain", With: []string{"tear_strain"}, Bound: notNegative, Doc: "ε0, from which the force falls on a straight line to 0 at tear_strain"},
			func(m *model.Material) *float64 { return &m.Inelastic.DamageStrain })),
		number(Key{Name: "tear_delay", Unit: "steps", With: []string{"tear_strain", "tear_force"}, Bound: notNegative, Doc: "steps in a row beyond the limit that it withstands"},
			func(m *model.Material) *float64 { return &m.Inelastic.TearDelay }),
		flag(Key{Name: "limit_per_mass", With: []string{"tear_strain", "tear_force"}, Doc: "of the springs at a mass at most the longest tears in a step"},
			func(m *model.Material) *bool { return &m.Inelastic.LimitPerMass }),
		number(Key{Name: "yield_strain", Bound: notNegative, Doc: "it yields beyond Y = k yield_strain L0; 0: it does not"}, func(m *model.Material) *float64 { return &m.Inelastic.YieldStrain }),
		number(Key{Name: "yield_force", Unit: "N", Bound: notNegative, Doc: "Y, instead of yield_strain"}, func(m *model.Material) *float64 { return &m.Inelastic.YieldForce }),
		number(Key{Name: "hardening", Unit: "N/m", With: []string{"yield_strain", "yield_force"}, Bound: notNegative, Doc: "H: Y grows by H times the plastic stretch"},
			func(m *model.Material) *float64 { return &m.Inelastic.Hardening }),
		number(Key{Name: "creep_half_life", Unit: "s", Bound: notNegative, Doc: "at constant length the force halves in this time; 0: it does not creep"}, func(m *model.Material) *float64 { return &m.Inelastic.CreepHalfLife }),
	}
}

// fallback gives a field another default.
func fallback(words string, f MaterialField) MaterialField {
	f.fallback = words
	return f
}

func materialSpec() Table {
	keys := []Key{
		{Name: "name", Kind: Text, Required: true, Doc: "name, for meshes"},
		{Name: "group", Kind: Texts, Doc: "groups; it applies to springs with both ends in one of them"},
		{Name: "replaces", Kind: Text, Doc: "material of the meshes that it replaces"},
	}
	for _, f := range MaterialFields() {
		keys = append(keys, f.Key)
	}
	keys = append(keys, []Key{
		{Name: "young", Kind: Number, Unit: "Pa", With: []string{"radius"}, Bound: positive, Doc: "rod: Young's modulus E of a solid round section"},
		{Name: "shear_modulus", Kind: Number, Unit: "Pa", With: []string{"young"}, Bound: positive, fallback: "young/2.6", Doc: "rod: G"},
		{Name: "radius", Kind: Number, Unit: "m", Bound: positive, fallback: "2 √(EI/EA)", Doc: "rod: radius of the section"},
		{Name: "bending_rigidity", Kind: Number, Unit: "N·m²", Bound: notNegative, fallback: "young π r⁴/4", Doc: "rod: EI; without young, give axial_rigidity too"},
		{Name: "torsional_rigidity", Kind: Number, Unit: "N·m²", Bound: notNegative, fallback: "shear_modulus π r⁴/2", Doc: "rod: GJ"},
		{Name: "shear_rigidity", Kind: Number, Unit: "N", Bound: positive, fallback: "0.89 shear_modulus π r², or axial_rigidity/3", Doc: "rod: GA, shear factor included"},
		{Name: "retardation_time", Kind: Number, Unit: "s", Bound: notNegative, fallback: "0", Doc: "rod: τ of viscous damping; slows convergence beyond a substep"},
		{Name: "straight", Kind: Flag, fallback: "false", Doc: "rod: straight at rest, whatever its start shape"},
		{Name: "rest_twist", Kind: Number, Unit: "rad/m", fallback: "0", Doc: "rod: rest twist beyond that of its start shape"},
	}...)
	return Table{Name: "material", Many: true,
		doc:  "Resistance of springs, in one of three vocabularies: stiffness or axial rigidity with damping; frequency with a damping ratio or half-life; normalized values. Springs may tear, weaken, yield, creep and follow a force table (solvers that integrate forces). Rods (solver impulses) also resist bending and twist: give radius and Young's modulus, or rigidities.",
		Keys: keys}
}
