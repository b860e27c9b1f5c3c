package ensemble

import (
	"slices"

	"hooke/lab/ensemble"
	"hooke/lab/ensemble/lone"
	"hooke/model"
)

// Takes returns the features that the engine takes beside those that all engines take: all, of members with engines of their own where packs
// lack one.
func Takes() []ensemble.Feature { return ensemble.Features() }

// Alone says why each member of a kind has an engine of its own; empty: members are stepped together, which is faster.
func Alone(k ensemble.Kind, precision model.Precision) string {
	together := ensemble.Together(model.EngineEnsemble)
	if model.Containers.In(k.Model, k.Params) {
		together = slices.DeleteFunc(together, func(f ensemble.Feature) bool { return f == ensemble.Shapes })
	}
	return lone.Why(k, precision, together...)
}
