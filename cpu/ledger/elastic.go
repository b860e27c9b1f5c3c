package ledger

import (
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/physics/measure"
)

// elastic are the forces on several masses that have an elastic energy. Like those of springs, they
// count neither as loads nor as external. A nil *elastic is empty and does nothing.
type elastic struct {
	force  []model.Vec3 // on every mass, pinned ones too [N]
	damper []model.Vec3 // the part by dampers [N]
	model  *model.Model
}

// elasticOf returns the elastic forces of a run; nil without any, or of a solver that books its works.
func elasticOf(m *model.Model, p *model.Params) *elastic {
	if !p.ElasticGroups() || p.Integrator.Method().Divides {
		return nil
	}
	return &elastic{make([]model.Vec3, m.MassCount()), make([]model.Vec3, m.MassCount()), m}
}

// at evaluates the forces in a state.
func (e *elastic) at(groups *measure.Groups, position, velocity []model.Vec3) {
	if e == nil {
		return
	}
	clear(e.force)
	clear(e.damper)
	groups.Split(e.force, e.damper, position, velocity)
	for i, f := range e.force {
		e.damper[i] = f.Sub(e.damper[i])
	}
}

// push adds the forces to those on masses that are not pinned on all axes.
func (e *elastic) push(on []model.Vec3) {
	if e == nil {
		return
	}
	for i, f := range e.force {
		if e.model.PinOf(i) != model.PinAll {
			on[i] = on[i].Add(f)
		}
	}
}

// flows returns the dissipation of dampers, and the work on masses that paths move [W], with
// velocities that are centered on the positions.
func (e *elastic) flows(centered []model.Vec3) (out model.Flows) {
	if e == nil {
		return out
	}
	for i, v := range centered {
		out.Damping -= e.damper[i].Dot(v)
		if e.model.PinOf(i) == model.PinAll {
			out.Constraints -= e.force[i].Dot(v)
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
