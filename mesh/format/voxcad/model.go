package voxcad

import (
	"errors"
	"fmt"
	"math"

	"hooke/mesh"
	"hooke/mesh/build"
	"hooke/mesh/materials"
	"hooke/model"
)

// latticeModulus is the modulus E, along its axes, of a lattice with 13 springs of
// stiffness k per mass at distance h, in units of k/h: C11 = 13/3, C12 = 7/3, E = C11 − 2
// C12²/(C11 + C12).
const latticeModulus = 2.7

// build makes masses from voxels, and springs between neighbors.
func (v *voxcad) build(name string) (*mesh.File, error) {
	palette, err := v.check()
	if err != nil {
		return nil, err
	}
	m := &model.Model{Name: name}
	f := &mesh.File{Structure: m, Voxels: &mesh.Voxels{Size: v.size}}
	nx, ny := v.counts[0], v.counts[1]
	if v.thermal && v.varies && v.period > 0 {
		f.Voxels.Frequency = 1 / v.period
	}

	// number has the number of each voxel's mass plus 1; 0 where there is no mass.
	number := make([]uint32, len(v.data))
	of := make([]*voxMaterial, 0, len(v.data))
	for i, id := range v.data {
		if id == '0' {
			continue
		}
		material := palette[id]
		if material == nil {
			return nil, fmt.Errorf("voxel %d, %d, %d has material %q, which is not in the palette", i%nx, i/nx%ny, i/nx/ny, id)
		}
		of = append(of, material)
		number[i] = uint32(len(of))
		v.addMass(f, i, material)
	}
	if len(of) == 0 {
		return nil, errors.New("no voxels in the whole file")
	}

	if err := v.join(m, of, number); err != nil {
		return nil, err
	}
	v.group(m, of)
	if err := v.actuate(f); err != nil {
		return nil, err
	}
	return f, m.Validate()
}

// join adds the springs between neighbors. of has the material of each mass. number has
// the number of each voxel's mass plus 1; 0 where there is no mass.
func (v *voxcad) join(m *model.Model, of []*voxMaterial, number []uint32) error {
	nx, ny := v.counts[0], v.counts[1]
	stencil, err := build.LatticeStencil(13)
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
			if x+o.Dx < 0 || x+o.Dx >= nx || y+o.Dy < 0 || y+o.Dy >= ny || z+o.Dz >= v.counts[2] {
				continue
			}
			b := number[i+o.Dx+nx*(o.Dy+ny*o.Dz)]
			if b == 0 {
				continue
			}
			modulus := 2 / (1/of[a-1].modulus + 1/of[b-1].modulus)
			k := modulus * v.size / latticeModulus
			material, ok := p.Material(k, materials.RatioDamping(v.damping, k, m.Mass[a-1], m.Mass[b-1]))
			if !ok {
				return fmt.Errorf("more than %d different springs; use fewer materials", materials.Most)
			}
			m.Ends = append(m.Ends, model.Ends{a - 1, b - 1})
			m.RestLength = append(m.RestLength, v.size*o.Length())
			m.MaterialOf = append(m.MaterialOf, material)
		}
	}
	m.Materials = p.Materials
	return nil
}

// check reports what the file lacks, and returns the palette by its characters.
func (v *voxcad) check() (palette [256]*voxMaterial, err error) {
	switch total := int64(v.counts[0]) * int64(v.counts[1]) * int64(v.counts[2]); {
	case !v.hasStructure:
		return palette, errors.New("no <Structure> in the whole file")
	case len(v.materials) == 0:
		return palette, errors.New("no <Palette> of materials; a .vxd file takes it from base.vxa beside it")
	case !(v.size > 0):
		return palette, fmt.Errorf("<Lattice_Dim> is %g m; it must be a positive length", v.size)
	case v.damping < 0 || v.period < 0:
		return palette, fmt.Errorf("<BondDampingZ> is %g and <TempPeriod> %g s; they must not be negative", v.damping, v.period)
	case total != int64(len(v.data)) || total > model.MaxCount:
		return palette, fmt.Errorf("%d layers of %d × %d voxels, and %d announced", v.layers, v.counts[0], v.counts[1], v.counts[2])
	case v.phase != nil && len(v.phase) != len(v.data):
		return palette, fmt.Errorf("%d phases for %d voxels", len(v.phase), len(v.data))
	}
	for i := range v.materials {
		material := &v.materials[i]
		if material.id == 0 {
			continue // what is nothing
		}
		if !(material.modulus > 0) || !(material.density > 0) {
			return palette, fmt.Errorf("material %d (%s): <Elastic_Mod> is %g Pa and <Density> %g kg/m³; both must be positive",
				material.id, material.name, material.modulus, material.density)
		}
		palette['0'+material.id] = material
	}
	return palette, nil
}

// addMass adds the mass of voxel i, and its actuation.
func (v *voxcad) addMass(f *mesh.File, i int, material *voxMaterial) {
	m, nx, ny := f.Structure, v.counts[0], v.counts[1]
	m.RestPosition = append(m.RestPosition, model.Vec3{
		v.size * (float64(i%nx) + 0.5), v.size * (float64(i/nx%ny) + 0.5), v.size * (float64(i/nx/ny) + 0.5)})
	m.Mass = append(m.Mass, material.density*v.size*v.size*v.size)
	if material.fixed {
		for len(m.Pin) < len(m.Mass)-1 {
			m.Pin = append(m.Pin, 0)
		}
		m.Pin = append(m.Pin, model.PinAll)
	} else if m.Pin != nil {
		m.Pin = append(m.Pin, 0)
	}

	amplitude, phase := 0.0, material.phase
	if f.Voxels.Frequency > 0 {
		amplitude = material.expand * v.tempAmp
	}
	if v.phase != nil {
		phase += v.phase[i]
	}
	f.Voxels.Amplitude = append(f.Voxels.Amplitude, amplitude)
	f.Voxels.Phase = append(f.Voxels.Phase, 2*math.Pi*phase)
}

// group gathers the masses of each material under its name.
func (v *voxcad) group(m *model.Model, of []*voxMaterial) {
	for i := range v.materials {
		g := model.Group{Name: v.materials[i].name}
		for mass, material := range of {
			if material == &v.materials[i] {
				g.Masses = append(g.Masses, uint32(mass))
			}
		}
		if len(g.Masses) > 0 {
			m.Groups = append(m.Groups, g)
		}
	}
}
