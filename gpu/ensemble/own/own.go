// Package own makes engines gpu for members of ensembles that the passes of ensembles do not take, on the context of the ensemble.
package own

import (
	"hooke/engine/origin"
	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/lab/ensemble"
	"hooke/model"
)

// Options complete options of such engines: without a pipeline they have the one that single runs have where nothing is measured.
func Options(o gpu.Options) gpu.Options {
	if o.Pipeline == "" {
		o.Pipeline = gpu.Auto
	}
	return o
}

// Maker makes engines on a context. Each compiles its own programs. Drivers cache compiled programs, so a second engine of a kind
// costs no more time than its buffers.
func Maker(ctx *glx.Context, o gpu.Options) ensemble.LoneMaker {
	o = Options(o)
	return ensemble.LoneMaker{Precision: o.Precision, New: func(m *model.Model, p model.Params, watched bool) (origin.Core, error) {
		own := o
		own.Watched = own.Watched || watched
		e, err := gpu.New(ctx, m, p, own)
		if err != nil {
			return nil, err
		}
		return e, nil
	}}
}

// Bytes returns the approximate memory on the device of the engine of a member of a settled
// kind [bytes]; or the reason why there is no engine for it.
func Bytes(k ensemble.Kind, o gpu.Options) (int64, error) {
	return gpu.Bytes(k.Model, k.Params, Options(o))
}
