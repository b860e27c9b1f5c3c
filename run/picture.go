package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"hooke/engine"
	"hooke/gpu/glx"
	"hooke/gpu/mirror"
	"hooke/machine/memory"
	"hooke/model"
	"hooke/run/export"
	"hooke/scene"
	"hooke/viewer/draw"
	"hooke/viewer/draw/offscreen"
)

// Pictures choose the content of a run's pictures. The zero value shows the same as a new
// window.
type Pictures struct {
	Look draw.Look  `json:"look"`
	View *draw.View `json:"view,omitempty"` // from where; nil: aslant
}

// from is a camera that shows a box.
func (p Pictures) from(box draw.Bounds, aspect float64) draw.Camera {
	c := draw.LookAt(box, aspect)
	if p.View != nil {
		c.From(*p.View)
		c.Fit(box, aspect)
	}
	return c
}

// makeFolderOf makes the folder of a file.
func makeFolderOf(path string) error { return os.MkdirAll(filepath.Dir(path), 0o777) }

// WritePicture draws a state into a PNG file. The camera follows the structure to where it
// is, and looks from the side from which it sees the scene's start. The state of an engine
// without a device is uploaded for drawing; the text still names the engine that stepped.
// shaders replaces the built-in ones; nil: the built-in ones.
func WritePicture(path string, s *scene.Scene, e *engine.Engine, final *model.Snapshot, how Pictures, shaders fs.FS) error {
	stepped := e.Describe()
	d, subject := e.Device, draw.Subject{Model: s.Model, Params: s.Params, Start: s.Start}
	drawn, ok := model.As[draw.DrawnEngine](e)
	box := draw.Bounds{}
	if ok {
		box, subject.Start = subject.BoundsAt(final.State()), final.State()
	} else {
		opened, err := engine.OpenDevice(engine.Listener{})
		if err != nil {
			return err
		}
		defer opened.Close()
		shown, err := newStill(opened.GL, e, final, &subject, &box, shaders)
		if err != nil {
			return err
		}
		defer shown.Close()
		drawn, d = shown, opened
	}
	from := how.from(box, float64(pictureWidth)/pictureHeight)
	picture, _, err := offscreen.Run(d.GL, drawn, subject,
		offscreen.Options{Width: pictureWidth, Height: pictureHeight, Camera: &from, SteppedBy: &stepped, Look: how.Look})
	if err != nil {
		return err
	}
	return export.WritePNG(path, picture)
}

// pictureFits refuses, before the first step, a final picture of a model by a pattern that does
// not fit the memory.
func (r *Run) pictureFits() error {
	if bytes, ok := draw.ShellBytes(r.Scene.Model, r.Scene.Params, r.Scene.Start); ok && r.options.Picture {
		return memory.Ask(bytes, "the masses of %s on its surface, and final.png", r.Scene.Name)
	}
	return nil
}

// errStill says that a still cannot step.
var errStill = errors.New("run: a state that is only drawn does not step")

// newStill puts a state of an engine on a device: all of it, or the visible part of a model
// with a pattern. It makes the state the start of the subject, whose model is that on the
// device, and sets the box to look at.
func newStill(gl *glx.Context, e *engine.Engine, state *model.Snapshot, subject *draw.Subject, box *draw.Bounds, shaders fs.FS) (*mirror.Shown, error) {
	part, err := draw.ShellOf(subject.Model, subject.Params, subject.StartState())
	if err != nil {
		return nil, err
	}
	if part != nil {
		if state, err = seen(part, e, subject, box); err != nil {
			return nil, err
		}
	} else {
		inArrays := *subject.Model
		inArrays.InArrays() // unless it has arrays; the model of the engine stays as it is
		subject.Model = &inArrays
		start := *subject.StartState()
		inArrays.StateInArrays(&start)
		subject.Start = &start
		*box = subject.BoundsAt(state.State())
	}
	subject.Start = state.State()
	device, err := mirror.New(gl, subject.Model, subject.Params, shaders)
	if err != nil {
		return nil, err
	}
	if err := device.Show(state, engine.RestScale(e)); err != nil {
		device.Close()
		return nil, err
	}
	about := e.Describe()
	about.Renderer = gl.Renderer
	return &mirror.Shown{Mirror: device, State: state, About: about, Fault: errStill}, nil
}

// seen makes a shell the model of a subject, and returns its state.
func seen(part *draw.Shell, e *engine.Engine, subject *draw.Subject, box *draw.Bounds) (*model.Snapshot, error) {
	var fault error
	read := func(masses []uint32, dst *model.Snapshot) {
		fault = errors.Join(fault, engine.ReadMasses(e, masses, dst))
	}
	var state model.Snapshot
	read(part.Masses, &state)
	view := part.Picture(read)
	now := view.Bounds()
	subject.Model, subject.Start, subject.Whole = part.Model, part.Start(subject.StartState()), view
	*box = subject.BoundsOver(draw.Bounds{Lo: now.Lo.Add(state.Origin), Hi: now.Hi.Add(state.Origin)})
	return &state, fault
}

// drawPicture draws the final state.
func (r *Run) drawPicture(result *Result, final *model.Snapshot) error {
	path := r.options.picture()
	if err := WritePicture(path, r.Scene, r.Engine, final, r.options.Pictures, r.options.How.GPU.Shaders); err != nil {
		return Wrote(fmt.Errorf("only the picture failed, the numbers are complete: %w", err), result.Wrote...)
	}
	result.Wrote = append(result.Wrote, path)
	return nil
}
