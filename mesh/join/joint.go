package join

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"hooke/model"
)

// Hinge joins two bodies of a model along a shared edge, about which they then
// turn freely: every mass of group a becomes one with the mass of group b that
// rests within tolerance [m] of it. All of the masses of both groups must pair
// up, there must be two pairs or more, farther apart than the tolerance, and they
// must lie in one line, or the bodies would not turn.
//
// Two masses that become one add up; they rest at their common center of mass,
// or where the pinned one of them does, and hold the axes that either held.
// Springs keep their rest lengths. A spring both of whose ends become one mass
// is left out; springs that become parallel (the edge's own, of either body)
// both stay, so that the stiffness of the edge adds up as its mass does. Numbers
// close up in order. m is left as it is; the palette is shared with it.
func Hinge(m *model.Model, a, b string, tolerance float64) (*model.Model, error) {
	pairs, err := pairUp(m, a, b, tolerance)
	if err != nil {
		return nil, fmt.Errorf("mesh: hinge: %w", err)
	}
	if len(pairs) < 2 {
		return nil, fmt.Errorf("mesh: hinge: groups %q and %q share one mass, which makes a ball joint; a hinge needs two or more", a, b)
	}
	if long := length(m, pairs); long <= tolerance {
		return nil, fmt.Errorf("mesh: hinge: masses of group %q lie within %g m of each other, the tolerance is %g m; they make a point and no edge to turn about", a, long, tolerance)
	}
	if off := offLine(m, pairs); off > tolerance {
		return nil, fmt.Errorf("mesh: hinge: masses of group %q lie up to %g m off a line, allowed is the tolerance, %g m; bodies turn about a straight edge only (Weld joins them firmly)", a, off, tolerance)
	}
	welded, _ := weld(m, pairs)
	return welded, nil
}

// BallJoint joins two bodies of a model in one point, about which they then turn freely
// in every direction: as Hinge does, with one mass in each group.
func BallJoint(m *model.Model, a, b string, tolerance float64) (*model.Model, error) {
	pairs, err := pairUp(m, a, b, tolerance)
	if err != nil {
		return nil, fmt.Errorf("mesh: ball joint: %w", err)
	}
	if len(pairs) != 1 {
		return nil, fmt.Errorf("mesh: ball joint: groups %q and %q share %d masses; a ball joint is one", a, b, len(pairs))
	}
	welded, _ := weld(m, pairs)
	return welded, nil
}

// Weld joins two bodies of a model wherever masses of the two groups coincide, as Hinge
// does, whatever shape these masses make.
func Weld(m *model.Model, a, b string, tolerance float64) (*model.Model, error) {
	pairs, err := pairUp(m, a, b, tolerance)
	if err != nil {
		return nil, fmt.Errorf("mesh: weld: %w", err)
	}
	welded, _ := weld(m, pairs)
	return welded, nil
}

// pairUp finds, for every mass of group a, the mass of group b within tolerance. The
// pairs are sorted along the longest axis of the joint.
func pairUp(m *model.Model, a, b string, tolerance float64) (pairs [][2]uint32, err error) {
	groupA, okA := m.Group(a)
	groupB, okB := m.Group(b)
	switch {
	case !okA || !okB:
		return nil, fmt.Errorf("model %q has no group %q or no group %q", m.Name, a, b)
	case !(tolerance >= 0) || math.IsInf(tolerance, 0):
		return nil, fmt.Errorf("tolerance is %g m; it must not be negative", tolerance)
	case len(groupA.Masses) == 0 || len(groupA.Masses) != len(groupB.Masses):
		return nil, fmt.Errorf("groups %q and %q have %d and %d masses; give as many of each, at least one",
			a, b, len(groupA.Masses), len(groupB.Masses))
	}
	if err := m.Validate(); err != nil { // the lists of masses are used as indices below
		return nil, err
	}
	along := longestAxis(m, groupA.Masses)
	sorted := slices.SortedFunc(slices.Values(groupB.Masses), func(i, j uint32) int {
		return cmp.Compare(m.RestPosition[i][along], m.RestPosition[j][along])
	})
	taken := make(map[uint32]bool, len(sorted)) // as large as a joint, not as the model
	for _, i := range groupA.Masses {
		x := m.RestPosition[i]
		from, _ := slices.BinarySearchFunc(sorted, x[along]-tolerance, func(j uint32, place float64) int {
			return cmp.Compare(m.RestPosition[j][along], place)
		})
		nearest, distance := -1, math.Inf(1)
		for _, j := range sorted[from:] {
			if m.RestPosition[j][along] > x[along]+tolerance {
				break
			}
			if d := m.RestPosition[j].Sub(x).Len(); d <= tolerance && d < distance && !taken[j] {
				nearest, distance = int(j), d
			}
		}
		if nearest < 0 {
			return nil, fmt.Errorf("mass %d of group %q at %v m has no mass of group %q within %g m; move the bodies together, or widen the tolerance",
				i, a, x, b, tolerance)
		}
		taken[uint32(nearest)] = true
		pairs = append(pairs, [2]uint32{i, uint32(nearest)})
	}
	for _, i := range groupA.Masses {
		if taken[i] {
			return nil, fmt.Errorf("mass %d is in both groups, %q and %q; a body is not joined to itself", i, a, b)
		}
	}
	return pairs, nil
}

// longestAxis returns the axis along which the masses spread most.
func longestAxis(m *model.Model, masses []uint32) (axis int) {
	lo, hi := m.RestPosition[masses[0]], m.RestPosition[masses[0]]
	for _, i := range masses {
		for k := range 3 {
			lo[k], hi[k] = min(lo[k], m.RestPosition[i][k]), max(hi[k], m.RestPosition[i][k])
		}
	}
	for k := range 3 {
		if hi[k]-lo[k] > hi[axis]-lo[axis] {
			axis = k
		}
	}
	return axis
}

// length returns the largest distance of the first mass of a pair from that of the first
// pair [m].
func length(m *model.Model, pairs [][2]uint32) float64 {
	origin, long := m.RestPosition[pairs[0][0]], 0.0
	for _, p := range pairs {
		long = max(long, m.RestPosition[p[0]].Sub(origin).Len())
	}
	return long
}

// offLine returns how far the first masses of pairs are at most from a line [m]: the line
// through that of the first pair and the one farthest from it.
func offLine(m *model.Model, pairs [][2]uint32) float64 {
	origin := m.RestPosition[pairs[0][0]]
	var way model.Vec3
	for _, p := range pairs {
		if d := m.RestPosition[p[0]].Sub(origin); d.Len() > way.Len() {
			way = d
		}
	}
	off := 0.0
	for _, p := range pairs {
		d := m.RestPosition[p[0]].Sub(origin)
		if length := way.Len(); length > 0 {
			off = max(off, d.Cross(way).Len()/length)
		}
	}
	return off
}
