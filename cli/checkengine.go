package cli

import (
	"context"
	"errors"

	"hooke/check"
	"hooke/cpu"
	"hooke/engine"
	"hooke/gpu"
	"hooke/model"
	"hooke/run"
)

// proveCase proves the engines on a scene: gpu in each pipeline, and cpu. What the
// proof could not be carried out for goes into faults; an error ends the check.
func (a App) proveCase(ctx context.Context, o *checkOptions, d *engine.Device, sc check.Case, printer *checkPrinter, faults *[]error) error {
	for _, name := range o.engines {
		if name == engine.CPU {
			if err := prove(ctx, sc, printer, faults, model.Description{Engine: engine.CPU, Pipeline: "fused", Precision: "single"}, onCPU); err != nil {
				return err
			}
			continue
		}
		for _, pipeline := range o.pipelines {
			options := o.gpu
			options.Pipeline = pipeline
			named := model.Description{Engine: engine.GPU, Pipeline: pipeline, Renderer: d.GL.Renderer, Precision: options.Precision.String()}
			onGPU := func(m *model.Model, p model.Params) (check.Subject, error) { return a.gpuSubject(d, m, p, options) }
			if err := prove(ctx, sc, printer, faults, named, onGPU); err != nil {
				return err
			}
		}
	}
	return nil
}

// prove proves one engine on a scene. A case makes an engine for each of its
// parts: between those it can be interrupted. What the engine refuses by name is
// a row, each thing once.
func prove(ctx context.Context, sc check.Case, printer *checkPrinter, faults *[]error, named model.Description, newSubject check.Factory) error {
	printer.engine = named    // until one is made
	said := map[string]bool{} // what was refused
	var refused []check.Row
	rows, err := check.Prove(sc, func(m *model.Model, p model.Params) (check.Subject, error) {
		if ctx.Err() != nil {
			return nil, run.ErrInterrupted
		}
		s, err := newSubject(m, p)
		if errors.Is(err, model.ErrRefused) && !said[err.Error()] {
			said[err.Error()] = true
			refused = append(refused, check.Row{Case: sc.Name, Check: refusedCheck, WorstMass: -1, WorstSpring: -1, Detail: err.Error(), OK: true})
		}
		if err != nil {
			return nil, err
		}
		printer.engine = s.Describe()
		return s, nil
	})
	if errors.Is(err, model.ErrRefused) { // the scene itself
		err = nil
	}
	for _, r := range rows {
		if r.Check != refusedCheck {
			refused = append(refused, r) // behind what was refused, so that nobody takes them for all
		}
	}
	if printing := printer.print(refused); printing != nil {
		return printing
	}
	if errors.Is(err, run.ErrInterrupted) {
		return err
	}
	if err != nil {
		*faults = append(*faults, err)
	}
	return nil
}

// refusedCheck is what cpuref.Check calls the row of a refusal.
const refusedCheck = "refused by the engine"

func (a App) gpuSubject(d *engine.Device, m *model.Model, p model.Params, o gpu.Options) (check.Subject, error) {
	e, err := a.newGPU(d, m, p, o)
	if err != nil {
		return nil, err // and not a nil *gpu.Engine
	}
	return e, nil
}

// onCPU makes the cpu engine for a proof.
func onCPU(m *model.Model, p model.Params) (check.Subject, error) {
	e, err := cpu.New(m, p, cpu.Options{})
	if err != nil {
		return nil, err
	}
	return cpuSubject{e}, nil
}

// cpuSubject is the cpu engine on trial. It is one fused pass, so that only whole
// steps can be compared.
type cpuSubject struct{ *cpu.Engine }

func (cpuSubject) Passes() []string               { return nil }
func (cpuSubject) RunPass(string) error           { return nil }
func (cpuSubject) ReadForces([][3]float32) error  { return nil }
func (cpuSubject) WriteForces([][3]float32) error { return nil }
func (cpuSubject) ReadStage([][3]float32) error   { return nil }
func (cpuSubject) WriteStage([][3]float32) error  { return nil }
