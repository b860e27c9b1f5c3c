package gpu

import (
	"slices"
	"testing"

	"hooke/gpu/gltest"
	"hooke/model"
)

// drivenParams has something that changes with time.
func drivenParams() model.Params {
	p := stirredParams()
	p.Forces = []model.Force{{Masses: []uint32{3, 5}, Force: model.Vec3{0, 0, 2}, Table: model.Curve{At: []float64{0, 0.004, 0.01}, Value: []float64{0, 1, -1}}}}
	return p
}

// A step neither uploads nor downloads, for which a driver may wait, and waits for no
// fence while fewer submissions than may be are ahead: in every pipeline, with every
// integrator, at rest and driven, with the ledger and kept states.
func TestStepNeverWaits(t *testing.T) {
	ctx := gltest.New(t)
	m, state := randomModel(34, 60, 200)
	for _, pipeline := range []string{TwoPass, Fused} {
		for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
			for _, p := range []model.Params{stirredParams(), drivenParams()} {
				p.Integrator, p.Ledger = integrator, true
				e, err := New(ctx, m, p, Options{Pipeline: pipeline, KeepLastGood: true})
				check(t, err)
				check(t, e.Reset(state))
				before := ctx.Transfers()
				check(t, e.Step(submissionsAhead))
				if e.Waits() != 0 {
					t.Errorf("%s, %v: %d waits for the first %d steps", pipeline, integrator, e.Waits(), submissionsAhead)
				}
				for range 150 { // more than the host writes at once
					check(t, e.Step(1))
				}
				check(t, e.Step(150))
				if got := ctx.Transfers() - before; got != 0 {
					t.Errorf("%s, %v, %d forces: steps made %d transfers, for which a driver may wait", pipeline, integrator, len(p.Forces), got)
				}
				e.Close()
			}
		}
	}
}

// Rows of submissions that may be ahead at once, and those for what is outside of
// steps, are different ones.
func TestSignalRowsAreUsedOnce(t *testing.T) {
	const rows, steps = 9, 3
	r := signalRegion{rows: rows}
	taken := map[int64]int64{} // by row: the submission that took it
	for submission := range int64(5 * submissionsAhead) {
		for r.left(submission) >= steps {
			first := r.take(submission, steps)
			for at := first; at < first+steps; at++ {
				if by, is := taken[at]; is && by > submission-submissionsAhead {
					t.Fatalf("submission %d takes row %d, which submission %d still reads", submission, at, by)
				}
				if at >= submissionsAhead*rows {
					t.Fatalf("submission %d takes row %d, which is for what is outside of steps", submission, at)
				}
				taken[at] = submission
			}
		}
	}
	if len(taken) != submissionsAhead*rows {
		t.Errorf("%d rows were taken of %d", len(taken), submissionsAhead*rows)
	}
}

// A submission whose rows are used up is submitted, and how steps go into rows
// changes no bit.
func TestSignalRowsChangeNoBit(t *testing.T) {
	ctx := gltest.New(t)
	m, state := randomModel(35, 300, 1200)
	run := func(rows int64, calls, steps int) (got model.Snapshot, submissions int64) {
		p := drivenParams()
		p.Integrator = model.RK4
		e, err := New(ctx, m, p, Options{})
		check(t, err)
		defer e.Close()
		if rows > 0 {
			e.signals.region.rows = rows
		}
		check(t, e.Reset(state))
		for range calls {
			check(t, e.Step(steps))
		}
		check(t, e.Read(&got))
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
