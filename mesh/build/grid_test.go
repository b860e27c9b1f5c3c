package build

import (
	"reflect"
	"runtime"
	"testing"

	"hooke/model"
)

// plainGrid is what build makes, mass by mass and offset by offset.
func plainGrid(g grid, spacing, mass, bottom float64) *model.Model {
	m := &model.Model{}
	inside := func(x, y, z int) bool { return min(x, y, z) >= 0 && x < g.nx && y < g.ny && z < g.nz }
	number := func(x, y, z int) uint32 { return uint32(x + g.nx*(y+g.ny*z)) }
	for z := range g.nz {
		for y := range g.ny {
			for x := range g.nx {
				m.RestPosition = append(m.RestPosition, model.Vec3{
					-spacing*float64(g.nx-1)/2 + spacing*float64(x), -spacing*float64(g.ny-1)/2 + spacing*float64(y), bottom + spacing*float64(z)})
				m.Mass = append(m.Mass, mass)
				for _, o := range g.stencil {
					if inside(x+o.Dx, y+o.Dy, z+o.Dz) {
						m.Ends = append(m.Ends, model.Ends{number(x, y, z), number(x+o.Dx, y+o.Dy, z+o.Dz)})
						m.RestLength = append(m.RestLength, spacing*o.Length())
						m.MaterialOf = append(m.MaterialOf, o.material)
					}
				}
			}
		}
	}
	return m
}

// Grids of several blocks of masses, built on all cores, are what mass by mass
// makes, to the last bit, with any number of threads.
func TestGridsAreTheSameOnAnyNumberOfThreads(t *testing.T) {
	stencil, err := LatticeStencil(13)
	if err != nil {
		t.Fatal(err)
	}
	edges, err := LatticeStencil(3)
	if err != nil {
		t.Fatal(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for name, g := range map[string]grid{
		"lattice": {34, 33, 32, stencil},
		"edges":   {130, 27, 20, edges},
		"cloth":   clothGrid(211, 205),
		"rope":    {2*model.BlockSize + 5, 1, 1, []Offset{{1, 0, 0, 1}}},
		"column":  {1, 1, model.BlockSize + 5, stencil},
	} {
		want := plainGrid(g, 0.013, 0.5, 0.25)
		if model.BlockCount(want.MassCount()) < 2 {
			t.Errorf("%s: %d masses are one block, which proves nothing", name, want.MassCount())
		}
		for _, threads := range []int{1, 2, 5} {
			runtime.GOMAXPROCS(threads)
			if got, err := g.build(0.013, 0.5, 0.25); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %d threads: not what mass by mass makes (%v)", name, threads, err)
			}
		}
	}
}

// The closed form counts what is there, at every mass of grids of all kinds.
func TestSpringsBeforeAMass(t *testing.T) {
	var stencils [][]Offset
	for _, perMass := range []int{3, 9, 13} {
		stencil, err := LatticeStencil(perMass)
		if err != nil {
			t.Fatal(err)
		}
		stencils = append(stencils, stencil)
	}
	stencils = append(stencils, clothGrid(2, 2).stencil)
	for _, size := range [][3]int{{1, 1, 1}, {1, 1, 4}, {1, 3, 1}, {5, 1, 1}, {2, 3, 4}, {4, 3, 2}, {1, 2, 3}, {3, 1, 2}, {4, 4, 4}} {
		for _, stencil := range stencils {
			g := grid{size[0], size[1], size[2], stencil}
			m := plainGrid(g, 1, 1, 0)
			springs := 0
			for mass := range m.MassCount() {
				for springs < m.SpringCount() && int(m.Ends[springs][0]) < mass {
					springs++
				}
				if got := g.springsBefore(mass); got != int64(springs) {
					t.Fatalf("%v with %d offsets: %d springs before mass %d, want %d", size, len(stencil), got, mass, springs)
				}
			}
			if _, all, err := g.count(); err != nil || g.springsBefore(m.MassCount()) != all {
				t.Errorf("%v with %d offsets: %d springs before the end, %d in all (%v)", size, len(stencil), g.springsBefore(m.MassCount()), all, err)
			}
		}
	}
}
