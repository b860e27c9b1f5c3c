package flags

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hooke/gpu"
	"hooke/model"
	"hooke/scene"
)

// countFlag is the flag value of a number of springs: 984438, 56k, 1M.
type countFlag struct{ value *int64 }

func (f countFlag) Type() string   { return "count" }
func (f countFlag) String() string { return zeroIsEmpty(f.value) }
func (f countFlag) Set(text string) error {
	value, err := scene.ParseCount(text)
	if err != nil {
		return err
	}
	*f.value = value
	return nil
}

// shortCount writes 56000 as 56k, where that loses nothing.
func shortCount(n int64) string {
	switch {
	case n > 0 && n%1_000_000 == 0:
		return fmt.Sprintf("%dM", n/1_000_000)
	case n > 0 && n%1000 == 0:
		return fmt.Sprintf("%dk", n/1000)
	}
	return fmt.Sprint(n)
}

// wholeFlag is the flag value of a whole number of at least least.
type wholeFlag struct {
	value *int
	least int
}

func (f wholeFlag) Type() string { return "int" }
func (f wholeFlag) String() string {
	if f.value == nil || *f.value < f.least {
		return ""
	}
	return fmt.Sprint(*f.value)
}

func (f wholeFlag) Set(text string) error {
	value, err := strconv.Atoi(text)
	if err != nil || value < f.least {
		return fmt.Errorf("give a whole number of at least %d", f.least)
	}
	*f.value = value
	return nil
}

// seedFlag is the flag value of a seed.
type seedFlag struct{ value *uint64 }

func (f seedFlag) Type() string { return "seed" }
func (f seedFlag) String() string {
	if f.value == nil || *f.value == 0 {
		return ""
	}
	return fmt.Sprint(*f.value)
}

func (f seedFlag) Set(text string) error {
	value, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("give a whole number from 0 to %d", uint64(math.MaxUint64))
	}
	*f.value = value
	return nil
}

// positiveFlag is the flag value of a positive number. zero tells the user how to proceed
// instead of giving 0.
type positiveFlag struct {
	value    *float64
	zero     string
	infinite bool // the flag takes +Inf, too
}

func (f positiveFlag) Type() string { return "number" }
func (f positiveFlag) String() string {
	if f.value == nil || *f.value == 0 {
		return ""
	}
	return fmt.Sprintf("%g", *f.value)
}

func (f positiveFlag) Set(text string) error {
	value, err := strconv.ParseFloat(text, 64)
	switch {
	case err == nil && value == 0 && f.zero != "":
		return fmt.Errorf("give a positive number; %s", f.zero)
	case err != nil || !(value > 0) || (math.IsInf(value, 0) && !f.infinite):
		return fmt.Errorf("give a positive number, such as 0.5 or 2e-4")
	}
	*f.value = value
	return nil
}

// choiceFlag is the flag value of one word out of a few.
type choiceFlag struct {
	value   *string
	allowed []string
}

func (f choiceFlag) Type() string { return strings.Join(f.allowed, "|") }
func (f choiceFlag) String() string {
	if f.value == nil {
		return ""
	}
	return *f.value
}

func (f choiceFlag) Set(text string) error {
	if !slices.Contains(f.allowed, text) {
		return fmt.Errorf("choose %s", strings.Join(f.allowed, " or "))
	}
	*f.value = text
	return nil
}

// AddSolver adds the flag --solver to a verb, and its old name --integrator; a user gives one of
// them. The flag stores into value, and into plain, unless that is nil, whether the user asks
// for symplectic Euler, whose number is zero.
func AddSolver(cmd *cobra.Command, value *model.Integrator, plain *bool) {
	solver := solverFlag{value, plain}
	SolverSection.Add(cmd, func(set *pflag.FlagSet) {
		set.Var(solver, "solver", "`solver`: "+strings.ReplaceAll(solver.Type(), "|", ", ")+" (default symplectic-euler). impulses and implicit-euler take steps of 1/60 s at any stiffness; pbd, energy and explicit-euler, which explodes, are for teaching")
		set.Var(solver, "integrator", "old name of --solver, with the same `solver`s")
	})
	cmd.MarkFlagsMutuallyExclusive("solver", "integrator")
}

// warmFlag is the flag value of the share of a warm start. It stores -1 for 0: no warm start,
// whatever the scene says.
type warmFlag struct{ value *float64 }

func (f warmFlag) Type() string { return "number" }
func (f warmFlag) String() string {
	if f.value == nil || *f.value == 0 {
		return ""
	}
	return strconv.FormatFloat(max(0, *f.value), 'g', -1, 64)
}

