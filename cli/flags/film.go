package flags

import "github.com/spf13/cobra"

// Film has the flags of what a window records. The zero value records nothing from the
// start.
type Film struct {
	Record string  // a film or a folder that is recorded from the start; empty for none
	Rate   float64 // rate [frames/s]; 0 leaves the choice to the window
	Clean  bool    // pictures have no text and no panels
}

// Add adds the flags to a verb.
func (f *Film) Add(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.Record, "record", "", "record the window from the start, to film.mp4 or a folder of pictures (F9 ends and begins recordings)")
	set.Var(Positive(&f.Rate), "fps", "frames per second of recordings, at exact simulated times (default 30)")
	set.BoolVar(&f.Clean, "clean", false, "record without text and panels")
}
