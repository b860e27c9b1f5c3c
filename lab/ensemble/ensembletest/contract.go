package ensembletest

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"hooke/control/metrics"
	reference "hooke/cpuref/ensemble"
	"hooke/lab/ensemble"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// Ways are the ways in which an engine steps members, by name: kernels, layouts, pipelines. Each begins a test and returns the maker of
// its engines.
type Ways map[string]func(t testing.TB) KindsMaker

// making makes engines that end with their test.
type making func(members []ensemble.Member, o *metrics.Options, kinds ...ensemble.Kind) ensemble.Engine

// each runs a test in each way.
func (w Ways) each(t *testing.T, test func(t *testing.T, made making)) {
	for name, begin := range w {
		t.Run(name, func(t *testing.T) {
			way := begin(t)
			test(t, func(members []ensemble.Member, o *metrics.Options, kinds ...ensemble.Kind) ensemble.Engine {
				t.Helper()
				e, err := way(kinds, members, o)
				must.Do(t, err)
				t.Cleanup(e.Close)
				return e
			})
		})
	}
}

// MostError and RMSError are the tolerances of E2: float32 against float64 over 100 steps, as shares of the motion. The contract allows
// 1e-3 and 3e-4; members have some 5e-6, and k off by 1 % makes 1e-4 and more.
const (
	MostError = 3e-5
	RMSError  = 1e-5
)

// AgainstReference asks for E2: members of random values are those of the reference.
func AgainstReference(t *testing.T, ways Ways) {
	for name, k := range map[string]ensemble.Kind{"walker": Walkers(t), "features": Features()} {
		members := Designs(t, k, 8)
		want, err := reference.New([]ensemble.Kind{k}, members, reference.Options{})
		must.Do(t, err)
		Step(t, 100, want)
		ways.each(t, func(t *testing.T, made making) {
			got, stiffer := made(members, nil, k), made(OffByOnePercent(k, members), nil, k)
			var starts []*model.Snapshot
			for i := range members {
				starts = append(starts, Read(t, got, i))
			}
			Step(t, 100, got, stiffer)
			for i := range members {
				s := Read(t, got, i)
				if w := want.State(i); s.Step != w.Step || math.Abs(s.Time-w.Time) > 1e-12 {
					t.Errorf("%s: member %d is at step %d, %g s; the reference at %d, %g s", name, i, s.Step, s.Time, w.Step, w.Time)
				}
				if most, rms := ErrorsOf(starts[i], s, want, i); !(most <= MostError && rms <= RMSError) {
					t.Errorf("%s: member %d: errors are %.3g of the motion, RMS %.3g", name, i, most, rms)
				}
				// The controls: the values of another member, and k off by 1 %, are seen.
				if next, _ := ErrorsOf(starts[i], Read(t, got, (i+1)%len(members)), want, i); next <= MostError {
					t.Errorf("%s: member %d would pass with the values of the next one: %.3g", name, i, next)
				}
				if off, _ := ErrorsOf(starts[i], Read(t, stiffer, i), want, i); off <= MostError {
					t.Errorf("%s: member %d would pass with k off by 1 %%: %.3g", name, i, off)
				}
			}
		})
	}
}

// MetricsAgainstReference asks for E3: the engine measures the same as the reference, and counts agree exactly.
func MetricsAgainstReference(t *testing.T, ways Ways) {
	for name, c := range map[string]struct {
		kind    ensemble.Kind
		options metrics.Options
		steps   int
	}{
		"walker":   {Walkers(t), metrics.Options{Groups: []string{"bottom"}, Body: "top", Settle: 0.01, Forward: model.Vec3{1, 1, 0}}, 523},
		"features": {Features(), metrics.Options{Groups: []string{"low"}, Every: 7}, 400},
	} {
		members := Designs(t, c.kind, 6)
		members[2].Until = physics.Until{Words: []string{physics.Left}, LeaveRadius: 1e-3}
		want := Reference(t)(c.kind, members, c.options)
		Step(t, c.steps, want)
		wanted := Measured(t, want)
		ways.each(t, func(t *testing.T, made making) {
			e := made(members, &c.options, c.kind)
			Step(t, c.steps/2, e)
			Measured(t, e) // changes nothing
			Step(t, c.steps-c.steps/2, e)
			got := Measured(t, e)
			if !reflect.DeepEqual(got.Columns, wanted.Columns) {
				t.Fatalf("columns are %v, those of the reference %v", got.Columns, wanted.Columns)
			}
			if wrong := Differences(got, wanted); len(wrong) > 0 {
				t.Errorf("%s: not as in the reference: %v", name, wrong)
			}
			others := wanted
			others.Rows = append(slices.Clone(wanted.Rows[1:]), wanted.Rows[0])
			if len(Differences(got, others)) == 0 {
				t.Errorf("%s: rows of other members would pass", name)
			}
		})
	}
	for name, begin := range ways {
		t.Run(name, func(t *testing.T) {
			way := begin(t)
			if _, err := way([]ensemble.Kind{Features()}, nil, &metrics.Options{Body: "nose"}); err == nil {
				t.Error("a group that is not there passed")
			}
			e, err := way([]ensemble.Kind{Features()}, nil, nil)
			must.Do(t, err)
			defer e.Close()
			if err := e.Metrics(&metrics.Table{}); err == nil {
				t.Error("metrics that were not asked for are no error")
			}
		})
	}
}

