package runners_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hooke/control/metrics"
	cpu "hooke/cpu/ensemble"
	"hooke/engine"
	"hooke/lab/ensemble"
	"hooke/lab/sweep"
	"hooke/lab/sweep/runners"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// maker makes engines on one core.
func maker() runners.Maker {
	return runners.Maker{Pack: 16, MostPacks: 64, Bytes: func(k ensemble.Kind, members int64) int64 { return cpu.Bytes(k, members, model.Single) },
		Alone: func(k ensemble.Kind) string { return cpu.Alone(k, model.Single) }, New: func(kinds []ensemble.Kind, members []ensemble.Member, o *metrics.Options) (ensemble.Engine, error) {
			return cpu.New(kinds, members, cpu.Options{Threads: 1, Metrics: o})
		}}
}

// walkerPlan is a sweep of a walker by these variables.
func walkerPlan(t *testing.T, s sweep.Spec, vary ...string) *sweep.Plan {
	t.Helper()
	s.Scene, s.Metrics.Groups = "walker", []string{"bottom"}
	for _, text := range vary {
		v := must.Get(sweep.ParseVariables(text))(t)
		s.Vary = append(s.Vary, v...)
	}
	return must.Get(sweep.NewPlan(s))(t)
}

// mixed is a sweep of 36 runs of three steps, of which a third has a solver that packs do not take.
func mixed(t *testing.T, engine string) *sweep.Plan {
	return walkerPlan(t, sweep.Spec{Engine: engine, Sample: sweep.Sobol, Seed: 5, Runs: 36, Steps: 120},
		"actuator[*].frequency=0.5:3", "actuator[0..2].phase=0:6", "contact.kinetic_friction={0.1, 0.5, 0.7}", "run.dt={0.0002, 0.00025}",
		"run.gravity={[0,0,-9.81], [1,0,-9]}", `run.solver={"symplectic-euler", "symplectic-euler", "verlet"}`, "contact.normal={[0,0,1], [0.6,0,0.8]}")
}

// outcomes returns the results of jobs, in the order of their numbers; of each one, as text without its wall
// time.
func outcomes(ctx context.Context, t *testing.T, r sweep.Runner, jobs []*sweep.Job) map[string]string {
	t.Helper()
	out := map[string]string{}
	must.Do(t, r.Run(ctx, jobs, func(some []sweep.Outcome) error {
		for _, o := range some {
			if _, twice := out[o.ID]; twice {
				t.Errorf("run %d has two outcomes", o.Run)
			}
			out[o.ID] = text(o)
		}
		return nil
	}))
	return out
}

func text(o sweep.Outcome) string {
	o.Wall = 0
	bits := make([]uint64, len(o.Values))
	for i, x := range o.Values {
		bits[i] = math.Float64bits(x)
	}
	o.Values = nil
	return fmt.Sprintf("%+v %x", o, bits)
}

func pointers(p *sweep.Plan) (out []*sweep.Job) {
	for i := range p.Jobs {
		out = append(out, &p.Jobs[i])
	}
	return out
}

func runner(t *testing.T, p *sweep.Plan, threads int) *runners.Together {
	t.Helper()
	return must.Get(runners.NewTogether(p, maker(), threads, engine.Options{}))(t)
}

// The numbers of a run are the same, to the last bit, in whichever order, company and number of
// threads, and alone; those of runs that packs do not take are those of the engine cpu.
func TestRunsDependOnThemselves(t *testing.T) {
	p := mixed(t, sweep.Auto)
	first := runner(t, p, 1)
	want := outcomes(t.Context(), t, first, pointers(p))
	if len(want) != 36 {
		t.Fatalf("%d outcomes", len(want))
	}
	if c := first.Counts(); c.Together+c.Lone["solvers other than symplectic Euler"] != 36 || c.Kinds != 2 || len(c.Lone) != 1 || len(c.Alone) != 0 || c.Together < 20 {
		t.Errorf("%+v", c)
	}
	jobs := pointers(p)
	rand.Shuffle(len(jobs), func(i, j int) { jobs[i], jobs[j] = jobs[j], jobs[i] })
	got := outcomes(t.Context(), t, runner(t, p, 3), jobs[:9])
	for id, o := range outcomes(t.Context(), t, runner(t, p, 2), jobs[9:]) {
		got[id] = o
	}
	alone := must.Get(runners.NewSingle(p, 1, engine.Options{}))(t)
	for i, j := range jobs {
		must.Hold(t, got[j.ID] == want[j.ID], "run %d is\n%s\nbefore it was\n%s", j.Run, got[j.ID], want[j.ID])
		if i%4 == 0 {
			o, end, err := first.Go(t.Context(), j)
			if err != nil || text(o) != want[j.ID] || end.State.Step != 120 || end.Scene == nil {
				t.Errorf("run %d alone is\n%s\nbefore it was\n%s (%v)", j.Run, text(o), want[j.ID], err)
			}
		}
		if slices.ContainsFunc(j.Settings, func(s string) bool { return strings.Contains(s, "verlet") }) && i%4 == 0 {
			if o, _ := alone.One(t.Context(), j); text(o) != want[j.ID] {
				t.Errorf("run %d on the engine cpu is\n%s\nnot\n%s", j.Run, text(o), want[j.ID])
			}
		}
	}
}