func (f warmFlag) Set(text string) error {
	value, err := strconv.ParseFloat(text, 64)
	if err != nil || !(value >= 0 && value <= model.MaxWarm) {
		return fmt.Errorf("give 0 to %g: more blows up where springs are stiff", model.MaxWarm)
	}
	*f.value = value
	if value == 0 {
		*f.value = -1
	}
	return nil
}

// solverFlag is the flag value of the name of a solver.
type solverFlag struct {
	value *model.Integrator
	plain *bool
}

func (f solverFlag) Type() string {
	var names []string
	for _, i := range model.Solvers() {
		names = append(names, i.String())
	}
	return strings.Join(names, "|")
}

func (f solverFlag) String() string {
	if f.value == nil || *f.value == 0 {
		return ""
	}
	return f.value.String()
}

func (f solverFlag) Set(text string) error {
	value, err := model.ParseIntegrator(text)
	if err != nil {
		return fmt.Errorf("choose %s", strings.ReplaceAll(f.Type(), "|", " or "))
	}
	*f.value = value
	if f.plain != nil {
		*f.plain = value == model.SymplecticEuler
	}
	return nil
}

// precisionFlag is the flag value of a precision of the engines cpu and gpu.
type precisionFlag struct{ value *gpu.Precision }

func (f precisionFlag) Type() string { return strings.Join(PrecisionNames(), "|") }
func (f precisionFlag) String() string {
	if f.value == nil {
		return ""
	}
	return f.value.String()
}

func (f precisionFlag) Set(text string) (err error) {
	if *f.value, err = gpu.ParsePrecision(text); err != nil {
		return fmt.Errorf("choose %s", strings.Join(PrecisionNames(), " or "))
	}
	return nil
}

// PrecisionNames returns the names of the precisions of the engines, as the flag takes
// them.
func PrecisionNames() (names []string) {
	for _, p := range gpu.Precisions() {
		names = append(names, p.String())
	}
	return names
}

// AddPrecision adds the flag --precision to a verb. The flag stores into value.
func AddPrecision(cmd *cobra.Command, value *gpu.Precision) {
	EngineSection.Add(cmd, func(set *pflag.FlagSet) {
		set.Var(precisionFlag{value}, "precision", "precision of cpu and gpu; compensated resolves small strains of large structures, double is slow on most GPUs")
	})
}

// sizeFlag is the flag value of one to three whole numbers: 43, 64x64, 10x10x20.
type sizeFlag struct {
	value        *[3]int
	least, most  int // least and most numbers that the flag takes
	what, sample string
}

func (f sizeFlag) Type() string { return f.what }
func (f sizeFlag) String() string {
	if f.value == nil || f.value[0] == 0 {
		return ""
	}
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(f.value[:f.most]), "[]"), " ", "x")
}

func (f sizeFlag) Set(text string) error {
	words := strings.Split(strings.ReplaceAll(text, "×", "x"), "x")
	var value [3]int
	for i, word := range words {
		number, err := strconv.Atoi(word)
		if err != nil || number < 1 || number > math.MaxInt32 || len(words) < f.least || len(words) > f.most {
			return fmt.Errorf("give %s", f.sample)
		}
		value[i] = number
	}
	*f.value = value
	return nil
}

func zeroIsEmpty(value *int64) string {
	if value == nil || *value == 0 {
		return ""
	}
	return shortCount(*value)
}

// Whole returns a flag value for a whole number of at least least. It stores into value.
func Whole(value *int, least int) pflag.Value { return wholeFlag{value, least} }

// Seed returns a flag value for a whole number from 0 on. It stores into value.
func Seed(value *uint64) pflag.Value { return seedFlag{value} }

// Positive returns a flag value for a positive number. It stores into value.
func Positive(value *float64) pflag.Value { return positiveFlag{value: value} }

// Choice returns a flag value for one word out of allowed. It stores into value.
func Choice(value *string, allowed []string) pflag.Value { return choiceFlag{value, allowed} }

// Size returns a flag value for least to most whole numbers, up to three, such as 10x10x20.
// It stores into value. The parameter what is the name of the value in help, sample an example for
// errors.
func Size(value *[3]int, least, most int, what, sample string) pflag.Value {
	return sizeFlag{value, least, most, what, sample}
}

// Names are the names of a verb's flags, in the order of the alphabet.
func Names(cmd *cobra.Command) (names []string) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}
