package external

import (
	"slices"
	"sort"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
)

// Point is the sum of handles and of constant forces on a mass that few others have:
//
//	F = f − k x − c v,  f = ΣF + Σ(k X + c V),
//
// with the symbols of model.Handle and model.Force. Positions are relative to an anchor
// near the target, so that k x − k X loses no digits. 44 bytes.
type Point[T table.Real] struct {
	Lane      int
	Force     [3]T // on the mass at the anchor, at rest [N]
	Anchor    [3]T // [m]
	Stiffness T    // of all handles [N/m]
	Damping   T    // [N·s/m]
}

// PointsOf returns the point forces of a run, by ascending lane, without handles that
// let go and forces of zero.
func PointsOf[T table.Real](p model.Params, o table.LaneOrder) []Point[T] {
	if len(p.Handles) == 0 && len(p.Forces) == 0 {
		return nil
	}
	type sum struct {
		lane               int
		force, target      model.Vec3
		stiffness, damping float64
	}
	var all []sum
	for _, h := range p.Handles {
		if h.Stiffness != 0 || h.Damping != 0 {
			all = append(all, sum{int(o.LaneOf[h.Mass]), h.TargetVelocity.Mul(h.Damping), h.Target, h.Stiffness, h.Damping})
		}
	}
	for _, f := range p.Forces {
		if f.Force != (model.Vec3{}) && f.Masses != nil && !loads(f, o) {
			for _, i := range f.Masses {
				all = append(all, sum{lane: int(o.LaneOf[i]), force: f.Force})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b sum) int { return a.lane - b.lane })
	var out []Point[T]
	for first := 0; first < len(all); {
		end := first
		var anchor model.Vec3
		for ; end < len(all) && all[end].lane == all[first].lane; end++ {
			if all[end].stiffness > 0 {
				anchor = all[end].target
			}
		}
		rounded := kernels.Narrow[T](anchor)
		var total sum
		for _, s := range all[first:end] {
			total.force = total.force.Add(s.force).Add(s.target.Sub(kernels.Widen(rounded)).Mul(s.stiffness))
			total.stiffness += s.stiffness
			total.damping += s.damping
		}
		out = append(out, Point[T]{all[first].lane, kernels.Narrow[T](total.force), rounded, T(total.stiffness), T(total.damping)})
		first = end
	}
	return out
}

// AddPoints adds point forces to the forces on the masses of some slices [N], see Loads.Add.
func AddPoints[T table.Real](all []Point[T], force []T, now kernels.Motions[T], first, count int) {
	from := sort.Search(len(all), func(i int) bool { return all[i].Lane >= first*table.Width })
	for _, g := range all[from:] {
		slice := g.Lane/table.Width - first
		if slice >= count {
			return
		}
		x, v := now.Position.Get(kernels.ArrayX, g.Lane), now.Velocity.Get(kernels.ArrayVX, g.Lane)
		at := slice*3*table.Width + g.Lane%table.Width
		for axis := range 3 {
			force[at+axis*table.Width] += g.Force[axis] + g.Stiffness*(g.Anchor[axis]-x[axis]) - g.Damping*v[axis]
		}
	}
}
