package sim

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"hooke/files/npy"
	"hooke/run"
	"hooke/run/export"
	"hooke/scene"
)

// The ends of file names choose the content that Save writes.
const (
	FinalEnd      = ".npz"   // positions and velocities, as the final.npz of hooke run
	CheckpointEnd = ".hooke" // all that steps depend on: after Restore a run continues bit for bit
)

// Save waits for all steps and writes the state, in the format that the end of the name says: FinalEnd or CheckpointEnd.
// A file that was there stays until the new one is whole.
func (s *Sim) Save(path string) error {
	if s.engine == nil {
		return ErrClosed
	}
	if err := s.Finish(); err != nil {
		return err
	}
	switch strings.ToLower(filepath.Ext(path)) {
	case FinalEnd:
		if err := s.look(); err != nil {
			return err
		}
		var more []npy.Array
		if s.origin != "" {
			more = append(more, npy.Text("run", s.origin))
		}
		return export.WriteFinal(path, &s.seen, more...)
	case CheckpointEnd:
		return run.SaveState(path, s.now(), s.engine, run.Options{Choices: s.options.Scene, Program: s.options.By()})
	}
	return endFault(path)
}

// Restore continues from a checkpoint of the same scene with the same parameters, bit for bit as without the
// interruption, or begins at step 0 from the positions and velocities of a file that ends in FinalEnd.
func (s *Sim) Restore(path string) error {
	if s.engine == nil {
		return ErrClosed
	}
	switch strings.ToLower(filepath.Ext(path)) {
	case FinalEnd:
		at := *s.scene
		if err := run.StartFrom(&at, path); err != nil {
			return err
		}
		return s.reset(at.Start)
	case CheckpointEnd:
		if err := run.TakeUp(path, s.now(), s.engine); err != nil {
			return err
		}
		s.isSeen = false
		if err := s.look(); err != nil {
			return err
		}
		s.taken = s.seen.Step
		return nil
	}
	return endFault(path)
}

func endFault(path string) error {
	return fmt.Errorf("%s: a state ends in %s (positions and velocities) or %s (a checkpoint)", path, FinalEnd, CheckpointEnd)
}

// now is the scene with the parameters that Field has set.
func (s *Sim) now() *scene.Scene {
	at := *s.scene
	at.Params = s.params
	return &at
}

// reopen is Open of a checkpoint: the run that it is of, at its state, with the engine of that run.
func reopen(ctx context.Context, path string, o Options) (*Sim, error) {
	r, err := run.Reopen(ctx, path, run.Options{How: o.how(), Program: o.By()})
	if err != nil {
		return nil, err
	}
	out := &Sim{scene: r.Scene, params: r.Scene.Params, engine: r.Engine, options: o}
	out.options.Scene = scene.Options{}
	if err := out.look(); err != nil {
		out.Close()
		return nil, err
	}
	out.taken = out.seen.Step
	return out, nil
}
