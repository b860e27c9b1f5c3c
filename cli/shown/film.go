package shown

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hooke/run/flags"
)

// Film has the flags of a window's recording. The zero value records nothing from the
// start.
type Film struct {
	Record string  // a film or a folder that is recorded from the start; empty for none
	Rate   float64 // rate [frames/s]; 0 leaves the choice to the window
	Clean  bool    // pictures have no text and no panels
}

// Add adds the flags to a verb.
func (f *Film) Add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.Record, "record", "", "record to this `file`.mp4 or folder of pictures (F9 stops and starts)")
	flags.WindowSection.Add(cmd, func(set *pflag.FlagSet) {
		set.Var(flags.Positive(&f.Rate), "fps", "frames per second of a recording, at exact simulated times (default 30)")
		set.BoolVar(&f.Clean, "clean", false, "record without text and panels")
	})
}
