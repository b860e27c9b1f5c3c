//go:build !headless

package cli

import (
	"context"
	"fmt"

	"hooke/cli/flags"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/viewer"
	"hooke/viewer/draw"
	"hooke/viewer/session"
)

var _ session.Player = (*replay)(nil)

// viewTape opens a window on a recorded run.
func (a App) viewTape(ctx context.Context, o *viewOptions, path string) error {
	x, err := a.openExhibit(ctx, &o.model, o.of, []string{path})
	if err != nil {
		return err
	}
	defer x.close()
	if err := makeFolderOf(o.screenshot); err != nil {
		return fmt.Errorf("--screenshot: %w", err)
	}
	box, err := x.bounds()
	if err != nil {
		return err
	}
	frames := 0
	shown := &windowModel{app: a, options: o}
	_, err = viewer.Run(session.Options{
		Title: "hooke: " + x.from, Width: o.size[0], Height: o.size[1],
		Subject: draw.Subject{Model: x.scene.Model, Params: x.scene.Params, Start: x.scene.Start},
		Box:     &box, Frames: o.frames, Recording: o.film.recording(x.from), Last: writer(o.screenshot, o.small), Stop: ctx.Done(),
		Open:      shown.read,
		EachFrame: func(now session.Status) { frames = now.Frame },
		New: func(gl *glx.Context, _ *model.Model, _ model.Params) (draw.Engine, error) {
			return a.newReplay(gl, x)
		},
	})
	if err != nil {
		return err
	}
	text := fmt.Sprintf("%-18s %s: %d states of %s, %.6g s to %.6g s\n%-18s %d", "showed", x.from, x.frames(), x.scene.Name, x.time(0), x.time(x.frames()-1), "frames", frames)
	if o.screenshot != "" {
		text += fmt.Sprintf("\n%-18s %s", "wrote", o.screenshot)
	}
	return a.printf("%s\n", text)
}

// openTape opens a recorded run that was dropped on a window.
func (w *windowModel) openTape(path string) (*session.Opened, error) {
	x, err := w.app.openExhibit(context.Background(), &flags.Structure{}, "", []string{path})
	if err != nil {
		return nil, err
	}
	return &session.Opened{
		Title: "hooke: " + x.from, Subject: draw.Subject{Model: x.scene.Model, Params: x.scene.Params, Start: x.scene.Start},
		Notes: []string{fmt.Sprintf("a recorded run of %d frames", x.frames())},
		New: func(gl *glx.Context, _ *model.Model, _ model.Params) (draw.Engine, error) {
			if w.now != nil && w.now.current != nil {
				w.now.current.changed = true // nobody waits for its error when it goes
			}
			return w.app.newReplay(gl, x)
		},
	}, nil
}
