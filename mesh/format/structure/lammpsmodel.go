package structure

import (
	"fmt"
	"math"

	"hooke/mesh"
	"hooke/mesh/materials"
	"hooke/mesh/scan"
	"hooke/model"
)

// build makes the structure from the data read.
func (l *lammps) build() (*mesh.File, error) {
	m := &model.Model{Name: l.name, RestPosition: l.positions.Join()}
	ids := l.ids.Join()
	if len(ids) == 0 {
		return nil, fmt.Errorf("no Atoms in the whole file")
	}
	if l.bonds.Len() == 0 {
		return nil, fmt.Errorf("no Bonds in the whole file: atoms alone have no springs")
	}
	number, err := scan.NewNumbering(ids)
	if err != nil {
		return nil, fmt.Errorf("section Atoms: %w", err)
	}
	pinned, err := l.masses(m, ids)
	if err != nil {
		return nil, err
	}
	m.Materials = materials.Palette()
	labels := make([]string, l.counts["bond types"])
	for label, kind := range l.labels["bond types"] {
		labels[kind-1] = label
	}
	for kind, label := range labels {
		if label == "" {
			label = fmt.Sprint(kind + 1)
		}
		stiffness := 0.0
		if kind+1 < len(l.bondCoeffs) {
			stiffness = l.bondCoeffs[kind+1].stiffness
		}
		m.Materials = append(m.Materials, model.Material{Name: "bond type " + label, Stiffness: stiffness})
	}
	for _, bond := range l.bonds.Join() {
		if err := l.spring(m, bond, number, ids); err != nil {
			return nil, err
		}
	}
	f := &mesh.File{Structure: m, Notes: l.notes}
	if l.velocity.Len() > 0 {
		f.Velocity = make([]model.Vec3, len(ids))
		for _, v := range l.velocity.Join() {
			place, ok := number.Place(v.id)
			if !ok {
				return nil, fmt.Errorf("section Velocities: atom %d does not exist", v.id)
			}
			f.Velocity[place] = v.v
		}
	}
	f.Notes = append(f.Notes, "numbers were taken as SI (m, kg, N/m), with k = 2K of LAMMPS' harmonic bonds")
	if pinned > 0 {
		f.Notes = append(f.Notes, fmt.Sprintf("%d masses are pinned, as comments of their types in Masses say", pinned))
	}
	if l.images {
		f.Notes = append(f.Notes, "positions were unwrapped by their image flags")
	}
	if l.bondCoeffs == nil {
		f.Notes = append(f.Notes, "no Bond Coeffs: springs are at rest, and without force until a stiffness is given")
	}
	return f, m.Validate()
}

// masses gives every atom the mass and the pins of its type. It returns how many masses
// are pinned.
func (l *lammps) masses(m *model.Model, ids []int64) (pinned int, err error) {
	m.Mass = make([]float64, len(ids))
	for i, kind := range l.types.Join() {
		if int(kind) >= len(l.massOf) || l.massOf[kind] == 0 {
			return 0, fmt.Errorf("section Masses: no mass for atom type %d (atom %d)", kind, ids[i])
		}
		m.Mass[i] = l.massOf[kind]
		if pin := l.pinOf[kind]; pin != 0 {
			if m.Pin == nil {
				m.Pin = make([]model.Pin, len(ids))
			}
			m.Pin[i] = pin
			pinned++
		}
	}
	return pinned, nil
}

// spring adds the spring of a bond.
func (l *lammps) spring(m *model.Model, bond lammpsEnds, number *scan.Numbering, ids []int64) error {
	a, okA := number.Place(bond.a)
	b, okB := number.Place(bond.b)
	if !okA || !okB {
		return fmt.Errorf("the bond in line %d joins atoms %d and %d, and one of them does not exist", bond.line, bond.a, bond.b)
	}
	d := m.RestPosition[b].Sub(m.RestPosition[a])
	length := d.Len()
	given := lammpsBond{}
	if int(bond.kind) < len(l.bondCoeffs) {
		given = l.bondCoeffs[bond.kind]
	}
	if l.bondCoeffs != nil && !given.given {
		return fmt.Errorf("section Bond Coeffs: none for bond type %d (line %d)", bond.kind, bond.line)
	}
	if nearest := l.nearest(d).Len(); l.crosses(length, nearest, given) {
		return fmt.Errorf("the bond in line %d joins atoms %d and %d across the periodic box: they are %.6g m apart, their nearest images %.6g m; "+
			"springs know no periodic box: write image flags (unwrapped positions), or leave such bonds out", bond.line, bond.a, bond.b, length, nearest)
	}
	if given.given {
		length = given.length
	}
	m.Ends = append(m.Ends, model.Ends{a, b})
	m.RestLength = append(m.RestLength, length)
	m.MaterialOf = append(m.MaterialOf, uint16(bond.kind))
	return nil
}

// nearest returns the vector to the nearest periodic image of d [m], or d
// without a box.
func (l *lammps) nearest(d model.Vec3) model.Vec3 {
	size := l.hi.Sub(l.lo)
	if !l.hasBox || !(min(size[0], size[1], size[2]) > 0) {
		return d
	}
	// z comes first, since its images may be tilted along x and y.
	for axis := 2; axis >= 0; axis-- {
		n := math.Round(d[axis] / size[axis])
		if math.Abs(n) > 1<<40 {
			return d
		}
		var image [3]int64
		image[axis] = int64(n)
		d = d.Sub(l.shift(image))
	}
	return d
}

// crosses reports whether a bond means the nearest image of its other end. Boxes of free
// structures end at the outermost atoms, so a bond along the whole box tells nothing by
// itself. The length that the bond should have decides. Without that length a bond
// crosses where its nearest image is shorter and the ends do not coincide as images.
func (l *lammps) crosses(length, nearest float64, given lammpsBond) bool {
	if !(nearest < 0.999*length) {
		return false
	}
	if given.given {
		return math.Abs(nearest-given.length) < math.Abs(length-given.length)
	}
	return nearest > 1e-3*length
}
