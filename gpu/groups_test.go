package gpu

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/options"
	"hooke/gpu/table"
	"hooke/model"
)

// ball is a lattice cut to a ball, as a mesh that is filled: rows have unequal
// lengths.
func ball(side int) *model.Model {
	m := grid(side, side, side)
	middle := model.Vec3{1, 1, 1}.Mul(0.05 * float64(side-1))
	number := make([]int, m.MassCount())
	out := &model.Model{Name: fmt.Sprintf("ball of %d masses across", side), Materials: m.Materials}
	for i, x := range m.RestPosition {
		if number[i] = -1; x.Sub(middle).Len() <= 0.05*float64(side) {
			number[i] = len(out.Mass)
			out.RestPosition, out.Mass = append(out.RestPosition, x), append(out.Mass, m.Mass[i])
		}
	}
	for s, e := range m.Ends {
		if a, b := number[e[0]], number[e[1]]; a >= 0 && b >= 0 {
			out.Ends = append(out.Ends, model.Ends{uint32(a), uint32(b)})
			out.RestLength, out.MaterialOf = append(out.RestLength, m.RestLength[s]), append(out.MaterialOf, 1)
		}
	}
	return out
}

// What fills a mesh is nearly all groups, in the order of rows even where masses are
// numbered at random, and takes fewer bytes than entries.
func TestFilledMeshesAreGroups(t *testing.T) {
	for name, m := range map[string]*model.Model{"ball": ball(40), "shuffled": shuffled(ball(40), 7)} {
		l, err := PlanLayout(m, model.Params{DT: 1e-4}, Options{})
		must(t, err)
		explicit, err := PlanLayout(m, model.Params{DT: 1e-4}, Options{Pipeline: options.FusedExplicit})
		must(t, err)
		t.Logf("%s: %+v; explicit %+v", name, l, explicit)
		if l.Regular < 0.9 || l.BytesPerSpring > 0.45*explicit.BytesPerSpring {
			t.Errorf("%s: %+v, want 0.9 regular at least, 0.45 of the %.1f bytes of entries at most", name, l, explicit.BytesPerSpring)
		}
	}
}

// Groups hold every spring at both of its ends, once, as entries do.
func TestGroupsHoldEverySpring(t *testing.T) {
	for _, m := range []*model.Model{ball(12), twoMaterials(ball(12), 3)} {
		c, ok := table.Classify(table.NewResponse(m, 1e-4), options.Single)
		if !ok {
			t.Fatal("no classes")
		}
		g := table.GroupSprings(m, c)
		low := table.MassBits(m.MassCount())
		var got, want []uint64
		for i := range m.MassCount() {
			for _, group := range g.Groups[i/table.SliceMasses] {
				for word, delta := range []int32{0, int32(group[1]) >> 16} {
					if group[2+word]>>(i%table.SliceMasses)&1 != 0 {
						got = append(got, uint64(i)<<32|uint64(group[1]&0xffff)<<low|uint64(int32(i)+int32(group[0])+delta))
					}
				}
			}
			for _, entry := range g.Rest[g.First[i]:g.First[i+1]] {
				got = append(got, uint64(i)<<32|uint64(entry))
			}
		}
		table.EachIncidence(m, c, 0, math.MaxUint32, func(s int, i, neighbor uint32) {
			want = append(want, uint64(i)<<32|uint64(c.Of[s])<<low|uint64(neighbor))
		})
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %d incidences, the model has %d, or others", m.Name, len(got), len(want))
		}
	}
}

// Steps over groups agree with the reference, fetching texels or not, in ranges or
// not; and each part of what reads them is seen when it is wrong.
func TestGroupsMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	whole := ctx.Limits
	m := twoMaterials(ball(14), 3)
	start := moving(m, 5)
	p := perturbedParams()
	ref, err := cpuref.New(m, p)
	must(t, err)
	must(t, ref.Reset(start))
	must(t, ref.Step(2))
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
		{"last group", 1 << 27, 1 << 27, "group < end; group++", "group + 1u < end; group++"},
		{"class", 1 << 27, 1 << 27, "uint kind = g.y & 0xffffu;", "uint kind = 1u;"},
		{"first offset", 1 << 27, 1 << 27, "(g.z >> lane & 1u) != 0u ? offset", "true ? offset"},
		{"second offset", 1 << 27, 1 << 27, "(second ? g.y >> 16 : 0u)", "0u"},
	} {
		ctx.Limits.StorageBlockBytes, ctx.Limits.Texels = c.block, c.texels
		o := Options{Pipeline: options.Fused, withGroups: true}
		if c.old != "" {
			o.Shaders = mutated(t, "fused_springs.glsl", c.old, c.new)
		}
		e, err := New(ctx, m, p, o)
		must(t, err)
		if e.plan.fused.Table.Grouped == nil || (e.plan.division != nil) != (c.block < 1<<27) {
			t.Fatalf("%s: groups %v, divided %v", c.name, e.plan.fused.Table.Grouped != nil, e.plan.division != nil)
		}
		must(t, e.Reset(start))
		must(t, e.Step(2))
		var got model.Snapshot
		must(t, e.Read(&got))
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
		if c.old == "" && !slices.Equal(got.Velocity, first.Velocity) {
			t.Errorf("%s: other velocities than with texels", c.name)
		}
	}
}

// The spring that ran away is named where it is in a group, and where it is an entry.
func TestGroupsNameSprings(t *testing.T) {
	m := twoMaterials(ball(14), 3)
	p, err := table.Arrange(table.NewResponse(m, 1e-4), table.Options{Groups: true})
	must(t, err)
	low := table.MassBits(m.MassCount())
	checked := 0
	for i := range uint32(200) {
		groups := p.Table.Grouped.Groups[i/table.SliceMasses]
		entries := p.Table.Grouped.Rest[p.Table.Grouped.First[i]:p.Table.Grouped.First[i+1]]
		for k, entry := range entries {
			s := p.SpringAt(i, len(groups)+k)
			if s < 0 || uint32(p.Classes.Of[s])<<low|p.Model.Ends[s][0]+p.Model.Ends[s][1]-i != entry {
				t.Fatalf("entry %d of mass %d is spring %d", k, i, s)
			}
			checked++
		}
		for k := range groups {
			if s := p.SpringAt(i, k); s >= 0 {
				if e := p.Model.Ends[s]; e[0] != i && e[1] != i {
					t.Fatalf("group %d of mass %d is spring %d, %v", k, i, s, e)
				}
				checked++
			}
		}
	}
	if checked < 1000 {
		t.Errorf("only %d springs", checked)
	}
}
