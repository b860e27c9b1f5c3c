package gpu

import (
	"runtime"

	"hooke/gpu/egl"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/gpu/ranges"
	"hooke/model"
)

// Open makes a windowless context on the calling goroutine's thread and puts
// the model on it: New for programs that draw nothing. The goroutine stays
// locked to its thread until Close, which closes the context too. The error
// wraps egl.ErrNoContext when there is no usable driver.
func Open(m *model.Model, params model.Params, o Options) (*Engine, error) {
	runtime.LockOSThread()
	window, err := egl.Open(egl.Options{})
	if err != nil {
		runtime.UnlockOSThread()
		return nil, err
	}
	closeContext := func() {
		window.Close()
		runtime.UnlockOSThread()
	}
	ctx, err := glx.New(window.ProcAddress)
	if err != nil {
		closeContext()
		return nil, err
	}
	e, err := New(ctx, m, params, o)
	if err != nil {
		closeContext()
		return nil, err
	}
	e.closeContext = closeContext
	return e, nil
}

// Precision describes how an engine keeps and computes numbers; see options.Precision.
type Precision = options.Precision

// The precisions; see package options.
const (
	Single      = options.Single
	Compensated = options.Compensated
	Double      = options.Double
)

// The pipelines; see package options.
const (
	TwoPass  = options.TwoPass
	Fused    = options.Fused
	Resident = options.Resident
	Auto     = options.Auto
)

// Precisions returns all precisions, in the order of their numbers.
func Precisions() []Precision { return options.Precisions() }

// ParsePrecision returns the precision of that name; an error lists the known names.
func ParsePrecision(name string) (Precision, error) { return options.ParsePrecision(name) }

// Pipelines returns the names of the pipelines of this engine.
func Pipelines() []string { return options.Pipelines() }

// Counts are the numbers of a model that its buffers depend on; see ranges.Counts.
type Counts = ranges.Counts

// Size is the size of one buffer of a model.
type Size = ranges.Size

// Sizes lists the buffers of a model on the device; see ranges.Sizes.
func Sizes(n Counts) []Size { return ranges.Sizes(n) }

// Memory returns the sum of Sizes [bytes].
func Memory(n Counts) int64 { return ranges.Memory(n) }

// Fits returns an error that says, with the numbers, why a model of these counts does not
// fit a device; nil says that the counts fit. See ranges.Fits.
func Fits(limits glx.Limits, n Counts) error { return ranges.Fits(limits, n) }

// WorkGroups returns the sizes of a work group to choose from; see options.WorkGroups.
func WorkGroups() []int { return options.WorkGroups() }
