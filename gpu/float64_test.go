package gpu

import (
	"errors"
	"strings"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/must"
)

// Where shaders cannot compute in float64, double precision is refused with the name of the
// device, before a file of shaders is read; the other precisions do without.
func TestDoubleNeedsFloat64(t *testing.T) {
	ctx := gltest.New(t)
	for _, lacking := range []bool{false, true} {
		ctx.Limits.NoFloat64 = lacking
		for _, precision := range Precisions() {
			e, err := New(ctx, gputest.Grid(3, 3, 3), gputest.PerturbedParams(), Options{Precision: precision})
			if refused := errors.Is(err, glx.ErrNoFloat64); refused != (lacking && precision == Double) {
				t.Errorf("%v, lacking %v: %v", precision, lacking, err)
			} else if refused && (!strings.Contains(err.Error(), ctx.Renderer) || !strings.Contains(err.Error(), "compensated")) {
				t.Errorf("the error names neither %s nor what to take: %v", ctx.Renderer, err)
			} else if !refused {
				must.Do(t, err)
			}
			e.Close()
		}
	}
}
