package structure

import (
	"errors"
	"fmt"
	"math"

	"hooke/mesh"
	"hooke/mesh/build"
	"hooke/model"
)

// build makes masses from voxels, and springs between neighbors.
func (v *voxcad) build(name string) (*mesh.File, error) {
	grid, err := v.grid()
	if err != nil {
		return nil, err
	}
	r, err := grid.Build(name)
	if err != nil {
		return nil, err
	}
	return &mesh.File{Structure: r.Model, Actuators: r.Actuators,
		Voxels: &mesh.Voxels{Size: grid.Size, Frequency: grid.Frequency, Amplitude: r.Swing, Phase: r.Phase}}, nil
}

// grid returns the robot with its kinds in the order of the palette.
func (v *voxcad) grid() (*build.VoxelGrid, error) {
	if err := v.check(); err != nil {
		return nil, err
	}
	g := &build.VoxelGrid{Size: v.size, Counts: v.counts, Of: make([]uint8, len(v.data)), DampingRatio: v.damping}
	if v.thermal && v.varies && v.period > 0 {
		g.Frequency = 1 / v.period
	}
	var of [256]uint8 // kind plus 1 of each character
	for i := range v.materials {
		material := &v.materials[i]
		if material.id == 0 {
			continue // an empty voxel
		}
		g.Kinds = append(g.Kinds, build.VoxelKind{Name: material.name, Young: material.modulus, Density: material.density,
			Swing: material.expand * v.tempAmp, Phase: 2 * math.Pi * material.phase, Fixed: material.fixed})
		of['0'+material.id] = uint8(len(g.Kinds))
	}
	for i, id := range v.data {
		if id != '0' && of[id] == 0 {
			return nil, fmt.Errorf("voxel %d, %d, %d has material %q, which is not in the palette", i%v.counts[0], i/v.counts[0]%v.counts[1], i/v.counts[0]/v.counts[1], id)
		}
		g.Of[i] = of[id]
	}
	for _, phase := range v.phase {
		g.Phase = append(g.Phase, 2*math.Pi*phase)
	}
	return g, nil
}

// check returns an error for missing parts of the file.
func (v *voxcad) check() error {
	switch total := int64(v.counts[0]) * int64(v.counts[1]) * int64(v.counts[2]); {
	case !v.hasStructure:
		return errors.New("no <Structure> in the whole file")
	case len(v.materials) == 0:
		return errors.New("no <Palette> of materials; a .vxd file takes it from base.vxa beside it")
	case !(v.size > 0):
		return fmt.Errorf("<Lattice_Dim> is %g m; it must be a positive length", v.size)
	case v.damping < 0 || v.period < 0:
		return fmt.Errorf("<BondDampingZ> is %g and <TempPeriod> %g s; they must not be negative", v.damping, v.period)
	case total != int64(len(v.data)) || total > model.MaxCount:
		return fmt.Errorf("%d layers of %d × %d voxels, and %d announced", v.layers, v.counts[0], v.counts[1], v.counts[2])
	case v.phase != nil && len(v.phase) != len(v.data):
		return fmt.Errorf("%d phases for %d voxels", len(v.phase), len(v.data))
	}
	for i := range v.materials {
		material := &v.materials[i]
		if material.id == 0 {
			continue // an empty voxel
		}
		if !(material.modulus > 0) || !(material.density > 0) {
			return fmt.Errorf("material %d (%s): <Elastic_Mod> is %g Pa and <Density> %g kg/m³; both must be positive",
				material.id, material.name, material.modulus, material.density)
		}
	}
	return nil
}
