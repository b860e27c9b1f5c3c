package structure

import (
	"fmt"
	"math"

	"hooke/mesh/emit"
	"hooke/model"
)

// voxelGrid is a structure that is a block of cubic voxels, some of them empty: a mass at
// the center of each voxel, with springs to all of its up to 26 neighbors. It takes about
// 60 bytes per mass and 4 per point of the block.
type voxelGrid struct {
	size    float64    // edge of a voxel [m]
	counts  [3]int     // voxels along x, y, z
	at      [][3]int32 // point of each mass
	number  []uint32   // number of the mass at each point plus 1, x fastest; 0: no mass
	modulus []float64  // E of each voxel [Pa]
	damping float64    // damping ratio
}

// These are the tolerances of regular structures. Numbers in float32 pass; masses that have moved do not.
const (
	voxelPlace = 1e-4 // tolerance of a mass's position, in edges
	voxelForce = 1e-4 // stiffness and damping, relative
)

// mostEmpty and someEmpty bound the points of a block: mostEmpty for each of its voxels,
// and someEmpty more.
const mostEmpty, someEmpty = 1000, 1 << 20

// newVoxelGrid finds the voxels of a structure. It returns an error that says why there
// are none.
func newVoxelGrid(m *model.Model) (*voxelGrid, error) {
	no := func(format string, args ...any) (*voxelGrid, error) {
		return nil, fmt.Errorf("export: this is no robot of voxels: "+format+"; write NPZ", args...)
	}
	for i := range m.Materials {
		if material := &m.Materials[i]; material.Beyond() != "" {
			return no("material %q %s", material.Name, material.Beyond())
		}
	}
	springs := emit.SpringsOf(m)
	g := &voxelGrid{size: math.Inf(1)}
	for _, i := range springs.Alive {
		g.size = min(g.size, m.RestLength[i])
	}
	if len(springs.Alive) == 0 || !(g.size > 0) {
		return no("it has no springs, or some of length 0, so that voxels have no size")
	}
	if mass, err := g.place(m.RestPosition); err != nil {
		return no("%w", err)
	} else if mass >= 0 {
		return no("mass %d is at %v, off the cubic lattice of the shortest spring, %g m", mass, m.RestPosition[mass], g.size)
	}
	if err := g.neighbors(m, springs); err != nil {
		return no("%w", err)
	}
	if err := g.materials(m, springs); err != nil {
		return no("%w", err)
	}
	return g, nil
}

// place numbers the points of the block. It returns the first mass that it finds off
// these points, or −1.
func (g *voxelGrid) place(positions []model.Vec3) (off int, err error) {
	var lo, hi model.Vec3
	for i, x := range positions {
		for axis := range 3 {
			if i == 0 || x[axis] < lo[axis] {
				lo[axis] = x[axis]
			}
			if i == 0 || x[axis] > hi[axis] {
				hi[axis] = x[axis]
			}
		}
	}
	points := 1.0
	for axis := range 3 {
		n := math.Round((hi[axis]-lo[axis])/g.size) + 1
		points *= n
		g.counts[axis] = int(min(n, 1<<31))
	}
	if most := mostEmpty*float64(len(positions)) + someEmpty; !(points <= most) {
		return -1, fmt.Errorf("%d masses in a block of %.3g voxels", len(positions), points)
	}
	g.number = make([]uint32, int(points))
	g.at = make([][3]int32, len(positions))
	for i, x := range positions {
		for axis := range 3 {
			steps := (x[axis] - lo[axis]) / g.size
			whole := math.Round(steps)
			if !(math.Abs(steps-whole) <= voxelPlace*max(1, steps/1000)) {
				return i, nil
			}
			g.at[i][axis] = int32(whole)
		}
		if other := g.massAt(g.at[i]); other != 0 {
			return -1, fmt.Errorf("masses %d and %d are in one place", other-1, i)
		}
		g.number[g.point(g.at[i])] = uint32(i) + 1
	}
	return -1, nil
}

func (g *voxelGrid) point(at [3]int32) int {
	return int(at[0]) + g.counts[0]*(int(at[1])+g.counts[1]*int(at[2]))
}

// massAt returns the number of the mass at a point plus 1; 0: no mass.
func (g *voxelGrid) massAt(at [3]int32) uint32 {
	for axis, n := range at {
		if n < 0 || int(n) >= g.counts[axis] {
			return 0
		}
	}
	return g.number[g.point(at)]
}

// neighbors returns an error unless the springs are exactly those between neighbors, each
// at rest there.
func (g *voxelGrid) neighbors(m *model.Model, springs *emit.Springs) error {
	found := make([]uint8, m.MassCount()) // number of springs of each mass
	for _, i := range springs.Alive {
		ends := m.Ends[i]
		square := 0
		for axis := range 3 {
			d := int(g.at[ends[0]][axis]) - int(g.at[ends[1]][axis])
			if d < -1 || d > 1 {
				return fmt.Errorf("spring %d joins masses %d and %d, which are no neighbors", i, ends[0], ends[1])
			}
			square += d * d
		}
		if rest := math.Sqrt(float64(square)) * g.size; !(math.Abs(m.RestLength[i]-rest) <= voxelPlace*rest) {
			return fmt.Errorf("spring %d has the rest length %g m, and between voxels it would have %g m", i, m.RestLength[i], rest)
		}
		for _, end := range ends {
			if found[end]++; found[end] > 26 {
				return fmt.Errorf("mass %d has more springs than neighbors", end)
			}
		}
	}
	for i, at := range g.at {
		want := uint8(0)
		g.around(at, func(uint32) { want++ })
		if found[i] != want {
			return fmt.Errorf("mass %d has %d neighbors at up to √3 edges, and %d springs; voxels are joined to all", i, want, found[i])
		}
	}
	return nil
}

// around calls visit for the masses next to a point.
func (g *voxelGrid) around(at [3]int32, visit func(mass uint32)) {
	for dz := int32(-1); dz <= 1; dz++ {
		for dy := int32(-1); dy <= 1; dy++ {
			for dx := int32(-1); dx <= 1; dx++ {
				if dx == 0 && dy == 0 && dz == 0 {
					continue
				}
				if n := g.massAt([3]int32{at[0] + dx, at[1] + dy, at[2] + dz}); n != 0 {
					visit(n - 1)
				}
			}
		}
	}
}
