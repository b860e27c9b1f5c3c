package check

import (
	"slices"
	"testing"

	"hooke/model"
	"hooke/model/modeltest"
)

// Every external force of the model is proved: it acts on a perturbed case and on the
// block whose ledger must close.
func TestEveryLoadIsProved(t *testing.T) {
	m := modeltest.Lattice(4, 100, 0.02, true)
	st := perturb(Case{Model: m, Start: m.Start(), Params: model.Params{DT: 1e-4}}, 1)
	blockModel := block(3, model.Material{Stiffness: 200, Damping: 0.05})
	var blockParams model.Params
	load(blockModel, &blockParams)
	for _, term := range model.Terms(model.LoadTerm, model.WindTerm, model.GuideTerm) {
		if !term.On(st.params) || !term.On(blockParams) {
			t.Errorf("%s: on a perturbed case %v, on the block of the ledger %v", term.Name, term.On(st.params), term.On(blockParams))
		}
		listed := slices.ContainsFunc(loadTerms, func(l loadTerm) bool { return l.name == term.Name })
		if term.Kind != model.GuideTerm && !listed {
			t.Errorf("%s is not among the loads that are proved", term.Name)
		}
	}
}
