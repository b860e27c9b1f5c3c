package build

import (
	"errors"
	"fmt"
	"math"

	"hooke/mesh"
	"hooke/mesh/materials"
	"hooke/model"
)

// LatticeModulus is the modulus E, along its axes, of a lattice with 13 springs of
// stiffness k per mass at distance h, in units of k/h: C11 = 13/3, C12 = 7/3, E = C11 − 2
// C12²/(C11 + C12).
const LatticeModulus = 2.7

// VoxelKind is a material of voxels.
type VoxelKind struct {
	Name    string    // of the group of its masses
	Young   float64   // Young's modulus E [Pa], positive
	Density float64   // [kg/m³], positive
	Swing   float64   // amplitude of its length, as a share; zero means that it is no muscle
	Phase   float64   // lead of the swing [rad]
	Along   VoxelAxis // which of its lengths swing; the zero value means all
	Fixed   bool      // its masses are pinned
}

// VoxelAxis is the direction in which a muscle swings.
type VoxelAxis uint8

// The axes of a muscle.
const (
	AllAxes VoxelAxis = iota
	AxisX
	AxisY
	AxisZ
)

// VoxelGrid is a block of voxels, some of them empty. It takes 1 byte per cell, and 8 more
// with phases.
type VoxelGrid struct {
	Size   float64 // edge of a voxel [m]
	Counts [3]int  // cells along x, y, z
	Kinds  []VoxelKind

	// These are indexed by cell, x fastest, then y, then z.
	Of    []uint8   // number of the kind plus 1; 0: no voxel
	Phase []float64 // [rad], added to that of the kind; nil: none

	DampingRatio float64 // ζ of every spring; zero means none
	Frequency    float64 // of all muscles [Hz]; zero means that none swings
}

// VoxelRobot is the structure made of voxels.
type VoxelRobot struct {
	Model     *model.Model
	Actuators []model.Actuator // those that Model.ActuatorOf counts from 1; nil: none
	Swing     []float64        // amplitude of each mass's voxel
	Phase     []float64        // and its phase [rad]
}

// Build makes masses of voxels, and springs between neighbors. Every voxel becomes a mass,
// density · h³, at its center, with springs to its up to 26 neighbors: the lattice with 13
// springs per mass. All springs of a voxel of modulus E and edge h have k = E h/2.7, with
// which the lattice has the modulus E along its axes (see fill.LatticeSpec). Between two
// kinds E is their harmonic mean, since two halves lie one behind the other. Each kind is
// a group. Place (0, 0, 0) has its lower corner in the origin.
func (g *VoxelGrid) Build(name string) (*VoxelRobot, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	if err := g.fits(); err != nil {
		return nil, err
	}
	r := &VoxelRobot{Model: &model.Model{Name: name}}
	number := make([]uint32, len(g.Of)) // of each voxel's mass plus 1; 0: an empty cell
	var of []uint8                      // kind of each mass
	for i, kind := range g.Of {
		if kind > 0 {
			of = append(of, kind-1)
			number[i] = uint32(len(of))
			g.addMass(r, i, &g.Kinds[kind-1])
		}
	}
	if len(of) == 0 {
		return nil, errors.New("no voxels in the whole grid")
	}
	if err := g.join(r.Model, of, number); err != nil {
		return nil, err
	}
	g.group(r.Model, of)
	if err := g.actuate(r, of); err != nil {
		return nil, err
	}
	return r, r.Model.Validate()
}

// fits returns an error where the robot would take more memory than there is.
func (g *VoxelGrid) fits() error {
	masses := int64(0)
	for _, kind := range g.Of {
		if kind > 0 {
			masses++
		}
	}
	return mesh.Fits(masses, 13*masses)
}

