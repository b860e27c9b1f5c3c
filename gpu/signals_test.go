package gpu

import (
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/gpu/queue"
	"hooke/gpu/settings"
	"hooke/model"
	"hooke/must"
)

// drivenParams has something that changes with time.
func drivenParams() model.Params {
	p := gputest.PerturbedParams()
	p.Forces = []model.Force{{Masses: []uint32{3, 5}, Force: model.Vec3{0, 0, 2}, Table: model.Curve{At: []float64{0, 0.004, 0.01}, Value: []float64{0, 1, -1}}}}
	return p
}

// A step neither uploads nor downloads, and waits for no
// fence while fewer submissions than may be are ahead: in every pipeline, with every
// integrator, at rest and driven, with kept states.
func TestStepNeverWaits(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Random(34, 60, 200)
	for _, pipeline := range []string{options.TwoPass, options.Fused} {
		for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
			for _, p := range []model.Params{gputest.PerturbedParams(), drivenParams()} {
				p.Integrator = integrator
				e := must.Get(New(ctx, m, p, Options{Pipeline: pipeline, KeepLastGood: true}))(t)
				must.Do(t, e.Reset(state))
				before := ctx.Transfers() + ctx.Uploads()
				must.Do(t, e.Step(queue.SubmissionsAhead))
				if e.Waits() != 0 {
					t.Errorf("%s, %v: %d waits for the first %d steps", pipeline, integrator, e.Waits(), queue.SubmissionsAhead)
				}
				for range 150 { // more than the host writes at once
					must.Do(t, e.Step(1))
				}
				must.Do(t, e.Step(150))
				if got := ctx.Transfers() + ctx.Uploads() - before; got != 0 {
					t.Errorf("%s, %v, %d forces: steps made %d transfers", pipeline, integrator, len(p.Forces), got)
				}
				e.Close()
			}
		}
	}
}

// The first steps of a new engine see their signals, however busy the device still is
// with making its buffers: the bits are those of an engine that waited for that first.
func TestFirstStepsSeeTheirSignals(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Random(36, 60, 200)
	run := func(waits bool) (got model.Snapshot) {
		e := must.Get(New(ctx, m, drivenParams(), Options{}))(t)
		defer e.Close()
		must.Do(t, e.Reset(state))
		if waits {
			ctx.Finish()
		}
		must.Do(t, e.Step(3))
		must.Do(t, e.Read(&got))
		return got
	}
	want := run(true)
	for n := range 20 {
		if got := run(false); !slices.Equal(want.Position, got.Position) || !slices.Equal(want.Velocity, got.Velocity) {
			t.Fatalf("engine %d: three steps at once differ from those after a wait: signals were lost", n)
		}
	}
}

// Submission after submission has rows of its own, none of which waits for the device
// though the stream goes round many times.
func TestSignalRowsGoRound(t *testing.T) {
	ctx := gltest.New(t)
	p := drivenParams()
	s := must.Get(settings.NewSignals(ctx, &settings.Settings{Params: p, Signals: settings.SignalLayoutOf(p)}, options.Single, 0))(t)
	defer s.Release()
	s.Rows = 9
	places := map[int64]int64{} // of the first row: the submission that has it
	for submission := range int64(5 * queue.SubmissionsAhead) {
		must.Do(t, s.Begin(submission))
		for s.Room(2, 2) > 0 {
			s.Write([]float64{0.001, 0.002, 0.003})
			if by, is := places[s.First]; is && by >= submission-queue.SubmissionsAhead {
				t.Fatalf("submission %d takes the row at %d, which submission %d may still read", submission, s.First, by)
			}
			places[s.First] = submission
		}
		if s.Taken != 9 {
			t.Fatalf("submission %d took %d rows of 9", submission, s.Taken)
		}
	}
	if want := 3 * (queue.SubmissionsAhead + 1); len(places) != want {
		t.Errorf("rows were written at %d places, want %d", len(places), want)
	}
}

// A submission whose rows are used up is submitted, and how steps go into rows
// changes no bit.
func TestSignalRowsChangeNoBit(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Random(35, 300, 1200)
	run := func(rows int64, calls, steps int) (got model.Snapshot, submissions int64) {
		p := drivenParams()
		p.Integrator = model.RK4
		e := must.Get(New(ctx, m, p, Options{}))(t)
		defer e.Close()
		if rows > 0 {
			e.run.signals.Rows = rows
		}
		must.Do(t, e.Reset(state))
		for range calls {
			must.Do(t, e.Step(steps))
		}
		must.Do(t, e.Read(&got))
		return got, e.Submissions()
	}
	whole, _ := run(0, 1, 200)
	// Calls of one step take three rows, so that a submission has one or two.
	parts, submissions := run(7, 200, 1)
	if !slices.Equal(whole.Position, parts.Position) || !slices.Equal(whole.Velocity, parts.Velocity) {
		t.Error("200 steps in one call, and in 200 with few rows of signals, differ")
	}
	if submissions < 100 {
		t.Errorf("%d submissions, want at least 100: there is room for two steps in each", submissions)
	}
}
