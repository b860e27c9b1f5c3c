package mesh

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"hooke/model"
)

// readLAMMPS reads a LAMMPS data file: atoms become masses, bonds become springs.
// Atom styles atomic, bond, angle, molecular, charge and full, named in the comment
// behind Atoms or told by the number of columns; harmonic bonds, whose energy is
// K (r − r0)², so that k = 2K. Without Bond Coeffs springs are at rest and have no
// force until a stiffness is given. Numbers are taken as SI, whatever units the file
// was written for. Image flags unwrap positions; a bond across a periodic boundary
// is an error. Angles, dihedrals and pair coefficients are no springs, and are
// passed over and named. Format: read_data in LAMMPS' manual.
func readLAMMPS(in *source) (*File, error) {
	l := &lammps{name: in.name, lines: newLineReader(in, "a LAMMPS data")}
	if err := l.read(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", in.name, max(1, l.lines.number), err)
	}
	f, err := l.build()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.name, err)
	}
	return f, nil
}

// lammps is a file on its way in.
type lammps struct {
	name  string
	lines *lineReader
	notes []string

	counts map[string]int64 // of the header: "atoms", "bonds", "atom types", ...
	lo, hi model.Vec3       // of the box [m]
	tilt   [3]float64       // xy, xz, yz [m]
	hasBox bool

	massOf     []float64 // by type, from 1; 0: not given [kg]
	bondCoeffs []lammpsBond
	style      string

	ids       pile[int64]
	types     pile[int32]
	positions pile[model.Vec3]
	images    bool
	velocity  pile[lammpsVelocity]
	bonds     pile[lammpsEnds]
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

// maxTypes bounds types of atoms and bonds: a palette holds no more.
const maxTypes = mostMaterials

// statement returns the next line that says something and its comment, or io.EOF.
func (l *lammps) statement() (words [][]byte, comment string, err error) {
	for {
		line, err := l.lines.next()
		if err != nil {
			return nil, "", err
		}
		text, behind, _ := bytes.Cut(line, []byte("#"))
		if words := bytes.Fields(text); len(words) > 0 {
			return words, strings.ToLower(strings.TrimSpace(string(behind))), nil
		}
	}
}

// read takes the header and all sections.
func (l *lammps) read() error {
	l.counts = make(map[string]int64)
	if _, err := l.lines.next(); err != nil { // the first line is a comment, always
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
			err = l.section(section, comment)
		} else {
			err = l.header(words)
		}
		if err != nil {
			return err
		}
	}
}

// looksLikeLAMMPS recognizes the header's count of atoms.
func looksLikeLAMMPS(head []byte, _ int64) bool {
	for line := range bytes.Lines(head) {
		if words := bytes.Fields(line); len(words) >= 2 && string(words[1]) == "atoms" && words[0][0] >= '0' && words[0][0] <= '9' {
			return true
		}
	}
	return false
}

// lammpsSection is the name of the section that the words begin, or "".
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
		value, err := parseFloat(word)
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
	case keyword == "avec" || keyword == "bvec" || keyword == "cvec" || keyword == "abc origin":
		return errors.New("a general triclinic box is not read; write the file with an orthogonal box")
	case len(values) == 1 && keyword != "":
		count := values[0]
		if count < 0 || count > model.MaxCount || count != math.Trunc(count) {
			return fmt.Errorf("%s is %g; it must be a whole number up to %d", keyword, count, model.MaxCount)
		}
		if strings.HasSuffix(keyword, " types") && count > maxTypes {
			return fmt.Errorf("%g %s; at most %d are read", count, keyword, maxTypes)
		}
		l.counts[keyword] = int64(count)
		if len(l.counts) > 100 {
			return errors.New("more than 100 different lines in the header; is this a LAMMPS data file?")
		}
		return nil
	}
	return fmt.Errorf("%s is neither a header line, such as 100 atoms, nor a section, such as Atoms", quoted(bytes.Join(words, []byte(" "))))
}

