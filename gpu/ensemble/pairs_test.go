package ensemble_test

import (
	"strings"
	"testing"

	"hooke/control/metrics"
	reference "hooke/cpuref/ensemble"
	device "hooke/gpu"
	gpu "hooke/gpu/ensemble"
	"hooke/gpu/gltest"
	"hooke/lab/ensemble"
	"hooke/lab/ensemble/ensembletest"
	"hooke/model"
	"hooke/must"
)

// E2 with collisions: members are those of the reference, which looks at all pairs, in both pipelines with the same
// bits, however much room lists have. The short form has them with friction alone.
func TestPairsAgainstReference(t *testing.T) {
	ctx := gltest.New(t)
	for _, frictions := range []int{0, 2} {
		k := meeting(t, frictions)
		members := crashing(t, k, 4)
		want := must.Get(reference.New([]ensemble.Kind{k}, members, reference.Options{}))(t)
		one, others := gpu.Interleaved, map[string]*gpu.Engine{}
		if frictions == 0 {
			one = must.Sized(gpu.Resident, one)
		}
		got := made(t, ctx, k, members, gpu.Options{Pipeline: one})
		if frictions > 0 || must.Long() {
			others["with lists of 2"] = made(t, ctx, k, members, gpu.Options{Pipeline: gpu.Pipelines()[frictions/2], Room: 2})
		}
		if must.Long() {
			others["in the other pipeline"] = made(t, ctx, k, members, gpu.Options{Pipeline: gpu.Resident})
		}
		ghosts := k
		ghosts.Params.Collision = model.Collision{}
		free := made(t, ctx, ghosts, members, gpu.Options{Pipeline: gpu.Interleaved})
		var starts []*model.Snapshot
		for i := range members {
			starts = append(starts, ensembletest.Read(t, got, i))
		}
		ensembletest.Step(t, 100, want, got, free)
		for _, e := range others {
			stepAll(t, 50, e, e)
		}
		for i, start := range starts {
			most, rms := ensembletest.ErrorsOf(start, ensembletest.Read(t, got, i), want, i)
			t.Logf("%d frictions, member %d: errors %.2g and %.2g", frictions, i, most, rms)
			if !(most <= ensembletest.MostError && rms <= ensembletest.RMSError) {
				t.Errorf("%d frictions, member %d: errors are %.3g of the motion, RMS %.3g", frictions, i, most, rms)
			}
			for what, e := range others {
				if ensembletest.Sum(t, got, i) != ensembletest.Sum(t, e, i) {
					t.Errorf("%d frictions, member %d has other bits %s", frictions, i, what)
				}
			}
			if off, _ := ensembletest.ErrorsOf(start, ensembletest.Read(t, free, i), want, i); off < 0.1 {
				t.Errorf("%d frictions, member %d: collisions change no more than %.3g", frictions, i, off)
			}
		}
	}
}

// E1 with collisions: the bits of a member are those that it has alone, wherever it lies, whichever members end or fly apart
// beside it. Members never meet: all of them are at the same place.
func TestPairsAlone(t *testing.T) {
	ctx := gltest.New(t)
	k := meeting(t, 2)
	all := crashing(t, k, 33)
	seat := seats(t, ctx, k)
	ensembletest.MemberAlone(t, all[0], all[1:], 0, 70, seat(1, 0, gpu.Resident, false, 0), seat(1, 0, gpu.Interleaved, false, 0), seat(33, 32, gpu.Interleaved, false, 0),
		seat(33, 5, gpu.Interleaved, true, 0), seat(33, 5, gpu.Resident, true, 0))
}

