package export

import (
	"fmt"
	"io"
	"strconv"

	"hooke/model"
)

// maxLAMMPSTypes bounds types of atoms and of bonds; hooke reads no more either.
const maxLAMMPSTypes = 65_000

// WriteLAMMPS writes a LAMMPS data file (atom style bond, in SI): masses as atoms,
// springs as harmonic bonds with K = k/2, a type for each mass [kg], and for each
// pair of stiffness and rest length. Velocities where they are given. Removed springs
// are left out. Dampers have no place there. Pins have one in comments: pinned atoms have
// types of their own, of which Masses says "# pinned" or "# pinned xy"; hooke reads
// that, and LAMMPS needs its input script to hold them. Tension-only springs, stiffness
// that depends on dt and too many different springs are errors.
func WriteLAMMPS(w io.Writer, m *model.Model, velocity []model.Vec3) error {
	for i := range m.Materials {
		if material := &m.Materials[i]; material.TensionOnly || material.Vocabulary() == model.Normalized {
			return fmt.Errorf("export: material %s is no harmonic bond: it pulls only, or its stiffness depends on dt", material.Name)
		}
	}
	springs := newSprings(m, 1) // nothing that is left depends on dt
	f := &lammpsFile{chunks: newChunks(w), model: m, springs: springs, atoms: newTypes[lammpsAtom](), bonds: newTypes[lammpsBond]()}
	for i := range m.RestPosition {
		kg := m.Mass[i]
		if kg == 0 {
			return fmt.Errorf("export: mass %d has 0 kg, which LAMMPS refuses; give it one", i)
		}
		f.atoms.add(lammpsAtom{kg, m.PinOf(i)})
	}
	for _, i := range springs.alive {
		k, _ := springs.coefficients(int(i))
		f.bonds.add(lammpsBond{k, m.RestLength[i]})
	}
	if most := max(len(f.atoms.all), len(f.bonds.all)); most > maxLAMMPSTypes {
		return fmt.Errorf("export: %d kinds of atoms and %d of bonds; a LAMMPS data file has at most %d: write NPZ", len(f.atoms.all), len(f.bonds.all), maxLAMMPSTypes)
	}
	f.types()
	f.tables(velocity)
	return f.w.Flush() // an earlier error of the writer stays in it
}

// lammpsAtom and lammpsBond are types.
type (
	lammpsAtom struct {
		mass float64 // [kg]
		pin  model.Pin
	}
	lammpsBond struct{ stiffness, length float64 } // [N/m], [m]
)

// lammpsFile is a file on its way out.
type lammpsFile struct {
	*chunks
	model   *model.Model
	springs *springsOf
	atoms   *types[lammpsAtom]
	bonds   *types[lammpsBond]
}

// types writes the header, and what each type is.
func (f *lammpsFile) types() {
	m := f.model
	lo, hi := m.Bounds()
	margin := hi.Sub(lo).Len() + 1e-3 // room to move in a box that is not periodic
	f.text("LAMMPS data file by hooke, SI units\n\n%d atoms\n%d bonds\n%d atom types\n%d bond types\n\n",
		m.MassCount(), len(f.springs.alive), len(f.atoms.all), len(f.bonds.all))
	for axis, name := range []string{"x", "y", "z"} {
		f.text("%g %g %slo %shi\n", lo[axis]-margin, hi[axis]+margin, name, name)
	}
	f.text("\nMasses\n\n")
	for i, a := range f.atoms.all {
		note := ""
		if a.pin != 0 {
			note = " # " + a.pin.Words()
		}
		f.text("%d %s%s\n", i+1, strconv.FormatFloat(a.mass, 'g', -1, 64), note)
	}
	if len(f.bonds.all) > 0 {
		f.text("\nBond Coeffs # harmonic\n\n")
	}
	for i, b := range f.bonds.all {
		f.row([]int64{int64(i) + 1}, b.stiffness/2, b.length)
	}
}

// tables writes atoms, their velocities where there are some, and bonds.
func (f *lammpsFile) tables(velocity []model.Vec3) {
	f.text("\nAtoms # bond\n\n")
	for i, x := range f.model.RestPosition {
		f.row([]int64{int64(i) + 1, 1, f.atoms.of[i]}, x[:]...)
	}
	if velocity != nil {
		f.text("\nVelocities\n\n")
		for i, v := range velocity {
			f.row([]int64{int64(i) + 1}, v[:]...)
		}
	}
	if len(f.springs.alive) > 0 {
		f.text("\nBonds\n\n")
	}
	for at, i := range f.springs.alive {
		ends := f.model.Ends[i]
		f.row([]int64{int64(at) + 1, f.bonds.of[at], int64(ends[0]) + 1, int64(ends[1]) + 1})
	}
}

// row writes whole numbers and then others, with a blank between each.
func (f *lammpsFile) row(whole []int64, numbers ...float64) {
	_ = f.put(func(b []byte) []byte { // an error stays until the flush
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

// types number the different values of a list, from 1, in the order of their
// first one.
type types[T comparable] struct {
	all    []T
	of     []int64
	number map[T]int64 // small: no more than there are types
}

func newTypes[T comparable]() *types[T] { return &types[T]{number: map[T]int64{}} }

func (t *types[T]) add(value T) {
	number, ok := t.number[value]
	if !ok {
		if len(t.all) > maxLAMMPSTypes {
			return // refused soon
		}
		t.all = append(t.all, value)
		number = int64(len(t.all))
		t.number[value] = number
	}
	t.of = append(t.of, number)
}
