package gpu

import (
	"fmt"
	"slices"

	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/gpu/pass"
	"hooke/gpu/ranges"
	"hooke/gpu/table"
	"hooke/model"
	"hooke/shaders"
)

// SetVariant compiles the passes in another variant; buffers and state
// stay, and no result changes. An error that wraps model.ErrUnsupported says that this model or
// device has no such variant, and all is as before; after another error the engine can only
// be closed.
func (e *Engine) SetVariant(v options.Variant) error {
	if v == e.plan.variant {
		return nil
	}
	if e.plan.fused == nil {
		return e.setTwoPass(v)
	}
	if word := v.Lacked(e.plan.pipeline); word != "" {
		return fmt.Errorf("gpu: pipeline %s has no variant %s: %w", e.plan.pipeline, word, model.ErrUnsupported)
	}
	response := table.ResponseOf(e.plan.model, e.run.settings.Params)
	laws, constants, err := e.plan.lawsOf(v, response)
	if err == nil {
		err = e.plan.tiles(v, e.ctx.Limits, &e.run.settings.Params, e.compiled.workGroup)
	}
	if err == nil {
		err = e.plan.resides(e.ctx.Limits, v, laws)
	}
	if err == nil {
		err = e.fetchAs(v)
	}
	if err != nil {
		return err
	}
	e.plan.variant, e.plan.laws, e.plan.constants = v, laws, constants
	if laws != nil {
		s := e.run.settings
		s.Response = response
		e.Submit()
		e.ctx.Barrier(glx.ByTransfer) // the upload overwrites data that passes may have read
		if err := e.buffers.UploadFused(e.plan.fused, &s, laws); err != nil {
			return err
		}
	}
	return e.remakePasses()
}

// setTwoPass sets a variant of two-pass.
func (e *Engine) setTwoPass(v options.Variant) error {
	if v != (options.Variant{Blocks: v.Blocks}) {
		return fmt.Errorf("gpu: pipeline %s has no such variant: %w", e.plan.pipeline, model.ErrUnsupported)
	}
	if err := e.takeBlocks(v, &e.run.settings.Params); err != nil {
		return err
	}
	e.plan.variant = v
	return e.remakePasses()
}

// fetchAs prepares the arrays for passes of a variant.
func (e *Engine) fetchAs(v options.Variant) error {
	if e.plan.fused == nil || e.plan.division != nil && !v.Storage {
		return nil
	}
	if v.Storage && e.plan.pipeline == options.Resident && e.run.settings.Params.LoadsMasses() {
		return fmt.Errorf("gpu: the variant storage: forces on masses take the storage block of the table in the pipeline resident: %w", model.ErrUnsupported)
	}
	if v.Storage && !e.buffers.ShowsTexels() {
		return fmt.Errorf("gpu: the variant storage: this model is not read from texels here, since it is divided or longer than GL_MAX_TEXTURE_BUFFER_SIZE: %w", model.ErrUnsupported)
	}
	e.buffers.FetchTexels(!v.Storage)
	return nil
}

// fusedMaker is the maker of passes of masses that evaluate springs, in a variant.
func (e *Engine) fusedMaker(k pass.Maker, v options.Variant) pass.Maker {
	integrator, precision := e.run.settings.Params.Integrator, e.buffers.Precision
	k.Defines = append(slices.Clone(k.Defines),
		shaders.Define{Name: "EVALUATIONS", Value: fmt.Sprintf("%du", integrator.Method().Evaluations)},
		shaders.Define{Name: "REGULAR_PAIRS", Value: fmt.Sprintf("%du", table.RegularPairs)},
		shaders.Define{Name: "SECOND_WORDS", Value: fmt.Sprintf("%du", table.PaletteEntries(e.plan.model, precision))})
	if k.Division == nil {
		k.Defines = slices.DeleteFunc(k.Defines, func(d shaders.Define) bool { return d.Name == "TEXELS" })
		k.Defines = append(append(k.Defines, shaders.Define{Name: "TEXELS", Value: shaders.OnOff(e.buffers.ShowsTexels() && !v.Storage)}), ranges.TexelBindings()...)
	}
	if v.Shared {
		k.Defines = slices.DeleteFunc(k.Defines, func(d shaders.Define) bool { return d.Name == "REGULAR_PAIRS" || d.Name == "SECOND_WORDS" })
		k.Defines = append(k.Defines, e.plan.fused.HeldLaws(precision, e.plan.laws).Defines()...)
	}
	if v.Lanes > 0 {
		k.Defines = append(k.Defines, shaders.Define{Name: "LANES", Value: fmt.Sprintf("%du", v.Lanes)})
	}
	k.Defines = append(k.Defines, e.plan.fused.Defines()...)
	switch {
	case e.plan.constants != nil:
		k.Defines = append(k.Defines, e.plan.constants.Defines()...)
	case e.plan.laws != nil:
		k.Defines = append(k.Defines, e.plan.laws.Defines()...)
	}
	if v.Unroll > 0 {
		k.Defines = append(k.Defines, shaders.Define{Name: "UNROLL", Value: fmt.Sprintf("%du", v.Unroll)})
	}
	k.Evaluates = true
	return k.With("FUSED", 1)
}
