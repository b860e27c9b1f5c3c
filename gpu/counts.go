package gpu

import (
	"hooke/gpu/options"
	"hooke/gpu/ranges"
	"hooke/gpu/table"
	"hooke/model"
)

// CountsOf counts a model in a run with parameters p, in an engine with options o.
func CountsOf(m *model.Model, p model.Params, o Options) ranges.Counts {
	n := ranges.Counts{Masses: int64(m.MassCount()), Springs: int64(m.SpringCount()), Materials: int64(len(m.Materials)), Precision: o.Precision}
	if o.KeepLastGood {
		n.Kept = n.Masses
	}
	if p.Loaded() {
		n.Loaded = n.Masses
	}
	if m.PerSpring() || o.Precision != options.Single {
		n.PerSpring = n.Springs
	}
	n.Registers = n.Masses * int64(p.Integrator.Method().Registers)
	if p.Ledger && centeredBy(p.Integrator) != centeredState {
		n.Centered = n.Masses
	}
	return n
}

// fusedCounts are those of a model that the pipeline fused has arranged.
func fusedCounts(a *table.Arrangement, m *model.Model, params model.Params, o Options) ranges.Counts {
	n := CountsOf(m, params, o)
	n.Table = a.Table.Length()
	if !params.Ledger && !o.Drawing { // their passes read springs one by one
		n.PerSpring, n.Materials, n.Springs = 0, 0, 0
	}
	return n
}
