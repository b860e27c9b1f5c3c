package ensemble_test

import (
	"io/fs"
	"os"
	"slices"
	"testing"

	"hooke/ensemble"
	"hooke/ensemble/ensembletest"
	gpu "hooke/gpu/ensemble"
	"hooke/gpu/gltest"
	"hooke/must"
)

// Faults of collisions change what comes out, beside lists that have room for all and beside others.
func TestPairFaultsAreSeen(t *testing.T) {
	if os.Getenv("HOOKE_LONG") == "" {
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
	if !slices.Equal(of(gpu.Interleaved, 2, nil), want) {
		t.Error("the pipelines have other bits")
	}
	for _, c := range []struct {
		fault, pipeline string
		room            int
		long            bool
		file, from, to  string
	}{
		{"masses of the next member", gpu.Interleaved, 0, false, "member_push.glsl", "x - POSITION_OF(j)", "x - position[own + j * PACK + 1u].xyz"},
		{"a neighbor is left out", gpu.Resident, 0, false, "member_push.glsl", "for (uint k = 0u; k < walk.end", "for (uint k = 1u; k < walk.end"},
		{"neighbors at rest touch", gpu.Resident, 0, false, "member_pairs.glsl", "SELF != 0 && restSquare(a, b) > square", "SELF != 0"},
		{"a list is cut", gpu.Resident, 2, false, "member_pairs.glsl", "PAIR_WORD(number) = count;", "PAIR_WORD(number) = min(count, ROOM);"},
		{"lists are never old", gpu.Resident, 0, false, "member_pairs.glsl", "return !(dot(moved, moved) <= most * most);", "return false;"},
		{"chunks are left out", gpu.Resident, 0, true, "member_pairs.glsl", "return !(dot(gap, gap) > reach * reach);", "return chunk == 0u;"},
		{"bodies have no distance at rest", gpu.Resident, 0, true, "member_push.glsl", "min(sum, sqrt(restSquare(a, b)))", "sum"},
		{"touches do not count", gpu.Resident, 0, true, "member_push.glsl", "max(wish.w, other.w)", "1.0"},
		{"what is pinned weighs something", gpu.Resident, 0, true, "member_push.glsl", "== 0u ? 0.0 : per", "== 8u ? 0.0 : per"},
		{"lists are never old", gpu.Interleaved, 0, true, "member_old.glsl", "OLD_OF_PACK(1u - memberRow.copy)", "OLD_OF_PACK(memberRow.copy)"},
		{"a pass of friction is left out", gpu.Interleaved, 0, true, "member_rub.comp", "vec3 w = rubbedByMasses(i, member, x.xyz, v.xyz, wish)", "vec3 w = wish.xyz"},
	} {
		if c.long && os.Getenv("HOOKE_LONG") == "" {
			continue
		}
		if slices.Equal(of(c.pipeline, c.room, mutated(t, c.file, c.from, c.to)), want) {
			t.Errorf("%s, %s: nothing changes", c.pipeline, c.fault)
		}
	}
}
