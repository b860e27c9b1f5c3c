package structure

import (
	"fmt"
	"io"
	"strings"

	"hooke/mesh/scan"
	"hooke/model"
)

// section reads one section.
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
	if of, labels := strings.CutSuffix(strings.ToLower(name), " type labels"); labels {
		of += " types"
		return l.each(name, l.counts[of], func(words [][]byte) error { return l.typeLabel(words, of) })
	}
	// These are coefficients of things that are no springs. There are as many lines as
	// types.
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
		words, comment, err := l.statement()
		l.comment = comment
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

// lammpsWhole reads column i as a lammpsWhole number.
func lammpsWhole(words [][]byte, i int) (int64, error) {
	if i >= len(words) {
		return 0, fmt.Errorf("%d columns; at least %d are needed (is the line cut off?)", len(words), i+1)
	}
	value, rest, ok := scan.ParseInt(words[i])
	if !ok || len(rest) > 0 {
		return 0, fmt.Errorf("column %d is %s, not a whole number", i+1, scan.Quoted(words[i]))
	}
	return value, nil
}

// lammpsReals reads the columns from i on as numbers.
func lammpsReals(words [][]byte, i int, values ...*float64) error {
	if i+len(values) > len(words) {
		return fmt.Errorf("%d columns; at least %d are needed (is the line cut off?)", len(words), i+len(values))
	}
	for c, value := range values {
		var err error
		if *value, err = scan.ParseFloat(words[i+c]); err != nil {
			return fmt.Errorf("column %d: %w", i+c+1, err)
		}
	}
	return nil
}

// typeLabel reads the label of a type, which may stand wherever its number may.
func (l *lammps) typeLabel(words [][]byte, of string) error {
	kind, err := l.kind(words, 0, of)
	if err != nil {
		return err
	}
	switch {
	case len(words) != 2:
		return fmt.Errorf("%d columns; a label is one word behind its type", len(words))
	case words[1][0] >= '0' && words[1][0] <= '9':
		return fmt.Errorf("label %s begins with a digit, as types do", scan.Quoted(words[1]))
	case l.labels[of][string(words[1])] != 0:
		return fmt.Errorf("label %s stands for types %d and %d", scan.Quoted(words[1]), l.labels[of][string(words[1])], kind)
	}
	if l.labels == nil {
		l.labels = make(map[string]map[string]int)
	}
	if l.labels[of] == nil {
		l.labels[of] = make(map[string]int)
	}
	l.labels[of][string(words[1])] = kind
	return nil
}

// kind reads a type, which is a number from 1 to the header's count, or its label.
func (l *lammps) kind(words [][]byte, i int, of string) (int, error) {
	if i < len(words) {
		if kind, ok := l.labels[of][string(words[i])]; ok {
			return kind, nil
		}
		if c := words[i][0]; c >= 'A' {
			return 0, fmt.Errorf("type %s is no label of the %s", scan.Quoted(words[i]), of)
		}
	}
	n, err := lammpsWhole(words, i)
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
	if err := lammpsReals(words, 1, &mass); err != nil {
		return err
	}
	if !(mass > 0) {
		return fmt.Errorf("mass of type %d is %g; it must be positive", kind, mass)
	}
	for len(l.massOf) <= kind {
		l.massOf, l.pinOf = append(l.massOf, 0), append(l.pinOf, 0)
	}
	l.massOf[kind] = mass
	l.pinOf[kind], _ = model.ParsePin(l.comment)
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
			return fmt.Errorf("bond style %s; only harmonic bonds are springs", scan.Quoted(words[1]))
		}
		column = 2
	}
	if len(words) != column+2 {
		return fmt.Errorf("%d coefficients; a harmonic bond has K and r0", len(words)-column)
	}
	var k, length float64
	if err := lammpsReals(words, column, &k, &length); err != nil {
		return err
	}
	for len(l.bondCoeffs) <= kind {
		l.bondCoeffs = append(l.bondCoeffs, lammpsBond{})
	}
	l.bondCoeffs[kind] = lammpsBond{2 * k, length, true}
	return nil
}
