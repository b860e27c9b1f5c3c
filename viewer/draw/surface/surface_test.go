package surface

import (
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"hooke/model"
	"hooke/must"
	"hooke/shaders"
)

// grid makes an n × n × n lattice with springs to the neighbors within the
// given squared distance: 1 edges, 2 face diagonals, 3 body diagonals.
func grid(nx, ny, nz, reach int) (position []shaders.Position, ends []shaders.Ends) {
	index := func(x, y, z int) uint32 { return uint32(x + nx*(y+ny*z)) }
	inside := func(x, y, z int) bool { return x >= 0 && y >= 0 && z >= 0 && x < nx && y < ny && z < nz }
	for z := range nz {
		for y := range ny {
			for x := range nx {
				position = append(position, shaders.Position{Xyz: [3]float32{float32(x), float32(y), float32(z)}, InverseMass: 1})
				for dz := -1; dz <= 1; dz++ {
					for dy := -1; dy <= 1; dy++ {
						for dx := -1; dx <= 1; dx++ {
							far := dx*dx + dy*dy + dz*dz
							if far == 0 || far > reach || !inside(x+dx, y+dy, z+dz) || index(x+dx, y+dy, z+dz) < index(x, y, z) {
								continue
							}
							ends = append(ends, shaders.Ends{index(x, y, z), index(x+dx, y+dy, z+dz)})
						}
					}
				}
			}
		}
	}
	return position, ends
}

func kinds(partner []shaders.Partner) (count [4]int) {
	for _, p := range partner {
		count[p.Kind]++
	}
	return count
}

func normalAt(position []shaders.Position, p shaders.Partner, i int) mgl32.Vec3 {
	x := mgl32.Vec3(position[i].Xyz)
	return mgl32.Vec3(position[p.A].Xyz).Sub(x).Cross(mgl32.Vec3(position[p.B].Xyz).Sub(x)).Normalize()
}

func TestSurfaceOfALattice(t *testing.T) {
	const n = 7
	for reach := 1; reach <= 3; reach++ {
		position, ends := grid(n, n, n, reach)
		partner := Find(position, ends, nil).Partner
		got := kinds(partner)
		want := [4]int{shaders.SurfaceInside: 5 * 5 * 5, shaders.SurfaceSolid: n*n*n - 5*5*5}
		must.Hold(t, got == want, "reach %d: %v masses inside, solid, sheet, thread; want %v", reach, got, want)
		// In the middle of each face the normal is the face's, outward.
		for axis := range 3 {
			for _, side := range []int{0, n - 1} {
				place := [3]int{n / 2, n / 2, n / 2}
				place[axis] = side
				i := place[0] + n*(place[1]+n*place[2])
				var want mgl32.Vec3
				want[axis] = 1
				if side == 0 {
					want[axis] = -1
				}
				if got := normalAt(position, partner[i], i); got.Sub(want).Len() > 1e-6 {
					t.Errorf("reach %d, face %v: normal %v, want %v", reach, place, got, want)
				}
			}
		}
		// Everywhere on the surface, it points away from the middle.
		for i, p := range partner {
			away := mgl32.Vec3(position[i].Xyz).Sub(mgl32.Vec3{n / 2, n / 2, n / 2})
			if p.Kind == shaders.SurfaceSolid && normalAt(position, p, i).Dot(away) <= 0 {
				t.Errorf("reach %d: the normal at %v points inward", reach, position[i].Xyz)
			}
		}
	}
}

// A terraced slope, as of a filled mesh, has no holes: a mass that lacks three
// neighbors or more is on the surface, one that lacks none is inside.
func TestSurfaceOfATerrace(t *testing.T) {
	for _, slope := range [][2]float32{{1. / 3, 0}, {1. / 2, 0}, {1, 0}, {1. / 2, 1. / 2}, {1. / 3, 1. / 5}, {1. / 4, 1}} {
		all, _ := grid(16, 16, 14, 3)
		kept := map[[3]float32]uint32{}
		var position []shaders.Position
		for _, p := range all {
			if p.Xyz[2] <= 2+slope[0]*p.Xyz[0]+slope[1]*p.Xyz[1] {
				kept[p.Xyz] = uint32(len(position))
				position = append(position, p)
			}
		}
		var ends []shaders.Ends
		present := make([]int, len(position))
		for i, p := range position {
			for _, d := range neighbors() {
				j, ok := kept[[3]float32{p.Xyz[0] + d[0], p.Xyz[1] + d[1], p.Xyz[2] + d[2]}]
				if ok {
					present[i]++
				}
				if ok && j > uint32(i) {
					ends = append(ends, shaders.Ends{uint32(i), j})
				}
			}
		}
		for i, p := range Find(position, ends, nil).Partner {
			inside := p.Kind == shaders.SurfaceInside
			if inside && present[i] <= 23 || !inside && present[i] == 26 {
				t.Errorf("slope %v: the mass at %v with %d of 26 neighbors has kind %d", slope, position[i].Xyz, present[i], p.Kind)
				break
			}
		}
	}
}

