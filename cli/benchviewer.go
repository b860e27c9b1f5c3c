package cli

import (
	"context"
	"fmt"

	"hooke/bench"
	"hooke/bench/sink"
	"hooke/cli/terminal"
	"hooke/engine"
	"hooke/gpu"
	"hooke/run/flags"
	"hooke/scene"
)

// benchViewer measures the cost of pictures, by size and by part.
func (a App) benchViewer(ctx context.Context, o *benchOptions) error {
	a.untuned = true // no steps are measured
	ctx, stop := terminal.UntilInterrupted(ctx)
	defer stop()
	d, err := engine.OpenDevice(a.reporter())
	if err != nil {
		return err
	}
	defer d.Close()
	if err := pictureFits(o.size, d.GL.Limits); err != nil {
		return err
	}
	for _, name := range o.scenes {
		sizes := o.springs
		if bench.Fixed(name) {
			sizes = []int64{0}
		}
		for _, springs := range sizes {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := a.benchPictures(o, d, name, springs); err != nil {
				return err
			}
		}
	}
	return nil
}

// benchPictures measures the cost of pictures of a scene of a size, and prints it.
func (a App) benchPictures(o *benchOptions, d *engine.Device, name string, springs int64) error {
	c, err := bench.NewCase(name, springs, o.integrator, flags.Settings(o.set)...)
	if err == nil && o.collide {
		err = c.Collide()
	}
	if err != nil {
		return err
	}
	s := &scene.Scene{Name: c.Scene, Model: c.Model, Start: c.Start, Params: c.Params}
	row, err := bench.MeasureDrawing(d, s, [2]int(o.size[:2]), a.engineOptions(s, gpu.Options{Drawing: true}))
	if err != nil {
		return fmt.Errorf("bench: viewer: %s: %w", name, err)
	}
	text, err := row.Line(o.format == sink.FormatJSON)
	if err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	return a.printf("%s", text)
}