// check returns an error for a fault of a grid.
func (g *VoxelGrid) check() error {
	total := int64(1)
	for _, n := range g.Counts {
		if n < 1 || total > model.MaxCount {
			return fmt.Errorf("%d × %d × %d voxels; each must be at least 1, all together at most %d", g.Counts[0], g.Counts[1], g.Counts[2], model.MaxCount)
		}
		total *= int64(n)
	}
	switch {
	case total != int64(len(g.Of)):
		return fmt.Errorf("%d places for %d × %d × %d voxels", len(g.Of), g.Counts[0], g.Counts[1], g.Counts[2])
	case g.Phase != nil && len(g.Phase) != len(g.Of):
		return fmt.Errorf("%d phases for %d voxels", len(g.Phase), len(g.Of))
	case !(g.Size > 0) || math.IsInf(g.Size, 0):
		return fmt.Errorf("voxels of %g m; their edge must be a positive length", g.Size)
	case !(g.DampingRatio >= 0) || !(g.Frequency >= 0):
		return fmt.Errorf("a damping ratio of %g and a frequency of %g Hz; they must not be negative", g.DampingRatio, g.Frequency)
	}
	for i, kind := range g.Of {
		if int(kind) > len(g.Kinds) {
			return fmt.Errorf("voxel %d is of kind %d; there are %d", i, kind, len(g.Kinds))
		}
	}
	for i := range g.Kinds {
		if k := &g.Kinds[i]; !(k.Young > 0) || !(k.Density > 0) {
			return fmt.Errorf("voxels %q: a modulus of %g Pa and a density of %g kg/m³; both must be positive", k.Name, k.Young, k.Density)
		}
	}
	return nil
}

// addMass adds the mass of cell i, with its amplitude and phase.
func (g *VoxelGrid) addMass(r *VoxelRobot, i int, kind *VoxelKind) {
	m, nx, ny := r.Model, g.Counts[0], g.Counts[1]
	m.RestPosition = append(m.RestPosition, model.Vec3{
		g.Size * (float64(i%nx) + 0.5), g.Size * (float64(i/nx%ny) + 0.5), g.Size * (float64(i/nx/ny) + 0.5)})
	m.Mass = append(m.Mass, kind.Density*g.Size*g.Size*g.Size)
	if kind.Fixed {
		for len(m.Pin) < len(m.Mass)-1 {
			m.Pin = append(m.Pin, 0)
		}
		m.Pin = append(m.Pin, model.PinAll)
	} else if m.Pin != nil {
		m.Pin = append(m.Pin, 0)
	}
	phase := kind.Phase
	if g.Phase != nil {
		phase += g.Phase[i]
	}
	swing := kind.Swing
	if g.Frequency == 0 {
		swing = 0
	}
	r.Swing, r.Phase = append(r.Swing, swing), append(r.Phase, phase)
}

// join adds the springs between neighbors. of has the kind of each mass, number that of
// each voxel's mass plus 1.
func (g *VoxelGrid) join(m *model.Model, of []uint8, number []uint32) error {
	nx, ny := g.Counts[0], g.Counts[1]
	stencil, err := LatticeStencil(13)
	if err != nil {
		return err
	}
	p := materials.NewPairs("voxel")
	for i, a := range number {
		if a == 0 {
			continue
		}
		x, y, z := i%nx, i/nx%ny, i/nx/ny
		for _, o := range stencil {
			if x+o.Dx < 0 || x+o.Dx >= nx || y+o.Dy < 0 || y+o.Dy >= ny || z+o.Dz >= g.Counts[2] {
				continue
			}
			b := number[i+o.Dx+nx*(o.Dy+ny*o.Dz)]
			if b == 0 {
				continue
			}
			young := 2 / (1/g.Kinds[of[a-1]].Young + 1/g.Kinds[of[b-1]].Young)
			k := young * g.Size / LatticeModulus
			material, ok := p.Material(k, materials.RatioDamping(g.DampingRatio, k, m.Mass[a-1], m.Mass[b-1]))
			if !ok {
				return fmt.Errorf("more than %d different springs; use fewer materials", materials.Most)
			}
			m.Ends = append(m.Ends, model.Ends{a - 1, b - 1})
			m.RestLength = append(m.RestLength, g.Size*o.Length())
			m.MaterialOf = append(m.MaterialOf, material)
		}
	}
	m.Materials = p.Materials
	return nil
}

// group gathers the masses of each kind under its name.
func (g *VoxelGrid) group(m *model.Model, of []uint8) {
	for i := range g.Kinds {
		group := model.Group{Name: g.Kinds[i].Name}
		for mass, kind := range of {
			if int(kind) == i {
				group.Masses = append(group.Masses, uint32(mass))
			}
		}
		if len(group.Masses) > 0 {
			m.Groups = append(m.Groups, group)
		}
	}
}

// Stand moves the robot so that it is centered in x and y, and its lowest masses are at height 0.
func (r *VoxelRobot) Stand() {
	lo, hi := r.Model.Bounds()
	by := model.Vec3{-(lo[0] + hi[0]) / 2, -(lo[1] + hi[1]) / 2, -lo[2]}
	for i, x := range r.Model.RestPosition {
		r.Model.RestPosition[i] = x.Add(by)
	}
}
