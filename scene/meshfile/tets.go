package meshfile

import (
	"cmp"
	"fmt"

	"hooke/mesh"
	"hooke/mesh/fill"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/tune"
)

// takesTets reports whether springs are made of a file's tetrahedra: when the options say
// so, or when the file has tetrahedra and the options ask for neither another structure
// nor a fill.
func takesTets(file *mesh.File, o scene.Options) bool {
	fill := o.Fill != "" || o.Springs != 0 || o.Pitch != 0 || o.PerMass != 0
	return o.As == "tets" || o.As == "" && !fill && len(file.Tets) > 0
}

// asTets makes the model with a modulus of 1 Pa.
func asTets(file *mesh.File, o scene.Options, report *scene.Report) (*model.Model, error) {
	if o.Stiffness != 0 {
		return nil, &scene.OptionError{Option: "stiffness", Reason: "springs of tetrahedra get theirs from Young's modulus; give modulus, in Pa"}
	}
	m, made, err := fill.Tets(file, fill.TetsSpec{Density: cmp.Or(o.Density, tune.SolidDensity), Modulus: 1})
	report.As, report.Tets = "tets", made
	if err == nil && file.Drawn != nil {
		if skin := mesh.Skin(file.Drawn, m); skin != nil {
			m.Skin = skin
		}
	}
	report.Note(made.Isolated > 0, "%d vertices belong to no tetrahedron and were left out", made.Isolated)
	report.Note(made.Raised > 0, "%d very light masses were raised to a twentieth of the mean", made.Raised)
	return m, err
}

// latticeModulus returns Young's modulus of a lattice along its axes in units of k/h, for
// 3, 9 and 13 springs per mass: C11 − 2 C12²/(C11 + C12).
func latticeModulus(perMass int) float64 {
	switch perMass {
	case 3:
		return 1
	case 9:
		return 2.5
	}
	return 2.7
}

// modulusFactor returns the factor on the unit stiffness of a structure that gives the modulus
// of the options.
func modulusFactor(o scene.Options, report scene.Report) (float64, error) {
	switch report.As {
	case "fill":
		return o.Modulus * report.Fill.Pitch / latticeModulus(o.SpringsPerMass()), nil
	case "tets", "truss":
		return o.Modulus, nil
	}
	return 0, &scene.OptionError{Option: "modulus", Reason: fmt.Sprintf("it belongs to solids, and the mesh was made into %s; give stiffness, in N/m", report.As)}
}

// tetsBending returns the modulus that BendingFactor returns for tetrahedra or a truss. A
// coarse fill of the same material stands for a large one.
func tetsBending(m *model.Model, surface *mesh.Surface, o scene.Options) (float64, error) {
	hanging := o.Pin == "top"
	if m.SpringCount() <= 3*twinSprings/2 {
		return tune.BendingFactor(m, model.StandardGravity, hanging), nil
	}
	twin, filled, err := fill.Lattice(surface, fill.LatticeSpec{
		Springs: twinSprings, PerMass: 13, Density: cmp.Or(o.Density, tune.SolidDensity), Stiffness: 1,
	})
	if err != nil {
		return 0, err
	}
	return tune.BendingFactor(twin, model.StandardGravity, hanging) * latticeModulus(13) / filled.Pitch, nil
}
