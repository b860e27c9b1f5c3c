package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"hooke/cli/terminal"
	"hooke/engine"
	"hooke/engine/check"
	"hooke/gpu"
	"hooke/run"
	"hooke/scene"
	"hooke/scene/words"
)

// checkedCase is a case of a check. The first of its proofs that begins opens it.
type checkedCase struct {
	name  string
	once  sync.Once
	sc    check.Case
	scene *scene.Scene
	err   error
}

// proofJob is one proof of a case.
type proofJob struct {
	of    *checkedCase // nil: a case of its own
	prove func(ctx context.Context, a App, d *engine.Device) proof
}

// checkScenes proves the engines on scenes, and the precisions of gpu on a case of its own. Proofs
// run side by side; their rows are printed in the order of the scenes.
func (a App) checkScenes(ctx context.Context, o *checkOptions, names []string) error {
	ctx, stop := terminal.UntilInterrupted(ctx)
	defer stop()
	if len(names) == 0 {
		names = checkNames(o.model.Given())
	}
	begin, jobs := time.Now(), proofJobs(o, names)
	beside := a
	beside.Stderr = &lockedWriter{w: a.Stderr}
	side := newSideBySide(jobs, beside)
	defer side.wait()
	working, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := side.start(working, slices.Contains(o.engines, engine.GPU)); err != nil {
		return fmt.Errorf("%w\n(--engine cpu needs no OpenGL)", err)
	}
	printer := &checkPrinter{app: a, json: o.json, software: side.software}
	faults, err := collect(side, printer, len(names))
	if err != nil {
		return errors.Join(append(faults, err)...)
	}
	side.wait()
	if links := side.links.Load(); links > 0 {
		a.note("%d programs were compiled, on %d threads, in %v", links, side.threads, time.Since(begin).Round(100*time.Millisecond))
	}
	if err := printer.summary(); err != nil {
		return err
	}
	if err := errors.Join(faults...); err != nil {
		return err
	}
	switch {
	case len(printer.failed) > 0:
		return errSilent
	case printer.rows == printer.none && len(o.parts) < len(check.Parts()):
		return fmt.Errorf("nothing was checked: the engines do not support the case, or have no %s; leave --parts out", strings.Join(o.parts, " or "))
	}
	return nil
}

// collect prints proofs in their order. An error ends the check; faults are of proofs that could not
// be carried out.
func collect(side *sideBySide, printer *checkPrinter, cases int) (faults []error, err error) {
	done := 0
	for k, job := range side.jobs {
		p := <-side.proofs[k]
		if err := printer.print(p); err != nil {
			return faults, err
		}
		switch {
		case errors.Is(p.err, run.ErrInterrupted) && job.of != nil:
			return nil, fmt.Errorf("%w at %s: %d of %d cases were checked", run.ErrInterrupted, job.of.name, done, cases)
		case p.err != nil:
			return faults, p.err
		case p.fault != nil:
			faults = append(faults, p.fault)
		}
		if last := k+1 == len(side.jobs) || side.jobs[k+1].of != job.of; last && job.of != nil {
			done++
			job.of.sc, job.of.scene = check.Case{}, nil // they may be large
		}
	}
	return faults, nil
}

// proofJobs lists the proofs of a check, in the order of their rows.
func proofJobs(o *checkOptions, names []string) (jobs []proofJob) {
	for _, name := range names {
		jobs = append(jobs, jobsOf(o, &checkedCase{name: name})...)
	}
	own := o.own && o.gpu.Precision == gpu.Single
	if !slices.Contains(o.engines, engine.GPU) || len(names) == 1 && o.gpu.Precision == gpu.Single || len(o.parts) < len(check.Parts()) || own {
		return jobs
	}
	for _, pipeline := range o.pipelines {
		jobs = append(jobs, proofJob{nil, func(ctx context.Context, a App, d *engine.Device) proof { return a.provePrecision(ctx, o, d, pipeline) }})
	}
	return jobs
}

// jobsOf lists the proofs of a case: of gpu in each pipeline, of cpu, and of loops.
func jobsOf(o *checkOptions, c *checkedCase) (jobs []proofJob) {
	add := func(prove func(ctx context.Context, a App, d *engine.Device) proof) {
		jobs = append(jobs, proofJob{c, func(ctx context.Context, a App, d *engine.Device) proof {
			if ctx.Err() != nil {
				return proof{err: run.ErrInterrupted}
			}
			if err := a.openChecked(ctx, o, c); err != nil {
				return proof{err: err}
			}
			return prove(ctx, a, d)
		}})
	}
	for _, name := range o.engines {
		switch {
		case name == engine.CPU:
			add(func(ctx context.Context, _ App, _ *engine.Device) proof { return proveCPU(ctx, o, c.sc) })
		case o.choosesPipeline:
			add(func(ctx context.Context, a App, d *engine.Device) proof {
				pipeline := a.expected(o, d, c)
				if pipeline == gpu.Fused {
					pipeline = gpu.Auto // where its arrays do not fit, a run steps in two-pass
				}
				return a.proveGPU(ctx, o, d, c.sc, pipeline)
			})
			add(func(ctx context.Context, a App, d *engine.Device) proof { return a.provePasses(ctx, o, d, c) })
		default:
			for _, pipeline := range o.pipelines {
				add(func(ctx context.Context, a App, d *engine.Device) proof { return a.proveGPU(ctx, o, d, c.sc, pipeline) })
			}
		}
	}
	if len(o.parts) == len(check.Parts()) {
		for _, name := range o.engines {
			add(func(ctx context.Context, a App, d *engine.Device) proof { return a.proveLoop(ctx, o, d, c, name) })
		}
	}
	return jobs
}

// provePasses proves the passes of two-pass, where a run steps in another pipeline: that is the only
// one whose springs can be looked at alone.
func (a App) provePasses(ctx context.Context, o *checkOptions, d *engine.Device, c *checkedCase) proof {
	if a.expected(o, d, c) == gpu.TwoPass {
		return proof{left: check.WholeProof(true)} // of fused
	}
	sc := c.sc
	sc.Parts = []string{"passes", "materials", "integrators"}
	return a.proveGPU(ctx, o, d, sc, gpu.TwoPass)
}

// openChecked opens a case, once.
func (a App) openChecked(ctx context.Context, o *checkOptions, c *checkedCase) error {
	c.once.Do(func() {
		if c.sc, c.scene, c.err = a.checkCase(ctx, o, c.name); c.err == nil {
			a.note("checking %s: %s, %s", c.sc.Name, words.Counted(c.sc.Model.MassCount(), "mass"), words.Counted(c.sc.Model.SpringCount(), "spring"))
		}
	})
	return c.err
}

// lockedWriter is a writer for several goroutines.
type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lockedWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}
