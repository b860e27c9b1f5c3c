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
// are left out. Dampers and pins have no place there: that is for the input
// script, as pinned atoms have types of their own, marked in Masses. Tension-only springs, stiffness
// that depends on dt and too many different springs are errors.
func WriteLAMMPS(w io.Writer, m *model.Model, velocity []model.Vec3) error {
	for i := range m.Materials {
		if material := &m.Materials[i]; material.TensionOnly || material.Vocabulary() == model.Normalized {
			return fmt.Errorf("export: material %s is no harmonic bond: it pulls only, or its stiffness depends on dt", material.Name)
		}
	}
	springs := newSprings(m, 1) // nothing that is left depends on dt
	type atom struct {
		mass   float64
		pinned bool
	}
	type bond struct{ stiffness, length float64 }
	atoms, bonds := newTypes[atom](), newTypes[bond]()
	for i := range m.RestPosition {
		kg := m.Mass[i]
		if kg == 0 {
			return fmt.Errorf("export: mass %d has 0 kg, which LAMMPS refuses; give it one", i)
		}
		atoms.add(atom{kg, m.PinOf(i) != 0})
	}
	for _, i := range springs.alive {
		k, _ := springs.coefficients(int(i))
		bonds.add(bond{k, m.RestLength[i]})
	}
	if most := max(len(atoms.all), len(bonds.all)); most > maxLAMMPSTypes {
		return fmt.Errorf("export: %d kinds of atoms and %d of bonds; a LAMMPS data file has at most %d: write NPZ", len(atoms.all), len(bonds.all), maxLAMMPSTypes)
	}

	out := newChunks(w)
	lo, hi := m.Bounds()
	margin := hi.Sub(lo).Len() + 1e-3 // room to move in a box that is not periodic
	header := fmt.Sprintf("LAMMPS data file by hooke, SI units\n\n%d atoms\n%d bonds\n%d atom types\n%d bond types\n\n",
		m.MassCount(), len(springs.alive), len(atoms.all), len(bonds.all))
	for axis, name := range []string{"x", "y", "z"} {
		header += fmt.Sprintf("%g %g %slo %shi\n", lo[axis]-margin, hi[axis]+margin, name, name)
	}
	row := func(whole []int64, numbers ...float64) error {
		return out.put(func(b []byte) []byte {
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
	// An error of the writer stays, and Flush tells it.
	title := func(text string) { _, _ = out.w.WriteString(text) }
	title(header + "\nMasses\n\n")
	for i, a := range atoms.all {
		note := ""
		if a.pinned {
			note = " # pinned"
		}
		title(strconv.Itoa(i+1) + " " + strconv.FormatFloat(a.mass, 'g', -1, 64) + note + "\n")
	}
	if len(bonds.all) > 0 {
		title("\nBond Coeffs # harmonic\n\n")
	}
	for i, b := range bonds.all {
		_ = row([]int64{int64(i) + 1}, b.stiffness/2, b.length)
	}
	title("\nAtoms # bond\n\n")
	for i, x := range m.RestPosition {
		_ = row([]int64{int64(i) + 1, 1, atoms.of[i]}, x[:]...)
	}
	if velocity != nil {
		title("\nVelocities\n\n")
		for i, v := range velocity {
			_ = row([]int64{int64(i) + 1}, v[:]...)
		}
	}
	if len(springs.alive) > 0 {
		title("\nBonds\n\n")
	}
	for at, i := range springs.alive {
		_ = row([]int64{int64(at) + 1, bonds.of[at], int64(m.Ends[i][0]) + 1, int64(m.Ends[i][1]) + 1})
	}
	return out.w.Flush()
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
