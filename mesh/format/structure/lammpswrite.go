package structure

import (
	"fmt"
	"io"
	"strconv"

	"hooke/mesh"
	"hooke/mesh/emit"
	"hooke/model"
)

// lammpsMaxKinds bounds the types of atoms and of bonds. hooke reads no more types, either.
const lammpsMaxKinds = 65_000

// WriteLAMMPS writes a LAMMPS data file (atom style bond, in SI). Masses become atoms with a
// type for each mass [kg] and pin. Springs become harmonic bonds with K = k/2 and a type
// for each pair of stiffness and rest length. Velocities are written where the file has
// them. Removed springs and dampers are left out. Comments hold the pins: pinned atoms
// have types of their own, to which Masses adds "# pinned" or "# pinned xy". hooke reads
// these comments; LAMMPS needs its input script to hold such atoms. Tension-only springs,
// stiffness that depends on dt, masses of 0 kg and too many different springs are errors.
func WriteLAMMPS(w io.Writer, file *mesh.File) error {
	m := file.Structure
	for i := range m.Materials {
		if material := &m.Materials[i]; material.Beyond() != "" {
			return fmt.Errorf("export: material %s %s, and is no harmonic bond", material.Name, material.Beyond())
		}
	}
	springs := emit.SpringsOf(m)
	f := &lammpsWriter{Writer: emit.New(w), model: m, springs: springs, atoms: emit.NewKinds[atomKind](lammpsMaxKinds), bonds: emit.NewKinds[bondKind](lammpsMaxKinds)}
	for i := range m.RestPosition {
		kg := m.Mass[i]
		if kg == 0 {
			return fmt.Errorf("export: mass %d has 0 kg, which LAMMPS does not support; give it a mass", i)
		}
		f.atoms.Add(atomKind{kg, m.PinOf(i)})
	}
	for _, i := range springs.Alive {
		f.bonds.Add(bondKind{springs.Coefficients(i).Stiffness, m.RestLength[i]})
	}
	if most := max(len(f.atoms.All), len(f.bonds.All)); most > lammpsMaxKinds {
		return fmt.Errorf("export: %d kinds of atoms and %d of bonds; a LAMMPS data file has at most %d: write NPZ", len(f.atoms.All), len(f.bonds.All), lammpsMaxKinds)
	}
	f.types()
	f.tables(file.Velocity)
	return f.Flush() // an earlier error of the writer stays in it
}

// atomKind and bondKind are the types of atoms and of bonds.
type (
	atomKind struct {
		mass float64 // [kg]
		pin  model.Pin
	}
	bondKind struct{ stiffness, length float64 } // [N/m], [m]
)

// lammpsWriter is the state of writing a file.
type lammpsWriter struct {
	*emit.Writer
	model   *model.Model
	springs *emit.Springs
	atoms   *emit.Kinds[atomKind]
	bonds   *emit.Kinds[bondKind]
}

// types writes the header, and the properties of each type.
func (f *lammpsWriter) types() {
	m := f.model
	lo, hi := m.Bounds()
	margin := hi.Sub(lo).Len() + 1e-3 // distance to the faces of a box that is not periodic
	f.Text("LAMMPS data file by hooke, SI units\n\n%d atoms\n%d bonds\n%d atom types\n%d bond types\n\n",
		m.MassCount(), len(f.springs.Alive), len(f.atoms.All), len(f.bonds.All))
	for axis, name := range []string{"x", "y", "z"} {
		f.Text("%g %g %slo %shi\n", lo[axis]-margin, hi[axis]+margin, name, name)
	}
	f.Text("\nMasses\n\n")
	for i, a := range f.atoms.All {
		note := ""
		if a.pin != 0 {
			note = " # " + a.pin.Words()
		}
		f.Text("%d %s%s\n", i+1, strconv.FormatFloat(a.mass, 'g', -1, 64), note)
	}
	if len(f.bonds.All) > 0 {
		f.Text("\nBond Coeffs # harmonic\n\n")
	}
	for i, b := range f.bonds.All {
		f.row([]int64{int64(i) + 1}, b.stiffness/2, b.length)
	}
}

// tables writes the atoms, any velocities, and the bonds.
func (f *lammpsWriter) tables(velocity []model.Vec3) {
	f.Text("\nAtoms # bond\n\n")
	for i, x := range f.model.RestPosition {
		f.row([]int64{int64(i) + 1, 1, f.atoms.Of[i]}, x[:]...)
	}
	if velocity != nil {
		f.Text("\nVelocities\n\n")
		for i, v := range velocity {
			f.row([]int64{int64(i) + 1}, v[:]...)
		}
	}
	if len(f.springs.Alive) > 0 {
		f.Text("\nBonds\n\n")
	}
	for at, i := range f.springs.Alive {
		ends := f.model.Ends[i]
		f.row([]int64{int64(at) + 1, f.bonds.Of[at], int64(ends[0]) + 1, int64(ends[1]) + 1})
	}
}

// row writes whole numbers and then other numbers, with a blank between each.
func (f *lammpsWriter) row(whole []int64, numbers ...float64) {
	_ = f.Put(func(b []byte) []byte { // an error stays until the flush
		for _, n := range whole {
			b = append(strconv.AppendInt(b, n, 10), ' ')
		}
		for i, x := range numbers {
			if i > 0 {
				b = append(b, ' ')
			}
			b = strconv.AppendFloat(b, x, 'g', -1, 64)
		}
		return append(b, '\n')
	})
}
