package sweeping

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"hooke/cli/terminal"
	"hooke/lab/sweep/runners"
	"hooke/run/flags"
	"hooke/run/play"
)

// AddChosen adds the flags that choose from a sweep to a verb.
func AddChosen(cmd *cobra.Command, c *runners.Chosen) {
	cmd.Flags().StringVar(&c.Best, "best", "", "of a sweep's folder: show the runs that are best by this `metric`")
	cmd.Flags().Var(flags.Whole(&c.Top, 1), "top", "of a sweep's folder: number of best runs (default 4)")
}

// Lineup is runners.Lineup, with a line of its progress.
func (p Program) Lineup(ctx context.Context, folder string, c runners.Chosen) (*play.Lineup, error) {
	line := terminal.NewLine(p.Stderr)
	defer line.Clear()
	return runners.Lineup(ctx, folder, c, p.How, recording(line))
}

// recording tells a line of the runs that are made again.
func recording(line *terminal.Line) func(number, of int) {
	return func(number, of int) {
		line.Tell(func() string { return fmt.Sprintf("recording run %d of %d", number, of) })
	}
}
