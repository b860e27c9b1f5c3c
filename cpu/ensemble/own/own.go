// Package own makes engines cpu for members of ensembles that packs do not take.
package own

import (
	"slices"

	"hooke/cpu"
	"hooke/engine/origin"
	"hooke/lab/ensemble"
	"hooke/lab/ensemble/lone"
	"hooke/model"
)

// Maker makes engines of one thread each. The kernel is one of cpu.Kernels of the precision; another one, or none, is the first.
func Maker(kernel string, precision model.Precision) lone.Maker {
	if !slices.Contains(cpu.Kernels(precision), kernel) {
		kernel = ""
	}
	return lone.Maker{Precision: precision, New: func(m *model.Model, p model.Params, _ bool) (origin.Core, error) {
		return cpu.New(m, p, cpu.Options{Threads: 1, Kernel: kernel, Precision: precision})
	}}
}

// Bytes returns the largest memory of a member of a settled kind [bytes], or the reason why
// there is no engine for it.
func Bytes(k ensemble.Kind, precision model.Precision) (int64, error) {
	f, err := cpu.Plan(k.Model, k.Params, precision)
	if err != nil {
		return 0, err
	}
	return f.TableBytes + f.StateBytes + lone.Beside(k.Model), nil
}
