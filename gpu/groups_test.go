package gpu

import (
	"strings"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/must"
)

// Steps over groups agree with the reference, fetching texels or not, in ranges or
// not; and each part of what reads them is seen when it is wrong.
func TestGroupsMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	whole := ctx.Limits
	m := gputest.TwoMaterials(gputest.Ball(14), 3)
	start := gputest.Moving(m, 5)
	p := gputest.PerturbedParams()
	ref := must.Get(cpuref.New(m, p))(t)
	must.Do(t, ref.Reset(start))
	must.Do(t, ref.Step(2))
	var first model.Snapshot
	for _, c := range []struct {
		name          string
		block, texels int64
		old, new      string
	}{
		{"texels", 1 << 27, 1 << 27, "", ""},
		{"storage blocks", 1 << 27, 1, "", ""},
		{"ranges", 4096, 1 << 27, "", ""},
		{"ranges of storage blocks", 32_768, 1, "", ""},
		{"in rows+unroll4", 1 << 27, 1 << 27, "", ""},
		{"ranges, in rows+unroll8", 4096, 1 << 27, "", ""},
		{"groups behind rows+unroll8", 1 << 27, 1 << 27, "left > 0u; left--", "left > 1u; left--"},
		{"offset in rows+unroll2", 1 << 27, 1 << 27, "uint offset = g.x + (other ? g.y >> 16 : 0u);", "uint offset = g.x;"},
		{"last group", 1 << 27, 1 << 27, "group < end; group++", "group + 1u < end; group++"},
		{"class", 1 << 27, 1 << 27, "uint kind = g.y & 0xffffu;", "uint kind = 1u;"},
		{"first offset", 1 << 27, 1 << 27, "(g.z >> lane & 1u) != 0u ? offset", "true ? offset"},
		{"second offset", 1 << 27, 1 << 27, "(second ? g.y >> 16 : 0u)", "0u"},
	} {
		ctx.Limits.StorageBlockBytes, ctx.Limits.Texels = c.block, c.texels
		_, variant, _ := strings.Cut(c.name, "+")
		o := Options{Pipeline: strings.TrimSuffix(options.Fused+"+"+variant, "+"), withGroups: true}
		if c.old != "" {
			o.Shaders = mutated(t, "fused_springs.glsl", c.old, c.new)
		}
		e := must.Get(New(ctx, m, p, o))(t)
		if e.plan.fused.Table.Grouped == nil || (e.plan.division != nil) != (c.block < 1<<27) {
			t.Fatalf("%s: groups %v, divided %v", c.name, e.plan.fused.Table.Grouped != nil, e.plan.division != nil)
		}
		must.Do(t, e.Reset(start))
		must.Do(t, e.Step(2))
		var got model.Snapshot
		must.Do(t, e.Read(&got))
		if ran, err := e.StepsRun(); err != nil || ran != 2 {
			t.Errorf("%s: %d steps ran, %v; want 2", c.name, ran, err)
		}
		e.Close()
		ctx.Limits = whole
		worst := changeError(start.Velocity, ref.State().Velocity, got.Velocity)
		if seen := !(worst <= 1e-4); seen != (c.old != "") {
			t.Errorf("%s: largest error %.2g of the largest velocity change, tolerance 1e-4", c.name, worst)
		}
		if first.Position == nil {
			first = got
		}
		if c.old != "" {
			continue
		}
		if fault := agreement(ctx).Snapshots(start, first, got); fault != "" {
			t.Errorf("%s: other than with texels: %s", c.name, fault)
		}
	}
}
