package meshfile

import (
	"fmt"

	"hooke/mesh/format"
	"hooke/model"
	"hooke/scene"
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
