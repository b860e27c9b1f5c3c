package cli

import (
	"context"
	"errors"
	"fmt"

	"hooke/check"
	"hooke/cpuref"
	"hooke/engine"
	"hooke/gpu"
	"hooke/model"
	"hooke/run"
)

// checkEnergy proves that both engines keep energy and account for it.
func (a App) checkEnergy(ctx context.Context, o *checkOptions, args []string) error {
	if len(args) > 0 || o.model.given() || o.steps > 0 {
		return usagef("--energy has cases of its own: leave out scenes, sizes and --steps")
	}
	ctx, stop := untilInterrupted(ctx)
	defer stop()
	d, err := engine.OpenDevice()
	if err != nil {
		return err
	}
	defer d.Close()
	printer := &checkPrinter{app: a, json: o.json, software: d.GL.Software()}
	drift := check.SingleDriftTolerance
	if o.gpu.Precision == gpu.Double {
		drift = check.DriftTolerance
	}
	for _, c := range []struct {
		engine string
		drift  float64
		make   func(*model.Model, model.Params) (model.Engine, error)
	}{
		{engine.CPURef, check.DriftTolerance, func(m *model.Model, p model.Params) (model.Engine, error) { return cpuref.New(m, p) }},
		{engine.GPU, drift, func(m *model.Model, p model.Params) (model.Engine, error) { return a.newGPU(d, m, p, o.gpu) }},
	} {
		a.note("checking the energy of %s", c.engine)
		rows, err := check.Energy(c.drift, 1, func(m *model.Model, p model.Params) (model.Engine, error) {
			if ctx.Err() != nil {
				return nil, run.ErrInterrupted
			}
			e, err := c.make(m, p)
			if err != nil {
				return nil, err
			}
			printer.engine = e.Describe()
			return e, nil
		})
		for i := range rows {
			rows[i].Case = c.engine + ", " + rows[i].Case
		}
		if err := printer.print(rows); err != nil {
			return err
		}
		if errors.Is(err, run.ErrInterrupted) {
			return fmt.Errorf("%w at the energy of %s", run.ErrInterrupted, c.engine)
		}
		if err != nil {
			return err
		}
	}
	if err := printer.summary(); err != nil {
		return err
	}
	if len(printer.failed) > 0 {
		return errSilent
	}
	return nil
}
