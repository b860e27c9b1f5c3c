package engine_test

import (
	"math"
	"strings"
	"testing"

	"hooke/control"
	"hooke/engine"
	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
	"hooke/physics/bigstep/judge"
	"hooke/scene"
	"hooke/scene/open"
)

// traffic counts the requests of a run to the driver that wait, or make it wait.
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
	step(3) // one-time objects are made
	calls.Reset()
	waits, drains, transfers := ctx.Waits(), ctx.Drains(), ctx.Transfers()
	step(30)
	by, _ := calls.Made()
	return traffic{ctx.Waits() - waits, ctx.Drains() - drains, ctx.Transfers() - transfers, by["glGetBufferSubData"], by["glCopyBufferSubData"]}
}

// C7: with a latency of one period a loop waits for all that the device has to do no more often than steps without a loop do, and one more:
// sensors come from copies that are done, and inputs go to the device through memory that it does not read. On llvmpipe, which does
// everything at once, that holds for waits of any kind; where the device works beside the host, a host that is faster waits for the
// boundary of a period ago, while the device has a period to do. A wait for the device at each boundary is detected, on the second
// driver also without a latency.
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
	must.Hold(t, closed.reads <= 0, "%d buffers are read", closed.reads)
	must.Hold(t, closed.copies != 0, "no copy reaches the host: the test looks for the wrong thing")
	if stalled := trafficOf(t, ctx, calls, 1, true, ctx.Finish); stalled.drains <= open.drains+1 {
		t.Errorf("a loop that waits for the device at each boundary waits for all that is queued %d times: the comparison does not see it", stalled.drains)
	}
}

// A rope that hangs by impulses with too few substeps is too long, and its defect says by how much; with the substeps
// that are advised it hangs as its weight says: each spring carries the masses below it.
func TestHangingRopesTellHowFarTheyAreOff(t *testing.T) {
	for _, c := range []struct {
		substeps int
		told     bool
	}{{0, true}, {16, false}} {
		s := must.Get(open.Scene("testdata/hang-impulses.toml", scene.Options{Substeps: c.substeps}))(t)
		own := physics.ResolverOf(s.Model, s.Params).All(nil)
		static, below := 0.0, 0.0 // stretch [m], and mass at and below a spring [kg]; the rope hangs from mass 0
		for k := s.Model.SpringCount() - 1; k >= 0; k-- {
			below += s.Model.Mass[k+1]
			static += below * 9.81 / own[k].Stiffness
		}
		for _, name := range []string{engine.CPURef, engine.CPU} {
			e := must.Get(engine.New(name, s.Model, s.Params, engine.Options{}))(t)
			var read model.Snapshot
			for _, err := range []error{e.Reset(s.Start), e.Step(360), e.Finish(), e.Read(&read)} {
				must.Do(t, err)
			}
			state := read.State()
			d := judge.DefectOf(s.Model, s.Params, state, nil, 1e-7)
			off, says := d.Stretch/static-1, d.Words(s.Params)
			if (says != "") != c.told || (math.Abs(off) > 0.02) != c.told {
				t.Errorf("%s, %d substeps: stretched by %g m, its weight says %g; it says %q", name, c.substeps, d.Stretch, static, says)
			}
			if math.Abs(d.Pushed/static-1) > 0.02 {
				t.Errorf("%s, %d substeps: what was pushed stretches it by %g m, its weight by %g", name, c.substeps, d.Pushed, static)
			}
			e.Close()
		}
	}
}

// Auto steps implicit Euler with the reference, and a stiff cube falls as gravity says: v = g t, and
// ½ g t² + ½ g h t below where it was, by the recurrence of the method with substeps of h.
func TestStiffCubesFallByImplicitEuler(t *testing.T) {
	s := must.Get(open.Scene("testdata/stiff-cube.toml", scene.Options{}))(t)
	e := must.Open(engine.New(engine.Auto, s.Model, s.Params, engine.Options{}))(t)
	must.Be(t, e.Describe().Engine, engine.CPURef, "steps")
	must.Do(t, e.Reset(s.Start))
	steps := int(math.Round(1 / s.Params.DT))
	must.Do(t, e.Step(steps))
	must.Do(t, e.Finish())
	read := modeltest.Snapshot(t, e)
	got := read.State()
	h := s.Params.Substep().DT
	for i, v := range got.Velocity {
		fall := s.Start.Position[i][2] - got.Position[i][2]
		if math.Abs(v[2]+9.81) > 1e-5 || math.Abs(fall-9.81*(1+h)/2) > 1e-5 {
			t.Fatalf("mass %d: %g m/s after a fall of %g m, want -9.81 and %g", i, v[2], fall, 9.81*(1+h)/2)
		}
	}
}
