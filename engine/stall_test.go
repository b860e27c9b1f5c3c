package engine_test

import (
	"strings"
	"testing"

	"hooke/control"
	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/must"
)

// traffic is what a run has asked of the driver that waits, or that makes it wait.
type traffic struct {
	waits, drains int64
	transfers     int64
	reads         int64 // glGetBufferSubData
	copies        int64
}

// trafficOf runs the quadruped for some periods with a latency, on the device. loop is nil for an open loop. between is called at
// each boundary.
func trafficOf(t *testing.T, ctx *glx.Context, calls *gltest.Calls, latency int, closed bool, between func()) traffic {
	t.Helper()
	s := steered(t)
	spec := s.Control.At(s.Params.DT)
	spec.Latency = latency
	inside, err := gpu.New(ctx, s.Model, s.Params, gpu.Options{Pipeline: options.Fused})
	must.Do(t, err)
	defer inside.Close()
	var e model.Engine = inside
	if closed {
		if e, _, err = control.Around(inside, s.Model, s.Params, spec); err != nil {
			t.Fatal(err)
		}
	}
	must.Do(t, e.Reset(s.Start))
	step := func(periods int) {
		for range periods {
			must.Do(t, e.Step(spec.Period))
			between()
		}
	}
	step(3) // what is made once is made
	calls.Reset()
	waits, drains, transfers := ctx.Waits(), ctx.Drains(), ctx.Transfers()
	step(30)
	by, _ := calls.Made()
	return traffic{ctx.Waits() - waits, ctx.Drains() - drains, ctx.Transfers() - transfers, by["glGetBufferSubData"], by["glCopyBufferSubData"]}
}

// C7: with a latency of one period a loop waits for all that the device has to do no more often than steps without a loop do, and one more:
// sensors come from copies that are done, and inputs go to the device through memory that it does not read. On llvmpipe, which does
// everything at once, that holds for waits of any kind; where the device works beside the host, a host that is faster waits for the
// boundary of a period ago, while the device has a period to do. Who waits for the device at each boundary is seen, on the second
// driver also who has no latency.
func TestLoopsDoNotStall(t *testing.T) {
	ctx, calls := gltest.NewCounting(t)
	open := trafficOf(t, ctx, calls, 1, false, func() {})
	closed := trafficOf(t, ctx, calls, 1, true, func() {})
	t.Logf("%s: open %+v, closed %+v", ctx.Renderer, open, closed)
	if closed.drains > open.drains+1 {
		t.Errorf("the loop waits for all that is queued %d times, steps without one %d times", closed.drains, open.drains)
	}
	if atOnce := strings.HasPrefix(ctx.Renderer, "llvmpipe"); atOnce && closed.waits > open.waits+1 {
		t.Errorf("the loop waits %d times, steps without one %d times", closed.waits, open.waits)
	} else if late := trafficOf(t, ctx, calls, 0, true, func() {}); !atOnce && late.drains <= open.drains+1 {
		t.Errorf("a loop without latency waits for all that is queued %d times: the comparison does not see it", late.drains)
	}
	if closed.transfers > open.transfers {
		t.Errorf("the loop makes %d transfers for which the driver may wait, steps without one %d", closed.transfers, open.transfers)
	}
	if closed.reads > 0 {
		t.Errorf("%d buffers are read", closed.reads)
	}
	if closed.copies == 0 {
		t.Error("no copy reaches the host: the test looks for the wrong thing")
	}
	if stalled := trafficOf(t, ctx, calls, 1, true, ctx.Finish); stalled.drains <= open.drains+1 {
		t.Errorf("a loop that waits for the device at each boundary waits for all that is queued %d times: the comparison does not see it", stalled.drains)
	}
}
