package run

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"hooke/engine"
	"hooke/export/pictures"
	"hooke/gpu/glx"
	"hooke/gpu/mirror"
	"hooke/model"
	"hooke/scene"
	"hooke/viewer/draw"
	"hooke/viewer/draw/camera"
	"hooke/viewer/draw/offscreen"
)

// makeFolderOf makes the folder of a file.
func makeFolderOf(path string) error { return os.MkdirAll(filepath.Dir(path), 0o777) }

// WritePicture draws a state into a PNG file. The camera looks at the structure,
// wherever it has gone, from the side from which it looks at the scene's start. The
// state of an engine without a device is put on one only to be drawn; the text still
// names the engine that stepped. shaders replace the built-in ones; nil: the built-in
// ones.
func WritePicture(path string, s *scene.Scene, e *engine.Engine, final *model.Snapshot, shaders fs.FS) error {
	d := e.Device
	drawn, ok := model.As[draw.DrawnEngine](e)
	if !ok {
		opened, err := engine.OpenDevice(engine.Listener{})
		if err != nil {
			return err
		}
		defer opened.Close()
		shown, err := newStill(opened.GL, s, e, final, shaders)
		if err != nil {
			return err
		}
		defer shown.Close()
		drawn, d = shown, opened
	}
	stepped := e.Describe()
	from := draw.Subject{Model: s.Model, Params: s.Params, Start: s.Start}
	camera := camera.LookAt(from.BoundsAt(final.State()), float64(pictureWidth)/pictureHeight)
	picture, _, err := offscreen.Run(d.GL, drawn, draw.Subject{Model: s.Model, Params: s.Params, Start: final.State()},
		offscreen.Options{Width: pictureWidth, Height: pictureHeight, Camera: &camera, SteppedBy: &stepped})
	if err != nil {
		return err
	}
	return pictures.WritePNG(path, picture)
}

// still is one state of an engine on a device that draws it. It cannot step.
type still struct {
	*mirror.Mirror
	state *model.Snapshot
	about model.Description
}

var _ draw.DrawnEngine = (*still)(nil)

// newStill puts a state of an engine on a device.
func newStill(gl *glx.Context, s *scene.Scene, e *engine.Engine, state *model.Snapshot, shaders fs.FS) (*still, error) {
	mirror, err := mirror.New(gl, s.Model, s.Params, shaders)
	if err != nil {
		return nil, err
	}
	if err := mirror.Show(state, engine.RestScale(e)); err != nil {
		mirror.Close()
		return nil, err
	}
	about := e.Describe()
	about.Renderer = gl.Renderer
	return &still{mirror, state, about}, nil
}

// Describe names the engine that stepped, on the device that draws.
func (s *still) Describe() model.Description { return s.about }

// errStill says that a still cannot step.
var errStill = errors.New("run: a state that is only drawn does not step")

// Step fails unless n is 0.
func (s *still) Step(n int) error {
	if n == 0 {
		return nil
	}
	return errStill
}

// Finish has nothing to wait for.
func (s *still) Finish() error { return nil }

// Reset does nothing: a still has one state.
func (s *still) Reset(*model.State) error { return nil }

// Read copies the state.
func (s *still) Read(dst *model.Snapshot) error {
	dst.Resize(len(s.state.Position))
	copy(dst.Position, s.state.Position)
	copy(dst.Velocity, s.state.Velocity)
	dst.Step, dst.Time, dst.Origin = s.state.Step, s.state.Time, s.state.Origin
	return nil
}

// Energy fails: a picture needs no energy.
func (s *still) Energy() (model.Energy, error) { return model.Energy{}, errStill }
