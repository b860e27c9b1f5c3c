package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"hooke/gpu"
	"hooke/model"
	"hooke/rod"
	"hooke/rod/chain"
)

// Engines take combinations with the solvers that divide steps, or refuse them before the first
// step; what is taken steps to finite places. The reference takes all with impulses.
// docs/physics.md has the table of them, which this makes: a cell has the engines that take the
// feature.
func TestCombinationsOfBigSteps(t *testing.T) {
	var solvers []model.Integrator
	for _, i := range model.Solvers() {
		if i.Method().Divides {
			solvers = append(solvers, i)
		}
	}
	var b strings.Builder
	b.WriteString("| feature |")
	for _, i := range solvers {
		fmt.Fprintf(&b, " `%v` |", i)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(solvers)) + "\n")
	for row, f := range append(features(), rigid(), rodsOf(), rodsAnd("collisions with friction"), rodsAnd("energy ledger")) {
		fmt.Fprintf(&b, "| %s |", f.name)
		for k, solver := range solvers {
			var taken []string
			for _, name := range []string{CPURef, CPU, GPU} {
				err := tries(name, gpu.Options{}, f, solver, stepsCell(name, row+k))
				switch {
				case err == nil:
					taken = append(taken, "`"+name+"`")
				case !strings.Contains(err.Error(), solver.String()):
					t.Errorf("%s with %v in %s: the refusal does not name the solver: %v", f.name, solver, name, err)
				case name == CPURef && solver == model.Impulses:
					t.Errorf("%s with %v: %v", f.name, solver, err)
				}
			}
			if len(taken) == 0 {
				taken = []string{"refused"}
			}
			b.WriteString(" " + strings.Join(taken, ", ") + " |")
		}
		b.WriteString("\n")
	}
	holdTable(t, "combinations of big steps", b.String())
}

// rodsOf are chains of springs that are segments of a rod, one of them clamped.
func rodsOf() feature {
	return feature{name: "rods, with a clamp", put: func(m *model.Model, p *model.Params) {
		m.Materials = append(m.Materials, model.Material{Name: "wire", Rod: rod.Solid(0.01, 1e6, 4e5)})
		m.MaterialOf, m.Pin = slices.Clone(m.MaterialOf), nil
		at := make([]int, m.MassCount())
		for s, ends := range m.Ends {
			if at[ends[0]] < 2 && at[ends[1]] < 2 {
				m.MaterialOf[s] = uint16(len(m.Materials) - 1)
				at[ends[0]], at[ends[1]] = at[ends[0]]+1, at[ends[1]]+1
			}
		}
		chain.Frame(m)
		p.Clamps = []model.Clamp{{Masses: []uint32{0}}}
	}}
}

// rodsAnd are rods with another feature.
func rodsAnd(name string) feature {
	rods := rodsOf()
	of := slices.IndexFunc(features(), func(f feature) bool { return f.name == name })
	return feature{name: "rods, " + name, put: func(m *model.Model, p *model.Params) {
		features()[of].put(m, p)
		rods.put(m, p)
	}}
}

// rigid are springs that keep their lengths.
func rigid() feature {
	return feature{name: "rigid springs", put: func(m *model.Model, _ *model.Params) {
		m.Materials[1] = model.Material{Name: "rod", Rigid: true}
	}}
}
