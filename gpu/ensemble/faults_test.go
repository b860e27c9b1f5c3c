package ensemble_test

import (
	"io/fs"
	"slices"
	"testing"

	"hooke/control/metrics"
	gpu "hooke/gpu/ensemble"
	"hooke/gpu/gltest"
	"hooke/lab/ensemble"
	"hooke/lab/ensemble/ensembletest"
	"hooke/must"
	"hooke/physics"
)

// result holds the outcome of some steps of an engine: the states of all members and their metrics.
type result struct {
	sums  [][32]byte
	table metrics.Table
}

// faulty are members of which one runs away, and of which some are ended by conditions where the run is measured.
func faulty(t testing.TB, k ensemble.Kind, measured bool) []ensemble.Member {
	members := ensembletest.Designs(t, k, 9)
	members[3].Values[2] *= 1e6 // it runs away
	if measured {
		members[4].Until = physics.Until{Words: []string{physics.Still, physics.Fell}, StillSpeed: 1e-9, StillTime: 1, FallHeight: 10}
		members[5].Until = physics.Until{Words: []string{physics.Left}, LeaveRadius: 1e-3}
		members[6].Until = physics.Until{Words: []string{physics.Still}, StillSpeed: 100, StillTime: 0.03}
	}
	return members
}

// Faults of the passes change the results; without them the pipelines have the same bits.
func TestFaultsAreSeen(t *testing.T) {
	ctx := gltest.New(t)
	k := ensembletest.Features()
	of := func(pipeline string, whole bool, files fs.FS) (r result) {
		members := faulty(t, k, whole)
		o := gpu.Options{Pipeline: pipeline, Shaders: files}
		if whole {
			o.Metrics = &metrics.Options{Groups: []string{"low"}, Settle: 0.01}
		}
		e := must.Get(gpu.New(ctx, []ensemble.Kind{k}, members, o))(t)
		defer e.Close()
		stepAll(t, 64, e)
		for i := range members {
			r.sums = append(r.sums, ensembletest.Sum(t, e, i))
		}
		if whole {
			r.table = ensembletest.Measured(t, e)
		}
		return r
	}
	same := func(a, b result) bool { return slices.Equal(a.sums, b.sums) && sameRows(a.table, b.table) }
	want, takes := map[bool]result{}, must.Faults()
	for _, whole := range []bool{false, true}[:must.Sized(1, 2)] {
		want[whole] = of(gpu.Interleaved, whole, nil)
		must.Hold(t, same(want[whole], of(gpu.Resident, whole, nil)), "the pipelines have other bits")
	}
	for _, c := range []struct {
		fault, pipeline string
		measured        bool
		file, from, to  string
	}{
		{"a member that has ended moves on", gpu.Interleaved, false, "member_step.comp", "|| WORD(WORD_ENDED) != 0u ", ""},
		{"values of the next member", gpu.Interleaved, false, "members.glsl", "memberValue[inRow(row, member)]", "memberValue[inRow(row, (member + 1u) % 9u)]"},
		{"what ran away has moved", gpu.Interleaved, false, "member_judge.glsl", "WORD(WORD_COPY) = BEFORE", "WORD(WORD_COPY) = HELD"},
		{"high words of phases are left out", gpu.Interleaved, false, "member_drive.glsl", "high += age * PHASE(4u * muscle + 3u);", ""},
		{"smoothed muscles forget", gpu.Interleaved, false, "member_drive.glsl", "now = age & 1u", "now = 0u"},
		{"masses move at once", gpu.Resident, false, "member_resident.comp", "slipped[k], flags);", "slipped[k], flags); put(i, nextX[k], nextV[k]);"},
		{"a step too few", gpu.Resident, false, "member_resident.comp", "step < memberRow.steps", "step + 1u < memberRow.steps"},
		{"a sample too late", gpu.Interleaved, true, "member_sample.comp", "% SAMPLE_EVERY == 0u", "% SAMPLE_EVERY == 1u"},
		{"lengths of the sample before are not kept", gpu.Interleaved, true, "member_sample.comp", "if (keeps) {", "if (false) {"},
		{"a mass is left out", gpu.Interleaved, true, "member_sum.glsl", "for (uint i = own.x; i < own.y; i++) {\n\t\tuint record", "for (uint i = own.x + 1u; i < own.y; i++) {\n\t\tuint record"},
		{"a part is left out", gpu.Interleaved, true, "member_sum.glsl", "uint part = 0u; part < PARTS", "uint part = 1u; part < PARTS"},
		{"steps count twice", gpu.Interleaved, true, "member_judge.glsl", "WORD(WORD_STEPS) += 1u", "WORD(WORD_STEPS) += 2u"},
		{"a fallen member goes on", gpu.Interleaved, true, "member_look.comp", "return FELL;", "return 0u;"},
		{"stillness is not counted", gpu.Interleaved, true, "member_look.comp", "WORD(WORD_SINCE) = age;", "WORD(WORD_SINCE) = 0u;"},
	} {
		wrong := gltest.Mutated(t, c.file, c.from, c.to)
		if !takes() {
			continue
		}
		must.Hold(t, !same(want[c.measured], of(c.pipeline, c.measured, wrong)), "%s: nothing changes", c.fault)
	}
}