// tables are the numbers of all runs of a sweep, by the engine.
func tables(t *testing.T, engineName string) [][]float64 {
	t.Helper()
	p := walkerPlan(t, sweep.Spec{Engine: engineName, Sample: sweep.Sobol, Seed: 2, Runs: 6, Steps: 300}, "actuator[*].frequency=1:3", "actuator[0..2].phase=0:6", "contact.kinetic_friction=0.1:0.7", "actuator[3].amplitude=0:0.2")
	var r sweep.Runner
	var err error
	switch engineName {
	case sweep.Ensemble:
		r = runner(t, p, 2)
	case sweep.OnDevice:
		r, err = runners.NewTogether(p, onDevice(model.Single), 2, engine.Options{})
	default:
		r, err = runners.NewSingle(p, 2, engine.Options{})
	}
	must.Do(t, err)
	out := make([][]float64, len(p.Jobs))
	must.Do(t, r.Run(t.Context(), pointers(p), func(some []sweep.Outcome) error {
		for _, o := range some {
			out[o.Run] = o.Values
		}
		return nil
	}))
	return out
}

// far is the largest difference of two tables, as a share of the largest number of its column;
// where is that.
func far(a, b [][]float64) (most float64, where string) {
	for c, column := range (metrics.Options{Groups: []string{"bottom"}}).Columns() {
		size, apart := 1e-9, 0.
		for i := range a {
			if math.IsNaN(a[i][c]) && math.IsNaN(b[i][c]) {
				continue
			}
			size, apart = max(size, math.Abs(a[i][c])), max(apart, math.Abs(a[i][c]-b[i][c]))
		}
		if !(apart/size <= most) {
			most, where = apart/size, column.Name
		}
	}
	return most, where
}

// The table of ensembles is that of single runs, by the engine cpuref within the error of single precision in
// 300 steps. A table in which two runs have changed places is another one.
func TestTablesAgree(t *testing.T) {
	got, want := tables(t, sweep.Ensemble), tables(t, engine.CPURef)
	const tolerance = 2e-3
	if most, where := far(got, want); !(most < tolerance) {
		t.Errorf("%s differs by %g", where, most)
	}
	got[2], got[3] = got[3], got[2]
	if most, _ := far(got, want); !(most > 10*tolerance) {
		t.Errorf("with two runs in each other's place it differs by %g", most)
	}
}

// Jobs that engines of ensembles do not take are refused by name before the first step, or run alone.
func TestRefusals(t *testing.T) {
	plan := func(engine string) *sweep.Plan {
		return walkerPlan(t, sweep.Spec{Engine: engine, Precision: "double", Steps: 5}, "actuator[*].frequency=1:3:2")
	}
	must.Say(t, "double precision", must.Err(runners.NewTogether(plan(sweep.Ensemble), maker(), 1, engine.Options{})), "precision double")
	p := plan(sweep.Auto)
	r := must.Get(runners.NewTogether(p, maker(), 2, engine.Options{}))(t)
	if words := r.Forecast().Words(2, 2); !strings.HasPrefix(words, "runs one by one on the engine cpu: ") {
		t.Errorf("it says %s", words)
	}
	if n := len(outcomes(t.Context(), t, r, pointers(p))); n != 2 || r.Counts().Together != 0 {
		t.Errorf("%d outcomes, %+v", n, r.Counts())
	}
}

