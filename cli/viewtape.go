//go:build !headless

package cli

import (
	"context"
	"fmt"

	"hooke/cli/flags"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/play/recorded"
	"hooke/viewer"
	"hooke/viewer/draw"
	"hooke/viewer/session"
)

var _ session.Player = (*recorded.Engine)(nil)

// viewTape opens a window on a recorded run.
func (a App) viewTape(ctx context.Context, o *viewOptions, path string) error {
	x, err := a.openRecord(ctx, &o.model, o.of, []string{path})
	if err != nil {
		return err
	}
	defer x.Close()
	if err := makeFolderOf(o.screenshot); err != nil {
		return fmt.Errorf("--screenshot: %w", err)
	}
	box, err := x.Bounds()
	if err != nil {
		return err
	}
	frames := 0
	shown := &windowModel{app: a, options: o}
	_, err = viewer.Run(session.Options{
		Title: "hooke: " + x.From, Width: o.size[0], Height: o.size[1],
		Subject: draw.Subject{Model: x.Scene.Model, Params: x.Scene.Params, Start: x.Scene.Start},
		Box:     &box, Frames: o.frames, Recording: o.film.recording(x.From), Last: writer(o.screenshot, o.small), Stop: ctx.Done(),
		Open:      shown.read,
		EachFrame: func(now session.Status) { frames = now.Frame },
		New: func(gl *glx.Context, _ *model.Model, _ model.Params) (draw.Engine, error) {
			return recorded.NewEngine(gl, x, a.Shaders)
		},
	})
	if err != nil {
		return err
	}
	text := fmt.Sprintf("%-18s %s: %d states of %s, %.6g s to %.6g s\n%-18s %d", "showed", x.From, x.Frames(), x.Scene.Name, x.Time(0), x.Time(x.Frames()-1), "frames", frames)
	if o.screenshot != "" {
		text += fmt.Sprintf("\n%-18s %s", "wrote", o.screenshot)
	}
	return a.printf("%s\n", text)
}

// openTape opens a recorded run that was dropped on a window.
func (w *windowModel) openTape(path string) (*session.Opened, error) {
	x, err := w.app.openRecord(context.Background(), &flags.Structure{}, "", []string{path})
	if err != nil {
		return nil, err
	}
	return &session.Opened{
		Title: "hooke: " + x.From, Subject: draw.Subject{Model: x.Scene.Model, Params: x.Scene.Params, Start: x.Scene.Start},
		Notes: []string{fmt.Sprintf("a recorded run of %d frames", x.Frames())},
		New: func(gl *glx.Context, _ *model.Model, _ model.Params) (draw.Engine, error) {
			if w.now != nil && w.now.current != nil {
				w.now.current.changed = true // nobody waits for its error when it goes
			}
			return recorded.NewEngine(gl, x, w.app.Shaders)
		},
	}, nil
}
