package ensemble

import (
	"slices"

	"hooke/cpu"
	"hooke/engine/origin"
	"hooke/lab/ensemble"
	"hooke/model"
)

// Alone returns the reason why each member of a kind has an engine of its own; empty: members are stepped together, which is faster.
func Alone(k ensemble.Kind, precision model.Precision) string {
	together := ensemble.Together(model.EngineEnsemble)
	if model.Containers.In(k.Model, k.Params) {
		together = slices.DeleteFunc(together, func(f ensemble.Feature) bool { return f == ensemble.Shapes })
	}
	return ensemble.WhyLone(k, precision, together...)
}

// ownMaker returns a maker of engines cpu, of one thread each, for members that packs do not take. The kernel is one of cpu.Kernels of the precision; another one, or none, is the first.
func ownMaker(kernel string, precision model.Precision) ensemble.LoneMaker {
	if !slices.Contains(cpu.Kernels(precision), kernel) {
		kernel = ""
	}
	return ensemble.LoneMaker{Precision: precision, New: func(m *model.Model, p model.Params, _ bool) (origin.Core, error) {
		return cpu.New(m, p, cpu.Options{Threads: 1, Kernel: kernel, Precision: precision})
	}}
}

// ownBytes returns the most memory that a member of a settled kind takes with an engine of its own [bytes], or the
// reason why there is no engine for it.
func ownBytes(k ensemble.Kind, precision model.Precision) (int64, error) {
	f, err := cpu.Plan(k.Model, k.Params, precision)
	if err != nil {
		return 0, err
	}
	return f.TableBytes + f.StateBytes + ensemble.LoneBytes(k.Model), nil
}