// BareStructures asks that structures that lack something are stepped all the same: no members, no springs, no mass that moves, arrays
// said by a pattern, springs between masses that are held, springs of no length. Without measures, positions alone are compared.
func BareStructures(t *testing.T, ways Ways, measures bool) {
	block, err := build.Lattice(build.LatticeSpec{Nx: 3, Ny: 3, Nz: 3, Spacing: 0.1, Mass: 0.01, Stiffness: 50})
	must.Do(t, err)
	held := &model.Model{Name: "held", RestPosition: []model.Vec3{{}, {1, 0, 0}}, Mass: []float64{1, 1}, Pin: []model.Pin{model.PinAll, model.PinAll},
		Ends: []model.Ends{{0, 1}}, RestLength: []float64{2}, MaterialOf: []uint16{1}, Materials: []model.Material{{}, {Stiffness: 1}}}
	point := &model.Model{Name: "point", RestPosition: []model.Vec3{{}}, Mass: []float64{1}, Materials: []model.Material{{}}}
	twins := &model.Model{Name: "twins", RestPosition: []model.Vec3{{}, {}}, Mass: []float64{1, 1}, Ends: []model.Ends{{0, 1}}, RestLength: []float64{1}, MaterialOf: []uint16{1}, Materials: []model.Material{{}, {Stiffness: 10}}}
	var kinds []ensemble.Kind
	var members []ensemble.Member
	for i, m := range []*model.Model{block, held, point, twins, {Name: "nothing", Materials: []model.Material{{}}}} {
		kinds = append(kinds, ensemble.Kind{Model: m, Params: model.Params{DT: 1e-3, Gravity: model.EarthGravity()}})
		members = append(members, ensemble.Member{Kind: i}, ensemble.Member{Kind: i})
	}
	ways.each(t, func(t *testing.T, made making) {
		var o *metrics.Options
		if measures {
			o = &metrics.Options{}
		}
		e := made(members, o, kinds...)
		Step(t, 100, e)
		Step(t, 0, e)
		for i, s := range StatusOf(t, e) {
			if s != (ensemble.Status{}) {
				t.Errorf("member %d: %+v", i, s)
			}
		}
		fell := -model.StandardGravity * 1e-6 * 100 * 101 / 2
		for i, rest := range map[int]float64{0: 0.1, 4: 0, 6: 0} {
			center, first := rest+fell, float64(Read(t, e, i).Position[0][2])
			if measures {
				if z := Column(t, Measured(t, e), i, "com_z"); math.Abs(z-center) > 1e-6 {
					t.Errorf("member %d: its center is at %g m, not %g m", i, z, center)
				}
			}
			if math.Abs(first-fell) > 1e-6 {
				t.Errorf("member %d: its first mass fell by %g m, not %g m", i, first, fell)
			}
		}
		if x := Read(t, e, 2).Position[1]; x != [3]float32{1, 0, 0} {
			t.Errorf("a pinned mass is at %v", x)
		}
		if measures {
			if strain := Column(t, Measured(t, e), 2, "strain_max"); strain != 0.5 && !math.IsNaN(strain) {
				t.Errorf("the strain of a spring that is held is %g", strain)
			}
		}
		Step(t, 3, made(nil, nil))
	})
}

// Seat is where a member lies among others.
type Seat struct {
	Count, Slot int
	Dying       bool // half of the others end, and a third diverge
	Make        func(members []ensemble.Member) ensemble.Engine
}

// MemberAlone asks for E1: a member's bits depend on its own values and start alone: not on its seat, which include the way of stepping,
// nor on those that end beside it. The first seat is that of the member alone. The value mad is a field that lets others diverge.
func MemberAlone(t *testing.T, design ensemble.Member, others []ensemble.Member, mad, steps int, seats ...Seat) {
	t.Helper()
	var want [32]byte
	for i, c := range seats {
		members := make([]ensemble.Member, c.Count)
		for m := range members {
			members[m] = others[m%len(others)]
			if c.Dying && m%2 == c.Slot%2 {
				members[m].Until = physics.Until{Words: []string{physics.Fell}, FallHeight: 10}
			}
			if c.Dying && m%3 == 0 {
				members[m].Values = slices.Clone(members[m].Values)
				members[m].Values[mad] *= 1e6
			}
		}
		members[c.Slot] = design
		e := c.Make(members)
		Step(t, steps-30, e)
		Step(t, 30, e)
		got := Sum(t, e, c.Slot)
		for m, s := range StatusOf(t, e) {
			if dies := c.Dying && m != c.Slot && (m%2 == c.Slot%2 || m%3 == 0); dies != (s.Ended != "") {
				t.Errorf("seat %d: member %d: %+v", i, m, s)
			}
		}
		if i == 0 {
			want = got
			Step(t, 1, e)
			if Sum(t, e, c.Slot) == want {
				t.Error("a step changes no bit")
			}
		}
		if got != want {
			t.Errorf("seat %d: the member has other bits than alone", i)
		}
	}
}
