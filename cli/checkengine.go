package cli

import (
	"context"
	"errors"
	"strings"

	"hooke/cli/report"
	"hooke/cpu"
	"hooke/engine"
	"hooke/engine/check"
	"hooke/gpu"
	"hooke/model"
	"hooke/run"
	"hooke/run/flags"
)

// proof is the result of a check of one engine on one case.
type proof struct {
	engine model.Description
	rows   []check.Outcome
	left   int   // rows that the whole proof has besides, at most
	fault  error // why the proof could not be carried out; the check continues
	err    error // ends the check
}

// proveGPU proves the engine gpu on a case in one pipeline.
func (a App) proveGPU(ctx context.Context, o *checkOptions, d *engine.Device, sc check.Case, pipeline string) proof {
	options := o.gpu
	options.Pipeline = pipeline
	named := model.Description{Engine: engine.GPU, Pipeline: pipeline, Renderer: d.GL.Renderer, Precision: options.Precision.String()}
	if pipeline == gpu.Auto {
		named.Pipeline = gpu.Fused
	}
	told := map[string]bool{} // why another pipeline steps
	return prove(ctx, sc, named, check.WholeProof(true), func(m *model.Model, p model.Params) (check.Subject, error) {
		e, err := a.newGPU(d, m, p, options)
		if base, _, varies := strings.Cut(pipeline, "+"); varies && o.choosesPipeline && errors.Is(err, model.ErrUnsupported) {
			plain := options // the variant was measured for the scene, and this is a perturbed one
			plain.Pipeline = base
			e, err = a.newGPU(d, m, p, plain)
		}
		if err != nil {
			return nil, err // a nil *gpu.Engine in an interface would not be nil
		}
		if why := e.Fallback(); why != "" && !told[why] {
			told[why] = true
			a.note("%s: the pipeline fused steps a case in place of %s: %s", sc.Name, pipeline, why)
		}
		return e, nil
	})
}

// proveCPU proves the engine cpu on a case.
func proveCPU(ctx context.Context, o *checkOptions, sc check.Case) proof {
	named := model.Description{Engine: engine.CPU, Pipeline: "fused", Precision: cpu.Taken(o.gpu.Precision).String()}
	return prove(ctx, sc, named, check.WholeProof(false), onCPU(o.gpu.Precision, o.threads))
}

// prove checks one engine on a case, whose whole check has that number of rows. The check can
// be interrupted between the engines that a case makes for each of its parts. Each feature
// that the engine does not support is a row.
func prove(ctx context.Context, sc check.Case, named model.Description, whole int, newSubject check.Factory) proof {
	out := proof{engine: named} // until an engine is made
	said := map[string]bool{}   // features that the engine does not support
	var refused []check.Outcome
	rows, err := check.Prove(sc, func(m *model.Model, p model.Params) (check.Subject, error) {
		if ctx.Err() != nil {
			return nil, run.ErrInterrupted
		}
		s, err := newSubject(m, p)
		unasked := p.Integrator.Method().Divides && !sc.Params.Integrator.Method().Divides // check tries such a solver on its own
		if errors.Is(err, model.ErrUnsupported) && !said[err.Error()] && !unasked {
			said[err.Error()] = true
			refused = append(refused, check.Outcome{Case: sc.Name, Check: refusedCheck, WorstMass: -1, WorstSpring: -1, Detail: err.Error(), OK: true})
		}
		if err != nil {
			return nil, err
		}
		out.engine = s.Describe()
		return s, nil
	})
	if errors.Is(err, model.ErrUnsupported) { // it refuses the scene itself
		err = nil
	}
	out.rows = refused
	for _, r := range rows {
		if r.Check != refusedCheck {
			out.rows = append(out.rows, r) // after the parts that it refused, so that the row is not read as all of them
		}
	}
	if proven := len(out.rows) - len(refused); sc.Own && proven > 0 {
		out.left = max(0, whole-proven)
	}
	if errors.Is(err, run.ErrInterrupted) {
		out.err = err
	} else {
		out.fault = err
	}
	return out
}

// refusedCheck is the name of the check in a row of a refusal, as package check has it.
const refusedCheck = "refused by the engine"

// proveLoop proves a controlled run of an engine against the reference, each with a loop of its own; all else of the proof
// is of the passes, without the loop. A scene without a loop has no rows.
func (a App) proveLoop(ctx context.Context, o *checkOptions, d *engine.Device, c *checkedCase, name string) proof {
	if !c.scene.Control.Controls() {
		return proof{}
	}
	how := a.engineOptions(c.scene, o.gpu)
	how.Device = d
	if name == engine.GPU {
		how.GPU.Pipeline = o.pipelines[0]
		if o.choosesPipeline {
			how.GPU.Pipeline = a.expected(o, d, c)
		}
	}
	e, err := engine.New(name, c.scene.Model, c.scene.Params, how)
	if err != nil {
		return proof{err: err}
	}
	defer e.Close()
	out := proof{engine: e.Describe()}
	row, err := report.CheckLoop(ctx, e, c.scene)
	switch {
	case ctx.Err() != nil:
		out.err = run.ErrInterrupted
	case err != nil:
		out.err = err
	default:
		out.rows = []check.Outcome{row}
	}
	return out
}

// expected returns the pipeline in which a run of the case would step.
func (a App) expected(o *checkOptions, d *engine.Device, c *checkedCase) string {
	how := a.engineOptions(c.scene, o.gpu)
	how.GPU.Pipeline = gpu.Auto
	return engine.Expected(d.GL, c.scene.Model, c.scene.Params, how)
}

// provePrecision shows the forces that each precision computes in a structure that
// needs more than single.
func (a App) provePrecision(ctx context.Context, o *checkOptions, d *engine.Device, pipeline string) proof {
	out := proof{engine: model.Description{Engine: engine.GPU, Pipeline: pipeline, Renderer: d.GL.Renderer, Precision: o.gpu.Precision.String()}}
	out.rows, out.err = check.Precision(flags.PrecisionNames(), func(name string, m *model.Model, p model.Params) (check.Subject, error) {
		if ctx.Err() != nil {
			return nil, run.ErrInterrupted
		}
		precision, err := gpu.ParsePrecision(name)
		if err != nil {
			return nil, err
		}
		e, err := a.newGPU(d, m, p, gpu.Options{Pipeline: pipeline, Precision: precision, WorkGroup: o.gpu.WorkGroup})
		if err != nil {
			return nil, err
		}
		out.engine.WorkGroup = e.Describe().WorkGroup
		return e, nil
	})
	return out
}

// onCPU makes the cpu engine for a proof.
func onCPU(precision model.Precision, threads int) check.Factory {
	return func(m *model.Model, p model.Params) (check.Subject, error) {
		e, err := cpu.New(m, p, cpu.Options{Precision: precision, Threads: threads})
		if err != nil {
			return nil, err
		}
		return &cpuSubject{e}, nil
	}
}

// cpuSubject is the cpu engine in a proof. It has one fused pass, so that only whole
// steps can be compared.
type cpuSubject struct{ cpu.Engine }

// Unwrap returns the engine itself.
func (s *cpuSubject) Unwrap() model.Engine { return s.Engine }

func (cpuSubject) Passes() []string               { return nil }
func (cpuSubject) RunPass(string) error           { return nil }
func (cpuSubject) ReadForces([][3]float32) error  { return nil }
func (cpuSubject) WriteForces([][3]float32) error { return nil }
func (cpuSubject) ReadStage([][3]float32) error   { return nil }
func (cpuSubject) WriteStage([][3]float32) error  { return nil }
