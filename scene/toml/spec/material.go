package spec

import "hooke/model"

// MaterialField is a key of [[material]] that says a field of a material as it is.
type MaterialField struct {
	Key
	Number func(*model.Material) *float64 // nil: it is a flag
	Flag   func(*model.Material) *bool
}

// MaterialFields are all of them: what the reader of scene files sets, and what documents and commands know of. Rods have keys
// beside them, whose numbers depend on each other.
func MaterialFields() []MaterialField {
	number := func(k Key, at func(*model.Material) *float64) MaterialField {
		k.Kind, k.fallback = Number, "0"
		return MaterialField{Key: k, Number: at}
	}
	flag := func(k Key, at func(*model.Material) *bool) MaterialField {
		k.Kind, k.fallback = Flag, "false"
		return MaterialField{Key: k, Flag: at}
	}
	pbd := number(Key{Name: "pbd_stiffness", Bound: share, Doc: "of the solver pbd, instead of stiffness and damping: s, above 0, what all iterations of a substep take of the stretch of a spring"},
		func(m *model.Material) *float64 { return &m.PBDStiffness })
	pbd.fallback = "1"
	return []MaterialField{
		number(Key{Name: "stiffness", Unit: "N/m", Bound: notNegative, Doc: "k"}, func(m *model.Material) *float64 { return &m.Stiffness }),
		number(Key{Name: "axial_rigidity", Unit: "N", Bound: notNegative, Doc: "EA, k = EA/L0"}, func(m *model.Material) *float64 { return &m.AxialRigidity }),
		number(Key{Name: "damping", Unit: "N·s/m", Bound: notNegative, Doc: "c, along the spring"}, func(m *model.Material) *float64 { return &m.Damping }),
		number(Key{Name: "frequency", Unit: "Hz", Bound: notNegative, Doc: "of the two ends alone, undamped"}, func(m *model.Material) *float64 { return &m.Frequency }),
		number(Key{Name: "damping_ratio", With: []string{"stiffness", "axial_rigidity", "frequency"}, Bound: notNegative, Doc: "ζ of the two ends alone, 1 is critical; with a stiffness instead of damping"},
			func(m *model.Material) *float64 { return &m.DampingRatio }),
		number(Key{Name: "half_life", Unit: "s", Bound: notNegative, Doc: "instead of a damping ratio"}, func(m *model.Material) *float64 { return &m.HalfLife }),
		number(Key{Name: "normalized_stiffness", Bound: share, Doc: "Cs"}, func(m *model.Material) *float64 { return &m.Normalized.Stiffness }),
		number(Key{Name: "normalized_damping", Bound: share, Doc: "Cd"}, func(m *model.Material) *float64 { return &m.Normalized.Damping }),
		flag(Key{Name: "rigid", Doc: "keeps its length, with the solver impulses; instead of a stiffness"}, func(m *model.Material) *bool { return &m.Rigid }),
		flag(Key{Name: "tension_only", Doc: "pulls and never pushes: a cable"}, func(m *model.Material) *bool { return &m.TensionOnly }),
		pbd,
	}
}

func materialSpec() Table {
	keys := []Key{
		{Name: "name", Kind: Text, Required: true, Doc: "for meshes to name it by"},
		{Name: "group", Kind: Texts, Doc: "groups; springs with both ends in one of them are of it"},
		{Name: "replaces", Kind: Text, Doc: "name of a material of the meshes, whose place it takes"},
	}
	for _, f := range MaterialFields() {
		keys = append(keys, f.Key)
	}
	keys = append(keys, []Key{
		{Name: "young", Kind: Number, Unit: "Pa", With: []string{"radius"}, Bound: positive, Doc: "of a rod: Young's modulus E of a solid round section, from which its rigidities follow"},
		{Name: "shear_modulus", Kind: Number, Unit: "Pa", With: []string{"young"}, Bound: positive, fallback: "young/2.6", Doc: "of a rod: G"},
		{Name: "radius", Kind: Number, Unit: "m", Bound: positive, fallback: "2 √(EI/EA)", Doc: "of a rod: of its section, by which it also resists turning"},
		{Name: "bending_rigidity", Kind: Number, Unit: "N·m²", Bound: notNegative, fallback: "young π r⁴/4", Doc: "of a rod: EI, with axial_rigidity where young is not given"},
		{Name: "torsional_rigidity", Kind: Number, Unit: "N·m²", Bound: notNegative, fallback: "shear_modulus π r⁴/2", Doc: "of a rod: GJ"},
		{Name: "shear_rigidity", Kind: Number, Unit: "N", Bound: positive, fallback: "0.89 shear_modulus π r², or axial_rigidity/3", Doc: "of a rod: GA, with its shear factor"},
		{Name: "retardation_time", Kind: Number, Unit: "s", Bound: notNegative, fallback: "0", Doc: "of a rod: τ, strain rates count as strains τ larger; makes sweeps converge more slowly as it grows past a substep"},
		{Name: "straight", Kind: Flag, fallback: "false", Doc: "of a rod: it is straight at rest, whatever its shape at the start"},
		{Name: "rest_twist", Kind: Number, Unit: "rad/m", fallback: "0", Doc: "of a rod: twist at rest beyond that of its shape at the start"},
	}...)
	return Table{Name: "material", Many: true,
		doc:  "How springs resist, in one of three vocabularies: stiffness or axial rigidity with damping; a frequency with a damping ratio or a half-life; normalized values. Or they are segments of a rod, with the solver impulses, that resist bending and twist, too: with a radius and Young's modulus, or with rigidities.",
		Keys: keys}
}
