package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"hooke/cli/flags"
	"hooke/export/film"
)

// filmFlags are the flags of what a window records.
type filmFlags struct {
	record string
	rate   float64
	clean  bool
}

// add gives a verb the flags.
func (f *filmFlags) add(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.record, "record", "", "record the window from the start, to film.mp4 or a folder of pictures (F9 ends and begins recordings)")
	set.Var(flags.Positive(&f.rate), "fps", "frames per second of recordings, at exact simulated times (default 30)")
	set.BoolVar(&f.clean, "clean", false, "record without text and panels")
}

// complete refuses what cannot be recorded, before anything is computed.
func (f *filmFlags) complete(cmd *cobra.Command, offscreen string) error {
	for _, name := range []string{"record", "fps", "clean"} {
		if offscreen != "" && cmd.Flags().Changed(name) {
			return usagef("--%s records a window, and --offscreen has none: hooke render makes films without a display", name)
		}
	}
	switch extension := strings.ToLower(filepath.Ext(f.record)); {
	case f.record == "":
		return nil
	case extension == ".mp4":
		_, err := film.FindFFmpeg()
		return err
	case extension != "":
		return usagef("--record: %s: give film.mp4, or the name of a folder", f.record)
	}
	return nil
}

// freeName is a name that no file has: hooke-NAME-1.EXTENSION, hooke-NAME-2.EXTENSION, ...
func freeName(name, extension string) (string, error) {
	clean := strings.Map(func(r rune) rune {
		if r == filepath.Separator || r == ':' || r < ' ' {
			return '-'
		}
		return r
	}, strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)))
	for k := 1; k < 100_000; k++ {
		path := fmt.Sprintf("hooke-%s-%d%s", clean, k, extension)
		if _, err := os.Lstat(path); os.IsNotExist(err) {
			return path, nil
		} else if err != nil {
			return "", err
		}
	}
	return "", fmt.Errorf("hooke-%s-1%s to hooke-%[1]s-99999%[2]s are all there: move some away", clean, extension)
}
