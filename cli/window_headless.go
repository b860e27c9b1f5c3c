//go:build headless

package cli

import (
	"context"
	"errors"

	"hooke/run/play"
)

// windowKind names the display of this binary for the verb version.
const windowKind = "headless"

func (a App) viewTape(context.Context, *viewOptions, string) error {
	return errors.New("this binary was built without a window (-tags headless): hooke render draws trajectories")
}

func (a App) viewWindow(context.Context, *viewOptions, []string) error {
	return errors.New("this binary was built without a window (-tags headless): use --offscreen FILE.png")
}

func (a App) showLineup(context.Context, *viewOptions, *play.Lineup) error {
	return errors.New("this binary was built without a window (-tags headless): hooke view FOLDER --offscreen FILE.png draws the best runs of a sweep")
}
