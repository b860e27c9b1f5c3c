package tune

import (
	"math"

	"hooke/physics"
	"hooke/scene"
)

// Finish fills in what all scenes have in common: the source; the name and the start where
// they are missing; the drag, step and integrator of the options; and a step where none is
// set. It notes in the report where chosen contacts shorten the step much, and which contacts may slip between masses. It changes s and
// returns it.
func Finish(s *scene.Scene, source string, o scene.Options) *scene.Scene {
	s.Source = source
	if s.Name == "" {
		s.Name = s.Model.Name
	}
	if s.Start == nil {
		s.Start = s.Model.Start()
	}
	switch {
	case math.IsInf(o.DragHalfLife, 1):
		s.Params.DragHalfLife, s.Params.DragKept = 0, 0 // no drag
	case o.DragHalfLife != 0:
		s.Params.DragHalfLife, s.Params.DragKept = o.DragHalfLife, 0
	}
	if o.DT != 0 {
		s.Params.DT = o.DT
	}
	if o.Integrator != 0 {
		s.Params.Integrator = o.Integrator
	}
	if s.Params.DT == 0 {
		s.Params.DT = physics.AutoStep(s.Model, s.Params)
	}
	noteContacts(s)
	noteFast(s)
	noteCrowd(s)
	noteThin(s)
	return s
}