// A sweep that is cancelled ends soon, without an error; one whose outcomes cannot be written ends
// with that error.
func TestTogetherStops(t *testing.T) {
	p := walkerPlan(t, sweep.Spec{Engine: sweep.Ensemble, Runs: 64, Sample: sweep.Random, Steps: 1 << 40}, "actuator[*].frequency=1:3")
	ctx, cancel := context.WithCancel(t.Context())
	r := runner(t, p, 2)
	if f := r.Forecast(); f.Members != 16 || f.Bytes < 2*16*36*192 || f.Steps != 1<<40 || !(f.Rate > 0) || !strings.Contains(f.Words(64, 64), "64 runs of 1099511627776 steps, 7.04e+13 robot-steps: about ") {
		t.Errorf("it foretells %+v: %s", f, f.Words(64, 64))
	}
	cancel()
	if out := outcomes(ctx, t, r, pointers(p)); len(out) > 0 {
		t.Errorf("%d outcomes of a sweep that was cancelled", len(out))
	}
	p = walkerPlan(t, sweep.Spec{Engine: sweep.Ensemble, Runs: 64, Sample: sweep.Random, Steps: 5}, "actuator[*].frequency=1:3")
	full, calls := errors.New("no space left"), 0
	if err := runner(t, p, 2).Run(t.Context(), pointers(p), func([]sweep.Outcome) error { calls++; return full }); !errors.Is(err, full) || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
}

// The forecast counts all that a sweep does: judging, set-up, steps and writing.
func TestForecastCountsAll(t *testing.T) {
	f := runner(t, walkerPlan(t, sweep.Spec{Engine: sweep.Ensemble, Steps: 1}, "actuator[*].frequency=1:3:40"), 2).Forecast()
	must.Hold(t, (f.SetUp > 0 && f.SetUp < 1 && f.Judged > 0), "set-up of %g s a run, judged in %g s", f.SetUp, f.Judged)
	steps := 1000 / f.Rate
	if all := f.All(1000, 2000); all < f.Judged+1000*f.SetUp+steps+2000*50e-6 || !strings.Contains(f.Words(1000, 2000), fmt.Sprintf("about %.2g s, %.2g s of it for steps", all, steps)) {
		t.Errorf("%g s in all, of which steps are %g s: %s", all, steps, f.Words(1000, 2000))
	}
	if more := f.All(1000, 2000); !(f.All(2000, 2000) > more && f.All(1000, 4000) > more) {
		t.Errorf("%g s for 1,000 runs, %g s for 2,000", more, f.All(2000, 2000))
	}
}

// The forecast of runs of which the first one ends at once, by a condition or since it diverges, has the rate of those that continue.
func TestForecastOfWhatEndsAtOnce(t *testing.T) {
	for _, set := range []string{`run.until="fell"`, "run.dt=0.01"} {
		s := sweep.Spec{Engine: sweep.Ensemble, Steps: 1000, Set: []string{set}}
		if set[4:9] == "until" {
			s.Set = append(s.Set, "run.fall_height=9")
		}
		if f := runner(t, walkerPlan(t, s, "actuator[*].frequency={1,2}"), 2).Forecast(); !(f.Rate > 0 && f.Rate < 2e8) {
			t.Errorf("%v: %g steps a second", s.Set, f.Rate)
		}
	}
}

// Runs of a sweep of stiffness whose steps are of classes are members of few kinds. Each has the numbers that it has alone, a step that follows from
// itself, and another id than with the step of its own.
func TestStepsOfClassesShareKinds(t *testing.T) {
	make := func(set ...string) *sweep.Plan {
		return walkerPlan(t, sweep.Spec{Engine: sweep.Ensemble, Sample: sweep.Random, Seed: 3, Runs: 24, Steps: 30, Set: set}, "mesh.stiffness=200:20000:log")
	}
	own, p := make(), make("run.dt=class")
	r := runner(t, p, 2)
	all := outcomes(t.Context(), t, r, pointers(p))
	if c := r.Counts(); c.Kinds > 8 || c.Kinds < 4 || c.Together != 24 {
		t.Errorf("%+v", c)
	}
	steps, columns := map[float64]bool{}, p.Columns()
	for i := range p.Jobs {
		j := &p.Jobs[i]
		must.Hold(t, j.ID != own.Jobs[i].ID, "run %d has the id that it has with another step", i)
		one, end, err := r.Go(t.Context(), j)
		if err != nil || text(one) != all[j.ID] {
			t.Fatalf("run %d alone is\n%s\nand among others\n%s (%v)", i, text(one), all[j.ID], err)
		}
		dt := one.Values[slices.Index(columns, "dt")]
		must.Hold(t, dt == end.Scene.Params.DT && dt == physics.StepClass(dt), "run %d: a step of %g s", i, dt)
		steps[dt] = true
	}
	must.Hold(t, len(steps) >= 4, "steps are %v", steps)
}
