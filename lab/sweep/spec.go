package sweep

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hooke/control/metrics"
	"hooke/model"
	"hooke/order/random"
)

// Spec describes a sweep. Defaults fills in zero fields.
type Spec struct {
	Scene string   // name of a preset or path of a scene file
	Set   []string // settings, KEY=VALUE, of all runs
	Vary  []Variable

	Sample string // how values are chosen, of Samples; empty: a grid, or a list where designs are given
	Runs   int64  // number of points; 0: as many as the grid or list has
	Seed   uint64 // of the points, and of noise
	Repeat int    // how often each point is run; 0: once
	Noise  []Noise

	Time  float64 // simulated [s]; 0: Steps, or the scene's own duration
	Steps int64   // 0: as Time says

	Engine    string // of the runs: one of package engine, Ensemble or Auto; empty: Auto
	Precision string // of the engine; empty: single

	Metric  []string        // columns that progress and plots show, the first one counts as best; a minus before it: the least is best
	Metrics metrics.Options // the metrics
}

// Samples are the ways to choose values.
const (
	Grid   = "grid"   // all combinations of the levels
	Random = "random" // independent
	Latin  = "lhs"    // a Latin hypercube
	Sobol  = "sobol"  // Sobol's sequence
	List   = "list"   // value k of every list
	// Asked are values that come while the sweep continues, as of an optimization. It has no points of
	// its own: Plan.Point makes the jobs of each.
	Asked = "asked"
)

// Engines of sweeps, beside those of single runs.
const (
	Ensemble = model.EngineEnsemble    // runs are members of ensembles on the processor; those that cannot be fail
	OnDevice = model.EngineEnsembleGPU // runs are members of ensembles on the device; those that cannot be fail
	Auto     = "auto"                  // runs are members of ensembles on the processor where they can be; the others run one by one on the engine cpu
)

// Together reports whether runs of an engine are members of ensembles, where they can be.
func Together(engine string) bool { return engine == Ensemble || engine == OnDevice || engine == Auto }

// Samples returns the words for Spec.Sample that say which points there are.
func Samples() []string { return []string{Grid, Random, Latin, Sobol, List} }

// mostRuns is the largest number of runs of a sweep, repeats counted.
const mostRuns = 10_000_000

// Defaults returns the spec with zero fields filled in.
func (s Spec) Defaults() Spec {
	if s.Sample == "" {
		s.Sample = Grid
	}
	if s.Repeat == 0 {
		s.Repeat = 1
	}
	if s.Engine == "" {
		s.Engine = Auto
	}
	if s.Precision == "" {
		s.Precision = model.Single.String()
	}
	if len(s.Metric) == 0 {
		s.Metric = []string{"speed"}
	}
	if s.Metrics.Every == 0 {
		s.Metrics.Every = metrics.DefaultEvery
	}
	if s.Metrics.Forward == (model.Vec3{}) {
		s.Metrics.Forward = model.Vec3{1, 0, 0}
	}
	if s.Sample == Asked {
		s.Runs = 1
	}
	if points := s.levels(); s.Runs == 0 && (s.Sample == Grid || s.Sample == List) {
		s.Runs = points
	}
	return s
}

// SpecError reports a fault in a key of a spec.
type SpecError struct{ Key, Reason string }

// Error returns "KEY: REASON".
func (e *SpecError) Error() string { return e.Key + ": " + e.Reason }

func fault(key, format string, args ...any) error {
	return &SpecError{key, fmt.Sprintf(format, args...)}
}

