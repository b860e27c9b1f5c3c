package runners

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"hooke/control/metrics"
	"hooke/engine"
	"hooke/lab/ensemble"
	"hooke/lab/sweep"
	"hooke/must"
)

// pendulums is a sweep of one mass on a spring.
func pendulums(t *testing.T, runs, steps int64) *sweep.Plan {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pendulum.toml")
	must.Do(t, os.WriteFile(path, []byte(`name = "pendulum"
[run]
dt = 0.001
[[mass]]
position = [0, 0, 0]
pinned = true
[[mass]]
position = [0.1, 0, 0]
mass = 0.1
[[spring]]
a = 0
b = 1
stiffness = 100
`), 0o600))
	v := must.Get(sweep.ParseVariables("spring.stiffness=100:200"))(t)
	p := must.Get(sweep.NewPlan(sweep.Spec{Scene: path, Engine: sweep.Ensemble, Vary: v, Sample: sweep.Sobol, Runs: runs, Steps: steps}))(t)
	return p
}

// slowly makes engines on a machine whose clock moves by the time of the steps there, and stands still
// otherwise.
type slowly struct {
	now   time.Time
	units []unitOf
	each  func(members int) time.Duration // time of a step of that many members
	once  time.Duration                   // that the first steps of an engine take beside
	seen  []sweep.Underway                // before each call of Step
	under func() sweep.Underway
}

// unitOf is an engine that was made.
type unitOf struct {
	members, steps int
	took           time.Duration
}

// slowed is an engine that takes its time.
type slowed struct {
	ensemble.Engine
	of      *slowly
	number  int
	members int
}

func (e *slowed) Step(n int) error {
	took := time.Duration(n) * e.of.each(e.members)
	if e.of.units[e.number].steps == 0 {
		took += e.of.once
	}
	e.of.now = e.of.now.Add(took)
	e.of.units[e.number].steps += n
	e.of.units[e.number].took += took
	if e.of.under != nil {
		e.of.seen = append(e.of.seen, e.of.under())
	}
	return e.Engine.Step(n)
}

// makes returns the maker of engines of one thread.
func (s *slowly) makes() Maker {
	m := packs()
	whole := m.New
	m.New = func(kinds []ensemble.Kind, members []ensemble.Member, o *metrics.Options) (ensemble.Engine, error) {
		e, err := whole(kinds, members, o)
		s.units = append(s.units, unitOf{members: len(members)})
		return &slowed{e, s, len(s.units) - 1, len(members)}, err
	}
	return m
}

// table runs the jobs of a plan with one thread whose clock is that of s, and returns their rows. foretold is the predicted time of a step of a pack
// [s].
func (s *slowly) table(t *testing.T, p *sweep.Plan, foretold float64) map[string][]float64 {
	t.Helper()
	r := must.Get(NewTogether(p, s.makes(), 1, engine.Options{}))(t)
	s.units, s.now, s.seen, s.under = nil, time.Time{}, nil, r.Underway
	r.perStep, r.pace.clock = foretold, func() time.Time { return s.now }
	rows := map[string][]float64{}
	var jobs []*sweep.Job
	for i := range p.Jobs {
		jobs = append(jobs, &p.Jobs[i])
	}
	must.Do(t, r.Run(t.Context(), jobs, func(some []sweep.Outcome) error {
		for _, o := range some {
			rows[o.ID] = o.Values
		}
		return nil
	}))
	must.Be(t, r.Underway(), (sweep.Underway{}), "after the end there")
	return rows
}

// Units are as large as the time of one allows at the speed that was measured, whatever was foretold. The table depends on none of that.
func TestUnitsTakeTheTimeOfOne(t *testing.T) {
	p := pendulums(t, 512, 1024)
	perPack := func(each time.Duration) func(int) time.Duration {
		return func(members int) time.Duration { return time.Duration((members+15)/16) * each }
	}
	var want map[string][]float64
	for _, c := range []struct {
		foretold float64 // [s]
		each     time.Duration
		first    int // members of the first unit
		most     int // of any
		longest  time.Duration
		divided  int // units that were begun again
	}{
		{1e-3, time.Millisecond, 16, 64, 5 * time.Second, 0},          // as foretold: 1.024 s a pack
		{1e-6, 200 * time.Microsecond, 256, 256, 5 * time.Second, 0},  // 200 times slower: 3.3 s, and then for 5 s
		{1e-6, 20 * time.Millisecond, 256, 256, 21 * time.Second, 1},  // one pack takes over 20 s
		{1e-6, 1500 * time.Microsecond, 256, 256, 5 * time.Second, 1}, // 25 s for the first
	} {
		s := &slowly{each: perPack(c.each)}
		got := s.table(t, p, c.foretold)
		divided, total := 0, 0
		for i, u := range s.units {
			if u.steps < 1024 {
				divided++
				continue
			}
			total += u.members
			if u.took > c.longest || u.members > c.most {
				t.Errorf("%+v: unit %d of %d members takes %s", c, i, u.members, u.took)
			}
		}
		if s.units[0].members != c.first || divided != c.divided || total != 512 {
			t.Errorf("%+v: %d members in the first unit, %d divided, %d in all, in %d units", c, s.units[0].members, divided, total, len(s.units))
		}
		if want == nil {
			want = got
		}
		for id, row := range want {
			if len(row) == 0 || !slices.EqualFunc(row, got[id], func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }) {
				t.Fatalf("%+v: run %s has another row", c, id)
			}
		}
	}
}

// Units whose first steps wait long, as those of a device do for programs, are not divided, and the others are no smaller for that.
func TestFirstStepsMayWait(t *testing.T) {
	s := &slowly{once: 20 * time.Second, each: func(members int) time.Duration { return time.Duration(members/16) * 100 * time.Microsecond }}
	s.table(t, pendulums(t, 512, 1024), 1e-6)
	if len(s.units) != 2 || s.units[0].members != 256 || s.units[1].steps != 1024 {
		t.Errorf("units are %+v", s.units)
	}
}

// A unit tells how many of its steps are done while it is stepped, and which threads wait.
func TestUnitTellsHowFarItIs(t *testing.T) {
	s := &slowly{each: func(int) time.Duration { return time.Millisecond }}
	s.table(t, pendulums(t, 64, 4*lookEveryTogether), 1e-3)
	var want []sweep.Underway
	for _, unit := range []struct{ members, waiting int64 }{{16, 16}, {16, 0}, {32, 0}} { // those of the second group are made when the first has been stepped
		for look := range int64(4) {
			want = append(want, sweep.Underway{SetUp: unit.waiting, Jobs: unit.members, Done: float64(unit.members) * float64(look) / 4, Steps: unit.members * look * lookEveryTogether})
		}
	}
	must.BeAll(t, s.seen, want, "it tells")
}