// Faults in the laws of loads beside springs and planes move a member elsewhere than the reference.
func TestFaultsOfActsAreSeen(t *testing.T) {
	if !must.Long() {
		t.Skip("programs with faults are compiled with HOOKE_LONG alone")
	}
	ctx := gltest.New(t)
	kind := moving()
	members := ensembletest.Designs(t, kind, 2)
	off := func(files fs.FS) (most float64) {
		e := must.Get(gpu.New(ctx, []ensemble.Kind{kind}, members, gpu.Options{Pipeline: gpu.Interleaved, Shaders: files}))(t)
		defer e.Close()
		starts := startsOf(t, e, 2)
		stepAll(t, 100, e)
		for i := range members {
			far, _ := ensembletest.ErrorsOf(starts[i], ensembletest.Read(t, e, i), ran(t, kind, members, nil), i)
			most = max(most, far)
		}
		return most
	}
	if most := off(nil); !(most <= ensembletest.MostError) {
		t.Fatalf("without a fault members are %.3g of their motion off", most)
	}
	for _, c := range []struct{ fault, file, from, to string }{
		{"the sign of surfaces", "member_contact.glsl", "\tv -= c.surface;\n#endif\n\tprecise", "\tv += c.surface;\n#endif\n\tprecise"},
		{"friction of what moves", "member_contact.glsl", "afterFrictionOn(against, c, n, impulse) + surface", "afterFrictionOn(against, c, n, impulse) + 0.9 * surface"},
		{"signals of the next contact", "member_trajectory.glsl", "uint contact = TABLE(at + TRAJECTORY_CONTACT)", "uint contact = TABLE(at + TRAJECTORY_CONTACT) + 1u"},
		{"masses that share a contact", "member_contact.glsl", "max(sharers, 1.0)", "1.0"},
		{"turns of half a step", "trajectory.glsl", "precise real3 later = r + ahead", "precise real3 later = r + 0.0 * ahead"},
		{"values of the next member", "member_contact.glsl", "c.stiffness = VALUE(row + 4u);", "c.stiffness = memberValue[inRow(row + 4u, member + 1u)].value;"},
		{"a motor a hundredth off", "member_load.glsl", "(SIGNAL_OF(TABLE(at + 1u))", "(1.01 * SIGNAL_OF(TABLE(at + 1u))"},
		{"limits of motors", "member_load.glsl", "limit > 0.0 ?", "false ?"},
		{"velocities of handles", "member_load.glsl", "(vectorAt(at + 6u) - v)", "(-v)"},
		{"quadratic drag", "member_load.glsl", "plusScaled(f, -drag, v)", "plusScaled(f, -1.01 * drag, v)"},
		{"lift", "member_load.glsl", "lift * speed * across * n", "1.01 * lift * speed * across * n"},
		{"gusts", "member_signal.glsl", "z ^ shifted(z, 30u)", "z"},
		{"paths a step late", "member_signal.glsl", "age + 1u, end, member", "age, t, member"},
		{"velocities along lines", "member_hold.glsl", "v -= across(v, d);", ""},
		{"places on planes", "member_hold.glsl", "x = plusScaled(x, -dotOf(w, d), d);", ""},
		{"rates of turns", "member_trajectory.glsl", "0.5 * (since.high / leg)", "(since.high / leg)"},
	} {
		if most := off(gltest.Mutated(t, c.file, c.from, c.to)); most <= ensembletest.MostError {
			t.Errorf("%s: members are %.3g of their motion off", c.fault, most)
		}
	}
}

