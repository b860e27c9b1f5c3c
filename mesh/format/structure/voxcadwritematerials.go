package structure

import (
	"fmt"
	"math"

	"hooke/mesh/build"
	"hooke/mesh/emit"
	"hooke/model"
)

// voxcadBond is a spring as seen from one of its ends.
type voxcadBond struct {
	other      uint32
	compliance float64 // 1/E of the spring, which is the mean of 1/E of its voxels [1/Pa]
}

// materials finds E of every voxel. The two halves of a spring belong to its voxels: 1/E
// of the spring is the mean of theirs, and k = E h/2.7. Three voxels that are all
// neighbors of each other tell the E of each, and from one voxel the others follow. Where
// there are no such three, in a row of single voxels, the first voxel gets the E of its
// spring.
func (g *voxelGrid) materials(m *model.Model, springs *emit.Springs) error {
	start, bonds := g.bonds(m, springs)
	const unknown = -1
	compliance := make([]float64, m.MassCount())
	for i := range compliance {
		compliance[i] = unknown
	}
	list := func(i uint32) []voxcadBond { return bonds[start[i]:start[i+1]] }
	var queue []uint32
	for first := range uint32(m.MassCount()) {
		if compliance[first] != unknown {
			continue
		}
		if len(list(first)) == 0 {
			return fmt.Errorf("mass %d has no springs, so that its voxel has no stiffness", first)
		}
		seed, value := g.seed(first, list)
		if !(value > 0) {
			return fmt.Errorf("the stiffness of the springs at mass %d is not that of voxels, each of one material", seed)
		}
		compliance[seed] = value
		for queue = append(queue[:0], seed); len(queue) > 0; queue = queue[1:] {
			i := queue[0]
			for _, b := range list(i) {
				want := 2*b.compliance - compliance[i]
				switch {
				case compliance[b.other] == unknown && want > 0:
					compliance[b.other] = want
					queue = append(queue, b.other)
				case compliance[b.other] == unknown, !(math.Abs(compliance[b.other]-want) <= voxelForce*2*b.compliance):
					return fmt.Errorf("the stiffness of the springs at mass %d is not that of voxels, each of one material", i)
				}
			}
		}
	}
	g.modulus = compliance
	for i, c := range compliance {
		g.modulus[i] = 1 / c
	}
	return g.dampingOf(m, springs)
}

// seed finds a voxel of a part whose compliance its springs tell, and returns both: with
// neighbors a and b that are joined, c = c_a + c_b − c_ab. It takes the nearest such
// voxel, since any is as good. 10,000 voxels without one count as a row.
func (g *voxelGrid) seed(first uint32, list func(uint32) []voxcadBond) (voxel uint32, compliance float64) {
	visited := map[uint32]bool{first: true}
	queue := []uint32{first}
	for len(queue) > 0 && len(visited) < 10_000 {
		i := queue[0]
		queue = queue[1:]
		for _, b := range list(i) {
			for _, c := range list(i) {
				for _, across := range list(b.other) {
					if across.other == c.other {
						return i, b.compliance + c.compliance - across.compliance
					}
				}
			}
			if !visited[b.other] {
				visited[b.other] = true
				queue = append(queue, b.other)
			}
		}
	}
	return first, list(first)[0].compliance
}

// bonds returns the springs of every mass. Those of mass i lie from start[i] to
// start[i+1].
func (g *voxelGrid) bonds(m *model.Model, springs *emit.Springs) (start []uint32, bonds []voxcadBond) {
	start = make([]uint32, m.MassCount()+1)
	for _, s := range springs.Alive {
		start[m.Ends[s][0]+1]++
		start[m.Ends[s][1]+1]++
	}
	for i := range m.MassCount() {
		start[i+1] += start[i]
	}
	bonds = make([]voxcadBond, 2*len(springs.Alive))
	next := append([]uint32(nil), start...)
	for _, s := range springs.Alive {
		k := springs.Coefficients(s).Stiffness
		ends := m.Ends[s]
		for side, end := range ends {
			bonds[next[end]] = voxcadBond{ends[1-side], g.size / (build.LatticeModulus * k)}
			next[end]++
		}
	}
	return start, bonds
}

// dampingOf finds the one damping ratio that all springs have, with the reduced masses of
// their voxels, also of pinned ones. It returns an error where the ratios differ.
func (g *voxelGrid) dampingOf(m *model.Model, springs *emit.Springs) error {
	lowest, highest := math.Inf(1), 0.0
	for _, s := range springs.Alive {
		own := springs.Coefficients(s)
		k, c := own.Stiffness, own.Damping
		ratio := c / (2 * math.Sqrt(k/(1/m.Mass[m.Ends[s][0]]+1/m.Mass[m.Ends[s][1]])))
		lowest, highest = min(lowest, ratio), max(highest, ratio)
	}
	if !(highest-lowest <= voxelForce*highest) {
		return fmt.Errorf("its springs have damping ratios from %.4g to %.4g, and voxels have one for all", lowest, highest)
	}
	g.damping = highest
	return nil
}
