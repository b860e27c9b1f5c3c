package ensemble_test

import (
	"io/fs"
	"math"
	"slices"
	"testing"

	"hooke/control"
	"hooke/control/metrics"
	reference "hooke/cpuref/ensemble"
	gpu "hooke/gpu/ensemble"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/lab/ensemble"
	"hooke/lab/ensemble/ensembletest"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// controlledKinds are the kinds of tests of control, by their names.
func controlledKinds(t testing.TB) map[string]ensemble.Kind {
	return map[string]ensemble.Kind{"steered": ensembletest.Steered(t), "reflexes": ensembletest.Reflexes(t)}
}

// E1, E4, values that are set and hosts, with members that are controlled and lie interleaved.
func TestControlled(t *testing.T) {
	ctx := gltest.New(t)
	for name, k := range controlledKinds(t) {
		must.Be(t, gpu.Alone(k, model.Single), "", "%s: members have engines of their own", name)
	}
	for turn, pipeline := range gpu.Pipelines() {
		make := func(kinds []ensemble.Kind, members []ensemble.Member) (ensemble.Engine, error) {
			return gpu.New(ctx, kinds, members, gpu.Options{Pipeline: pipeline})
		}
		if turn == 0 || must.Long() {
			ensembletest.ControlAlone(t, make, 5, 20)
			ensembletest.ControlReset(t, make)
			ensembletest.ControlSet(t, make)
		}
		if turn == 1 || must.Long() {
			ensembletest.ControlHosted(t, make)
			ensembletest.ControlHostedReset(t, make)
			ensembletest.ControlNoise(t, make)
		}
	}
}

// E2: controlled members are those of the reference, as are their metrics; the pipelines have the same bits;
// in the short form reflexes have one.
func TestControlledAgainstReference(t *testing.T) {
	ctx := gltest.New(t)
	for name, k := range controlledKinds(t) {
		members, o := ensembletest.Minds(t, k, 34), &metrics.Options{Every: 7}
		want := must.Get(reference.New([]ensemble.Kind{k}, members, reference.Options{Metrics: o}))(t)
		one := gpu.Interleaved
		if name == "reflexes" {
			one = must.Sized(gpu.Resident, one)
		}
		e := made(t, ctx, k, members, gpu.Options{Pipeline: one, Metrics: o})
		other := made(t, ctx, k, members, gpu.Options{Pipeline: gpu.Resident, Metrics: o})
		start := ensembletest.Read(t, e, 0)
		ensembletest.Step(t, 100, e, other, want)
		rows, others := ensembletest.Measured(t, e), ensembletest.Measured(t, other)
		for i := range members {
			most, rms := ensembletest.ErrorsOf(start, ensembletest.Read(t, e, i), want, i)
			if !(most < 1e-3 && rms < 3e-4) {
				t.Errorf("%s: member %d is off by %g, %g on the mean", name, i, most, rms)
			}
			if ensembletest.Sum(t, e, i) != ensembletest.Sum(t, other, i) || !ensembletest.SameBits(rows.Rows[i], others.Rows[i]) {
				t.Errorf("%s: member %d: the pipelines have other bits", name, i)
			}
		}
		works, least := workError(t, ensembletest.Measured(t, want), rows)
		must.Hold(t, works < 1e-3 && least > 0, "%s: works are off by %g of the largest, which is %g J", name, works, least)
	}
}

// workError is how far works of muscles are from those of another table, as a share of the largest one [J].
func workError(t *testing.T, want, got metrics.Table) (off, most float64) {
	t.Helper()
	for at, c := range want.Columns {
		if c.Name != "work" && c.Name != "work_positive" {
			continue
		}
		for i := range want.Rows {
			most = max(most, math.Abs(want.Rows[i].Values[at]))
			off = max(off, math.Abs(want.Rows[i].Values[at]-got.Rows[i].Values[at]))
		}
	}
	return off / most, most
}

// sensed are sums of controlled members after some steps, with works, on the pipeline ensemble with these shaders.
func sensed(t *testing.T, ctx *glx.Context, k ensemble.Kind, files fs.FS) (r result) {
	members := ensembletest.Minds(t, k, 5)
	e := must.Get(gpu.New(ctx, []ensemble.Kind{k}, members, gpu.Options{Pipeline: gpu.Interleaved, Metrics: &metrics.Options{Every: 7}, Shaders: files}))(t)
	defer e.Close()
	stepAll(t, 45, e)
	for i := range members {
		r.sums = append(r.sums, ensembletest.Sum(t, e, i))
	}
	r.table = ensembletest.Measured(t, e)
	return r
}

// Sensors of another member or mass, and work of muscles that is not taken in at boundaries, are seen.
func TestFaultsOfControlAreSeen(t *testing.T) {
	ctx := gltest.New(t)
	k := ensembletest.Steered(t)
	want, takes := sensed(t, ctx, k, nil), must.Faults()
	for _, c := range []struct{ fault, file, from, to string }{
		{"the member beside it", "member_sense.comp", "TABLE(SENSED_AT + k), member)", "TABLE(SENSED_AT + k), member ^ 1u)"},
		{"the mass before", "member_sense.comp", "TABLE(SENSED_AT + k), member)", "TABLE(SENSED_AT + max(k, 1u) - 1u), member)"},
		{"velocities are places", "member_sense.comp", "value = v[axis]", "value = x[axis]"},
		{"work at other steps", "member_sample.comp", "% PERIOD == 0u", "% PERIOD == 1u"},
		{"lengths at boundaries are not kept", "member_sample.comp", "memberRow.steps != 0u || acts;", "memberRow.steps != 0u;"},
	} {
		wrong := gltest.Mutated(t, c.file, c.from, c.to)
		if !takes() {
			continue
		}
		if got := sensed(t, ctx, k, wrong); slices.Equal(got.sums, want.sums) && sameRows(got.table, want.table) {
			t.Errorf("%s: nothing changes", c.fault)
		}
	}
}

// Controlled members that live are moved together, too, with the pending sensor numbers, and keep their bits.
func TestControlledMembersAreMovedTogether(t *testing.T) {
	ctx := gltest.New(t)
	for name, k := range controlledKinds(t) {
		if name == "reflexes" && !must.Long() {
			continue
		}
		o := metrics.Options{Every: 7}
		members := ensembletest.Minds(t, k, 70)
		for i := range members {
			if i%3 != 0 {
				members[i].Until = physics.Until{Words: []string{physics.Still}, StillSpeed: 1e9, StillTime: 12 * k.Params.DT}
			}
		}
		e, want := made(t, ctx, k, members, gpu.Options{Pipeline: gpu.Interleaved, Metrics: &o}), made(t, ctx, k, members, gpu.Options{Pipeline: gpu.Resident, Metrics: &o})
		e.GatherEvery(16)
		stepAll(t, 75, e, want)
		must.Be(t, e.Stepped(), 1, "%s: packs are stepped", name)
		ensembletest.SameMembers(t, name+": most have ended", e, want)
		for _, engine := range []*gpu.Engine{e, want} {
			must.Do(t, engine.Reset(slices.Repeat([]bool{true, false}, 35), nil))
		}
		stepAll(t, 41, e, want)
		ensembletest.SameMembers(t, name+": half are reset", e, want)
	}
}

// C7: with a latency of one period controlled members wait for all that is queued no more often than others, and one more; nothing is read
// from buffers, and no upload makes the driver wait. A wait for the device at each boundary is detected.
func TestControlledMembersDoNotStall(t *testing.T) {
	ctx, calls := gltest.NewCounting(t)
	traffic := func(pipeline string, closed bool, between func()) (drains, transfers, reads int64) {
		k := ensembletest.Steered(t)
		members := ensembletest.Minds(t, k, 20)
		if !closed {
			members, k.Control, k.Free = ensembletest.Designs(t, k, 20), nil, k.Free[:1]
			for i := range members {
				members[i].Values = members[i].Values[:1]
			}
		}
		e := made(t, ctx, k, members, gpu.Options{Pipeline: pipeline})
		step := func(periods int) {
			for range periods {
				stepAll(t, 10, e)
				between()
			}
		}
		step(3) // one-time objects are made
		calls.Reset()
		drains, transfers = ctx.Drains(), ctx.Transfers()
		step(10)
		by, _ := calls.Made()
		return ctx.Drains() - drains, ctx.Transfers() - transfers, by["glGetBufferSubData"]
	}
	for _, pipeline := range pipelines(0) {
		open, _, _ := traffic(pipeline, false, func() {})
		drains, transfers, reads := traffic(pipeline, true, func() {})
		if drains > open+1 || transfers > 0 || reads > 0 {
			t.Errorf("%s: %d waits for all that is queued, %d of members without loops; %d uploads that may wait, %d reads", pipeline, drains, open, transfers, reads)
		}
		if stalled, _, _ := traffic(pipeline, true, ctx.Finish); stalled <= open+1 {
			t.Errorf("%s: who waits at each boundary waits for all that is queued %d times: the test does not see it", pipeline, stalled)
		}
	}
}

// A controlled member that diverges ends; others keep their bits.
func TestControlledMemberDiverges(t *testing.T) {
	ctx := gltest.New(t)
	k := ensembletest.Steered(t)
	sane := ensembletest.Minds(t, k, 6)
	mad := slices.Clone(sane)
	mad[3].Values = slices.Clone(mad[3].Values)
	mad[3].Values[0] *= 1e7
	for _, pipeline := range pipelines(1) {
		e, want := made(t, ctx, k, mad, gpu.Options{Pipeline: pipeline}), made(t, ctx, k, sane, gpu.Options{Pipeline: pipeline})
		stepAll(t, 64, e, want)
		for i, s := range ensembletest.StatusOf(t, e) {
			if (s.Ended == ensemble.Diverged) != (i == 3) || i != 3 && ensembletest.Sum(t, e, i) != ensembletest.Sum(t, want, i) {
				t.Errorf("%s: member %d: %+v", pipeline, i, s)
			}
		}
	}
}

// Members whose inputs no pass of ensembles sets have engines of their own, which says so.
func TestOtherInputsAreAlone(t *testing.T) {
	k := ensembletest.Features()
	k.Params.Motors = []model.Motor{{Name: "m"}}
	k.Control = &control.Spec{Period: 5, Inputs: []control.Input{{Name: "speed", Of: "motor[0].speed"}}}
	must.Be(t, gpu.Alone(k, model.Single), "inputs of motors, handles or contacts", "alone since")
}
