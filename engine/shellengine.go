package engine

import (
	"errors"
	"io/fs"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/viewer/draw"
)

// shellEngine is a hostEngine for a model with a pattern that uploads only the visible
// masses.
type shellEngine struct {
	*hostEngine
	shell *draw.Shell
	view  *draw.ShellView
}

var (
	_ draw.DrawnEngine = (*shellEngine)(nil)
	_ model.Wrapper    = (*shellEngine)(nil)
)

// newDrawnCPU makes the cpu engine for drawing: the shell of a model with a pattern if it has
// one, else all masses, in arrays.
func (o Options) newDrawnCPU(gl *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error) {
	part, err := draw.ShellOf(m, p, o.Start)
	if err != nil {
		return nil, err
	}
	if part == nil {
		if err := inArrays(m, o.Start); err != nil {
			return nil, err
		}
	}
	here, with, local := o.local(m, p)
	inside, err := newCPU(here, with, local)
	if err != nil {
		return nil, err
	}
	e, err := o.inWorld(inside, m, p)
	if err != nil {
		inside.Close()
		return nil, err
	}
	var shown draw.DrawnEngine
	if part != nil {
		shown, err = newShellEngine(gl, e, part, with, o.GPU.Shaders)
	} else {
		shown, err = newHostEngine(gl, e, here, with, o.GPU.Shaders, nil)
	}
	if err != nil {
		inside.Close()
		return nil, err
	}
	return shown, nil
}

// newDrawnReference makes the cpuref engine for drawing.
func (o Options) newDrawnReference(gl *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error) {
	if err := inArrays(m, o.Start); err != nil {
		return nil, err
	}
	here, with, local := o.local(m, p)
	inside, err := newReference(here, with, local)
	if err != nil {
		return nil, err
	}
	world, err := o.inWorld(inside.Engine, m, p)
	if err != nil {
		inside.Close()
		return nil, err
	}
	shown, err := newHostEngine(gl, world, here, with, o.GPU.Shaders, nil)
	if err != nil {
		inside.Close()
		return nil, err
	}
	return shown, nil
}

// newShellEngine wraps an engine to draw the shell of its model, and closes the engine with
// itself.
func newShellEngine(gl *glx.Context, engine model.Engine, s *draw.Shell, p model.Params, shaders fs.FS) (*shellEngine, error) {
	out := &shellEngine{shell: s}
	host, err := newHostEngine(gl, engine, s.Model, p, shaders, out.read)
	if err != nil {
		return nil, err
	}
	out.hostEngine = host
	out.view = s.View(host.Mirror.Origin(), host.refresh, func(masses []uint32, dst *model.Snapshot) {
		host.fault = errors.Join(host.fault, ReadMasses(engine, masses, dst))
	})
	return out, nil
}

// read reads the masses of the shell.
func (e *shellEngine) read(engine model.Engine, dst *model.Snapshot) error {
	if e.view != nil {
		e.view.Moved()
	}
	return ReadMasses(engine, e.shell.Masses, dst)
}

// Background returns nil: reads of all masses and steps alternate.
func (e *shellEngine) Background() model.Background { return nil }

// ReadMasses copies some masses of an engine that is a model.MassReader, and its origin.
func ReadMasses(engine model.Engine, masses []uint32, dst *model.Snapshot) error {
	reader, ok := model.As[model.MassReader](engine)
	if !ok {
		return errors.New("engine: " + engine.Describe().Engine + " does not support reading single masses")
	}
	if placed, ok := model.As[model.Placed](engine); ok {
		dst.Origin = placed.Origin()
	}
	return reader.ReadMasses(masses, dst)
}

// Shown returns the subject of a picture of an engine from NewDrawn: the given subject or, if
// the context holds only the visible part of it, that part.
func Shown(e draw.DrawnEngine, of draw.Subject) draw.Subject {
	part, ok := e.(*shellEngine)
	if !ok {
		return of
	}
	of.Model, of.Start, of.Whole = part.shell.Model, part.shell.Start(of.StartState()), part.view
	return of
}
