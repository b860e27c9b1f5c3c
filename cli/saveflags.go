package cli

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"hooke/run"
)

// saveFlags are the flags of outputs.
type saveFlags struct {
	formats []string
	every   run.Every
	probes  []string
}

// add gives a verb the flags.
func (s *saveFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Var(listFlag{&s.formats, run.Formats()}, "save", "frames for ParaView (vtu), NumPy (npz), OVITO (lammps),\n"+
		"surfaces (ply, obj), probes (csv), pictures (png), a video (mp4, by ffmpeg)")
	flags.Var(everyFlag{&s.every}, "every", "from frame to frame of --save: steps, or time as 0.01s (default: for 100 frames)")
	flags.StringSliceVar(&s.probes, "probe", nil, "groups and masses that csv has columns of (default: all together, and each group)")
}

// complete is an error when flags need another one.
func (s *saveFlags) complete() error {
	if s.every != (run.Every{}) && len(s.formats) == 0 {
		return usagef("--every: nothing is saved every so often; add --save, such as --save vtu")
	}
	if s.probes != nil && !slices.Contains(s.formats, "csv") {
		return usagef("--probe: probes are columns of a table; add --save csv")
	}
	return nil
}

// outputs are what the flags ask for.
func (s *saveFlags) outputs() (all []run.Output) {
	for _, what := range s.formats {
		out := run.Output{What: what, Every: s.every}
		if what == "csv" {
			out.Probes = s.probes
		}
		all = append(all, out)
	}
	return all
}

// everyFlag is a number of steps, or a simulated time such as 0.01s.
type everyFlag struct{ value *run.Every }

func (f everyFlag) Type() string { return "interval" }
func (f everyFlag) String() string {
	switch {
	case f.value == nil || *f.value == run.Every{}:
		return ""
	case f.value.Steps > 0:
		return strconv.FormatInt(f.value.Steps, 10)
	}
	return fmt.Sprint(f.value.Time) + "s"
}

func (f everyFlag) Set(text string) error {
	if number, ok := strings.CutSuffix(text, "s"); ok {
		time, err := strconv.ParseFloat(number, 64)
		if err != nil || !(time > 0) || math.IsInf(time, 0) {
			return errors.New("give a whole number of steps of at least 1, or a simulated time, such as 0.01s")
		}
		*f.value = run.Every{Time: time}
		return nil
	}
	steps, err := strconv.ParseInt(text, 10, 64)
	if err != nil || steps < 1 {
		return errors.New("give a whole number of steps of at least 1, or a simulated time, such as 0.01s")
	}
	*f.value = run.Every{Steps: steps}
	return nil
}
