package ensembletest

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"hooke/control/metrics"
	reference "hooke/cpuref/ensemble"
	"hooke/lab/ensemble"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// Maker makes an engine of members of a kind that are measured.
type Maker func(k ensemble.Kind, members []ensemble.Member, o metrics.Options) ensemble.Engine

// Reference makes the reference.
func Reference(t testing.TB) Maker {
	return func(k ensemble.Kind, members []ensemble.Member, o metrics.Options) ensemble.Engine {
		t.Helper()
		e, err := reference.New([]ensemble.Kind{k}, members, reference.Options{Metrics: &o})
		must.Do(t, err)
		return e
	}
}

// Measured returns the metrics of the members of an engine.
func Measured(t testing.TB, e ensemble.Engine) metrics.Table {
	t.Helper()
	var table metrics.Table
	must.Do(t, e.Metrics(&table))
	return table
}

// Column returns a number of a row by its name.
func Column(t testing.TB, table metrics.Table, row int, name string) float64 {
	t.Helper()
	for i, c := range table.Columns {
		if c.Name == name {
			return table.Rows[row].Values[i]
		}
	}
	t.Fatalf("there is no column %s", name)
	return 0
}

// metricError is relative to a number, or to the usual size of its unit if it is small:
// states alone differ by 5e-6 of the motion, which ratios of short distances double, and
// work, a difference of works of muscles, triples.
const metricError = 2e-5

// usual is how large numbers of a unit are in structures of some decimeters that move for some tenths of a second.
var usual = map[string]float64{"m": 0.1, "m/s": 0.5, "rad": 1, "J": 0.1, "": 1}

// Differences returns the numbers of a table that are not those of the reference; counts agree exactly.
func Differences(got, want metrics.Table) (out []string) {
	for i := range want.Rows {
		if got.Rows[i].Status != want.Rows[i].Status {
			out = append(out, fmt.Sprintf("member %d: status %v, not %v", i, got.Rows[i].Status, want.Rows[i].Status))
		}
		for k, of := range want.Columns {
			x, y := got.Rows[i].Values[k], want.Rows[i].Values[k]
			if math.IsNaN(x) && math.IsNaN(y) {
				continue
			}
			off := math.Abs(x-y) / max(math.Abs(y), usual[of.Unit], 1e-9)
			counts := strings.HasPrefix(of.Name, "contact_duty") || of.Name == "steps"
			if !(off <= metricError) || counts && x != y {
				out = append(out, fmt.Sprintf("member %d: %s is %.9g, not %.9g: off by %.2g", i, of.Name, x, y, off))
			}
		}
	}
	return out
}

// SameBits reports whether two rows have the same bits.
func SameBits(a, b metrics.Row) bool {
	return a.Status == b.Status && slices.EqualFunc(a.Values, b.Values, func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) })
}

// WorkOfSamples tests that samples 10 steps apart tell the work of the muscles of a walker that samples of each step tell in the
// reference. A law that takes the length at a sample for the whole interval misses it by 5 % and more.
func WorkOfSamples(t *testing.T, name string, make Maker) {
	t.Helper()
	k := KindOf(t, "walker")
	tables := map[int64]metrics.Table{}
	for every, make := range map[int64]Maker{1: Reference(t), 10: make} {
		e := make(k, []ensemble.Member{{}}, metrics.Options{Every: every})
		Step(t, 700, e)
		tables[every] = Measured(t, e)
		e.Close()
	}
	for _, column := range []string{"work", "work_positive", "cot"} {
		if want, got := Column(t, tables[1], 0, column), Column(t, tables[10], 0, column); !(math.Abs(got/want-1) <= 0.005) {
			t.Errorf("%s: %s is %g with samples 10 steps apart, with those of each step %g: off by %.2g %%", name, column, got, want, 100*(got/want-1))
		}
	}
}

