package cli

import (
	"os"
	"path/filepath"

	"hooke/export"
	"hooke/gpu"
	"hooke/model"
	"hooke/viewer/draw"
)

// makeFolderOf makes the folder that a file is to be written to.
func makeFolderOf(path string) error { return os.MkdirAll(filepath.Dir(path), 0o777) }

// drawFinal draws a state, seen from where view looks at the scene. When the
// reference has stepped, its state is put on a device only to be drawn.
func (a App) drawFinal(r *running, final *model.Snapshot, path string) error {
	s, d := r.scene, r.device
	engine, ok := r.engine.(draw.Engine)
	if !ok {
		opened, err := openDevice()
		if err != nil {
			return err
		}
		defer opened.close()
		shown, err := a.newGPU(opened, s.Model, s.Params, gpu.Options{})
		if err != nil {
			return err
		}
		defer shown.Close()
		if err := shown.Reset(final.State()); err != nil {
			return err
		}
		engine, d = shown, opened
	}
	camera := draw.LookAt(draw.Subject{Model: s.Model, Params: s.Params, Start: s.Start}.Bounds(), float64(defaultWidth)/defaultHeight)
	picture, _, err := draw.Offscreen(d.gl, engine, draw.Subject{Model: s.Model, Params: s.Params, Start: final.State()},
		draw.OffscreenOptions{Width: defaultWidth, Height: defaultHeight, Camera: &camera})
	if err != nil {
		return err
	}
	return export.WritePNG(path, picture)
}
