package flags

import (
	"errors"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hooke/control/metrics"
)

// Measured has the flags of metrics, one for each field of metrics.Options, and
// of which metrics count.
type Measured struct {
	Options metrics.Options
	Metric  []string // a minus before one: the least is best
	Pareto  []string // the same, of columns that none may beat in all
}

// Add adds the flags to a verb of many runs. The caller calls it once, on the zero value.
func (f *Measured) Add(cmd *cobra.Command) {
	MetricSection.Add(cmd, func(set *pflag.FlagSet) {
		set.StringSliceVar(&f.Pareto, "pareto", nil, "mark the runs that no other run beats in all of these `columns`, such as speed,-cot")
	})
	f.AddOfOne(cmd)
}

// AddOfOne adds those of them that a verb of one run has.
func (f *Measured) AddOfOne(cmd *cobra.Command) {
	MetricSection.Add(cmd, func(set *pflag.FlagSet) {
		set.StringSliceVar(&f.Metric, "metric", nil, "`columns` to print and plot, such as speed,-cot; the first one ranks runs, a minus prefers less (default speed)")
	})
	AddMetrics(cmd, &f.Options, "forward")
}

// AddMetrics adds the flags of metrics alone; forward is the name of the one for their direction, where a solver's flag
// has that name.
func AddMetrics(cmd *cobra.Command, o *metrics.Options, forward string) {
	MetricSection.Add(cmd, func(set *pflag.FlagSet) {
		set.Var(stepsFlag{&o.Every}, "metrics-every", "steps between two samples of the state (default 10)")
		set.Var(Positive(&o.Settle), "settle", "time before metrics start, for the robot to settle [s]")
		set.Var(Direction(&o.Forward), forward, "direction of speed_forward and drift (default 1,0,0)")
		set.StringVar(&o.Body, "body", "", "`group` whose clearance is measured (default: all masses)")
		set.StringSliceVar(&o.Groups, "groups", nil, "`groups` with a contact_duty and slip of their own, such as left,right")
	})
}

// stepsFlag is the flag value of a number of steps.
type stepsFlag struct{ value *int64 }

func (f stepsFlag) Type() string { return "int" }
func (f stepsFlag) String() string {
	if f.value == nil || *f.value == 0 {
		return ""
	}
	return strconv.FormatInt(*f.value, 10)
}

func (f stepsFlag) Set(text string) error {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 1 {
		return errors.New("give a whole number of at least 1")
	}
	*f.value = n
	return nil
}
