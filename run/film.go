package run

import (
	"fmt"
	"image"
	"io/fs"
	"slices"

	"hooke/engine"
	"hooke/export"
	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/scene"
	"hooke/viewer/draw"
	"hooke/viewer/draw/camera"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
)

// film draws pictures of a run without a window. The camera is that of view, and
// holds all that was seen: it only ever widens.
type film struct {
	engine   *engine.Engine
	device   *engine.Device // that draws
	own      bool           // whether it is this film's
	mirror   *gpu.Mirror    // shows the states of an engine that has no device; nil: that one is drawn from
	target   *glx.Framebuffer
	renderer *draw.Renderer
	subject  draw.Subject
	seen     camera.Box
	ranges   color.Ranges // of colors so far: as what was seen, they only ever widen
	camera   camera.Camera
}

// The size of pictures [pixels].
const (
	pictureWidth  = 1280
	pictureHeight = 720
)

// filmSamples smooth lines.
const filmSamples = 4

// newFilm makes what draws, on the device of the engine where it has one. Shaders replace
// the built-in ones; nil: none.
func newFilm(s *scene.Scene, e *engine.Engine, shaders fs.FS) (f *film, err error) {
	f = &film{engine: e, device: e.Device, subject: draw.Subject{Model: s.Model, Params: s.Params, Start: s.Start}}
	drawn, ok := model.As[draw.Scene](e)
	if !ok {
		if f.device, err = engine.OpenDevice(); err != nil {
			return nil, fmt.Errorf("pictures need OpenGL: %w", err)
		}
		f.own = true
		if f.mirror, err = gpu.NewMirror(f.device.GL, s.Model, s.Params, gpu.Options{Shaders: shaders}); err != nil {
			f.close()
			return nil, err
		}
		drawn = f.mirror
	}
	if f.target, err = f.device.GL.NewFramebuffer("film", pictureWidth, pictureHeight, filmSamples); err == nil {
		f.renderer, err = draw.New(f.device.GL, drawn, f.subject)
	}
	if err != nil {
		f.close()
		return nil, err
	}
	f.seen = f.subject.Bounds()
	f.camera = camera.LookAt(f.seen, filmAspect)
	return f, nil
}

// filmAspect is that of the part of the picture that its legend leaves free.
const filmAspect = float64(pictureWidth-280) / pictureHeight

// picture draws the present state of the run.
func (f *film) picture(state *export.Frame) (*image.RGBA, error) {
	if f.mirror != nil {
		if err := f.mirror.Show(&state.Snapshot, state.RestScale); err != nil {
			return nil, err
		}
	}
	f.seen = f.seen.Union(f.subject.BoundsAt(state.State()))
	f.camera.Fit(f.seen, filmAspect)
	stepped := f.engine.Describe()
	stepped.Renderer = f.device.GL.Renderer
	frame := draw.Frame{Camera: f.camera, Params: f.subject.Params, Ranges: &f.ranges, Overlay: hud.Overlay{
		Title: f.subject.Model.Name, Masses: f.subject.Model.MassCount(), Springs: f.subject.Model.SpringCount(),
		Time: state.Time, DT: f.subject.Params.DT, Engine: stepped, Software: f.device.GL.Software(),
	}}
	if height, ok := f.subject.GroundHeight(); ok {
		frame.Ground = &height
	}
	if err := f.renderer.Draw(f.target, frame); err != nil {
		return nil, err
	}
	picture := f.target.ReadPixels()
	return picture, f.device.GL.Err("film: read the picture")
}

// shown is what pictures have shown, for those that come after them in another
// process.
type shown struct {
	Seen   camera.Box   `json:"seen"` // all of it is in the picture [m]
	Memory draw.Memory  `json:"memory"`
	Ranges color.Ranges `json:"ranges"` // of colors
}

// shown is a copy, which later pictures leave alone. Where none are drawn it is what those
// before have shown.
func (r *recording) shown(before *shown) *shown {
	if r == nil || r.film == nil {
		return before
	}
	ranges := r.film.ranges
	ranges.Widest = slices.Clone(ranges.Widest)
	return &shown{r.film.seen, r.film.renderer.Memory(), ranges}
}

// goOn makes pictures go on from those of the run before; nil: there were none. A run that
// goes on from its first step draws them all again.
func (r *recording) goOn(before *shown, from int64) {
	if r != nil && r.film != nil && before != nil && from > 0 {
		r.film.seen, r.film.ranges = before.Seen, before.Ranges
		r.film.renderer.Remember(before.Memory)
	}
}

// close releases everything; a nil film is harmless.
func (f *film) close() {
	if f == nil {
		return
	}
	if f.renderer != nil {
		f.renderer.Close()
	}
	f.target.Release()
	if f.own {
		f.mirror.Close()
		f.device.Close()
	}
}
