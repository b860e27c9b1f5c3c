package traffic

import (
	"errors"
	"strings"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/must"
	"hooke/shaders"
)

// The cost is a positive number, and on a processor not far from 1 or 2, within what a busy
// machine makes of short times.
func TestFloat64CostIsMeasured(t *testing.T) {
	ctx := gltest.New(t)
	times, err := Float64Cost(ctx, nil)
	if err != nil || times <= 0 || ctx.Software() && times > 20 {
		t.Errorf("%g times, %v", times, err)
	}
	t.Logf("%s: float64 takes %.2f times as long as float32", ctx.Renderer, times)
}

// More work in float64 alone is seen as a cost, a device that skips rounds as a fault, and a
// program that is refused in float64 alone as a lack of float64.
func TestFloat64CostSeesFaults(t *testing.T) {
	ctx := gltest.New(t)
	const rounds = "round < ROUNDS"
	plain := must.Get(Float64Cost(ctx, nil))(t)
	// Rounds that change nothing but take time: x is replaced where that is impossible.
	const end = "\tnextPosition[i] ="
	slow := changed(t, shaders.Arithmetic, end, "#if PRECISION == DOUBLE\n\treal more = a;\n\tfor (int k = 0; k < 10 * ROUNDS; k++) more = more * y + z;\n\tif (more < real(-1.0)) a = more;\n#endif\n"+end)
	if costly, err := Float64Cost(ctx, slow); err != nil || costly < 2*plain {
		t.Errorf("with many times the work in float64 it takes %g times as long, without %g; %v", costly, plain, err)
	}
	if _, err := Float64Cost(ctx, changed(t, shaders.Arithmetic, rounds, rounds+" - 50")); err == nil || !strings.Contains(err.Error(), "skips work") {
		t.Errorf("50 rounds skipped: %v", err)
	}
	refused := changed(t, shaders.Arithmetic, "\treal y", "#if PRECISION == DOUBLE\n\tnonsense\n#endif\n\treal y")
	if _, err := Float64Cost(ctx, refused); !errors.Is(err, glx.ErrNoFloat64) {
		t.Errorf("refused in float64: %v", err)
	}
	if _, err := Float64Cost(ctx, changed(t, shaders.Arithmetic, "\treal y", "\tnonsense\n\treal y")); err == nil || errors.Is(err, glx.ErrNoFloat64) {
		t.Errorf("refused in float32, too: %v", err)
	}
}
