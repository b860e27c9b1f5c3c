package fill

import (
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"hooke/mesh"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
)

// randomVoxels has each point with the given probability; rows are longer than
// a word.
func randomVoxels(seed uint64, nx, ny, nz int, part float64) *voxels {
	random := rand.New(rand.NewPCG(seed, 1))
	v := newVoxels(model.Vec3{}, model.Vec3{float64(nx) - 0.5, float64(ny) - 0.5, float64(nz) - 0.5}, 1)
	for z := range v.nz {
		for y := range v.ny {
			for x := range v.nx {
				if random.Float64() < part {
					v.set(x, y, z)
				}
			}
		}
	}
	return v
}

// holds is has for points beyond the lattice, too.
func (v *voxels) holds(x, y, z int) bool {
	return min(x, y, z) >= 0 && x < v.nx && y < v.ny && z < v.nz && v.has(x, y, z)
}

// plainVoxels returns the model of build, made point by point.
func plainVoxels(v *voxels, stencil []build.Offset) *model.Model {
	m := &model.Model{RestPosition: []model.Vec3{}, Ends: []model.Ends{}, RestLength: []float64{}, MaterialOf: []uint16{}}
	number := map[[3]int]uint32{}
	each := func(do func(x, y, z int)) {
		for z := range v.nz {
			for y := range v.ny {
				for x := range v.nx {
					if v.has(x, y, z) {
						do(x, y, z)
					}
				}
			}
		}
	}
	each(func(x, y, z int) {
		number[[3]int{x, y, z}] = uint32(len(m.RestPosition))
		m.RestPosition = append(m.RestPosition, v.at(x, y, z))
	})
	each(func(x, y, z int) {
		for _, o := range stencil {
			if v.holds(x+o.Dx, y+o.Dy, z+o.Dz) {
				m.Ends = append(m.Ends, model.Ends{number[[3]int{x, y, z}], number[[3]int{x + o.Dx, y + o.Dy, z + o.Dz}]})
				m.RestLength, m.MaterialOf = append(m.RestLength, o.Length()*v.pitch), append(m.MaterialOf, 1)
			}
		}
	})
	return m
}

// plainLargestPart removes the springs that keepLargestPart should, one by one.
func plainLargestPart(m *model.Model) (sizes map[uint32]int, kept uint32) {
	sets := mesh.NewDisjointSets(m.MassCount())
	for _, ends := range m.Ends {
		sets.Join(ends[0], ends[1])
	}
	sizes = map[uint32]int{}
	for i := range m.RestPosition {
		sizes[sets.Root(uint32(i))]++
	}
	for i := range m.RestPosition {
		if root := uint32(i); sizes[root] > sizes[kept] {
			kept = root
		}
	}
	return sizes, kept
}

// Voxels that are filled by words, runs and layers on all cores equal those filled point by point: sparse,
// dense, of all stencils and with any number of threads.
func TestVoxelsAreBuiltAsPointByPoint(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	parts := 0
	for seed, part := range []float64{0, 0.02, 0.08, 0.12, 0.2, 0.3, 0.6, 1} {
		for _, perMass := range []int{3, 9, 13} {
			stencil := must.Get(build.LatticeStencil(perMass))(t)
			v := randomVoxels(uint64(seed), 131, 11, 7, part)
			whole := plainVoxels(v, stencil)
			sizes, largest := plainLargestPart(whole)
			removed := massesOf(v.keepLargestPart(stencil))
			if want := whole.MassCount() - sizes[largest]; removed != want {
				t.Errorf("part %g, %d springs per mass: %d masses removed, want %d of %d", part, perMass, removed, want, whole.MassCount())
			}
			if removed > 0 {
				parts++
			}
			want := plainVoxels(v, stencil)
			if want.MassCount() > 0 && want.RestPosition[0] != whole.RestPosition[largest] {
				t.Errorf("part %g, %d springs per mass: the part of mass %d should be kept", part, perMass, largest)
			}
			if sizes, _ := plainLargestPart(want); len(sizes) > 1 {
				t.Errorf("part %g, %d springs per mass: %d parts are left", part, perMass, len(sizes))
			}
			if got := v.springs(stencil); got != int64(want.SpringCount()) {
				t.Errorf("part %g, %d springs per mass: %d springs counted, want %d", part, perMass, got, want.SpringCount())
			}
			for _, threads := range []int{1, 2, 5} {
				runtime.GOMAXPROCS(threads)
				if got := (&filled{voxels: v}).build(stencil); !reflect.DeepEqual(got, want) {
					t.Errorf("part %g, %d springs per mass, %d threads: not what point by point makes", part, perMass, threads)
				}
			}
		}
	}
	must.Hold(t, parts >= 10, "only %d of the cases have more than one part", parts)
}
