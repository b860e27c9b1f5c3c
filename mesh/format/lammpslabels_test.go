package format

import (
	"slices"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
)

// lammpsLabels is a file as LAMMPS writes it where types have labels, in any of its
// sections.
const lammpsLabels = "LAMMPS data file with type labels\n\n2 atoms\n1 bonds\n2 atom types\n1 bond types\n1 angle types\n\n" +
	"0 10 xlo xhi\n0 10 ylo yhi\n0 10 zlo zhi\n\nAtom Type Labels\n\n1 C\n2 H\n\nBond Type Labels\n\n1 C-H\n\nAngle Type Labels\n\n1 H-C-H\n\nMasses\n\nC 1.5\nH 0.5\n\n" +
	"Bond Coeffs # harmonic\n\nC-H 50 1.0\n\nAtoms # molecular\n\n1 1 C 1 5 5\n2 1 H 2 5 5\n\nBonds\n\n1 C-H 1 2\n"

// lammpsEdges is a tilted box as OVITO writes it, with a bond that image flags unwrap.
const lammpsEdges = "# LAMMPS data file written by OVITO\n\n2 atoms\n1 bonds\n1 atom types\n1 bond types\n\n" +
	"4 0.0 0.0 avec\n1 3 0.0 bvec\n0.5 0.25 2 cvec\n-1 -2 -3 abc origin\n\nMasses\n\n1 0.5\n\nAtoms # bond\n\n1 1 1 0 0 -1.5 0 0 0\n2 1 1 0 0 -2.875 0 0 1\n\nBonds\n\n1 1 1 2\n"

// A label of a type stands wherever its number may, beside types that have none.
func TestLAMMPSTypeLabels(t *testing.T) {
	for name, text := range map[string]string{
		"labels": lammpsLabels, "numbers": strings.NewReplacer("H 0.5", "2 0.5", "1 C-H 1 2", "1 1 1 2", "C 1 5 5", "1 1 5 5").Replace(lammpsLabels),
	} {
		f, err := readText(t, text, "x.data")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		m := f.Structure
		if !slices.Equal(m.Mass, []float64{1.5, 0.5}) || m.Materials[1].Stiffness != 100 || m.Materials[1].Name != "bond type C-H" || !slices.Equal(m.RestLength, []float64{1}) {
			t.Errorf("%s: masses %v, material %v, rest lengths %v; want 1.5 and 0.5 kg, 100 N/m, 1 m", name, m.Mass, m.Materials[1], m.RestLength)
		}
	}
	for _, c := range []struct{ old, new, want string }{
		{"C 1.5", "N 1.5", "no label of the atom types"},
		{"2 H\n", "2 C\n", "stands for types 1 and 2"},
		{"2 H\n", "3 H\n", "the header has 2 atom types"},
		{"2 H\n", "2 2H\n", "begins with a digit"},
		{"2 H\n", "2 H 1\n", "one word"},
		{"1 C-H 1 2", "1 H 1 2", "no label of the bond types"},
	} {
		if _, err := readText(t, strings.Replace(lammpsLabels, c.old, c.new, 1), "x.data"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v; want an error with %q", c.new, err, c.want)
		}
	}
}

// A box by its edges is read where LAMMPS would not turn it: orthogonal, or with tilts.
func TestLAMMPSBoxByEdges(t *testing.T) {
	f := must.Get(readText(t, lammpsEdges, "x.data"))(t)
	if got, want := f.Structure.RestPosition[1], (model.Vec3{0.5, 0.25, -0.875}); got != want {
		t.Errorf("the second mass is at %v, want %v: one tilted box higher", got, want)
	}
	for _, c := range []struct{ old, new, want string }{
		{"1 3 0.0 bvec", "0 3 0 bvec", ""},
		{"4 0.0 0.0 avec", "4 0.1 0 avec", "is turned"},
		{"1 3 0.0 bvec", "1 -3 0.0 bvec", "must be positive"},
		{"1 3 0.0 bvec\n", "", "needs all of"},
	} {
		_, err := readText(t, strings.Replace(lammpsEdges, c.old, c.new, 1), "x.data")
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v; want %q", c.new, err, c.want)
		}
	}
	// A bond to the nearest image is found in such a box, too.
	wrapped := strings.Replace(lammpsEdges, "-2.875 0 0 1", "-2.875 0 0 0", 1)
	if _, err := readText(t, wrapped, "x.data"); err == nil || !strings.Contains(err.Error(), "across the periodic box") {
		t.Errorf("a bond of 1.4 m in a box of 2 m: %v", err)
	}
}
