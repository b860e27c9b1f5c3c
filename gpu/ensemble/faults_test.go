package ensemble_test

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"hooke/ensemble"
	"hooke/ensemble/ensembletest"
	gpu "hooke/gpu/ensemble"
	"hooke/gpu/gltest"
	"hooke/metrics"
	"hooke/must"
	"hooke/physics"
	"hooke/shaders"
)

// mutated are the shader sources with another text in a file.
func mutated(t testing.TB, file, from, to string) fs.FS {
	t.Helper()
	out := fstest.MapFS{}
	err := fs.WalkDir(shaders.Files(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(shaders.Files(), path)
		if path == file {
			if !strings.Contains(string(text), from) {
				t.Fatalf("%s has no %q", file, from)
			}
			text = []byte(strings.Replace(string(text), from, to, 1))
		}
		out[path] = &fstest.MapFile{Data: text}
		return err
	})
	must.Do(t, err)
	return out
}

// result is what some steps of an engine come to: the states of all members and their metrics.
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

// Faults of the passes change what comes out; without them the pipelines have the same bits.
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
	want := map[bool]result{}
	for _, whole := range []bool{false, true} {
		want[whole] = of(gpu.Interleaved, whole, nil)
		if !same(want[whole], of(gpu.Resident, whole, nil)) {
			t.Error("the pipelines have other bits")
		}
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
		if os.Getenv("HOOKE_LONG") == "" && c.measured && c.file != "member_sample.comp" {
			continue // each compiles four programs
		}
		if same(want[c.measured], of(c.pipeline, c.measured, mutated(t, c.file, c.from, c.to))) {
			t.Errorf("%s: nothing changes", c.fault)
		}
	}
}
