package flags

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hooke/gpu"
	"hooke/gpu/options"
	"hooke/gpu/tune"
	"hooke/model"
)

// AddSolver adds the flag --solver to a verb, and its old name --integrator; a user gives one of
// them. The flag stores into at, and into plain, unless that is nil, whether the user asks
// for symplectic Euler, whose number is zero.
func AddSolver(cmd *cobra.Command, at *model.Integrator, plain *bool) {
	names := namesOf(model.Solvers())
	solver := value[model.Integrator]{at, strings.Join(names, "|"), given(model.Integrator.String), func(text string) (model.Integrator, error) {
		v, err := model.ParseIntegrator(text)
		if err != nil {
			return v, fmt.Errorf("choose %s", strings.Join(names, " or "))
		}
		if plain != nil {
			*plain = v == model.SymplecticEuler
		}
		return v, nil
	}}
	SolverSection.Add(cmd, func(set *pflag.FlagSet) {
		set.Var(solver, "solver", "`solver`: "+strings.Join(names, ", ")+" (default symplectic-euler). impulses and implicit-euler take steps of 1/60 s at any stiffness; pbd, energy and explicit-euler, which explodes, are for teaching")
		set.Var(solver, "integrator", "old name of --solver, with the same `solver`s")
	})
	cmd.MarkFlagsMutuallyExclusive("solver", "integrator")
}

func namesOf[T fmt.Stringer](all []T) (names []string) {
	for _, v := range all {
		names = append(names, v.String())
	}
	return names
}

// PrecisionNames returns the names of the precisions of the engines, as the flag takes
// them.
func PrecisionNames() []string { return namesOf(gpu.Precisions()) }

// AddPrecision adds the flag --precision to a verb. The flag stores into at.
func AddPrecision(cmd *cobra.Command, at *gpu.Precision) {
	precision := value[gpu.Precision]{at, strings.Join(PrecisionNames(), "|"), gpu.Precision.String, func(text string) (gpu.Precision, error) {
		v, err := gpu.ParsePrecision(text)
		if err != nil {
			err = fmt.Errorf("choose %s", strings.Join(PrecisionNames(), " or "))
		}
		return v, err
	}}
	EngineSection.Add(cmd, func(set *pflag.FlagSet) {
		set.Var(precision, "precision", "precision of cpu and gpu; compensated resolves small strains of large structures, double is slow on most GPUs")
	})
}

// knownPipeline returns an error for an unknown pipeline, which may be one of others
// instead.
func knownPipeline(text string, others ...string) error {
	pipeline, _, err := options.SplitPipeline(text)
	if base, variant, has := strings.Cut(text, "+"); err != nil && has && slices.Contains(gpu.Pipelines(), base) {
		return fmt.Errorf("%s has no variant %s; it has %s, each behind a +", base, variant, strings.Join(options.Variants(base), ", "))
	}
	if known := append(others, gpu.Pipelines()...); err != nil || text == "" || !slices.Contains(known, pipeline) {
		return fmt.Errorf("choose %s", strings.Join(known, " or "))
	}
	return nil
}

// AddPipeline adds the flag --pipeline to a verb, for a pipeline, with a variant or without. It sets at to gpu.Auto,
// and the flag stores into at.
func AddPipeline(cmd *cobra.Command, at *string) {
	*at = gpu.Auto
	names := append([]string{gpu.Auto}, gpu.Pipelines()...)
	pipeline := value[string]{at, strings.Join(names, "|"), printed[string], func(text string) (string, error) { return text, knownPipeline(text, gpu.Auto) }}
	EngineSection.Add(cmd, func(set *pflag.FlagSet) {
		set.Var(pipeline, "pipeline", "`pipeline` of the gpu engine: "+strings.Join(names, ", ")+"; auto measures once which is fastest on this device, and remembers it")
	})
}

// Pipelines returns a flag value for pipelines, each with a variant or without; "all" means all of
// them without one, "variants" those that tune.Pipelines lists. It stores into at.
func Pipelines(at *[]string) pflag.Value {
	text := func(list []string) string {
		if slices.Equal(list, gpu.Pipelines()) {
			return "all"
		}
		return strings.Join(list, ",")
	}
	return value[[]string]{at, strings.Join(gpu.Pipelines(), ",") + ",all,variants", text, once(readPipelines)}
}

