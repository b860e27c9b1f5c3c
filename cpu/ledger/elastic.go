package ledger

import (
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/physics/measure"
)

// Elastic are the forces on several masses that have an elastic energy. Like those of springs, they
// count neither as loads nor as external. A nil *Elastic is empty and does nothing.
type Elastic struct {
	Force  []model.Vec3 // on every mass, pinned ones too [N]
	Damper []model.Vec3 // the part by dampers [N]

	model  *model.Model
	groups *measure.Groups
	still  []model.Vec3 // velocities of a structure at rest
}

// elasticOf returns the elastic forces of a run, and the other forces on groups.
func elasticOf(m *model.Model, p *model.Params) (e *Elastic, others *measure.Groups) {
	elastic, others := measure.GroupsOf(m, p).Divided()
	if elastic.Any() {
		n := m.MassCount()
		e = &Elastic{Force: make([]model.Vec3, n), Damper: make([]model.Vec3, n), model: m, groups: elastic, still: make([]model.Vec3, n)}
	}
	return e, others
}

// Elastic returns the elastic forces on groups, to be evaluated by a solver that books its works;
// nil without any.
func (k *Keeper) Elastic() *Elastic { return k.elastic }

// At evaluates the forces in a state at time t [s].
func (e *Elastic) At(t float64, position, velocity []model.Vec3) {
	if e == nil {
		return
	}
	clear(e.Force)
	e.groups.AddTo(e.Force, t, position, velocity)
	clear(e.Damper)
	e.groups.AddTo(e.Damper, t, position, e.still)
	for i, f := range e.Force {
		e.Damper[i] = f.Sub(e.Damper[i])
	}
}

// push adds the forces to those on masses that are not pinned on all axes.
func (e *Elastic) push(on []model.Vec3) {
	if e == nil {
		return
	}
	for i, f := range e.Force {
		if e.model.PinOf(i) != model.PinAll {
			on[i] = on[i].Add(f)
		}
	}
}

// flows returns the dissipation of dampers, and the work on masses that paths move [W], with
// velocities that are centered on the positions.
func (e *Elastic) flows(centered []model.Vec3) (out model.Flows) {
	if e == nil {
		return out
	}
	for i, v := range centered {
		out.Damping -= e.Damper[i].Dot(v)
		if e.model.PinOf(i) == model.PinAll {
			out.Constraints -= e.Force[i].Dot(v)
		}
	}
	return out
}

// addElastic adds the dissipation of the dampers of elastic forces on the masses of some slices, and
// the forces to the external ones in the scratch array. Where Powers evaluates a run, no mass that is pinned on
// all axes moves.
func (p *Powers[T]) addElastic(flows *model.Flows, room *Room[T], first, count int) {
	if p.step.Elastic == nil {
		return
	}
	if room.damper == nil {
		room.damper = kernels.AlignedFloats[T](len(room.force))
	}
	force := room.damper[:count*3*table.Width]
	clear(force)
	p.step.Elastic(force, first, count, true)
	room.pull.Aim(&p.integration.Masses, p.step.From, p.step.Later, p.beta, first, force, false)
	p.kernel.Pull(&room.pull)
	flows.Damping -= p.half * room.pull.Sum()
	p.step.Elastic(room.force[:count*3*table.Width], first, count, false)
}
