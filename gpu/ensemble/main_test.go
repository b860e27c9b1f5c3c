package ensemble_test

import (
	"testing"

	"hooke/ensemble"
	gpu "hooke/gpu/ensemble"
	"hooke/gpu/glx"
	"hooke/must"
)

// made is an engine that ends with the test, and before its context.
func made(t testing.TB, ctx *glx.Context, k ensemble.Kind, members []ensemble.Member, o gpu.Options) *gpu.Engine {
	t.Helper()
	return must.Open(gpu.New(ctx, []ensemble.Kind{k}, members, o))(t)
}
