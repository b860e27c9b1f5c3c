package gpu

import (
	"fmt"
	"slices"

	"hooke/gpu/glx"
	"hooke/gpu/limits"
	"hooke/gpu/pass"
	"hooke/gpu/ranges"
	"hooke/gpu/settings"
	"hooke/gpu/table"
	"hooke/model"
	"hooke/shaders"
)

// fusedMaker is the maker of passes of masses that evaluate springs.
func (e *Engine) fusedMaker(k pass.Maker) pass.Maker {
	integrator, precision := e.run.settings.Params.Integrator, e.buffers.Precision
	k.Defines = append(slices.Clone(k.Defines),
		shaders.Define{Name: "EVALUATIONS", Value: fmt.Sprintf("%du", integrator.Method().Evaluations)},
		shaders.Define{Name: "REGULAR_PAIRS", Value: fmt.Sprintf("%du", table.RegularPairs)},
		shaders.Define{Name: "SECOND_WORDS", Value: fmt.Sprintf("%du", table.PaletteEntries(precision))})
	if k.Division == nil {
		k.Defines = slices.DeleteFunc(k.Defines, func(d shaders.Define) bool { return d.Name == "TEXELS" })
		k.Defines = append(append(k.Defines, shaders.Define{Name: "TEXELS", Value: shaders.OnOff(e.buffers.FetchesTexels())}), ranges.TexelBindings()...)
	}
	k.Defines = append(k.Defines, e.plan.fused.Defines()...)
	k.Evaluates = true
	return k.With("FUSED", 1)
}

// evaluate queues a pass of masses that evaluates springs, and makes what it wrote
// the state.
func (e *Engine) evaluate(p *pass.Pass) {
	e.buffers.BindFused(e.ctx, e.progress.parity)
	p.Dispatch(e.ctx)
	e.ctx.Barrier(glx.ByShader | glx.ByTexel) // what comes next reads positions, velocities and registers
	if len(p.Outputs) > 0 {
		e.buffers.Exchange()
		e.progress.parity ^= 1
	}
}

// PlanLayout is what the pipeline fused would make of a model at params.DT. An
// error says why it cannot step it.
func PlanLayout(m *model.Model, params model.Params, o Options) (table.Layout, error) {
	a, err := table.Arrange(table.NewResponse(m, settings.WithStep(m, params).DT), o.arrangement())
	if err != nil {
		return table.Layout{}, err
	}
	l := a.Layout()
	l.Memory = ranges.Memory(fusedCounts(a, m, params, o))
	return l, nil
}

// Layout is what the pipeline fused made of the model; the zero value for
// two-pass.
func (e *Engine) Layout() table.Layout {
	if e.plan.fused == nil {
		return table.Layout{}
	}
	return e.plan.fused.Layout()
}

// runawaySpring is the spring that ran away, from what the device says.
func (e *Engine) runawaySpring(status shaders.Status) (int, error) {
	if e.plan.fused == nil {
		return limits.Number("spring", status.RunawaySpring, e.plan.model.SpringCount())
	}
	low := 32 - table.MassBits(e.plan.model.MassCount())
	mass, slot := status.RunawaySpring>>low, status.RunawaySpring&(1<<low-1)
	if _, err := limits.Number("mass", mass, e.plan.model.MassCount()); err != nil {
		return 0, err
	}
	spring := e.plan.fused.SpringAt(mass, int(slot))
	if spring < 0 {
		return 0, fmt.Errorf("%w: spring %d of mass %d", limits.ErrNumber, slot, mass)
	}
	return spring, nil
}
