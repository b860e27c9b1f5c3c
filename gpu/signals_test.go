package gpu

import (
	"math"
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/gpu/queue"
	"hooke/gpu/settings"
	"hooke/model"
	"hooke/model/modeltest"
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
// integrator, at rest and driven, with kept states. The short form has each integrator but RK4, at rest in one
// pipeline and driven in the other.
func TestStepNeverWaits(t *testing.T) {
	ctx := gltest.New(t)
	m, state := gputest.Random(34, 60, 200)
	for which, pipeline := range []string{options.TwoPass, options.Fused} {
		for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
			for k, p := range []model.Params{gputest.PerturbedParams(), drivenParams()} {
				if !must.Long() && ((which+int(integrator)+k)%2 == 0 || integrator == model.RK4) {
					continue
				}
				p.Integrator = integrator
				e := must.Get(New(ctx, m, p, Options{Pipeline: pipeline, KeepLastGood: true}))(t)
				must.Do(t, e.Reset(state))
				before := ctx.Transfers() + ctx.Uploads()
				must.Do(t, e.Step(queue.SubmissionsAhead))
				must.Be(t, e.Waits(), 0, "%s, %v: waits for the first %d steps", pipeline, integrator, queue.SubmissionsAhead)
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
	must.Be(t, len(places), 3*(queue.SubmissionsAhead+1), "rows were written at places")
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
	must.Hold(t, submissions >= 100, "%d submissions, want at least 100: there is room for two steps in each", submissions)
}

// A massless pull does not exist, so a heavy end: the free end of an actuated
// spring that is stiff against its drive stays at L0(t), in steps and batches
// of any size.
func TestActuatedSpringFollowsItsRestLength(t *testing.T) {
	ctx := gltest.New(t)
	m := modeltest.Lever(model.Material{Stiffness: 1000, Damping: 20}, model.PinAll, 0)
	m.ActuatorOf = []uint16{1}
	p := model.Params{DT: 1e-3, Actuators: []model.Actuator{{Amplitude: 0.1, Frequency: 0.1}}}
	e := must.Open(New(ctx, m, p, Options{}))(t)

	// Over 2.5 s, a quarter of the cycle, in parts that do and do not fill a batch.
	for _, steps := range []int{1, 126, 127, 128, 1118, 1000} {
		must.Do(t, e.Step(steps))
	}
	must.Do(t, e.Finish())
	got := modeltest.Snapshot(t, e)
	// The lag of the motion behind the drive is of the order of its acceleration,
	// (2π 0.1 Hz)² 0.1 m, over k/m: 1e-4 m; the oscillation from the start is damped
	// to 1e-4 of 1e-3 m.
	if want := 1.1; math.Abs(float64(got.Position[1][0])-want) > 3e-4 {
		t.Errorf("at t = %g s the spring is %g m long, want %g", got.Time, got.Position[1][0], want)
	}
	if energy, err := e.Energy(); err != nil || energy.Elastic > 0.5*1000*1e-3*1e-3 {
		t.Errorf("elastic energy is %v, %v: not measured from L0(t)", energy, err)
	}
}

// More actuators than signals fit is an error with the numbers.
func TestTooManyActuatorsAreRefused(t *testing.T) {
	ctx := gltest.New(t)
	m := modeltest.Lever(model.Material{Stiffness: 1000})
	_, err := New(ctx, m, model.Params{Actuators: make([]model.Actuator, 4097)}, Options{})
	if want := "4097 actuators, 0 forces, 0 motors, 0 guides and 0 contacts that move need 4097 numbers that change with time, allowed 4096"; err == nil || !contains(err.Error(), want) {
		t.Errorf("New returned %v, want an error with %q", err, want)
	}
}
