package toml

import (
	"hooke/model"
	"hooke/scene"
	"hooke/scene/tune"
)

// setRun sets the numbers of [run].
func (f *sceneFile) setRun(s *scene.Scene) {
	t := f.One("run")
	s.Seed = uint64(t.Whole("seed"))
	s.Params.DT = t.Number("dt", 0)
	s.Params.Gravity = t.Vector("gravity", model.EarthGravity())
	for _, n := range runNumbers {
		*n.of(&s.Params) = t.Number(n.key, 0)
	}
	if word := t.Text("integrator"); word != "" {
		s.Params.Integrator, _ = model.ParseIntegrator(word)
	}
	lo, hi := s.Model.Bounds()
	s.Duration = t.Number("duration", tune.DurationOf(scene.Largest(hi.Sub(lo))))
	if s.Duration == 0 {
		s.Duration = 1 // a single place has no size
	}
}
