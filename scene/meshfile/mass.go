package meshfile

import (
	"fmt"

	"hooke/mesh"
	"hooke/mesh/format"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/tune"
)

// weigh gives masses the values of a file of numbers, when the options name one.
func weigh(m *model.Model, o scene.Options) error {
	if o.MassFile == "" {
		return nil
	}
	masses, err := format.ReadNumbers(o.MassFile)
	if err != nil {
		return err
	}
	if len(masses) != m.MassCount() {
		return fmt.Errorf("%s: %d numbers for %d masses; give one per mass, in the order of the mesh's vertices (those of no element left out)",
			o.MassFile, len(masses), m.MassCount())
	}
	for i, kg := range masses {
		if !(kg > 0) {
			return fmt.Errorf("%s: number %d is %g kg; masses are positive", o.MassFile, i+1, kg)
		}
	}
	m.Mass = masses
	return nil
}

// withSubstance gives masses the density of a file's material and returns the options with its
// numbers, where the options name none. The model has masses of the default density.
func withSubstance(file *mesh.File, m *model.Model, o scene.Options, report *scene.Report) scene.Options {
	of := file.Substance
	usual := map[string]float64{"fill": tune.SolidDensity, "truss": tune.SolidDensity, "tets": tune.SolidDensity, "cloth": tune.ClothDensity}[report.As]
	density, unit := of.Density, "kg/m³"
	if report.As == "cloth" {
		density, unit = of.Density*of.Thickness, "kg/m²"
	}
	if o.Density == 0 && o.MassFile == "" && density > 0 && usual > 0 {
		for i := range m.Mass {
			m.Mass[i] *= density / usual
		}
		o.Density = density
		report.Note(true, "the density of %.4g %s is the file's; density gives another", density, unit)
	}
	if o.Modulus == 0 && o.Stiffness == 0 && of.Modulus > 0 {
		solid := report.As == "fill" || report.As == "truss" || report.As == "tets"
		if solid {
			o.Modulus = of.Modulus
		}
		report.Note(solid, "Young's modulus of %.4g Pa is the file's; modulus gives another", of.Modulus)
		report.Note(!solid, "Young's modulus of %.4g Pa in the file is not used: the mesh was made into %s", of.Modulus, report.As)
	}
	return o
}