// WorkOfInputs tests that the work of muscles whose lengths inputs set, which jump, is exact
// however far apart samples are, and that metrics of controlled members agree with the
// reference. Counting a jump at the mean of the lengths at samples around it misses a third
// of the work of this robot.
func WorkOfInputs(t *testing.T, name string, make Maker) {
	t.Helper()
	s, err := open.Scene("quadruped", scene.Options{})
	must.Do(t, err)
	k := ensemble.Kind{Model: s.Model, Params: s.Params, Control: s.Control}
	tables := map[int64]metrics.Table{}
	for every, make := range map[int64]Maker{1: Reference(t), 13: make} {
		e := make(k, []ensemble.Member{{}}, metrics.Options{Every: every})
		Step(t, 500, e)
		tables[every] = Measured(t, e)
		e.Close()
	}
	for _, column := range []string{"work", "work_positive"} {
		if want, got := Column(t, tables[1], 0, column), Column(t, tables[13], 0, column); !(math.Abs(got/want-1) <= 1e-4) {
			t.Errorf("%s: %s is %g J with samples 13 steps apart, with those of each step %g J", name, column, got, want)
		}
	}
	k = Steered(t)
	members := Minds(t, k, 4)
	var rows []metrics.Table
	for _, make := range []Maker{make, Reference(t)} {
		e := make(k, members, metrics.Options{Every: 8})
		Step(t, 115, e)
		rows = append(rows, Measured(t, e))
		e.Close()
	}
	if wrong := Differences(rows[0], rows[1]); len(wrong) > 0 {
		t.Errorf("%s: controlled members are not measured as in the reference: %v", name, wrong)
	}
}

// Grouped returns options that measure the first group of a kind, if it has one, in every seventh step.
func Grouped(k ensemble.Kind) metrics.Options {
	o := metrics.Options{Every: 7}
	for _, g := range k.Model.Groups[:min(1, len(k.Model.Groups))] {
		o.Groups = []string{g.Name}
	}
	return o
}

// MeasuresFollow tests that metrics follow values that are set and states that are reset, as
// in the reference, and that a reset restarts the lengths and rest lengths of the previous
// sample, of the masked members alone.
func MeasuresFollow(t *testing.T, name string, k ensemble.Kind, make Maker) {
	t.Helper()
	members, o := Designs(t, k, 5), Grouped(k)
	run := func(make Maker, members []ensemble.Member, mask []bool, until int) metrics.Table {
		e := make(k, members, o)
		defer e.Close()
		Step(t, 33, e)
		if mask != nil {
			must.Do(t, e.Reset(mask, nil))
		}
		Step(t, 14, e)
		if mask == nil || until > 87 {
			Measured(t, e) // changes nothing
		}
		Step(t, 40, e)
		for f := range k.Free {
			if slices.Contains([]string{"material.stiffness", "material.rest_scale", "mass_scale", "actuator.amplitude"}, k.Free[f].Path) && until > 87 {
				var to []float64
				for i := range members {
					to = append(to, members[i].Values[f]*(1+0.004*float64(i-2)))
				}
				must.Do(t, e.Set(0, f, to))
			}
		}
		Step(t, until-87, e)
		return Measured(t, e)
	}
	mask := []bool{false, true, false, false, true}
	got, want := run(make, members, mask, 150), run(Reference(t), members, mask, 150)
	if wrong := Differences(got, want); len(wrong) > 0 {
		t.Errorf("%s: not as in the reference: %v", name, wrong)
	}
	kept, reset, short := run(make, members, nil, 87), run(make, members, mask, 87), make(k, members, o)
	defer short.Close()
	Step(t, 54, short)
	fresh := Measured(t, short)
	for i := range members {
		if mask[i] && !SameBits(reset.Rows[i], fresh.Rows[i]) || !mask[i] && !SameBits(reset.Rows[i], kept.Rows[i]) {
			t.Errorf("%s: member %d: a reset of others has changed what is measured, or what is measured of a reset one is not that of a new one", name, i)
		}
	}
}
