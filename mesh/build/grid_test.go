package build

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"hooke/model"
	"hooke/must"
)

// plainGrid returns the model of build, made mass by mass and offset by offset.
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

// Grids of several blocks of masses, built on all cores, equal those made mass by mass, to the last bit, with
// any number of threads.
func TestGridsAreTheSameOnAnyNumberOfThreads(t *testing.T) {
	stencil := must.Get(LatticeStencil(13))(t)
	edges := must.Get(LatticeStencil(3))(t)
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
			if got, err := g.build(0.013, 0.5, 0.25, false); err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %d threads: not what mass by mass makes (%v)", name, threads, err)
			}
		}
	}
}

// The closed form counts the springs, at every mass of grids of all kinds.
func TestSpringsBeforeAMass(t *testing.T) {
	var stencils [][]Offset
	for _, perMass := range []int{3, 9, 13} {
		stencil := must.Get(LatticeStencil(perMass))(t)
		stencils = append(stencils, stencil)
	}
	stencils = append(stencils, clothGrid(2, 2).stencil)
	for _, size := range [][3]int{{1, 1, 1}, {1, 1, 4}, {1, 3, 1}, {5, 1, 1}, {2, 3, 4}, {4, 3, 2}, {1, 2, 3}, {3, 1, 2}, {4, 4, 4}} {
		for _, stencil := range stencils {
			g := grid{size[0], size[1], size[2], stencil}
			m := plainGrid(g, 1, 1, 0)
			by := must.Get(g.build(1, 1, 0, true))(t)
			springs := 0
			for mass := range m.MassCount() {
				for springs < m.SpringCount() && int(m.Ends[springs][0]) < mass {
					springs++
				}
				if got := by.Pattern.SpringsBefore(mass); got != springs {
					t.Fatalf("%v with %d offsets: %d springs before mass %d, want %d", size, len(stencil), got, mass, springs)
				}
			}
			if _, all, err := g.count(); err != nil || int64(by.Pattern.SpringsBefore(m.MassCount())) != all {
				t.Errorf("%v with %d offsets: %d springs before the end, %d in all (%v)", size, len(stencil), by.Pattern.SpringsBefore(m.MassCount()), all, err)
			}
		}
	}
}

// A model by a pattern says of its masses and springs the same as arrays, to the last bit, wherever blocks
// begin and end; and an offset or a length that differs is seen.
func TestPatternsSayWhatArraysSay(t *testing.T) {
	stencil := must.Get(LatticeStencil(13))(t)
	for name, g := range map[string]grid{"lattice": {13, 12, 11, stencil}, "flat": {2, 40, 1, stencil}, "cloth": clothGrid(31, 25), "column": {1, 1, 50, stencil}, "of several blocks": {31, 30, 38, stencil}} {
		want := plainGrid(g, 0.013, 0.5, 0.25)
		m, err := g.build(0.013, 0.5, 0.25, true)
		if err != nil || m.Ends != nil || m.RestPosition != nil || m.MassCount() != want.MassCount() || m.SpringCount() != want.SpringCount() {
			t.Fatalf("%s: %d masses, %d springs, %v", name, m.MassCount(), m.SpringCount(), err)
		}
		must.Be(t, differs(m, want), "", "%s", name)
		m.Materials, want.Materials = []model.Material{{}, {}, {}, {}}, []model.Material{{}, {}, {}, {}}
		must.Hold(t, model.Fingerprint(m, model.Params{}) == model.Fingerprint(want, model.Params{}), "%s: other fingerprints", name)
		used := 0
		for m.Pattern.Count(used) == 0 {
			used++
		}
		length := m.Pattern.Stencil[used].RestLength
		m.Pattern.Stencil[used].RestLength *= 1 + 1e-15
		if differs(m, want) == "" || model.Fingerprint(m, model.Params{}) == model.Fingerprint(want, model.Params{}) {
			t.Errorf("%s: a rest length that is another one is not seen", name)
		}
		m.Pattern.Stencil[used].RestLength = length
		m.Pattern.Size[0], m.Pattern.Size[1] = m.Pattern.Size[1], m.Pattern.Size[0]
		if g.nx != g.ny && differs(m, want) == "" {
			t.Errorf("%s: a grid that is turned is not seen", name)
		}
	}
}

// differs says where a model by a pattern is not the one in arrays.
func differs(m, want *model.Model) string {
	for i, x := range want.RestPosition {
		if m.RestAt(i) != x || m.MassAt(i) != want.Mass[i] {
			return fmt.Sprintf("mass %d at %v, want %v", i, m.RestAt(i), x)
		}
	}
	if m.SpringCount() != want.SpringCount() {
		return "another number of springs"
	}
	var room model.Springs
	for size := 1; size < 3000; size = 3*size + 1 {
		for first := 0; first < want.SpringCount(); first += size {
			last := min(first+size, want.SpringCount())
			some := m.SpringsOf(first, last, &room)
			if !slices.Equal(some.Ends, want.Ends[first:last]) || !slices.Equal(some.RestLength, want.RestLength[first:last]) || !slices.Equal(some.MaterialOf, want.MaterialOf[first:last]) {
				return fmt.Sprintf("springs %d to %d: %v", first, last-1, some)
			}
		}
	}
	return ""
}
