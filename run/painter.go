package run

import (
	"fmt"
	"image"
	"io/fs"
	"slices"

	"hooke/engine"
	"hooke/gpu/glx"
	"hooke/gpu/mirror"
	"hooke/model"
	"hooke/run/export"
	"hooke/scene"
	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
)

// painter draws pictures of a run without a window. Its camera is that of view. Its field of
// view only widens, so that all pictures show everything seen so far.
type painter struct {
	engine   *engine.Engine
	device   *engine.Device // the device that draws
	own      bool           // whether the painter closes device
	mirror   *mirror.Mirror // shows the states of an engine without a device; nil: the engine's own buffers are drawn
	target   *glx.Framebuffer
	renderer *draw.Renderer
	subject  draw.Subject
	how      Pictures
	seen     draw.Bounds
	ranges   color.Ranges // the ranges of colors so far; they only ever widen
	camera   draw.Camera
	arrows   *draw.Reactions // of reactions; nil: pictures show none
}

// The size of pictures [pixels].
const (
	pictureWidth  = 1280
	pictureHeight = 720
)

// pictureSamples is the number of samples per pixel, which smooth lines.
const pictureSamples = 4

// newPainter makes a painter, on the device of the engine where it has one. shaders
// replace the built-in ones; nil: the built-in ones.
func newPainter(s *scene.Scene, e *engine.Engine, how Pictures, shaders fs.FS) (p *painter, err error) {
	p = &painter{engine: e, how: how, device: e.Device, subject: draw.Subject{Model: s.Model, Params: s.Params, Start: s.Start, Pins: s.Pins}}
	drawn, ok := model.As[draw.Drawable](e)
	if !ok {
		if p.device, err = engine.OpenDevice(engine.Listener{}); err != nil {
			return nil, fmt.Errorf("pictures need OpenGL: %w", err)
		}
		p.own = true
		if p.mirror, err = mirror.New(p.device.GL, s.Model, s.Params, shaders); err != nil {
			p.close()
			return nil, err
		}
		drawn = p.mirror
	}
	if p.target, err = p.device.GL.NewFramebuffer("film", pictureWidth, pictureHeight, pictureSamples); err == nil {
		p.renderer, err = draw.New(p.device.GL, drawn, p.subject)
	}
	if err != nil {
		p.close()
		return nil, err
	}
	p.seen = p.subject.Bounds()
	p.camera = how.from(p.seen, pictureAspect)
	return p, nil
}

// pictureAspect is the aspect ratio of the part of the picture that its legend leaves
// free.
const pictureAspect = float64(pictureWidth-280) / pictureHeight

// showReactions makes pictures show the forces on contacts, pins and guides.
func (p *painter) showReactions() (err error) {
	if p.arrows == nil {
		p.arrows, err = draw.ReactionsOf(p.subject, p.subject.Model, p.subject.Params)
	}
	return err
}

// picture draws the present state of the run.
func (p *painter) picture(state *export.Frame) (*image.RGBA, error) {
	if p.mirror != nil {
		if err := p.mirror.Show(&state.Snapshot, state.RestScale); err != nil {
			return nil, err
		}
	}
	p.seen = p.seen.Union(p.subject.BoundsAt(state.State()))
	p.camera.Fit(p.seen, pictureAspect)
	stepped := p.engine.Describe()
	stepped.Renderer = p.device.GL.Renderer
	frame := draw.Frame{Camera: p.camera, Look: p.how.Look, Params: model.ParamsInUse(p.engine, p.subject.Params), Time: state.Time, Ranges: &p.ranges, Overlay: hud.Overlay{
		Title: p.subject.Model.Name, Masses: p.subject.Model.MassCount(), Springs: p.subject.Model.SpringCount(),
		Time: state.Time, DT: p.subject.Params.DT, Engine: stepped, Software: p.device.GL.Software(),
	}}
	if height, ok := p.subject.GroundHeight(); ok {
		frame.Ground = &height
	}
	if p.arrows != nil {
		p.arrows.Use(frame.Params)
		p.arrows.Put(&frame, func(into *model.State) { *into = *state.State() }, state.RestScale)
	}
	if err := p.renderer.Draw(p.target, frame); err != nil {
		return nil, err
	}
	picture := p.target.ReadPixels()
	return picture, p.device.GL.Err("film: read the picture")
}

// shown is the extent of earlier pictures, for later pictures in another process.
type shown struct {
	Seen   draw.Bounds  `json:"seen"` // all of it is in the picture [m]
	Memory draw.Memory  `json:"memory"`
	Ranges color.Ranges `json:"ranges"` // ranges of colors

	Arrows draw.ForceScale `json:"arrows,omitempty"` // of reactions; zero: nothing was drawn
}

// shown returns a copy that later pictures do not change. A run without pictures keeps the
// extent of earlier ones.
func (r *recording) shown(before *shown) *shown {
	if r == nil || r.painter == nil {
		return before
	}
	ranges := r.painter.ranges
	ranges.Widest = slices.Clone(ranges.Widest)
	out := &shown{Seen: r.painter.seen, Memory: r.painter.renderer.Memory(), Ranges: ranges}
	if r.painter.arrows != nil {
		out.Arrows = r.painter.arrows.Scale
	}
	return out
}

// goOn continues the pictures of the run before; nil: it had none. A run that resumes
// from its first step draws all pictures again.
func (r *recording) goOn(before *shown, from int64) {
	if r != nil && r.painter != nil && before != nil && from > 0 {
		r.painter.seen, r.painter.ranges = before.Seen, before.Ranges
		r.painter.renderer.Remember(before.Memory)
		if r.painter.arrows != nil {
			r.painter.arrows.Scale = before.Arrows
		}
	}
}

// close releases everything; a nil painter has nothing to release.
func (p *painter) close() {
	if p == nil {
		return
	}
	if p.renderer != nil {
		p.renderer.Close()
	}
	p.target.Release()
	if p.own {
		p.mirror.Close()
		p.device.Close()
	}
}
