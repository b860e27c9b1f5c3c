package solver

import (
	"fmt"

	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/gpu/ranges"
	"hooke/gpu/traffic"
	"hooke/model"
	"hooke/shaders"
)

// Divided is a solver that divides steps, with buffers of its own on the device. Who makes it
// releases it.
type Divided interface {
	Solver
	// SetParams makes parameters, with their substeps chosen, those of the steps that are
	// queued from here on. resolves says that k and c of springs at a substep are others than
	// before. On an error nothing changes.
	SetParams(p model.Params, resolves bool) error
	Reset()           // clears the data carried from step to step, for a new state
	Lasting() []Lasts // the data carried from step to step
	Measure(on bool)  // whether the steps that are queued from here on end with a residual
	Residual() model.Residual
	Traffic() traffic.Sweeps
	// SetBlocks says whether sweeps go block by block from here on, before passes are made, and in blocks for
	// software or for a card. words are those of their tables. An error, which wraps model.ErrUnsupported for
	// a model without blocks, changes nothing.
	SetBlocks(on, software bool) (words int64, err error)
	Colors() (count int, sum uint64) // a sum over the order in which colors put things
	Release()
}

// Shower is a solver that reports forces that the law of springs does not give: those of
// rigid links.
type Shower interface {
	// LinkForces waits and returns the forces of rigid links, see model.State.
	LinkForces() []float64
	// SpringForces waits and returns the forces of all springs in the last substep, see model.State; nil
	// before one.
	SpringForces() []float64
	// Show queues the pass that writes a quantity of those springs into a buffer of a number per spring, and
	// the
	// barrier for draws. Parameters must be bound.
	Show(what shaders.Measured, into *glx.Buffer) error
}

// Lasts is a buffer that a run needs from step to step.
type Lasts struct {
	Name   string
	Buffer *glx.Buffer
}

// Pipeline returns the pipeline of a solver that divides steps. It sweeps over springs, which are in
// arrays of their own: two-pass, whatever stands for a choice by the engine.
func Pipeline(asked string, i model.Integrator) (string, error) {
	if asked == options.TwoPass || asked == options.Auto {
		return options.TwoPass, nil
	}
	return "", fmt.Errorf("gpu: the pipeline %s with the solver %v, which visits springs one after the other, is %w; leave the pipeline out, or use %s",
		asked, i, model.ErrUnsupported, options.TwoPass)
}

// TooLarge refuses a model whose arrays would be divided.
func TooLarge(n ranges.Counts, i model.Integrator) error {
	return fmt.Errorf("gpu: the solver %v for %d masses and %d springs, whose arrays are longer than a storage block of this device, is %w of the engine gpu yet; use --engine cpuref",
		i, n.Masses, n.Springs, model.ErrUnsupported)
}
