package join

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"hooke/machine/memory"
	"hooke/mesh"
	"hooke/mesh/materials"
	"hooke/model"
)

// WeldNear joins pairs of masses, one of group a and one of group b, that rest within a
// distance [m] of each other: the nearest pair first, and no mass twice. Hinge says how
// two masses become one. m does not change; number is the new number of each of its
// masses. It is an error if the groups have no such pair, or share a mass.
func WeldNear(m *model.Model, a, b string, distance float64) (out *model.Model, number []uint32, err error) {
	near, err := nearPairs(m, a, b, distance)
	if err != nil {
		return nil, nil, fmt.Errorf("mesh: weld: %w", err)
	}
	slices.SortFunc(near, func(p, q nearPair) int {
		return cmp.Or(cmp.Compare(p.distance, q.distance), slices.Compare(p.ends[:], q.ends[:]))
	})
	taken := make([]bool, m.MassCount())
	var pairs [][2]uint32
	for _, p := range near {
		if !taken[p.ends[0]] && !taken[p.ends[1]] {
			taken[p.ends[0]], taken[p.ends[1]] = true, true
			pairs = append(pairs, p.ends)
		}
	}
	out, number = weld(m, pairs)
	return out, number, nil
}

// ConnectNear adds a spring of a material, at rest, between every two masses, one of
// group a and one of group b, that rest within a distance [m] of each other and have no
// spring yet. It changes m and returns how many springs it added. Errors are those of
// WeldNear.
func ConnectNear(m *model.Model, a, b string, distance float64, material model.Material) (added int, err error) {
	near, err := nearPairs(m, a, b, distance)
	if err != nil {
		return 0, fmt.Errorf("mesh: connect: %w", err)
	}
	if len(m.Materials) > materials.Most {
		return 0, fmt.Errorf("mesh: connect: more than %d materials", materials.Most)
	}
	joined := make(map[[2]uint32]bool) // the pairs that springs join; as large as a joint
	inside := make(map[uint32]bool)
	for _, p := range near {
		inside[p.ends[0]], inside[p.ends[1]] = true, true
	}
	for s, ends := range m.Ends {
		if m.MaterialOf[s] != model.Removed && inside[ends[0]] && inside[ends[1]] {
			joined[[2]uint32{ends[0], ends[1]}], joined[[2]uint32{ends[1], ends[0]}] = true, true
		}
	}
	for _, p := range near {
		if joined[p.ends] {
			continue
		}
		m.AddSpring(model.Ends(p.ends), p.distance, uint16(len(m.Materials)))
		added++
	}
	if added == 0 {
		return 0, fmt.Errorf("mesh: connect: springs join all masses of groups %q and %q within %g m already", a, b, distance)
	}
	m.Materials = append(m.Materials, material)
	return added, nil
}

// Near returns all pairs of masses, one of group a and one of group b, that rest within a
// distance [m] of each other: the pairs that ConnectNear joins; WeldNear chooses from
// them. Errors are those of WeldNear.
func Near(m *model.Model, a, b string, distance float64) ([][2]uint32, error) {
	near, err := nearPairs(m, a, b, distance)
	if err != nil {
		return nil, fmt.Errorf("mesh: near: %w", err)
	}
	pairs := make([][2]uint32, len(near))
	for i, p := range near {
		pairs[i] = p.ends
	}
	return pairs, nil
}

// nearPair is a pair of masses and the distance at which they rest [m].
type nearPair struct {
	ends     [2]uint32 // of group a, of group b
	distance float64
}

// mostNear is the largest number of pairs of a joint: a distance that is too large
// joins everything.
const mostNear = 1 << 26

// nearPairs returns the pairs of masses of two groups within a distance, in the order of
// group a.
func nearPairs(m *model.Model, a, b string, distance float64) ([]nearPair, error) {
	groupA, okA := m.Group(a)
	groupB, okB := m.Group(b)
	switch {
	case !okA || !okB:
		return nil, fmt.Errorf("model %q has no group %q or no group %q", m.Name, a, b)
	case !(distance >= 0) || math.IsInf(distance, 0):
		return nil, fmt.Errorf("distance is %g m; it must not be negative", distance)
	case len(groupA.Masses) == 0 || len(groupB.Masses) == 0:
		return nil, fmt.Errorf("groups %q and %q have %d and %d masses; give at least one of each", a, b, len(groupA.Masses), len(groupB.Masses))
	}
	in := make([]bool, m.MassCount())
	for _, i := range groupA.Masses {
		in[i] = true
	}
	places := make([]model.Vec3, 0, len(groupB.Masses))
	for _, j := range groupB.Masses {
		if in[j] {
			return nil, fmt.Errorf("mass %d is in both groups, %q and %q; a body is not joined to itself", j, a, b)
		}
		places = append(places, m.RestPosition[j])
	}
	tree := mesh.NewPlaceTree(places)
	count, err := countNear(m, tree, groupA.Masses, distance)
	if err != nil {
		return nil, err
	}
	near := make([]nearPair, 0, count)
	least := math.Inf(1)
	for _, i := range groupA.Masses {
		x := m.RestPosition[i]
		found := tree.Within(x, distance)
		slices.Sort(found)
		if len(found) == 0 && len(near) == 0 {
			least = min(least, places[tree.Nearest(x)].Sub(x).Len())
		}
		for _, at := range found {
			near = append(near, nearPair{[2]uint32{i, groupB.Masses[at]}, places[at].Sub(x).Len()})
		}
	}
	if len(near) == 0 {
		return nil, fmt.Errorf("no mass of %q is within %g m of one of %q; the nearest two are %.4g m apart", a, distance, b, least)
	}
	return near, nil
}

// bytesOfPair is the memory of a pair while it becomes a spring [bytes]: the pair, the
// spring, and as much again while the arrays of springs grow.
const bytesOfPair = 24 + 2*18

// countNear counts the pairs of some masses with positions of a tree, before memory is taken for them.
func countNear(m *model.Model, tree *mesh.PlaceTree, masses []uint32, distance float64) (count int, err error) {
	for _, i := range masses {
		if count += tree.CountWithin(m.RestPosition[i], distance); count > mostNear {
			return 0, fmt.Errorf("at most %d pairs of masses may lie within %g m; choose a smaller distance", mostNear, distance)
		}
	}
	return count, memory.Ask(int64(count)*bytesOfPair, "%d pairs of masses within %g m", count, distance)
}