// section reads one.
func (l *lammps) section(name, comment string) error {
	switch name {
	case "Masses":
		return l.each(name, l.counts["atom types"], l.typeMass)
	case "Bond Coeffs":
		if comment != "" && comment != "harmonic" && comment != "hybrid" {
			return fmt.Errorf("bond style %.40q; only harmonic bonds are springs", comment)
		}
		return l.each(name, l.counts["bond types"], l.bondCoeff)
	case "Atoms":
		l.style = comment
		return l.each(name, l.counts["atoms"], l.atom)
	case "Velocities":
		return l.each(name, l.counts["atoms"], l.atomVelocity)
	case "Bonds":
		return l.each(name, l.counts["bonds"], l.bond)
	case "Angles", "Dihedrals", "Impropers":
		count := l.counts[strings.ToLower(name)]
		if count > 0 {
			l.notes = append(l.notes, fmt.Sprintf("%d %s were passed over: they are no springs", count, strings.ToLower(name)))
		}
		return l.each(name, count, func([][]byte) error { return nil })
	}
	if name == "Ellipsoids" || name == "Lines" || name == "Triangles" || name == "Bodies" {
		return fmt.Errorf("section %s: atoms with a shape are not read; only points", name)
	}
	if strings.HasSuffix(name, "Type Labels") {
		return fmt.Errorf("section %s: type labels are not read; write types as numbers", name)
	}
	// Coefficients of what is no spring: as many lines as there are types.
	kind := map[string]string{"Pair": "atom", "PairIJ": "", "Improper": "improper", "Dihedral": "dihedral"}
	first, _, _ := strings.Cut(name, " ")
	of, known := kind[first]
	if !known {
		of = "angle"
		if strings.Contains(name, "Torsion") || strings.Contains(name, "13") {
			of = "dihedral"
		}
		if name == "AngleAngle Coeffs" {
			of = "improper"
		}
	}
	count := l.counts[of+" types"]
	if first == "PairIJ" {
		n := l.counts["atom types"]
		count = n * (n + 1) / 2
	}
	l.notes = append(l.notes, fmt.Sprintf("%s were passed over: they are no springs", name))
	return l.each(name, count, func([][]byte) error { return nil })
}

