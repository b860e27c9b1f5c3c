package shown

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hooke/control/metrics"
	"hooke/run/flags"
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
	flags.MetricSection.Add(cmd, func(set *pflag.FlagSet) {
		set.StringSliceVar(&f.Pareto, "pareto", nil, "mark the runs that no other run beats in all of these `columns`, such as speed,-cot")
	})
	f.AddOfOne(cmd)
}

// AddOfOne adds those of them that a verb of one run has.
func (f *Measured) AddOfOne(cmd *cobra.Command) {
	flags.MetricSection.Add(cmd, func(set *pflag.FlagSet) {
		set.StringSliceVar(&f.Metric, "metric", nil, "`columns` to print and plot, such as speed,-cot; the first one ranks runs, a minus prefers less (default speed)")
	})
	flags.AddMetrics(cmd, &f.Options, "forward")
}
