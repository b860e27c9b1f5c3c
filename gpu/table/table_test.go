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

// The arrangement of each case is what it is there for.
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
		if !slices.Equal(got, want) {
			t.Errorf("%s: the table holds %d incidences, the model %d, or others", c.Name, len(got), len(want))
		}
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

// readTable lists what a table says, as the passes read it.
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
