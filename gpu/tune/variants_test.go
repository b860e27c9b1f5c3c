package tune

import (
	"slices"
	"testing"

	"hooke/gpu/options"
	"hooke/must"
)

// Benchmarks compare every pipeline, and all that one or two changes of the tuner lead to, each once.
func TestComparedPipelines(t *testing.T) {
	names := Pipelines()
	for _, want := range []string{"two-pass", "fused", "resident", "fused+laws", "fused+constants", "fused+storage+constants", "resident+laws+unroll4", "fused+unroll2", "two-pass+blocks", "fused+constants+tile", "resident+shared", "resident+shared+lanes4", "fused+storage+constants+tile", "fused+constants+tile+persistent", "resident+constants+shared"} {
		must.Hold(t, slices.Contains(names, want), "%s is not among %v", want, names)
	}
	for i, name := range names {
		pipeline, v, err := options.SplitPipeline(name)
		must.Be(t, err, nil, "%s", name)
		must.Be(t, name, pipeline+v.String(), "a name that rows have")
		must.Hold(t, !slices.Contains(names[:i], name) && !(v.Constants && (v.Laws || v.Unroll > 0)), "%s is there twice, or contradicts itself", name)
	}
}
