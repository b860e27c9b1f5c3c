package cli

import (
	"fmt"
	"io"

	"hooke/export"
	"hooke/mesh"
	"hooke/safefile"
)

// convertStructure writes a structure for NumPy.
func (a App) convertStructure(file *mesh.File, out string) error {
	m := file.Structure
	if m.ActuatorOf != nil {
		a.note("note: actuators are left out: .npz has none")
	}
	if err := export.WriteStructureNPZ(out, m, file.Velocity); err != nil {
		return err
	}
	return a.printf("wrote %s: %d masses, %d springs\n", out, m.MassCount(), m.SpringCount())
}

// convertLAMMPS writes a structure for LAMMPS.
func (a App) convertLAMMPS(file *mesh.File, out string) error {
	m := file.Structure
	if m == nil {
		return fmt.Errorf("%s: LAMMPS data files hold masses and springs, and %s is a mesh: make springs of it with --as or --fill", out, file.Name)
	}
	for _, lost := range []struct {
		there bool
		text  string
	}{
		{m.Damps(), "dampers are left out: LAMMPS' harmonic bonds have none"},
		{m.Pin != nil, "pins are comments of atom types of their own, which hooke reads again; LAMMPS needs a fix for these types (fix setforce 0 0 0)"},
		{m.ActuatorOf != nil, "actuators are left out"},
	} {
		if lost.there {
			a.note("note: %s", lost.text)
		}
	}
	if err := safefile.WriteFile(out, func(w io.Writer) error { return export.WriteLAMMPS(w, m, file.Velocity) }); err != nil {
		return err
	}
	return a.printf("wrote %s: %d atoms, %d bonds\n", out, m.MassCount(), m.SpringCount())
}

// convertVoxels writes a structure as a voxel robot.
func (a App) convertVoxels(file *mesh.File, out string) error {
	m := file.Structure
	if m == nil {
		return fmt.Errorf("%s: .vxa files hold robots of voxels, and %s is a mesh: fill it with --fill lattice", out, file.Name)
	}
	motion := export.VoxelMotion{}
	if v := file.Voxels; v != nil {
		motion = export.VoxelMotion{Frequency: v.Frequency, Amplitude: v.Amplitude, Phase: v.Phase}
	} else if m.ActuatorOf != nil {
		a.note("note: actuators are left out: those of a .vxa file belong to voxels, not to springs")
	}
	if file.Velocity != nil {
		a.note("note: velocities are left out")
	}
	if err := safefile.WriteFile(out, func(w io.Writer) error { return export.WriteVXA(w, m, motion) }); err != nil {
		return err
	}
	return a.printf("wrote %s: %d voxels\n", out, m.MassCount())
}
