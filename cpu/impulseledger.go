package cpu

import (
	"hooke/cpu/impulses"
	"hooke/cpu/kernels"
	"hooke/model"
)

// works are the works of the substeps of a step, for the ledger.
type works struct {
	impulses.Works
	open   bool      // whether the last substep is not among them
	guided float64   // kinetic energy that guides took from masses that may move [J]
	scale  []float64 // of springs with actuators, in the substep

	elastic, damper []model.Vec3 // elastic forces on groups, and the part by dampers [N]; nil: none yet
}

// beforeGuides notes the kinetic energy that guides change.
func (e *engine[T]) beforeGuides() {
	if e.dividing.works.open {
		e.dividing.works.guided += e.freeKinetic()
	}
}

// freeKinetic returns the kinetic energy of the masses that may move [J].
func (e *engine[T]) freeKinetic() (sum float64) {
	now := e.buffers.now().Velocity
	for i := range e.model.MassCount() {
		if e.model.PinOf(i) != model.PinAll {
			v := kernels.Widen(now.Get(kernels.ArrayVX, int(e.table.Order.LaneOf[i])))
			sum += e.model.MassAt(i) * v.Dot(v) / 2
		}
	}
	return sum
}

// closeSubstep enters the works of a substep that has ended.
func (e *engine[T]) closeSubstep() {
	w := &e.dividing.works
	w.open = false
	if booker, ok := e.dividing.solver.(impulses.Booker); ok {
		w.Add(booker.Works())
	}
	if len(e.guides.held) > 0 {
		w.guided -= e.freeKinetic()
	}
	if len(w.scale) > 0 {
		e.lookAhead(0)
		w.Flows.Actuators += e.elasticAt(e.run.signals.RestScale) - e.elasticAt(w.scale)
	}
}

// elasticAt returns the elastic energy of springs at the state, with lengths at some scales
// [J].
func (e *engine[T]) elasticAt(scale []float64) float64 {
	now := e.buffers.now()
	return e.energies.Of(scale, e.time(), e.vectors(now.Position, kernels.ArrayX), e.vectors(now.Velocity, kernels.ArrayVX)).Elastic
}

// elasticNow returns the elastic forces on groups that have been pressed, for the ledger, and the part
// by dampers [N]; nil without a ledger, or without such forces.
func (e *engine[T]) elasticNow() (force, damper []model.Vec3) {
	if e.books.keeper == nil || !e.run.params.ElasticGroups() {
		return nil, nil
	}
	w := &e.dividing.works
	if w.elastic == nil {
		w.elastic, w.damper = make([]model.Vec3, e.model.MassCount()), make([]model.Vec3, e.model.MassCount())
	}
	e.run.external.SumElastic(w.elastic, w.damper)
	return w.elastic, w.damper
}

// turner returns the solver that turns segments of rods; nil: the model has no rods.
func (e *engine[T]) turner() impulses.Turner {
	if t, ok := e.dividing.solver.(impulses.Turner); ok && e.model.Segments != nil {
		return t
	}
	return nil
}

// turn sets orientations and spins of rods to those of a good state; if that lacks them, to
// those at rest.
func (e *engine[T]) turn(s *model.State, time float64) {
	if t := e.turner(); t != nil {
		if len(s.Orientation) == 0 {
			s = e.model.Start()
		}
		t.Turn(s.Orientation, s.AngularVelocity, time)
		e.keepTurned()
	}
}

// readTurned puts orientations and spins of rods, and forces of springs, into a snapshot.
func (e *engine[T]) readTurned(dst *model.Snapshot) {
	dst.Orientation, dst.AngularVelocity = nil, nil
	if t := e.turner(); t != nil {
		dst.WriteSegments(t.Turning())
	}
	links, springs := e.linkForces()
	dst.WriteLinks(links)
	dst.WriteForces(springs)
}

// linkForces returns the forces of rigid links in the last substep, and of springs in the last step [N].
func (e *engine[T]) linkForces() (links, springs []float64) {
	if l, ok := e.dividing.solver.(impulses.Linker); ok {
		return l.LinkForces(), l.SpringForces()
	}
	return nil, nil
}
