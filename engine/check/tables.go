package check

import (
	"errors"
	"slices"

	"hooke/model"
	"hooke/model/inelastic"
)

// tables checks a step of each integrator in which springs follow force tables. It leaves that out for an
// engine that does not support them, unless the case has some.
func (t *trial) tables() error {
	own := slices.ContainsFunc(t.Model.Materials, func(m model.Material) bool { return m.Inelastic.Table.There() })
	if !t.wants(own) {
		return nil
	}
	for _, integrator := range t.eachIntegrator() {
		st := t.perturb(1)
		st.params.Integrator = integrator
		if !st.tabulate() || st.model.Validate() != nil || st.params.ValidateFor(st.model) != nil {
			continue // without springs, or such as a full palette, of another proof
		}
		st.keepStable()
		tolerance := stepTolerance
		if integrator.Method().Registers > 0 { // see integrators
			tolerance *= 10
		}
		err := t.stepBy(integrator, "force tables", st, tolerance)
		if errors.Is(err, model.ErrUnsupported) && !own {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// tabulate lets two in three springs that have a length follow force tables, about as stiff as the case's own: one that
// is odd and one that pulls and pushes in other ways. The perturbed strains are on several of their lines. It reports
// whether there is such a spring.
func (st *perturbed) tabulate() (any bool) {
	kind := st.kinds()[0] // a cable
	f := round(kind.Stiffness * meanOf(st.model.RestLength) * perturbStrain)
	at := func(share, force float64) inelastic.Point {
		return inelastic.Point{Strain: round(share * perturbStrain), Force: round(force * f)}
	}
	m := *st.model
	first := uint16(len(m.Materials))
	m.Materials = append(slices.Clone(m.Materials),
		model.Material{Name: "odd table", Damping: kind.Damping, Inelastic: inelastic.Law{Table: inelastic.TableOf(at(0, 0), at(0.3, 0.4), at(1, 0.6), at(2, 2))}},
		model.Material{Name: "table", Damping: kind.Damping, Inelastic: inelastic.Law{Table: inelastic.TableOf(at(-1, -0.3), at(-0.3, -0.2), at(0, 0), at(0.5, 0.8), at(1, 1))}})
	m.MaterialOf, m.Own = slices.Clone(m.MaterialOf), slices.Clone(m.Own)
	for s := range m.StructuralCount() {
		if s%3 == 2 || m.MaterialOf[s] == model.Removed || m.RestLength[s] == 0 {
			continue
		}
		m.MaterialOf[s], any = first+uint16(s%3), true
		if m.Own != nil {
			m.Own[s] = model.Coefficients{}
		}
	}
	st.model = &m
	st.resolve()
	return any
}