// each calls visit for the lines of a section.
func (l *lammps) each(name string, count int64, visit func(words [][]byte) error) error {
	for i := int64(0); i < count; i++ {
		words, _, err := l.statement()
		if err == io.EOF {
			return fmt.Errorf("%s: the file ends after %d of %d lines; is it cut off?", name, i, count)
		}
		if err == nil && lammpsSection(words) != "" {
			return fmt.Errorf("%s: %d lines, and %d announced in the header", name, i, count)
		}
		if err == nil {
			err = visit(words)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// whole reads column i as a whole number.
func whole(words [][]byte, i int) (int64, error) {
	if i >= len(words) {
		return 0, fmt.Errorf("%d columns; at least %d are needed (is the line cut off?)", len(words), i+1)
	}
	value, rest, ok := parseInt(words[i])
	if !ok || len(rest) > 0 {
		return 0, fmt.Errorf("column %d is %s, not a whole number", i+1, quoted(words[i]))
	}
	return value, nil
}

// reals reads columns from i on.
func reals(words [][]byte, i int, values ...*float64) error {
	if i+len(values) > len(words) {
		return fmt.Errorf("%d columns; at least %d are needed (is the line cut off?)", len(words), i+len(values))
	}
	for c, value := range values {
		var err error
		if *value, err = parseFloat(words[i+c]); err != nil {
			return fmt.Errorf("column %d: %w", i+c+1, err)
		}
	}
	return nil
}

// kind reads a type, from 1 to as many as the header says.
func (l *lammps) kind(words [][]byte, i int, of string) (int, error) {
	n, err := whole(words, i)
	if err == nil && (n < 1 || n > l.counts[of]) {
		err = fmt.Errorf("type %d; the header has %d %s", n, l.counts[of], of)
	}
	return int(n), err
}

func (l *lammps) typeMass(words [][]byte) error {
	kind, err := l.kind(words, 0, "atom types")
	if err != nil {
		return err
	}
	var mass float64
	if err := reals(words, 1, &mass); err != nil {
		return err
	}
	if !(mass > 0) {
		return fmt.Errorf("mass of type %d is %g; it must be positive", kind, mass)
	}
	for len(l.massOf) <= kind {
		l.massOf = append(l.massOf, 0)
	}
	l.massOf[kind] = mass
	return nil
}

func (l *lammps) bondCoeff(words [][]byte) error {
	kind, err := l.kind(words, 0, "bond types")
	if err != nil {
		return err
	}
	column := 1
	if len(words) > 1 && words[1][0] >= 'A' {
		if string(words[1]) != "harmonic" {
			return fmt.Errorf("bond style %s; only harmonic bonds are springs", quoted(words[1]))
		}
		column = 2
	}
	if len(words) != column+2 {
		return fmt.Errorf("%d coefficients; a harmonic bond has K and r0", len(words)-column)
	}
	var k, length float64
	if err := reals(words, column, &k, &length); err != nil {
		return err
	}
	for len(l.bondCoeffs) <= kind {
		l.bondCoeffs = append(l.bondCoeffs, lammpsBond{})
	}
	l.bondCoeffs[kind] = lammpsBond{2 * k, length, true}
	return nil
}

// lammpsColumns is the column of the type and of x for an atom style.
func lammpsColumns(style string, columns int) (kind, x int, err error) {
	style, _, _ = strings.Cut(style, " ")
	if style == "" {
		style = map[int]string{5: "atomic", 8: "atomic", 6: "bond", 9: "bond", 7: "full", 10: "full"}[columns]
		if style == "" {
			return 0, 0, fmt.Errorf("%d columns; name the atom style behind Atoms, such as Atoms # bond", columns)
		}
	}
	switch style {
	case "atomic":
		return 1, 2, nil
	case "charge":
		return 1, 3, nil
	case "bond", "angle", "molecular":
		return 2, 3, nil
	case "full":
		return 2, 4, nil
	}
	return 0, 0, fmt.Errorf("atom style %.40q; only atomic, charge, bond, angle, molecular and full are read", style)
}

func (l *lammps) atom(words [][]byte) error {
	kindAt, x, err := lammpsColumns(l.style, len(words))
	if err != nil {
		return err
	}
	if len(words) != x+3 && len(words) != x+6 {
		return fmt.Errorf("%d columns; this atom style has %d, or %d with image flags", len(words), x+3, x+6)
	}
	id, err := whole(words, 0)
	if err != nil {
		return err
	}
	kind, err := l.kind(words, kindAt, "atom types")
	if err != nil {
		return err
	}
	var p model.Vec3
	if err := reals(words, x, &p[0], &p[1], &p[2]); err != nil {
		return err
	}
	if len(words) == x+6 {
		var image [3]int64
		for axis := range image {
			if image[axis], err = whole(words, x+3+axis); err != nil {
				return err
			}
			l.images = l.images || image[axis] != 0
		}
		p = p.Add(l.shift(image))
	}
	l.ids.add(id)
	l.types.add(int32(kind))
	l.positions.add(p)
	return nil
}

// shift is the way to a periodic image of the box.
func (l *lammps) shift(image [3]int64) model.Vec3 {
	x, y, z := float64(image[0]), float64(image[1]), float64(image[2])
	size := l.hi.Sub(l.lo)
	return model.Vec3{x*size[0] + y*l.tilt[0] + z*l.tilt[1], y*size[1] + z*l.tilt[2], z * size[2]}
}

func (l *lammps) atomVelocity(words [][]byte) error {
	id, err := whole(words, 0)
	if err != nil {
		return err
	}
	v := lammpsVelocity{id: id}
	if err := reals(words, 1, &v.v[0], &v.v[1], &v.v[2]); err != nil {
		return err
	}
	l.velocity.add(v)
	return nil
}

func (l *lammps) bond(words [][]byte) error {
	kind, err := l.kind(words, 1, "bond types")
	if err != nil {
		return err
	}
	a, err := whole(words, 2)
	if err != nil {
		return err
	}
	b, err := whole(words, 3)
	if err != nil {
		return err
	}
	l.bonds.add(lammpsEnds{int32(kind), a, b, l.lines.number})
	return nil
}
