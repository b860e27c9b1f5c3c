package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hooke/cli/response"
	"hooke/engine"
	"hooke/files/safefile"
	"hooke/run/flags"
)

// springOptions are the flags of the verb spring.
type springOptions struct {
	springs       response.Springs
	goal          string
	goalFrequency float64
	ratios        string
	plot, csv     string
	json          bool
	playing
}

// spring shows how one damped spring follows a goal.
func (a App) spring() *cobra.Command {
	var o springOptions
	cmd := &cobra.Command{
		Use:     "spring",
		GroupID: jobDesign,
		Short:   "Plot how one damped spring follows a target",
		Long: "spring pulls one mass to a target by one spring, once for each damping ratio: below 1 it overshoots,\n" +
			"at 1 it is critical, above 1 it creeps. It prints overshoot and settling time in closed form, and the\n" +
			"error of an engine that steps the same spring. --kind shows other closed forms of docs/physics.md.",
		Example: "  hooke spring --frequency 2 --damping-ratio 0.2,1,3 --plot spring.svg\n" +
			"  hooke spring --goal sine --goal-frequency 3 --solver verlet --csv spring.csv\n  hooke spring --goal way.csv --engine cpu --dt 0.001\n  hooke spring --kind timed --arrival 1 --half-life 0.1,0.3 --plot timed.svg",
		Args: atMost(0),
		RunE: work(func(cmd *cobra.Command, _ []string) error {
			if o.played.Kind != springKind {
				return a.play(o, cmd.Flags().Changed)
			}
			if err := notOfKind(springKind, cmd.Flags().Changed, response.AllFlags(), nil); err != nil {
				return err
			}
			return a.follow(o)
		}),
	}
	f := cmd.Flags()
	f.Float64Var(&o.springs.Frequency, "frequency", 2, "frequency of the undamped spring [Hz]")
	f.StringVar(&o.ratios, "damping-ratio", "0.2,1,3", "damping `ratios`, separated by commas: c/(2 √(k m))")
	f.StringVar(&o.goal, "goal", "step", "`target`: "+strings.Join(response.Goals(), ", ")+", or a CSV file of times [s] and positions")
	f.Float64Var(&o.goalFrequency, "goal-frequency", 1, "frequency of a sine [Hz]")
	f.Float64Var(&o.springs.Seconds, "duration", 2, "simulated time [s]")
	f.StringVar(&o.plot, "plot", "", "plot to this `file`: "+strings.Join(response.Pictures(), ", "))
	f.StringVar(&o.csv, "csv", "", "write all positions to this CSV `file`")
	f.StringVar(&o.springs.Engine, "engine", engine.CPURef, "`engine` that steps the mass: "+strings.Join(engine.Names(), ", "))
	f.Float64Var(&o.springs.Step, "dt", 0, "step [s] (default: so small that steps match the closed form)")
	f.BoolVar(&o.json, "json", false, "print the figures as JSON")
	o.playing.add(f)
	flags.AddSolver(cmd, &o.springs.Integrator, nil)
	return cmd
}

// follow does the work of the verb.
func (a App) follow(o springOptions) error {
	if err := o.complete(); err != nil {
		return err
	}
	r, err := o.springs.Follow()
	var wrong response.WrongValue
	if errors.As(err, &wrong) {
		return usagef("%s", wrong)
	}
	if err != nil {
		return err
	}
	title := fmt.Sprintf("a spring of %g Hz behind %s", o.springs.Frequency, o.goal)
	if o.plot != "" {
		if err := r.WritePlot(o.plot, title); err != nil {
			return err
		}
	}
	if o.csv != "" {
		if err := safefile.WriteNamed(o.csv, r.WriteCSV); err != nil {
			return err
		}
	}
	if o.json {
		var list []response.Figures
		for _, c := range r.Curves {
			list = append(list, r.Figures(c))
		}
		return json.NewEncoder(a.Stdout).Encode(map[string]any{"frequency_hz": o.springs.Frequency, "goal": o.goal, "dt_s": r.Step,
			"engine": o.springs.Engine, "integrator": o.springs.Integrator.String(), "springs": list})
	}
	return a.printf("%s, %d times, steps of at most %.3g s with %v on %s\n%s", title, len(r.Time), r.Step, o.springs.Integrator, o.springs.Engine, r.Table(o.goal == "step"))
}

// complete judges the flags and makes the goal.
func (o *springOptions) complete() (err error) {
	for name, x := range map[string]float64{"frequency": o.springs.Frequency, "goal-frequency": o.goalFrequency, "duration": o.springs.Seconds} {
		if !(x >= 1e-6 && x <= 1e6) {
			return usagef("--%s %g: give a number from 1e-6 to 1e6", name, x)
		}
	}
	if !(o.springs.Step >= 0) || math.IsInf(o.springs.Step, 0) {
		return usagef("--dt %g: give seconds above 0", o.springs.Step)
	}
	if !slices.Contains(engine.Names(), o.springs.Engine) {
		return usagef("--engine %s: known are %s", o.springs.Engine, strings.Join(engine.Names(), ", "))
	}
	if o.springs.Ratios, err = numbersOf("damping-ratio", o.ratios, mostRatios, 0, 1e3); err != nil {
		return err
	}
	for flag, path := range map[string]string{"plot": o.plot, "csv": o.csv} {
		if path != "" && filepath.Clean(path) == filepath.Clean(o.goal) {
			return usagef("--%s %s is the file of the goal; name another", flag, path)
		}
	}
	if o.plot != "" && !slices.Contains(response.Pictures(), strings.ToLower(filepath.Ext(o.plot))) {
		return usagef("--plot %s: pictures are written as %s", o.plot, strings.Join(response.Pictures(), ", "))
	}
	if slices.Contains(response.Goals(), o.goal) {
		o.springs.Goal, err = response.Named(o.goal, o.springs.Seconds, o.goalFrequency)
		return err
	}
	if _, missing := os.Stat(o.goal); missing != nil && filepath.Ext(o.goal) == "" {
		return usagef("--goal %s: known are %s, and CSV files", o.goal, strings.Join(response.Goals(), ", "))
	}
	o.springs.Goal, err = response.Read(o.goal)
	return err
}

// mostRatios bounds the number of curves of a call.
const mostRatios = 20
