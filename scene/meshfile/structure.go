package meshfile

import (
	"fmt"
	"slices"

	"hooke/mesh"
	"hooke/mesh/materials"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/tune"
)

// fromStructure makes a scene of a file with its own masses and springs. They stay unchanged,
// except for options: pins at an end, a stiffness if the file lacks it, damping by a ratio.
func fromStructure(file *mesh.File, o scene.Options) (*scene.Scene, error) {
	m := file.Structure
	report := scene.Report{As: "structure", Notes: file.Notes}
	takes := append([]string{"pin", "stiffen", "mass-file", "stiffness", "damping-ratio", "undamped"}, scene.RunOptions()...)
	for _, name := range o.Given() {
		if !slices.Contains(takes, name) {
			return nil, &scene.OptionError{Option: name, Reason: fmt.Sprintf("%s has its own masses and springs (%s); leave it out", file.Name, file.Format)}
		}
	}
	if m.SpringCount() == 0 {
		return nil, fmt.Errorf("%s: %d masses and no springs", file.Name, m.MassCount())
	}
	lo, hi := m.Bounds()
	size := scene.Largest(hi.Sub(lo))
	if !(size > 1e-9 && size < 1e9) {
		return nil, fmt.Errorf("%s: the structure spans %g m; it must be between 1e-9 and 1e9 m", file.Name, size)
	}
	shift, err := tune.RecenterModel(m, file.Name)
	if err != nil {
		return nil, err
	}
	report.Shift = shift

	if err := weigh(m, o); err != nil {
		return nil, err
	}
	if err := stiffen(m, o, file.Name); err != nil {
		return nil, err
	}
	if err := stiffenGroups(m, o.Stiffen); err != nil {
		return nil, err
	}
	pinned := m.Pin != nil
	if _, err := pinMasses(m, o.Pin); err != nil {
		return nil, err
	} else if o.Pin != "" && o.Pin != "none" {
		report.Note(pinned, "%s is pinned instead of the masses that the file pins", o.Pin)
	}
	writeNotes(&report, false)

	start := m.Start()
	copy(start.Velocity, file.Velocity) // a file without velocities leaves all at rest
	lo, _ = m.Bounds()
	return &scene.Scene{
		Model:          m,
		Start:          start,
		Params:         model.Params{Gravity: model.EarthGravity(), Actuators: file.Actuators, Contacts: []model.Contact{tune.GroundFor(m, lo[2]-tune.LiftGap(size))}},
		Duration:       tune.DurationOf(size),
		Report:         report,
		ChosenContacts: []int{0},
	}, nil
}

// stiffen gives springs the stiffness and damping of the options.
func stiffen(m *model.Model, o scene.Options, name string) error {
	any := m.Own != nil
	for i := range m.Materials {
		any = any || m.Materials[i].Stiffness > 0
	}
	switch {
	case any && o.Stiffness > 0:
		return &scene.OptionError{Option: "stiffness", Reason: fmt.Sprintf("%s gives its springs' own; leave it out", name)}
	case !any && o.Stiffness == 0:
		return &scene.OptionError{Option: "stiffness", Reason: fmt.Sprintf("%s gives its springs none; give one, in N/m", name)}
	}
	mean := tune.MeanMass(m)
	damps := o.Undamped || o.DampingRatio > 0
	for i := 1; i < len(m.Materials); i++ {
		material := &m.Materials[i]
		if !any {
			material.Stiffness = o.Stiffness
		}
		if damps {
			material.Damping = materials.RatioDamping(o.Damping(0), material.Stiffness, mean, mean)
		}
	}
	for s := range m.Own {
		if damps {
			m.Own[s].Damping = materials.RatioDamping(o.Damping(0), m.Own[s].Stiffness, mean, mean)
		}
	}
	return nil
}
