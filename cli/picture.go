package cli

import (
	"os"
	"path/filepath"

	"hooke/engine"
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
	s, d := r.scene, r.engine.Device
	drawn, ok := model.As[draw.Engine](r.engine)
	if !ok {
		opened, err := engine.OpenDevice()
		if err != nil {
			return err
		}
		defer opened.Close()
		scale := engine.RestScale(r.engine)
		shown, err := a.newReplay(opened.GL, &exhibit{scene: s, state: final.State(), scale: scale, began: s.Start.Time})
		if err != nil {
			return err
		}
		defer shown.Close()
		if err := shown.ShowFrame(0); err != nil {
			return err
		}
		drawn, d = shown, opened
	}
	stepped := r.engine.Describe()
	from := draw.Subject{Model: s.Model, Params: s.Params, Start: s.Start}
	camera := camera.LookAt(from.BoundsAt(final.State()), float64(defaultWidth)/defaultHeight)
	picture, _, err := offscreen.Run(d.GL, drawn, draw.Subject{Model: s.Model, Params: s.Params, Start: final.State()},
		offscreen.Options{Width: defaultWidth, Height: defaultHeight, Camera: &camera, SteppedBy: &stepped})
	if err != nil {
		return err
	}
	return export.WritePNG(path, picture)
}
