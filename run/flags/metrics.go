package flags

import (
	"errors"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hooke/control/metrics"
)

// AddMetrics adds the flags of metrics, one for each field of their options. forward is the name of the one of their
// direction, where a flag of a solver has that name.
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