// Faults of collisions change the results, with lists that hold all neighbors and with shorter ones.
func TestPairFaultsAreSeen(t *testing.T) {
	if !must.Long() {
		t.Skip("programs with faults are compiled with HOOKE_LONG alone")
	}
	ctx := gltest.New(t)
	k := meeting(t, 2)
	members := crashing(t, k, 2)
	of := func(pipeline string, room int, files fs.FS) (sums [][32]byte) {
		e := must.Get(gpu.New(ctx, []ensemble.Kind{k}, members, gpu.Options{Pipeline: pipeline, Room: room, Shaders: files}))(t)
		defer e.Close()
		stepAll(t, 60, e)
		for i := range members {
			sums = append(sums, ensembletest.Sum(t, e, i))
		}
		return sums
	}
	want := of(gpu.Resident, 0, nil)
	must.Hold(t, slices.Equal(of(gpu.Interleaved, 2, nil), want), "the pipelines have other bits")
	for _, c := range []struct {
		fault, pipeline string
		room            int
		long            bool
		file, from, to  string
	}{
		{"masses of the next member", gpu.Interleaved, 0, false, "member_push.glsl", "x - POSITION_OF(j)", "x - position[own + j * PACK + 1u].xyz"},
		{"a neighbor is left out", gpu.Resident, 0, false, "member_push.glsl", "for (uint k = 0u; k < walk.end; k++) {\n\t\tMeeting", "for (uint k = 1u; k < walk.end; k++) {\n\t\tMeeting"},
		{"neighbors at rest touch", gpu.Resident, 0, false, "member_pairs.glsl", "SELF != 0 && restSquare(a, b) > square", "SELF != 0"},
		{"a list is cut", gpu.Resident, 2, false, "member_pairs.glsl", "PAIR_WORD(number) = count;", "PAIR_WORD(number) = min(count, ROOM);"},
		{"lists are never old", gpu.Resident, 0, false, "member_pairs.glsl", "return !(dot(moved, moved) <= most * most);", "return false;"},
		{"chunks are left out", gpu.Resident, 0, true, "member_pairs.glsl", "return !(dot(gap, gap) > reach * reach);", "return chunk == 0u;"},
		{"bodies have no distance at rest", gpu.Resident, 0, true, "member_push.glsl", "min(sum, sqrt(restSquare(a, b)))", "sum"},
		{"touches do not count", gpu.Resident, 0, true, "member_push.glsl", "max(wish.w, other.w)", "1.0"},
		{"what is pinned weighs something", gpu.Resident, 0, true, "member_push.glsl", "== 0u ? 0.0 : per", "== 8u ? 0.0 : per"},
		{"lists are never old", gpu.Interleaved, 0, true, "member_old.glsl", "OLD_OF_PACK(1u - memberRow.copy)", "OLD_OF_PACK(memberRow.copy)"},
		{"a pass of friction is left out", gpu.Interleaved, 0, true, "member_friction.comp", "vec3 w = afterPairFriction(i, member, x.xyz, v.xyz, wish)", "vec3 w = wish.xyz"},
	} {
		if c.long && !must.Long() {
			continue
		}
		must.Hold(t, !slices.Equal(of(c.pipeline, c.room, gltest.Mutated(t, c.file, c.from, c.to)), want), "%s, %s: nothing changes", c.pipeline, c.fault)
	}
}
