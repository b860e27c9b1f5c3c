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

// The arrangement of each case is the one that the case is there for.
func TestArrangements(t *testing.T) {
	for _, c := range gputest.FusedModels() {
		a := must.Get(table.Arrange(table.NewResponse(c.Model, 1e-4), table.Options{Groups: true}))(t)
		l := a.Layout()
		t.Logf("%s: %+v", c.Name, l)
		if l.Order != c.Order || l.Regular < c.Regular || l.EntryBytes != c.Bytes {
			t.Errorf("%s: %+v; want order %s, %g regular at least, entries of %d bytes", c.Name, l, c.Order, c.Regular, c.Bytes)
		}
	}
}

// The table holds every spring at both of its ends, once, with its class.
func TestTableHoldsEverySpring(t *testing.T) {
	hub, _ := gputest.Random(7, 500, 9000)
	for _, c := range append(gputest.FusedModels(), gputest.FusedModel{Name: "hub", Model: hub}) {
		p := must.Get(table.Arrange(table.NewResponse(c.Model, 1e-4), table.Options{Groups: true}))(t)
		p.Build(options.Single)
		got := readTable(p)
		var want []incident
		for s, e := range p.Model.Ends {
			if class := uint32(p.Classes.Of[s]); class != 0 {
				rest := float32(0)
				if p.Classes.Rests {
					rest = float32(p.Model.RestLength[s])
				}
				want = append(want, incident{e[0], e[1], class, rest}, incident{e[1], e[0], class, rest})
			}
		}
		slices.SortFunc(got, compareIncidents)
		slices.SortFunc(want, compareIncidents)
		must.Hold(t, slices.Equal(got, want), "%s: the table holds %d incidences, the model %d, or others", c.Name, len(got), len(want))
	}
}

type incident struct {
	mass, neighbor, class uint32
	rest                  float32
}

func compareIncidents(a, b incident) int {
	return slices.Compare([]float32{float32(a.mass), float32(a.neighbor), float32(a.class), a.rest},
		[]float32{float32(b.mass), float32(b.neighbor), float32(b.class), b.rest})
}

// readTable lists the content of a table, as the passes read it.
func readTable(p *table.Arrangement) (out []incident) {
	masses, w := p.Model.MassCount(), p.Table.Words
	low := table.MassBits(masses)
	for i := range masses {
		for n, pair := range p.Pattern.Pairs {
			mask := w[n/table.PairsPerWord*masses+i] >> (2 * (n % table.PairsPerWord))
			if mask&1 != 0 {
				out = append(out, incident{uint32(i), uint32(i) + pair.Offset, uint32(pair.Class), 0})
			}
			if mask&2 != 0 {
				out = append(out, incident{uint32(i), uint32(i) - pair.Offset, uint32(pair.Class), 0})
			}
		}
		if p.Table.Entries == 0 {
			continue
		}
		entry := func(at, stride int) {
			if class := w[at] >> low; class != 0 {
				rest := float32(0)
				if p.Classes.Rests {
					rest = math.Float32frombits(w[at+stride])
				}
				out = append(out, incident{uint32(i), w[at] & (1<<low - 1), class, rest})
			}
		}
		header := int(p.Table.Parts[0].Slices) + 2*(i/table.SliceMasses)
		at := int(w[header]) + i%table.SliceMasses
		for range w[header+1] &^ table.HasTail {
			entry(at, table.SliceMasses)
			at += p.Table.EntryWords * table.SliceMasses
		}
		if w[header+1]&table.HasTail != 0 {
			for k := int(w[at]); k < int(w[at+table.SliceMasses]); k += p.Table.EntryWords {
				entry(k, 1)
			}
		}
	}
	return out
}

// A hub of thousands of springs does not make room at its neighbors.
func TestHubsDoNotPadTheTable(t *testing.T) {
	m := gputest.Grid(40, 40, 1)
	for j := 1; j < 1600; j++ {
		m.Ends = append(m.Ends, model.Ends{0, uint32(j)})
		m.RestLength, m.MaterialOf = append(m.RestLength, 0.01*float64(j)), append(m.MaterialOf, 1)
	}
	p := must.Get(table.Arrange(table.NewResponse(m, 1e-4), table.Options{}))(t)
	p.Build(options.Single)
	// Entries of 8 bytes, twice a spring, a tenth of room, and 72 words of headers
	// and tails a slice.
	if got, most := len(p.Table.Words), 2*2*len(m.Ends)*11/10+50*72; got > most {
		t.Errorf("%d springs make a table of %d words, want %d at most", len(m.Ends), got, most)
	}
}

// The table of a filled mesh is nearly all groups, in the order of rows even where masses are numbered at
// random, and takes fewer bytes than entries.
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
	must.Hold(t, checked >= 1000, "only %d springs", checked)
}