// E4 and E5 with collisions: members that are reset go as fresh ones, all others as if nothing had been, beside one that
// diverges at the step of the reference.
func TestPairsReset(t *testing.T) {
	ctx := gltest.New(t)
	k := meeting(t, 2)
	members := crashing(t, k, 34)
	members[33].Values[0] *= 1e5
	one := must.Get(reference.New([]ensemble.Kind{k}, members[33:], reference.Options{}))(t)
	ensembletest.Step(t, 60, one)
	mask := make([]bool, len(members))
	mask[3] = true
	for _, pipeline := range pipelines(0) {
		o := gpu.Options{Pipeline: pipeline}
		e, whole, fresh := made(t, ctx, k, members, o), made(t, ctx, k, members, o), made(t, ctx, k, members, o)
		stepAll(t, 41, e, whole)
		must.Do(t, e.Reset(mask, func(i int) *model.State { return members[i].Start }))
		stepAll(t, 30, e, whole, fresh)
		for i := range members {
			other := whole
			if mask[i] {
				other = fresh
			}
			if ensembletest.Sum(t, e, i) != ensembletest.Sum(t, other, i) {
				t.Errorf("%s: member %d, reset %v, goes otherwise", pipeline, i, mask[i])
			}
		}
		if got, want := ensembletest.StatusOf(t, e)[33], ensembletest.StatusOf(t, one)[0]; got != want || want.Ended != ensemble.Diverged {
			t.Errorf("%s: the member that diverges has the status %+v, in the reference %+v", pipeline, got, want)
		}
	}
}

// Metrics of members that collide are those of the reference.
func TestPairsMetrics(t *testing.T) {
	ctx := gltest.New(t)
	k := meeting(t, 2)
	members, o := crashing(t, k, 3), &metrics.Options{Groups: []string{"upper"}, Settle: 0.01}
	want := must.Get(reference.New([]ensemble.Kind{k}, members, reference.Options{Metrics: o}))(t)
	ensembletest.Step(t, 100, want)
	b := ensembletest.Measured(t, want)
	for _, pipeline := range pipelines(1) {
		e := made(t, ctx, k, members, gpu.Options{Pipeline: pipeline, Metrics: o})
		stepAll(t, 100, e)
		if wrong := ensembletest.Differences(ensembletest.Measured(t, e), b); len(wrong) > 0 {
			t.Errorf("%s: not as in the reference: %v\n%v\n%v", pipeline, wrong, ensembletest.Measured(t, e).Rows, b.Rows)
		}
	}
}

// The engine allocates the memory that it reports for members, array by array, and no more than it predicts
// before their scenes are known; in both pipelines, with friction and without.
func TestMemoryIsAsTold(t *testing.T) {
	ctx := gltest.New(t)
	for _, pipeline := range gpu.Pipelines() {
		for frictions := range 3 {
			k, o := meeting(t, frictions), gpu.Options{Pipeline: pipeline, Metrics: &metrics.Options{}}
			if frictions == 0 {
				k.Params.Collision = model.Collision{}
			}
			e := made(t, ctx, k, ensembletest.Designs(t, k, 40), o)
			allocated, sum := ctx.Allocated(), int64(0)
			for label, bytes := range e.Told() {
				if allocated[label] != bytes {
					t.Errorf("%s, %d frictions: %s: %d bytes are told and %d allocated", pipeline, frictions, label, bytes, allocated[label])
				}
				delete(allocated, label)
				sum += bytes
			}
			for label, bytes := range allocated {
				if bytes > 0 && label != "hooke.ensemble.MemberTable" && label != "hooke.ensemble.MemberRow" {
					t.Errorf("%s, %d frictions: nobody tells of %s: %d bytes", pipeline, frictions, label, bytes)
				}
			}
			if told := gpu.Bytes(k, 40, device.Options{}); told < sum || frictions == 2 && pipeline == gpu.Interleaved && told > sum*5/4 {
				t.Errorf("%s, %d frictions: %d bytes are told before, %d taken", pipeline, frictions, told, sum)
			}
			e.Close()
		}
	}
}

// A work group that has no room for velocities with friction is refused with the numbers, and takes masses without it.
func TestPairsNeedRoom(t *testing.T) {
	ctx := gltest.New(t)
	whole := ctx.Limits
	defer func() { ctx.Limits = whole }()
	ctx.Limits.SharedBytes = 1500
	for frictions, want := range []string{"", "a member of 50 masses takes 2132 bytes of shared memory, and this device has 1500"} {
		e, err := gpu.New(ctx, []ensemble.Kind{meeting(t, frictions)}, nil, gpu.Options{Pipeline: gpu.Resident})
		if err == nil {
			e.Close()
		}
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%d frictions: %v", frictions, err)
		}
	}
}