func neighbors() (out [][3]float32) {
	for k := range 27 {
		if k != 13 {
			out = append(out, [3]float32{float32(k%3 - 1), float32(k/3%3 - 1), float32(k/9 - 1)})
		}
	}
	return out
}

func TestSheetsAndThreads(t *testing.T) {
	cloth, clothEnds := grid(9, 9, 1, 2)
	if got, want := kinds(Find(cloth, clothEnds, nil).Partner), [4]int{shaders.SurfaceSheet: 81}; got != want {
		t.Errorf("cloth: %v masses inside, solid, sheet, thread; want %v", got, want)
	}
	// A sheet that is wavy stays a sheet: nothing of it is hidden.
	for i := range cloth {
		cloth[i].Xyz[2] = 0.25 * float32((i%9+i/9)%3)
	}
	if got := kinds(Find(cloth, clothEnds, nil).Partner); got[shaders.SurfaceInside] > 0 {
		t.Errorf("wavy cloth: %v; nothing lies inside", got)
	}
	rope, ropeEnds := grid(20, 1, 1, 1)
	must.Be(t, kinds(Find(rope, ropeEnds, nil).Partner), [4]int{shaders.SurfaceThread: 20}, "rope")
}

func TestSurfaceOfDegenerateScenes(t *testing.T) {
	nan := float32(0)
	nan /= nan
	for name, c := range map[string]struct {
		position []shaders.Position
		ends     []shaders.Ends
	}{
		"nothing":                  {},
		"one mass":                 {position: make([]shaders.Position, 1)},
		"two masses together":      {make([]shaders.Position, 2), []shaders.Ends{{0, 1}}},
		"a mass that is no number": {[]shaders.Position{{}, {Xyz: [3]float32{nan, 0, 0}}}, []shaders.Ends{{0, 1}}},
	} {
		for i, p := range Find(c.position, c.ends, nil).Partner {
			if p.Kind != shaders.SurfaceThread || int(p.A) != i || int(p.B) != i {
				t.Errorf("%s: mass %d is %+v, want a thread without partners", name, i, p)
			}
		}
	}
}

func TestCoverTableKnowsItsDirections(t *testing.T) {
	points := sphere(directions)
	table := newCoverTable(points, wideCosine)
	for k, point := range points {
		must.Hold(t, table[coverCell(point)]>>k&1 != 0, "direction %d does not cover itself", k)
		opposite := (k + directions/2) % directions
		must.Hold(t, table[coverCell(point)]>>opposite&1 != 1, "direction %d covers its opposite", k)
	}
}

// The surface does not depend on the number of cores that look for it, in volumes, in cloth with given triangles and in both
// where an embedded surface follows some masses.
func TestSurfaceOnAnyNumberOfCores(t *testing.T) {
	volume, volumeEnds := grid(25, 24, 23, 3)
	sheet, sheetEnds := grid(120, 110, 1, 2)
	var cloth [][3]uint32
	for i := range uint32(119) {
		cloth = append(cloth, [3]uint32{i, i + 1, i + 120})
	}
	hung := make([]bool, len(volume))
	hung[5], hung[7000] = true, true
	for name, c := range map[string]struct {
		position []shaders.Position
		ends     []shaders.Ends
		cloth    [][3]uint32
		hung     []bool
	}{"volume": {volume, volumeEnds, nil, nil}, "hung": {volume, volumeEnds, nil, hung}, "sheet": {sheet, sheetEnds, nil, nil}, "cloth": {sheet, sheetEnds, cloth, nil}} {
		must.Hold(t, len(c.ends) > model.BlockSize, "%s: %d springs are one block of work", name, len(c.ends))
		find := func(cores int) ([]shaders.Partner, Skin, []shaders.SkinAt) {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
			f := FindIn(Excerpt{Masses: len(c.position), Springs: len(c.ends), Hung: c.hung}, c.position, c.ends, c.cloth)
			skin := SkinOf(f)
			return f.Partner, skin, skin.Lists(&f)
		}
		partner, skin, lists := find(1)
		partners, skins, more := find(5)
		must.Hold(t, slices.Equal(partner, partners) && reflect.DeepEqual(skin, skins) && slices.Equal(lists, more), "%s: five cores find another surface than one", name)
	}
}
