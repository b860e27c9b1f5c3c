package optimize

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"hooke/control/metrics"
	"hooke/lab/sweep"
	"hooke/must"
)

// pretend runs jobs by a formula: speed is largest at frequency 2. It counts them, and cancels
// before one of them.
type pretend struct {
	sweep.Stepping
	columns []string
	count   int
	stopAt  int // 0: never
	stop    func()
	status  metrics.Status
}

func (p *pretend) Run(ctx context.Context, jobs []*sweep.Job, done func([]sweep.Outcome) error) error {
	var outcomes []sweep.Outcome
	for _, j := range jobs {
		if p.count++; p.count == p.stopAt {
			p.stop()
		}
		if ctx.Err() != nil {
			break
		}
		var frequency float64
		if _, err := fmt.Sscan(j.Values[0], &frequency); err != nil {
			return err
		}
		values := make([]float64, len(p.columns))
		for c, name := range p.columns {
			switch name {
			case "speed":
				values[c] = 1 - (frequency-2)*(frequency-2) + 0.1*float64(j.Repeat)
			case "cot":
				values[c] = math.NaN()
			}
		}
		o := sweep.Outcome{ID: j.ID, Run: j.Run, Repeat: j.Repeat, Row: metrics.Row{Status: p.status, Values: values}, Step: 10}
		outcomes = append(outcomes, o)
	}
	return done(outcomes)
}

// specOf looks for the fastest of two variables.
func specOf(t *testing.T, change func(s *SearchSpec)) SearchSpec {
	t.Helper()
	var vary []sweep.Variable
	for _, text := range []string{"actuator[*].frequency=1:4", "run.seed=0:3:int"} {
		v := must.Get(sweep.ParseVariables(text))(t)
		vary = append(vary, v...)
	}
	s := SearchSpec{Sweep: sweep.Spec{Scene: "walker", Vary: vary, Steps: 10, Seed: 3}, Maximize: "speed - 0.1*drift", Population: 6, Generations: 12}
	change(&s)
	return s
}

