package cpu

import (
	"slices"
	"sort"

	"hooke/cpu/external"
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
)

// pointForce is the sum of handles and constant forces on a mass:
//
//	F = f − k x − c v,  f = ΣF + Σ(k X + c V),
//
// with the symbols of model.Handle and model.Force. Positions are relative to an anchor
// near the target, so that k x − k X loses no digits. 44 bytes.
type pointForce struct {
	lane      int
	force     [3]float32 // on the mass at the anchor, at rest [N]
	anchor    [3]float32 // [m]
	stiffness float32    // of all handles [N/m]
	damping   float32    // [N·s/m]
}

// pointForcesOf are the point forces of a run, by ascending lane, without handles that
// let go and forces of zero.
func pointForcesOf(p model.Params, o table.LaneOrder) []pointForce {
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
		if f.Force != (model.Vec3{}) && !external.Changes(f) {
			for _, i := range f.Masses {
				all = append(all, sum{lane: int(o.LaneOf[i]), force: f.Force})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b sum) int { return a.lane - b.lane })
	var out []pointForce
	for first := 0; first < len(all); {
		end := first
		var anchor model.Vec3
		for ; end < len(all) && all[end].lane == all[first].lane; end++ {
			if all[end].stiffness > 0 {
				anchor = all[end].target
			}
		}
		rounded := kernels.Narrow(anchor)
		var total sum
		for _, s := range all[first:end] {
			total.force = total.force.Add(s.force).Add(s.target.Sub(kernels.Widen(rounded)).Mul(s.stiffness))
			total.stiffness += s.stiffness
			total.damping += s.damping
		}
		out = append(out, pointForce{all[first].lane, kernels.Narrow(total.force), rounded, float32(total.stiffness), float32(total.damping)})
		first = end
	}
	return out
}

// addPointForces adds point forces to the forces on the masses of some slices.
func (e *Engine) addPointForces(w *worker, now kernels.Motions, first, count int) {
	from := sort.Search(len(e.run.pointForces), func(i int) bool { return e.run.pointForces[i].lane >= first*table.Width })
	for _, g := range e.run.pointForces[from:] {
		slice := g.lane/table.Width - first
		if slice >= count {
			return
		}
		x, v := now.Position.Get(kernels.ArrayX, g.lane), now.Velocity.Get(kernels.ArrayVX, g.lane)
		at := slice*3*table.Width + g.lane%table.Width
		for axis := range 3 {
			w.force[at+axis*table.Width] += g.force[axis] + g.stiffness*(g.anchor[axis]-x[axis]) - g.damping*v[axis]
		}
	}
}
