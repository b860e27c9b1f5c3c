package cli

import (
	"fmt"
	"image"
	"os"
	"path/filepath"

	"hooke/run/export"
	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
)

// look returns the initial look of a window, or that of a picture off-screen.
func (o *viewOptions) look() draw.Look {
	if o.lookFlag == "" {
		return draw.Look{Reactions: o.reactions}
	}
	look := o.shown.Shown()
	look.Reactions = o.reactions
	return look
}

// lineupLook returns the look of runs of a sweep, which a metric colors unless another color is given.
func (o *viewOptions) lineupLook() draw.Look {
	look := o.look()
	if !o.colored {
		look.Color = color.ByMetric
	}
	return look
}

// makeFolderOf makes the folder that a file is to be written to.
func makeFolderOf(path string) error { return os.MkdirAll(filepath.Dir(path), 0o777) }

// writer returns a function that writes a picture to a file, a small one with 256
// colors; nil for an empty path.
func writer(path string, small bool) func(*image.RGBA) error {
	switch {
	case path == "":
		return nil
	case small:
		return func(picture *image.RGBA) error { return export.WriteNamedPNG(path, export.Palette(picture)) }
	}
	return func(picture *image.RGBA) error { return export.WriteNamedPNG(path, picture) }
}

// framesText describes how many frames were drawn within a time [s], and the time of the
// single one that was drawn [s].
func framesText(frames int, elapsed, drawing float64) string {
	if frames == 1 {
		return fmt.Sprintf("1, drawn in %.2f s", drawing)
	}
	return fmt.Sprintf("%d in %.2f s: %.3g frames/s, only the last one drawn, in %.2f s", frames, elapsed, float64(frames)/elapsed, drawing)
}