// went runs a search in a folder and returns its table as text, and its error.
func went(t *testing.T, s SearchSpec, folder string, runner *pretend, stopAt int) (string, *sweep.Table, error) {
	t.Helper()
	search := must.Get(NewSearch(s))(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	runner.columns, runner.stopAt, runner.stop, runner.count = search.Plan.Columns(), stopAt, cancel, 0
	if runner.status == 0 {
		runner.status = metrics.Done
	}
	table, err := search.Go(ctx, runner, SearchOptions{Folder: folder})
	if table == nil {
		return "", nil, err
	}
	var text strings.Builder
	fitness, generation := table.Values(table.Column(FitnessName)), table.Values(table.Column("generation"))
	for i := range table.Rows {
		fmt.Fprintln(&text, table.Rows[i].Job.Run, table.Rows[i].Job.ID, table.Rows[i].Job.Values, generation[i], fitness[i])
	}
	return text.String(), table, err
}

// A search finds the best, and one that is interrupted at any moment continues to the same table
// without running a job twice; more generations continue, too.
func TestSearchGoesOn(t *testing.T) {
	for _, method := range []string{"cma", "ga"} {
		s := specOf(t, func(s *SearchSpec) { s.Method, s.Generations = method, 5 })
		var runner pretend
		want, table, err := went(t, s, t.TempDir(), &runner, 0)
		if err != nil || strings.Count(want, "\n") != 30 {
			t.Fatalf("%s: %v\n%s", method, err, want)
		}
		best, err := table.Best(FitnessName, 1)
		if x := table.Rows[0].Outcome.Values; err != nil || best[0].Outcome.Values[table.Column("speed")] < max(0.9, x[table.Column("speed")]) {
			t.Errorf("%s: the best is %+v, %v", method, best, err)
		}
		all := runner.count
		for _, stopAt := range []int{1, 4, all} {
			folder := t.TempDir()
			part, _, err := went(t, s, folder, &runner, stopAt)
			if !errors.Is(err, sweep.ErrInterrupted) || !holds(want, part) {
				t.Fatalf("%s: interrupted at %d: %v\n%s", method, stopAt, err, part)
			}
			got, _, err := went(t, s, folder, &runner, 0)
			if err != nil || got != want || runner.count != all-stopAt+1 {
				t.Errorf("%s: after %d of %d runs it makes %d more: %v\n%s\nwant\n%s", method, stopAt-1, all, runner.count, err, got, want)
			}
			longer := s
			longer.Generations++
			if more, _, err := went(t, longer, folder, &runner, 0); err != nil || !strings.HasPrefix(more, want) || len(more) == len(want) {
				t.Errorf("%s: more generations: %v\n%s", method, err, more)
			}
		}
	}
}

// holds says whether a text has all lines of another.
func holds(text, part string) bool {
	for line := range strings.Lines(part) {
		if !strings.Contains(text, line) {
			return false
		}
	}
	return true
}

// Another search in the folder is refused with the first difference.
func TestAnotherSearchIsRefused(t *testing.T) {
	folder := t.TempDir()
	var runner pretend
	if _, _, err := went(t, specOf(t, func(*SearchSpec) {}), folder, &runner, 0); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(s *SearchSpec){
		`it has maximize = "speed - 0.1*drift", and now it is maximize = "speed"`: func(s *SearchSpec) { s.Maximize = "speed" },
		`it has method = "cma", and now it is method = "ga"`:                      func(s *SearchSpec) { s.Method = "ga" },
		`it has population = 6, and now it is population = 8`:                     func(s *SearchSpec) { s.Population = 8 },
		`it has start = "middle", and now it is start = "scene"`:                  func(s *SearchSpec) { s.FromScene = true },
		`it has sample-seed = 3, and now it is sample-seed = 4`:                   func(s *SearchSpec) { s.Sweep.Seed = 4 },
	} {
		if _, _, err := went(t, specOf(t, change), folder, &runner, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %s", err, want)
		}
	}
	if text, _, err := went(t, specOf(t, func(s *SearchSpec) { s.Sweep.Metric = []string{"cot"} }), folder, &runner, 0); err != nil || runner.count != 0 || text == "" {
		t.Errorf("other columns to show: %v, %d runs", err, runner.count)
	}
}

// Fitness is the mean of repeats, and less may be best. Runs that diverge, have no number or cannot be made
// are the worst, and a first generation of nothing else ends the search.
func TestFitness(t *testing.T) {
	var runner pretend
	_, table, err := went(t, specOf(t, func(s *SearchSpec) {
		s.Maximize, s.Minimize, s.Sweep.Repeat, s.Sweep.Noise = "", "-2*speed", 3, []sweep.Noise{{Key: "actuator[*].phase", Size: 0.1}}
	}), t.TempDir(), &runner, 0)
	must.Do(t, err)
	for i := 0; i < len(table.Rows); i += 3 {
		speed := table.Rows[i].Outcome.Values[table.Column("speed")]
		if got := table.Values(table.Column(FitnessName))[i]; math.Abs(got+2*(speed+0.1)) > 1e-12 {
			t.Fatalf("row %d: fitness %g of speed %g", i, got, speed)
		}
	}
	best, err := table.Best("-"+FitnessName, 1)
	must.Hold(t, err == nil && best[0].Outcome.Values[table.Column("speed")] >= 0.99, "the least is %+v, %v", best, err)
	for _, c := range []struct {
		goal, want string
		status     metrics.Status
	}{
		{"cot", "the expression is not defined", metrics.Done},
		{"1/drift", "the expression is not defined", metrics.Done},
		{"speed", "runs diverged; take a smaller step", metrics.Diverged},
	} {
		runner := pretend{status: c.status}
		if _, _, err := went(t, specOf(t, func(s *SearchSpec) { s.Maximize = c.goal }), t.TempDir(), &runner, 0); err == nil || !strings.Contains(err.Error(), c.want) || runner.count > 6 {
			t.Errorf("%s: %v after %d runs", c.goal, err, runner.count)
		}
	}
}

// Faults of specs name the right form.
func TestFaultsOfSearches(t *testing.T) {
	for want, change := range map[string]func(s *SearchSpec){
		"maximize: give --maximize or --minimize":                       func(s *SearchSpec) { s.Minimize = "cot" },
		"maximize: column \"sped\" is unknown; did you mean \"speed\"?": func(s *SearchSpec) { s.Maximize = "2*sped" },
		"minimize: \"(cot\": a ) is missing":                            func(s *SearchSpec) { s.Maximize, s.Minimize = "", "(cot" },
		"generations: is -1":                                            func(s *SearchSpec) { s.Generations = -1 },
		"vary: nothing varies":                                          func(s *SearchSpec) { s.Sweep.Vary = nil },
		"method: a population of 3: cma takes 4":                        func(s *SearchSpec) { s.Population = 3 },
		"method: method \"simplex\" is unknown":                         func(s *SearchSpec) { s.Method = "simplex" },
		"COUNT belongs to a grid":                                       func(s *SearchSpec) { s.Sweep.Vary[0].Count = 3 },
	} {
		must.Say(t, "", must.Err(NewSearch(specOf(t, change))), want)
	}
	s, err := NewSearch(specOf(t, func(s *SearchSpec) { s.FromScene = true }))
	if err != nil || math.Abs(s.Start[0]-0.5/3) > 1e-12 || s.Start[1] != 0.5 {
		t.Errorf("the scene's own frequency of 1.5 Hz is at %v, %v", s.Start, err)
	}
	set := func(s *SearchSpec) { s.Sweep.Set = append(s.Sweep.Set, "actuator[*].frequency=2") }
	must.Say(t, "a setting that a variable overwrites", must.Err(NewSearch(specOf(t, set))), "set: actuator[*].frequency=2 has no effect")
	s, err = NewSearch(specOf(t, func(s *SearchSpec) { set(s); s.FromScene = true }))
	if err != nil || math.Abs(s.Start[0]-1./3) > 1e-12 {
		t.Errorf("a setting says where the search begins: %v, %v", s.Start, err)
	}
}

// A point that scenes do not allow is a run that failed, and the search continues.
func TestRefusedPoints(t *testing.T) {
	var runner pretend
	s := specOf(t, func(s *SearchSpec) {
		all := must.Get(sweep.ParseVariables("actuator[1].wave={sine, square}"))(t)
		s.Sweep.Vary = append(s.Sweep.Vary, all...)
	})
	search := must.Get(NewSearch(s))(t)
	runner.columns, runner.status = search.Plan.Columns(), metrics.Done
	search.Plan.Spec.Vary[2].Values[1] = "no wave"
	table := must.Get(search.Go(t.Context(), &runner, SearchOptions{Folder: t.TempDir()}))(t)
	failed := 0
	for i := range table.Rows {
		if o := &table.Rows[i].Outcome; o.Failed() {
			failed++
			must.Hold(t, strings.Contains(o.Error, "wave") && math.IsNaN(table.Values(table.Column(FitnessName))[i]), "%+v", o)
		}
	}
	if failed == 0 || failed == len(table.Rows) {
		t.Errorf("%d of %d runs failed", failed, len(table.Rows))
	}
}

// waiting ends no run of a generation before the search has told twice how far it is.
type waiting struct {
	*pretend
	told chan SearchProgress
	seen []SearchProgress
}

func (w *waiting) Run(ctx context.Context, jobs []*sweep.Job, done func([]sweep.Outcome) error) error {
	w.seen = append(w.seen, <-w.told)
	part := w.Begin(len(jobs), 10)
	part.At(5)
	for len(w.told) > 0 {
		<-w.told
	}
	<-w.told // which may have been found before the steps
	w.seen = append(w.seen, <-w.told)
	part.End()
	half := len(jobs) / 2
	if err := w.pretend.Run(ctx, jobs[:half], done); err != nil {
		return err
	}
	w.seen = append(w.seen, <-w.told, <-w.told)
	return w.pretend.Run(ctx, jobs[half:], done)
}

// A search tells how far it is within its first generation, also while no run ends.
func TestSearchTellsWithinAGeneration(t *testing.T) {
	s := must.Get(NewSearch(specOf(t, func(s *SearchSpec) { s.Generations = 1 })))(t)
	w := &waiting{pretend: &pretend{columns: s.Plan.Columns(), status: metrics.Done}, told: make(chan SearchProgress, 64)}
	must.Do(t, must.Err(s.Go(t.Context(), w, SearchOptions{Folder: t.TempDir(), Told: func(now *SearchProgress) { w.told <- *now }})))
	if len(w.seen) != 4 {
		t.Fatalf("it told %d times", len(w.seen))
	}
	for i, made := range []int64{0, 0, 3, 3} { // the second time 6 runs have half of their steps
		if now := w.seen[i]; now.Generation != 0 || now.Asked != 6 || now.Made != made || now.Runs != made || (now.Left > 0) != (i > 0) || i == 1 != (now.Underway.Done == 3 && now.Steps == 30) {
			t.Errorf("time %d: %+v", i, now)
		}
	}
	last := SearchProgress{}
	for len(w.told) > 0 {
		last = <-w.told
	}
	if last.Generation != 1 || last.Asked != 0 || last.Runs != 6 {
		t.Errorf("at the end: %+v", last)
	}
}