// Check returns an error for a fault of a spec that Defaults has filled in, before its scene
// is known.
func (s *Spec) Check() error {
	if !slices.Contains(Samples(), s.Sample) && s.Sample != Asked {
		return fault("sample", "%q is unknown; choose %s", s.Sample, strings.Join(Samples(), ", "))
	}
	seen := map[string]bool{}
	for i := range s.Vary {
		v := &s.Vary[i]
		if seen[v.Key] {
			return fault("vary", "%s varies twice; leave one out", v.Key)
		}
		seen[v.Key] = true
		if err := s.checkVariable(v); err != nil {
			return fault("vary", "%s: %v", v.Key, err)
		}
	}
	switch {
	case s.Scene == "":
		return fault("scene", "name a preset or a scene file")
	case len(s.Vary) == 0 && s.Repeat < 2:
		return fault("vary", "nothing varies; give KEY=LOW:HIGH, KEY={a,b,c}, or designs")
	case s.Runs < 1:
		return fault("runs", "give the number of runs, 1 or more")
	case s.Repeat < 1:
		return fault("repeat", "is %d; give 1 or more", s.Repeat)
	case (s.Sample == Grid || s.Sample == List) && s.Runs != s.levels():
		return fault("runs", "%s has %d points, not %d; leave runs out", map[string]string{Grid: "the grid", List: "the list"}[s.Sample], s.levels(), s.Runs)
	case s.Runs > mostRuns && (s.Sample == Grid || s.Sample == List):
		return fault("vary", "all values together are more than %d runs, which no table holds well; leave values out, or choose sample sobol with runs", mostRuns)
	case s.Runs > mostRuns:
		return fault("runs", "there are more than %d, which no table holds well; make several sweeps", mostRuns)
	case s.Runs > mostRuns/int64(s.Repeat):
		return fault("runs", "%d × %d is more than %d, which no table holds well; make several sweeps", s.Runs, s.Repeat, mostRuns)
	case len(s.Noise) > 0 && s.Repeat < 2:
		return fault("noise", "it differs between repeats; give repeat 2 or more")
	case s.Time != 0 && s.Steps != 0:
		return fault("time", "steps is given too; give one of the two")
	case s.Time > 0 && s.Metrics.Settle >= s.Time:
		return fault("settle", "nothing before %g s counts, and runs end at %g s; give less, or longer runs", s.Metrics.Settle, s.Time)
	case s.Time < 0 || math.IsNaN(s.Time) || math.IsInf(s.Time, 0) || s.Steps < 0:
		return fault("time", "is %g s, %d steps; give a number above 0, or leave both out for the scene's own", s.Time, s.Steps)
	}
	return s.checkMetrics()
}

// checkVariable returns an error for a variable whose values cannot be chosen.
func (s *Spec) checkVariable(v *Variable) error {
	switch s.Sample {
	case Grid:
		if v.Levels() == 0 {
			return fmt.Errorf("a grid needs to know how many values the range has: write %s=%s:%s:COUNT, or choose another sample, such as sobol with runs", v.Key, written(v.Low), written(v.High))
		}
	case List:
		if v.Values == nil {
			return fmt.Errorf("sample list takes value k of every list; write %s={a,b,c}", v.Key)
		}
		if len(v.Values) != len(s.Vary[0].Values) {
			return fmt.Errorf("it has %d values and %s has %d; sample list takes value k of every list", len(v.Values), s.Vary[0].Key, len(s.Vary[0].Values))
		}
	default:
		if v.Count != 0 {
			return fmt.Errorf("COUNT belongs to a grid; write %s=%s:%s", v.Key, written(v.Low), written(v.High))
		}
	}
	return nil
}

// checkMetrics returns an error for an unknown metric.
func (s *Spec) checkMetrics() error {
	for _, m := range s.Metric {
		if _, err := metrics.Index(s.Metrics.Columns(), strings.TrimPrefix(m, "-")); err != nil {
			return fault("metric", "%v", err)
		}
	}
	return nil
}

// levels returns the number of points of the grid or list, at most mostRuns + 1.
func (s *Spec) levels() int64 {
	if len(s.Vary) == 0 {
		return 1
	}
	if s.Sample == List {
		return s.Vary[0].Levels()
	}
	product := int64(1)
	for i := range s.Vary {
		n := s.Vary[i].Levels()
		if n > 0 && product > mostRuns/n {
			return mostRuns + 1
		}
		product *= n
	}
	return product
}

// Points are the values of the variables, point by point. The values of a point depend on the
// spec without its number of runs, and on the number of the point; of a Latin hypercube on the
// number of runs besides.
type Points struct {
	spec    *Spec
	sampler Sampler // nil: a grid or list
}

// NewPoints returns the points of a spec that Check finds right.
func NewPoints(s *Spec) (p Points, err error) {
	p.spec = s
	switch s.Sample {
	case Random:
		p.sampler = RandomSampler(s.Seed)
	case Latin:
		p.sampler = NewLatinSampler(s.Seed, s.Runs)
	case Sobol:
		p.sampler, err = NewSobolSampler(s.Seed, len(s.Vary))
	}
	return p, err
}

// Values returns the values of point k, one for each variable. The last variable of a grid changes
// fastest.
func (p Points) Values(k int64) []string {
	s := p.spec
	out := make([]string, len(s.Vary))
	rest := k
	for d := len(s.Vary) - 1; d >= 0; d-- {
		v := &s.Vary[d]
		switch {
		case p.sampler != nil:
			out[d] = v.At(p.sampler.At(k, d))
		case s.Sample == List:
			out[d] = v.Values[k]
		default:
			n := v.Levels()
			out[d] = v.Level(rest % n)
			rest /= n
		}
	}
	return out
}

// seedOf returns a number for the seed of a repeat's noise in a run.
func (s *Spec) seedOf(run int64, repeat int) random.Stream {
	return random.Stream(random.Of(random.Of(random.Of(s.Seed)+uint64(run)) + uint64(repeat)))
}
