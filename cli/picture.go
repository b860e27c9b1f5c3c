package cli

import (
	"os"
	"path/filepath"

	"hooke/export"
	"hooke/model"
	"hooke/viewer/draw"
	"hooke/viewer/draw/camera"
	"hooke/viewer/draw/offscreen"
)

// makeFolderOf makes the folder that a file is to be written to.
func makeFolderOf(path string) error { return os.MkdirAll(filepath.Dir(path), 0o777) }

// drawFinal draws a state, seen from the side that view shows, wherever the
// structure has gone. When an engine without a device has stepped, its state is
// put on one only to be drawn; the text still names the engine that stepped.
func (a App) drawFinal(r *running, final *model.Snapshot, path string) error {
	s, d := r.scene, r.device
	engine, ok := model.As[draw.Engine](r.engine)
	if !ok {
		opened, err := openDevice()
		if err != nil {
			return err
		}
		defer opened.close()
		scale := restScaleOf(r.engine)
		shown, err := a.newReplay(opened.gl, &exhibit{scene: s, state: final.State(), scale: scale, began: s.Start.Time})
		if err != nil {
			return err
		}
		defer shown.Close()
		if err := shown.ShowFrame(0); err != nil {
			return err
		}
		engine, d = shown, opened
	}
	stepped := r.engine.Describe()
	from := draw.Subject{Model: s.Model, Params: s.Params, Start: s.Start}
	camera := camera.LookAt(from.BoundsAt(final.State()), float64(defaultWidth)/defaultHeight)
	picture, _, err := offscreen.Run(d.gl, engine, draw.Subject{Model: s.Model, Params: s.Params, Start: final.State()},
		offscreen.Options{Width: defaultWidth, Height: defaultHeight, Camera: &camera, SteppedBy: &stepped})
	if err != nil {
		return err
	}
	return export.WritePNG(path, picture)
}
