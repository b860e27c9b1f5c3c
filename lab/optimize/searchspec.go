package optimize

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"hooke/control/metrics"
	"hooke/lab/sweep"
	"hooke/scene/toml/parse"
)

// SearchSpec holds the settings of a search.
type SearchSpec struct {
	Sweep       sweep.Spec // the runs; its Seed is that of the method, too. Sample and Runs do not count
	Maximize    string     // an expression over columns, whose largest value is best
	Minimize    string     // the same, whose least value is best; one of the two is given
	Method      string     // of optimize.Methods; empty: cma
	Population  int        // points of a generation; 0: as the method chooses
	Generations int64      // 0: DefaultGenerations
	FromScene   bool       // begin where the scene is, as far as its values are in the ranges; else in the middle
	Program     string     // the command that asks, for the record; empty: the method does
}

// DefaultGenerations are the generations of a search that says none.
const DefaultGenerations = 50

// mostGenerations keeps run numbers small enough to count.
const mostGenerations = 1_000_000

// FitnessName is the name of the column with the value of the expression.
const FitnessName = "fitness"

// Search is a SearchSpec with its scene.
type Search struct {
	Spec  SearchSpec
	Plan  *sweep.Plan // its only jobs are those of the middle of all ranges
	Asker Asker
	Start []float64 // in [0, 1], where the method begins
}

// NewSearch fills in a spec, reads its scene, and judges the ends of all ranges and the expression.
func NewSearch(s SearchSpec) (*Search, error) {
	if s.Method == "" {
		s.Method = CMA
	}
	if s.Generations == 0 {
		s.Generations = DefaultGenerations
	}
	switch {
	case (s.Maximize == "") == (s.Minimize == ""):
		return nil, &sweep.SpecError{Key: "maximize", Reason: "give --maximize or --minimize, one of them, with an expression over columns of the table, such as 'speed - 0.1*drift'"}
	case s.Generations < 1 || s.Generations > mostGenerations:
		return nil, &sweep.SpecError{Key: "generations", Reason: fmt.Sprintf("is %d; give 1 to %d", s.Generations, mostGenerations)}
	case len(s.Sweep.Vary) == 0:
		return nil, &sweep.SpecError{Key: "vary", Reason: "nothing varies; give KEY=LOW:HIGH, with :log or :int behind, or KEY={a,b,c}"}
	}
	s.Sweep.Sample = sweep.Asked
	search := &Search{Spec: s}
	if err := search.checkExpression(); err != nil {
		return nil, err
	}
	var err error
	if search.Plan, err = sweep.Judge(context.Background(), s.Sweep, sweep.Judging{Begins: s.FromScene}); err != nil {
		return nil, err
	}
	search.Spec.Sweep = search.Plan.Spec
	search.begin()
	settings := Settings{Dimensions: len(s.Sweep.Vary), Population: s.Population, Seed: s.Sweep.Seed, Start: search.Start}
	if search.Asker, err = New(s.Method, settings); err != nil {
		return nil, &sweep.SpecError{Key: "method", Reason: err.Error()}
	}
	return search, nil
}

// begin says where the method begins.
func (s *Search) begin() {
	for i := range s.Plan.Spec.Vary {
		v, share := &s.Plan.Spec.Vary[i], 0.5
		if s.Spec.FromScene && v.Values == nil {
			found, err := s.Plan.Base.Numbers(v.Key, s.Plan.Spec.Set)
			if err == nil && len(found) > 0 && len(found[0].Numbers) == 1 { // else the scene does not say it
				share = v.Share(found[0].Numbers[0])
			}
		}
		s.Start = append(s.Start, share)
	}
}

// Less reports whether less is better.
func (s *Search) Less() bool { return s.Spec.Minimize != "" }

// Goal returns the expression.
func (s *Search) Goal() string { return s.Spec.Maximize + s.Spec.Minimize }

// Wanted returns the column of fitness as a metric of the table, with a minus where less is better.
func (s *Search) Wanted() string {
	if s.Less() {
		return "-" + FitnessName
	}
	return FitnessName
}

// checkExpression returns an error for a fault of the expression.
func (s *Search) checkExpression() error {
	_, err := s.value(func(name string) (float64, error) {
		if _, err := metrics.Index(s.Spec.Sweep.Metrics.Columns(), name); err != nil {
			return 0, fmt.Errorf("column %w", err)
		}
		return 1, nil
	})
	if err != nil {
		key := "maximize"
		if s.Less() {
			key = "minimize"
		}
		return &sweep.SpecError{Key: key, Reason: err.Error()}
	}
	return nil
}

// value returns the value of the expression.
func (s *Search) value(of func(column string) (float64, error)) (float64, error) {
	return parse.Evaluate(s.Goal(), parse.ExpressionNames{Plain: "columns", Value: of})
}

// errNoColumn cannot happen: checkExpression has looked at all names.
var errNoColumn = errors.New("search: no such column")

// fitness returns the value of the expression for the repeats of a point: its mean. NaN where it is not
// defined or not finite, and where one of them diverged or could not be made.
func (s *Search) fitness(jobs []sweep.Job, done map[string]sweep.Outcome) float64 {
	columns := s.Plan.Columns()
	sum := 0.0
	for i := range jobs {
		o, has := done[jobs[i].ID]
		if !has || !o.Whole() {
			return math.NaN()
		}
		x, err := s.value(func(name string) (float64, error) {
			for c := range columns {
				if columns[c] == name {
					return o.Values[c], nil
				}
			}
			return 0, errNoColumn
		})
		if err != nil || math.IsInf(x, 0) {
			return math.NaN()
		}
		sum += x
	}
	return sum / float64(len(jobs))
}

// Text returns the spec as the folder of a search has it, in one form.
func (s *Search) Text() (string, error) {
	text, err := s.Plan.Text()
	if err != nil {
		return "", err
	}
	var out strings.Builder
	out.WriteString("# A search of hooke; each key is a flag of hooke optimize, which holds its own against these.\n")
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "runs =") && !strings.HasPrefix(line, "sample =") {
			out.WriteString(line)
		}
	}
	start := "middle"
	if s.Spec.FromScene {
		start = "scene"
	}
	for _, pair := range [][2]string{{"maximize", s.Spec.Maximize}, {"minimize", s.Spec.Minimize}, {"method", s.Spec.Method}, {"start", start}, {"exec", s.Spec.Program}} {
		if pair[1] != "" {
			fmt.Fprintf(&out, "%s = %q\n", pair[0], pair[1])
		}
	}
	fmt.Fprintf(&out, "population = %d\ngenerations = %d\n", s.Spec.Population, s.Spec.Generations)
	return out.String(), nil
}
