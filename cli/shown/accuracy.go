package shown

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hooke/bench"
	"hooke/model"
	"hooke/run/flags"
)

// Accuracy has the flags of bench --accuracy. The zero value asks for no comparison.
type Accuracy struct {
	On      bool
	quick   bool
	solvers []string // nil: all
	choices bench.SolverChoices
}

// Add adds the flags to bench.
func (f *Accuracy) Add(cmd *cobra.Command) {
	flags.AccuracySection.Add(cmd, func(set *pflag.FlagSet) {
		set.BoolVar(&f.On, "accuracy", false, "measure error and cost of solvers: whole runs of stiff scenes against converged steps")
		set.Var(flags.Choices(&f.solvers, solverNames()), "solvers", "`solvers` to compare: "+strings.Join(solverNames(), ", ")+" (default all)")
		set.Var(numbersFlag[int]{&f.choices.Substeps, 1, model.MaxSubsteps, strconv.Atoi}, "substeps", "numbers of substeps of 1/60 s, such as 10,40,100 (default: the most telling of each solver)")
		set.Var(numbersFlag[int]{&f.choices.Iterations, 1, model.MaxIterations, strconv.Atoi}, "iterations", "numbers of iterations per substep")
		set.Var(numbersFlag[float64]{&f.choices.Warm, 0, model.MaxWarm, func(word string) (float64, error) { return strconv.ParseFloat(word, 64) }}, "warm", "shares from 0 to 0.5 of the last impulses that the solver impulses starts from")
		set.BoolVar(&f.quick, "quick", false, "run one small scene only, for tests")
	})
}

// AccuracyScenes are the names of all scenes that bench takes.
func AccuracyScenes() []string { return append(bench.SceneNames(), bench.StiffSceneNames()...) }

// only returns the flags that belong to --accuracy, and others those that it does not take.
func (f *Accuracy) only() []string {
	return []string{"solvers", "substeps", "iterations", "warm", "quick"}
}

func (f *Accuracy) others() []string {
	return []string{"springs", "solver", "integrator", "collide", "with", "energy", "repeat-time", "passes", "viewer", "document", "read"}
}

// Check returns an error for flags that exclude each other, and chooses scenes: of all of them those
// that fit, and the group stiff where none was named.
func (f *Accuracy) Check(cmd *cobra.Command, scenes *[]string) error {
	set := cmd.Flags()
	if f.On {
		for _, flag := range f.others() {
			if set.Changed(flag) {
				return fmt.Errorf("--accuracy measures whole runs of stiff scenes, so --%s has no meaning: leave one out", flag)
			}
		}
	} else {
		for _, flag := range f.only() {
			if set.Changed(flag) {
				return fmt.Errorf("--%s belongs to --accuracy, which is not given", flag)
			}
		}
	}
	if f.On && !set.Changed("scenes") {
		*scenes = []string{"stiff"}
	}
	if f.quick {
		if set.Changed("scenes") {
			return fmt.Errorf("--quick has a scene of its own, so --scenes has no meaning: leave one out")
		}
		*scenes = []string{"stiff-quick"}
	}
	all := slices.Equal(*scenes, AccuracyScenes())
	fits := bench.SceneNames()
	if f.On {
		fits = bench.StiffSceneNames()
	}
	for _, name := range *scenes {
		switch {
		case slices.Contains(fits, name) || all:
		case f.On:
			return fmt.Errorf("--scenes %s has no meaning with --accuracy; choose %s", name, strings.Join(fits, ", "))
		default:
			return fmt.Errorf("--scenes %s is of whole runs: give --accuracy", name)
		}
	}
	if all {
		*scenes = fits
	}
	return nil
}

// Suite returns the comparison that the flags ask for, of scenes by their names.
func (f *Accuracy) Suite(scenes []string) (s bench.AccuracySuite, err error) {
	s.Choices = f.choices
	s.Scenes, err = bench.FindStiffScenes(scenes)
	for _, solver := range model.Solvers() {
		if f.solvers == nil || slices.Contains(f.solvers, solver.String()) {
			s.Solvers = append(s.Solvers, solver)
		}
	}
	return s, err
}

func solverNames() (names []string) {
	for _, i := range model.Solvers() {
		names = append(names, i.String())
	}
	return names
}

// numbersFlag is the flag value of a list of numbers, each from least to most.
type numbersFlag[T int | float64] struct {
	values      *[]T
	least, most T
	parse       func(string) (T, error)
}

func (f numbersFlag[T]) Type() string { return "numbers" }
func (f numbersFlag[T]) String() string {
	if f.values == nil {
		return ""
	}
	var words []string
	for _, n := range *f.values {
		words = append(words, fmt.Sprint(n))
	}
	return strings.Join(words, ",")
}

func (f numbersFlag[T]) Set(text string) error {
	var values []T
	for word := range strings.SplitSeq(text, ",") {
		n, err := f.parse(strings.TrimSpace(word))
		if err != nil || !(n >= f.least && n <= f.most) {
			return fmt.Errorf("%q: give numbers from %v to %v", word, f.least, f.most)
		}
		values = append(values, n)
	}
	*f.values = values
	return nil
}
