package tune

import (
	"math"

	"hooke/model"
	"hooke/physics"
	"hooke/physics/bigstep"
	"hooke/scene"
)

// Finish sets the fields common to all scenes: the source; the name and the start if missing;
// the drag, step and solver of the options; and a step and substeps if not set. Substeps stay
// zero for a solid that is too stiff for them, which engines reject. It adds notes to the
// report on chosen contacts that shorten the step much, and on contacts that may slip between
// masses. It changes s and returns it.
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
	Settle(s, o)
	noteContacts(s)
	noteFast(s)
	noteCrowd(s)
	noteThin(s)
	noteSteep(s)
	return s
}

// Settle chooses the solver and its numbers, and the step, where the scene does not say them, and counts the period of control in steps.
func Settle(s *scene.Scene, o scene.Options) {
	chooseSolver(s, o)
	closeLoop(s)
}

// chooseSolver sets the solver and its numbers, from the options where they say something.
func chooseSolver(s *scene.Scene, o scene.Options) {
	p := &s.Params
	given := p.DT != 0
	if o.Integrator != 0 || o.Plain {
		*p = p.SolvedBy(o.Integrator)
	}
	if o.Substeps != 0 {
		p.Substeps = o.Substeps
	}
	if o.Iterations != 0 {
		p.Iterations = o.Iterations
	}
	if o.Tolerance != 0 {
		p.Tolerance = o.Tolerance
	}
	p.Forward = p.Forward || o.Forward
	if o.Warm != 0 {
		p.Warm = max(0, o.Warm)
	}
	if chosen, err := bigstep.With(s.Model, *p); err == nil {
		*p = chosen
	} else {
		p.DT = chosen.DT
	}
	divides := p.Integrator.Method().Divides
	if s.Classed = s.Classed && !given && !divides; s.Classed {
		p.DT = physics.StepClass(p.DT)
	} else if o.Lone && !given && !divides {
		p.DT = min(p.DT, fineStep(s.Model, *p))
	}
}

// fineSprings is how many springs a small structure has at most. It is stepped faster than
// anybody can watch, so that its step need not be as long as is safe.
const fineSprings = 1000

// fineParts is how many steps the shortest period of a small structure has: symplectic Euler
// is then 0.016 % off its frequency, and not 2.2 % as with half the safe step.
const fineParts = 100

// fineStep returns the step of a small structure [s]; +Inf for others, and where nothing vibrates or
// the stiffness of a material follows from dt.
func fineStep(m *model.Model, p model.Params) float64 {
	if m.SpringCount() > fineSprings {
		return math.Inf(1)
	}
	for i := range m.Materials {
		if m.Materials[i].Vocabulary() == model.Normalized {
			return math.Inf(1)
		}
	}
	arrays := *m
	arrays.InArrays()
	return physics.ShortestPeriod(&arrays, p) / fineParts
}

// closeLoop counts the period of a controlled scene in its steps.
func closeLoop(s *scene.Scene) {
	c := s.Control.At(s.Params.DT)
	if s.Control = c; c.Controls() {
		took := float64(c.Period) * s.Params.DT
		s.Report.Note(math.Abs(took-c.Seconds) > 1e-2*c.Seconds, "control acts every %d steps, %.4g s, and not %.4g s: a period is a whole number of steps", c.Period, took, c.Seconds)
	}
}
