package tune

import (
	"errors"
	"slices"
	"time"

	"hooke/gpu/options"
	"hooke/model"
)

// changes returns the changes to try with the passes of the pipelines fused and resident, one
// after the other. Each is tried on the fastest so far.
func changes() []func(v *options.Variant) {
	return []func(v *options.Variant){
		func(v *options.Variant) { v.Laws = true },
		func(v *options.Variant) { v.Laws, v.Constants = false, true },
		func(v *options.Variant) { v.Unroll = 4 },
		func(v *options.Variant) { v.Storage = true },
		func(v *options.Variant) { v.Tile = v.Constants },
		func(v *options.Variant) { v.Tile, v.Persistent = v.Constants, v.Constants },
		func(v *options.Variant) { v.Unroll = 8 },
		func(v *options.Variant) { v.Unroll = 2 },
	}
}

// changesAlone are the first variants to try with the pipeline resident, which alone has them.
func changesAlone() []func(v *options.Variant) {
	return []func(v *options.Variant){
		func(v *options.Variant) { v.Shared = true },
		func(v *options.Variant) { v.Lanes = 4 },
		func(v *options.Variant) { v.Lanes = 8 },
	}
}

// changesTo returns groups of changes to try with a pipeline, in this order. Models and devices lack some.
func changesTo(pipeline string) [][]func(v *options.Variant) {
	switch pipeline {
	case options.TwoPass: // for the solver impulses
		return [][]func(v *options.Variant){{func(v *options.Variant) { v.Blocks = true }}}
	case options.Resident:
		return [][]func(v *options.Variant){changesAlone(), changes()}
	}
	return [][]func(v *options.Variant){changes()}
}

// Pipelines returns the pipelines and the variants of them that benchmarks compare: each pipeline, and those with
// variants in every one that at most two of the changes of a group lead to, with constants or without. Models and devices lack some.
func Pipelines() (names []string) {
	for _, pipeline := range options.Pipelines() {
		names = append(names, pipeline)
		for _, group := range changesTo(pipeline) {
			names = append(names, changed(pipeline, group)...)
		}
	}
	return names
}

// changed returns the variants of a pipeline that one or two of some changes lead to, with constants or without.
func changed(pipeline string, all []func(v *options.Variant)) (names []string) {
	add := func(v options.Variant) {
		contradicts := v.Constants && (v.Laws || v.Unroll > 0) // constants have the laws, and all visits in a row
		if name := pipeline + v.String(); name != pipeline && !contradicts && v.Lacked(pipeline) == "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, base := range []options.Variant{{}, {Constants: true}} {
		for i, first := range all {
			one := base
			first(&one)
			add(one)
			for _, second := range all[i+1:] {
				two := one
				second(&two)
				add(two)
			}
		}
	}
	return names
}

// fewestStored is the number of springs below which storage blocks are not tried on a graphics card.
// On an NVIDIA H200 a step by texels made 1.17 times as many spring-updates a second at 1 M springs,
// 0.91 times as many at 10 M, 0.37 times at 100 M (GLSL prototypes of the pass): the two are alike near 4 M.
// Behind the variant constants, storage blocks won at each of these sizes.
const fewestStored = 4_000_000

// Where is the data, besides the model, that determine which variants may be the fastest.
type Where struct {
	Software bool  // OpenGL is software
	Springs  int64 // of the model
}

// neverWins reports whether a variant is left out: nothing that was measured has it as the fastest
// there. On Mesa's llvmpipe a step of 56,368 springs takes 1.3 times as long from storage blocks, 3.6 times from tiles and
// 1.02 to 1.1 times with visits in a row, and of 984,438 springs more; laws in slots may save a
// little. Constants have all visits in a row. Blocks take 2.9 times as long there as colors. The table of a walker in shared memory, or its springs shared out among lanes, take
// over twice the time of a step there.
func (w Where) neverWins(v options.Variant) bool {
	return w.Software && (v.Storage || v.Tile || v.Unroll > 0 || v.Shared || v.Lanes > 0 || v.Blocks) || v.Storage && !v.Constants && w.Springs < fewestStored || v.Constants && v.Unroll > 0
}

// variants tries variants of the passes, and sets the fastest. It leaves out features that the
// model or the device lacks. It returns the time of its step, and whether it is another variant than before. Lanes
// are tried in the largest work groups, unless a size is asked for.
func (t *tuner) variants(best tunable, fastest time.Duration, asked int) (step time.Duration, other bool, err error) {
	now := best.Describe()
	pipeline, chosen, err := options.SplitPipeline(now.Pipeline)
	if err != nil {
		return fastest, false, err
	}
	was, size := chosen, now.WorkGroup
	for _, change := range slices.Concat(changesTo(pipeline)...) {
		next := chosen
		if change(&next); next == chosen || t.where.neverWins(next) || next.Lacked(pipeline) != "" {
			continue
		}
		if t.left() < t.cost {
			t.untried("other variants")
			break
		}
		before := t.clock()
		if err := best.SetVariant(next); errors.Is(err, model.ErrUnsupported) {
			continue
		} else if err != nil {
			return 0, false, err
		}
		wide := size
		if next.Lanes > 0 && asked == 0 {
			wide = slices.Max(t.sizes(best))
		}
		if err := best.SetWorkGroup(wide); err != nil {
			return 0, false, err
		}
		step, err := t.measure(best)
		if err != nil {
			return 0, false, err
		}
		if best.Describe().Pipeline != pipeline+next.String() { // work groups have not met, so that it steps otherwise
			continue
		}
		t.cost = t.clock().Sub(before)
		if step < time.Duration(worthwhile*float64(fastest)) {
			chosen, fastest, size = next, step, wide
		}
	}
	if err := best.SetVariant(chosen); err != nil {
		return 0, false, err
	}
	return fastest, chosen != was, best.SetWorkGroup(size)
}