// readPipelines returns pipelines in the order of the known ones, and variants behind
// theirs as they were given.
func readPipelines(text string) (list []string, err error) {
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		if several := map[string][]string{"all": gpu.Pipelines(), "variants": tune.Pipelines()}[word]; several != nil {
			list = append(list, several...)
			continue
		}
		if err := knownPipeline(word); err != nil && strings.Contains(word, "+") {
			return nil, fmt.Errorf("%q: %w", word, err)
		} else if err != nil {
			return nil, fmt.Errorf("%q is unknown; known are %s, all and variants", word, strings.Join(gpu.Pipelines(), ", "))
		}
		list = append(list, word)
	}
	place := func(name string) int {
		base, _, _ := strings.Cut(name, "+")
		return slices.Index(gpu.Pipelines(), base)
	}
	slices.SortStableFunc(list, func(a, b string) int {
		if byName := place(a) - place(b); byName != 0 {
			return byName
		}
		return strings.Count(a, "+") - strings.Count(b, "+")
	})
	return list, nil
}

func workGroupNames() []string {
	return strings.Fields(strings.Trim(fmt.Sprint(gpu.WorkGroups()), "[]"))
}

// parseWorkGroup reads the size of a work group; 0, which leaves the choice to the engine, is none.
func parseWorkGroup(text string) (int, error) {
	size, err := strconv.Atoi(text)
	if err != nil || !slices.Contains(gpu.WorkGroups(), size) {
		return 0, fmt.Errorf("choose %s", strings.Join(workGroupNames(), " or "))
	}
	return size, nil
}

// WorkGroups returns a flag value for sizes of work groups. It stores into at.
func WorkGroups(at *[]int) pflag.Value {
	read := func(word string) (int, error) {
		size, err := parseWorkGroup(strings.TrimSpace(word))
		if err != nil {
			err = fmt.Errorf("%q: %w", word, err)
		}
		return size, err
	}
	return value[[]int]{at, "sizes", joined(strconv.Itoa), once(each(read))}
}

// AddWorkGroup adds the flag --workgroup to a verb. The flag stores into at, which
// stays 0 unless the user gives the flag.
func AddWorkGroup(cmd *cobra.Command, at *int) {
	size := value[int]{at, strings.Join(workGroupNames(), "|"), given(strconv.Itoa), parseWorkGroup}
	EngineSection.Add(cmd, func(set *pflag.FlagSet) {
		set.Var(size, "workgroup", "`size` of a work group of the gpu engine: "+strings.Join(workGroupNames(), ", ")+"; changes no result (default: the fastest with --pipeline auto, else 256)")
	})
}

// mostThreads is larger than any machine's number of threads.
const mostThreads = 4096

// parseThreads returns a function that reads a number of threads; 0 is as many as the engine finds worth it. Where
// there can be several, the message says so.
func parseThreads(message string) func(word string) (int, error) {
	return func(word string) (int, error) {
		word = strings.TrimSpace(word)
		v, err := strconv.Atoi(word)
		switch {
		case word == "auto":
			return 0, nil
		case word == "all":
			return runtime.GOMAXPROCS(0), nil
		case err != nil || v < 1 || v > mostThreads:
			return 0, fmt.Errorf(message, mostThreads)
		}
		return v, nil
	}
}

func threadsText(v int) string {
	if v == 0 {
		return "auto"
	}
	return strconv.Itoa(v)
}

// AddThreads adds the flag --threads to a verb. It stores into at: 0 as long as the engine
// chooses.
func AddThreads(cmd *cobra.Command, at *int) {
	threads := value[int]{at, "auto|all|N", threadsText, parseThreads("give a whole number from 1 to %d, or all, or auto")}
	EngineSection.Add(cmd, func(set *pflag.FlagSet) {
		set.Var(threads, "threads", "threads of the cpu engine, and step with it; changes no result (default auto: as many as help; all: one per core)")
	})
}

// Threads returns a flag value for numbers of threads, such as 1,2. It stores into at; the word "all" means one
// thread for each core, and "auto", stored as 0, as many as the engine finds worth it.
func Threads(at *[]int) pflag.Value {
	return value[[]int]{at, "counts", joined(threadsText), once(each(parseThreads("give whole numbers from 1 to %d, such as 1,2, or all, or auto")))}
}
