package tune

import (
	"errors"
	"time"

	"hooke/gpu/options"
	"hooke/model"
)

// changes are what is tried with the passes of the pipelines fused and resident, one after the other. Each
// is tried on what was the fastest before it.
func changes() []func(v *options.Variant) {
	return []func(v *options.Variant){
		func(v *options.Variant) { v.Laws = true },
		func(v *options.Variant) { v.Unroll = 4 },
		func(v *options.Variant) { v.Storage = true },
		func(v *options.Variant) { v.Unroll = 8 },
		func(v *options.Variant) { v.Unroll = 2 },
	}
}

// variants tries variants of the passes, and sets the fastest. It leaves out what the model
// or the device does not have.
func (t *tuner) variants(best tunable, fastest time.Duration) error {
	pipeline, chosen, err := options.SplitPipeline(best.Describe().Pipeline)
	if err != nil || pipeline == options.TwoPass {
		return err
	}
	for _, change := range changes() {
		next := chosen
		if change(&next); next == chosen {
			continue
		}
		if t.left() < t.cost {
			t.untried("other variants")
			break
		}
		before := t.clock()
		if err := best.SetVariant(next); errors.Is(err, model.ErrRefused) {
			continue
		} else if err != nil {
			return err
		}
		step, err := t.measure(best)
		if err != nil {
			return err
		}
		t.cost = t.clock().Sub(before)
		if step < time.Duration(worthwhile*float64(fastest)) {
			chosen, fastest = next, step
		}
	}
	return best.SetVariant(chosen)
}
