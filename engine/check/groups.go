package check

import (
	"errors"
	"fmt"
	"slices"

	"hooke/model"
)

// groupTerm is how a force on a group is proved: put on a perturbed case beside the case's own.
type groupTerm struct {
	name    string // of the term of model
	acts    func(p *model.Params) bool
	perturb func(st *perturbed)
}

// groupTerms are all of them. A further one is a line here.
var groupTerms = []groupTerm{
	{"spin", func(p *model.Params) bool { return len(p.Spins) > 0 }, perturbSpins},
}

// groups checks a step of each integrator in which a force acts on a group, for each kind. It
// leaves out kinds and integrators that the engine does not support and the case does not have.
func (t *trial) groups() error {
	for _, term := range groupTerms {
		own := term.acts(&t.Params)
		if !t.wants(own) || t.Model.MassCount() < 9 {
			continue
		}
		for _, integrator := range t.eachIntegrator() {
			st := t.perturb(1)
			st.params.Integrator = integrator
			if p := &st.params; slices.ContainsFunc(p.Lacking(), func(l model.Term) bool { return l.Kind == model.GroupTerm }) {
				continue
			}
			term.perturb(st)
			if st.params.ValidateFor(st.model) != nil {
				continue // such as a rope, which cannot turn as a body
			}
			st.keepStable()
			tolerance := stepTolerance
			if integrator.Method().Registers > 0 { // see integrators
				tolerance *= 10
			}
			err := t.stepBy(integrator, "force on a group: "+term.name, st, tolerance)
			if errors.Is(err, model.ErrUnsupported) && !own {
				break
			}
			if err != nil {
				return fmt.Errorf("%s: %w", term.name, err)
			}
		}
	}
	return nil
}

// perturbSpins drives a third of the masses about a tilted axis, with as much force as dampers of
// loads have, and all of them the other way, up to a limit.
func perturbSpins(st *perturbed) {
	axis := roundVec(model.Vec3{2, -1, 2}.Mul(1. / 3))
	speed, damping := round(st.speed/st.length), round(st.drain()*st.length*st.length)
	st.params.Spins = append(slices.Clone(st.params.Spins),
		model.Spin{Name: "some", Masses: st.third(1), Axis: axis, Speed: speed, Damping: damping, Table: st.table()},
		model.Spin{Name: "all", Axis: axis.Mul(-1), Speed: speed, Damping: damping, Limit: round(speed * damping / 2)})
}
