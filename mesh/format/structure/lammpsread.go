package structure

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"hooke/mesh"
	"hooke/mesh/materials"
	"hooke/mesh/scan"
	"hooke/model"
)

// ReadLAMMPS reads a LAMMPS data file: atoms become masses, bonds become springs. It reads the
// atom styles atomic, bond, angle, molecular, charge and full; the comment behind Atoms
// names the style, or the number of columns tells it. Types are numbers or type labels. It reads harmonic bonds, whose
// energy is K (r − r0)², so that k = 2K. Without Bond Coeffs springs are at rest and have
// no force until a stiffness is given. ReadLAMMPS takes numbers as SI, whatever the units of
// the file are. Image flags unwrap positions; a bond across a periodic boundary is an
// error. Angles, dihedrals and pair coefficients are no springs; ReadLAMMPS skips them and
// names them in notes. Errors name the file. Format: read_data in LAMMPS' manual.
func ReadLAMMPS(in *scan.Source) (*mesh.File, error) {
	l := &lammps{name: in.Name, lines: scan.NewLines(in, "a LAMMPS data")}
	if err := l.read(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", in.Name, max(1, l.lines.Number), err)
	}
	f, err := l.build()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.Name, err)
	}
	return f, nil
}

// lammps is the state of reading a file.
type lammps struct {
	name  string
	lines *scan.Lines
	notes []string

	counts map[string]int64 // counts of the header: "atoms", "bonds", "atom types", ...
	lo, hi model.Vec3       // corners of the box [m]
	tilt   [3]float64       // tilts of the box: xy, xz, yz [m]
	hasBox bool
	box    lammpsBox

	labels     map[string]map[string]int // types by label, of "atom types" and "bond types"
	comment    string                    // comment behind the last line
	pinOf      []model.Pin               // pins by type, from 1, as comments in Masses say; may be shorter than the types
	massOf     []float64                 // masses by type, from 1 [kg]; 0 where the file gives none
	bondCoeffs []lammpsBond
	style      string

	ids       scan.ChunkedSlice[int64]
	types     scan.ChunkedSlice[int32]
	positions scan.ChunkedSlice[model.Vec3]
	images    bool
	velocity  scan.ChunkedSlice[lammpsVelocity]
	bonds     scan.ChunkedSlice[lammpsEnds]
}

type lammpsBond struct {
	stiffness, length float64
	given             bool
}

type lammpsVelocity struct {
	id int64
	v  model.Vec3
}

type lammpsEnds struct {
	kind int32
	a, b int64
	line int
}

// lammpsMaxTypes bounds the types of atoms and bonds, since a palette holds no more materials.
const lammpsMaxTypes = materials.Most

// statement returns the next line that is not empty and its comment, or io.EOF.
func (l *lammps) statement() (words [][]byte, comment string, err error) {
	for {
		line, err := l.lines.Next()
		if err != nil {
			return nil, "", err
		}
		text, behind, _ := bytes.Cut(line, []byte("#"))
		if words := bytes.Fields(text); len(words) > 0 {
			return words, strings.ToLower(strings.TrimSpace(string(behind))), nil
		}
	}
}

// read reads the header and all sections.
func (l *lammps) read() error {
	l.counts = make(map[string]int64)
	if _, err := l.lines.Next(); err != nil { // the first line is always a comment
		return fmt.Errorf("the file is empty or cannot be read: %w", err)
	}
	for {
		words, comment, err := l.statement()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if section := lammpsSection(words); section != "" {
			if err = l.box.check(); err == nil {
				err = l.section(section, comment)
			}
		} else {
			err = l.header(words)
		}
		if err != nil {
			return err
		}
	}
}

// recognizeLAMMPS reports whether a file has the count of atoms of a LAMMPS header.
func recognizeLAMMPS(head []byte, _ int64) bool {
	for line := range bytes.Lines(head) {
		if words := bytes.Fields(line); len(words) >= 2 && string(words[1]) == "atoms" && words[0][0] >= '0' && words[0][0] <= '9' {
			return true
		}
	}
	return false
}

// lammpsSection returns the name of the section that the words begin; empty where they
// begin none.
func lammpsSection(words [][]byte) string {
	name := string(bytes.Join(words, []byte(" ")))
	switch name {
	case "Masses", "Atoms", "Velocities", "Bonds", "Bond Coeffs", "Angles", "Dihedrals", "Impropers",
		"Pair Coeffs", "PairIJ Coeffs", "Angle Coeffs", "Dihedral Coeffs", "Improper Coeffs",
		"Atom Type Labels", "Bond Type Labels", "Angle Type Labels", "Dihedral Type Labels", "Improper Type Labels",
		"Ellipsoids", "Lines", "Triangles", "Bodies",
		"BondBond Coeffs", "BondAngle Coeffs", "MiddleBondTorsion Coeffs", "EndBondTorsion Coeffs",
		"AngleTorsion Coeffs", "AngleAngleTorsion Coeffs", "BondBond13 Coeffs", "AngleAngle Coeffs":
		return name
	}
	return ""
}

// header reads a line such as "100 atoms" or "0 10 xlo xhi".
func (l *lammps) header(words [][]byte) error {
	numbers := 0
	for numbers < len(words) && words[numbers][0] < 'A' {
		numbers++
	}
	keyword := string(bytes.Join(words[numbers:], []byte(" ")))
	values := make([]float64, 0, 4)
	for _, word := range words[:min(numbers, 6)] {
		value, err := scan.ParseFloat(word)
		if err != nil {
			return fmt.Errorf("%s: %w", keyword, err)
		}
		values = append(values, value)
	}
	for axis, want := range [3]string{"xlo xhi", "ylo yhi", "zlo zhi"} {
		if keyword == want && len(values) == 2 {
			l.lo[axis], l.hi[axis], l.hasBox = values[0], values[1], true
			return nil
		}
	}
	switch {
	case keyword == "xy xz yz" && len(values) == 3:
		l.tilt = [3]float64(values)
		return nil
	case (keyword == "avec" || keyword == "bvec" || keyword == "cvec" || keyword == "abc origin") && len(values) == 3:
		return l.generalBox(keyword, model.Vec3(values))
	case len(values) == 1 && keyword != "":
		count := values[0]
		if count < 0 || count > model.MaxCount || count != math.Trunc(count) {
			return fmt.Errorf("%s is %g; it must be a whole number up to %d", keyword, count, model.MaxCount)
		}
		if strings.HasSuffix(keyword, " types") && count > lammpsMaxTypes {
			return fmt.Errorf("%g %s; at most %d are read", count, keyword, lammpsMaxTypes)
		}
		l.counts[keyword] = int64(count)
		if len(l.counts) > 100 {
			return errors.New("more than 100 different lines in the header; is this a LAMMPS data file?")
		}
		return nil
	}
	return fmt.Errorf("%s is neither a header line, such as 100 atoms, nor a section, such as Atoms", scan.Quoted(bytes.Join(words, []byte(" "))))
}
