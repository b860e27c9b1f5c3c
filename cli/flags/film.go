package flags

import "github.com/spf13/cobra"

// Film are the flags of what a window records.
type Film struct {
	Record string  // a film or a folder that is recorded from the start; empty: none
	Rate   float64 // [frames/s]; 0: the window chooses
	Clean  bool    // without text and panels
}

// Add gives a verb the flags.
func (f *Film) Add(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.Record, "record", "", "record the window from the start, to film.mp4 or a folder of pictures (F9 ends and begins recordings)")
	set.Var(Positive(&f.Rate), "fps", "frames per second of recordings, at exact simulated times (default 30)")
	set.BoolVar(&f.Clean, "clean", false, "record without text and panels")
}
