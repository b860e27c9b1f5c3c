package table_test

import (
	"math"
	"slices"
	"testing"

	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/gpu/table"
	"hooke/model"
	"hooke/must"
)

// What fills a mesh is nearly all groups, in the order of rows even where masses are
// numbered at random, and takes fewer bytes than entries.
func TestFilledMeshesAreGroups(t *testing.T) {
	for name, m := range map[string]*model.Model{"ball": gputest.Ball(40), "shuffled": gputest.Shuffled(gputest.Ball(40), 7)} {
		layout := func(o table.Options) table.Layout {
			a := must.Get(table.Arrange(table.NewResponse(m, 1e-4), o))(t)
			return a.Layout()
		}
		l, entries := layout(table.Options{Groups: true}), layout(table.Options{})
		t.Logf("%s: %+v; without groups %+v", name, l, entries)
		if l.Regular < 0.9 || l.BytesPerSpring > 0.45*entries.BytesPerSpring {
			t.Errorf("%s: %+v, want 0.9 regular at least, 0.45 of the %.1f bytes without groups at most", name, l, entries.BytesPerSpring)
		}
	}
}

// Groups hold every spring at both of its ends, once, as entries do.
func TestGroupsHoldEverySpring(t *testing.T) {
	for _, m := range []*model.Model{gputest.Ball(12), gputest.TwoMaterials(gputest.Ball(12), 3)} {
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

// The spring that ran away is named where it is in a group, and where it is an entry.
func TestGroupsNameSprings(t *testing.T) {
	m := gputest.TwoMaterials(gputest.Ball(14), 3)
	p := must.Get(table.Arrange(table.NewResponse(m, 1e-4), table.Options{Groups: true}))(t)
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
