package ensemble

import (
	"fmt"
	"slices"

	"hooke/gpu"
	"hooke/gpu/ensemble/own"
	"hooke/lab/ensemble"
	"hooke/model"
)

// Alone returns the reason why each member of a kind has an engine of its own; empty: members are stepped
// together, which is faster. No other function decides so.
func Alone(k ensemble.Kind, precision model.Precision) string {
	why := ensemble.WhyLone(k, precision, ensemble.Together(model.EngineEnsembleGPU)...)
	if why == "" && !k.Control.SetsOnly("actuator", "force") {
		return "inputs of motors, handles or contacts"
	}
	return why
}

// addMembers decides which members of each kind have engines of their own, and returns the others by their kinds.
func (e *Engine) addMembers() ([][]int, error) {
	out, o := make([][]int, len(e.settled)), e.own()
	e.lone.LoneOptions = ensemble.LoneOptions{LoneMaker: own.Maker(e.ctx, o), Metrics: e.options.Metrics}
	for i, k := range e.settled {
		out[i] = ensemble.MembersOf(i, e.members)
		single := ensemble.FarMembers(k, out[i], e.members)
		if e.options.Lone || Alone(k, o.Precision) != "" {
			single = out[i]
		}
		if err := e.lone.Add(k, single, ensemble.LoneBytes(k.Model)); err != nil {
			return nil, err
		}
		if len(single) > 0 {
			each, err := own.Bytes(k, o)
			if err != nil {
				return nil, fmt.Errorf("ensemble: kind %d (%s): %w", i, k.Model.Name, err)
			}
			e.ofLone += int64(len(single)) * each
		}
		out[i] = slices.DeleteFunc(out[i], e.lone.Has)
	}
	return out, nil
}

// own returns the options of engines of members that have their own.
func (e *Engine) own() gpu.Options {
	o := own.Options(e.options.Own)
	if o.Shaders == nil {
		o.Shaders = e.options.Shaders
	}
	return o
}

// ended reports whether a member with a loop has ended, as far as is known.
func (e *Engine) ended(member int) bool {
	if one := e.lone.Of(member); one != nil {
		return one.Ended()
	}
	return e.runs[member].ended
}

// Vary gives the sensors of a member other noise; see ensemble.Engine.
func (e *Engine) Vary(member int, number uint64) { e.loops.Vary(member, number) }
