package toml

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"hooke/mesh/format"
	"hooke/model"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/toml/parse"
	"hooke/scene/tune"
)

// setRun sets the numbers of [run].
func (f *sceneFile) setRun(s *scene.Scene) {
	t := f.One("run")
	s.Seed = uint64(t.Whole("seed"))
	s.Params.DT = t.Number("dt", 0)
	s.Classed = t.Text("dt") == "class"
	s.Params.Gravity = t.Vector("gravity", model.EarthGravity())
	if t.Value("drag_half_life") != nil && t.Value("drag_factor") != nil {
		f.FaultAt(t, "drag_factor", "drag_factor: there is a drag_half_life, too; give one of the two")
	}
	if t.Value("drag_factor") != nil && t.Number("drag_factor", 0) == 0 {
		f.FaultAt(t, "drag_factor", "drag_factor is 0, which would stop everything; give the share of a velocity that drag leaves per step, above 0, at most 1 (1: no drag)")
	}
	for _, n := range runNumbers {
		*n.of(&s.Params) = t.Number(n.key, 0)
	}
	f.setSolver(s)
	if s.Duration = t.Number("duration", 0); s.Duration == 0 {
		lo, hi := s.Model.Bounds()
		s.Duration = cmp.Or(tune.DurationOf(scene.Largest(hi.Sub(lo))), 1) // a single point has no size
	}
	f.setUntil(s)
}

// setSolver sets the solver and its numbers.
func (f *sceneFile) setSolver(s *scene.Scene) {
	t, p := f.One("run"), &s.Params
	if t.Value("solver") != nil && t.Value("integrator") != nil {
		f.FaultAt(t, "integrator", "integrator is the old name of solver, which is given too; leave integrator out")
	}
	if word := cmp.Or(t.Text("solver"), t.Text("integrator")); word != "" {
		p.Integrator, _ = model.ParseIntegrator(word)
	}
	whole := func(key string) int { return int(min(t.Whole(key), math.MaxInt32)) }
	p.Substeps, p.Iterations, p.Forward, p.Warm, p.Tolerance = whole("substeps"), whole("iterations"), t.Flag("forward"), t.Number("warm", 0), t.Number("tolerance", 0)
	p.SolverFaults(func(field, format string, args ...any) { f.FaultAt(t, strings.ToLower(field), format, args...) })
}

// checkSolver reports keys of the file that the solver does not support.
func (f *sceneFile) checkSolver(s *scene.Scene) {
	solver := s.Params.Integrator
	for _, lacking := range s.Params.Lacking() {
		f.Each(lacking.Name, func(t *parse.Table) { f.FaultIn(t, "%s", model.LackMessage(solver, lacking.Name)) })
		if key := strings.ReplaceAll(lacking.Name, " ", "_"); f.One("run").Value(key) != nil {
			f.FaultAt(f.One("run"), key, "%s", model.LackMessage(solver, lacking.Name))
		}
	}
	f.Each("contact", func(t *parse.Table) {
		if feature, lacks := contactFrom(t).Beyond(solver.Method()); lacks {
			f.FaultIn(t, "%s", model.LackMessage(solver, feature.String()))
		}
	})
	if solver.Method().Divides && s.Params.Collision.Spans() {
		f.FaultAt(f.One("collision"), "touches", "%s", model.LackMessage(solver, "collision of springs and triangles"))
	}
	if method := solver.Method(); method.Divides && !method.Spans {
		f.Each("contact", func(t *parse.Table) {
			if touches := contactFrom(t).Spans(); touches > model.TouchMasses {
				f.FaultAt(t, "touches", "%s", model.LackMessage(solver, "contact that touches "+touches.String()))
			}
		})
	}
}

// These are the numbers of still when a file gives none.
const (
	stillSpeed = 1e-3 // [m/s]
	stillTime  = 0.5  // [s]
)

// endings are the conditions that end a run, each with its keys and with those of them that
// it cannot do without.
var endings = []struct {
	word         string
	keys, needed []string
}{
	{physics.Still, []string{"still_speed", "still_time"}, nil},
	{physics.Fell, []string{"fall_height"}, []string{"fall_height"}},
	{physics.Left, []string{"leave_radius"}, []string{"leave_radius"}},
}

// setUntil sets the conditions that end a run early.
func (f *sceneFile) setUntil(s *scene.Scene) {
	t := f.One("run")
	list := t.Texts("until")
	for i, word := range list {
		if slices.Contains(list[:i], word) {
			f.FaultAt(t, "until", "until names %q twice; leave one out", word)
		}
	}
	for _, e := range endings {
		wanted := slices.Contains(list, e.word)
		for _, key := range e.keys {
			if !wanted && t.Value(key) != nil {
				f.FaultAt(t, key, "%s belongs to until = [%q], which is missing; add it, or leave %s out", key, e.word, key)
			}
		}
		for _, key := range e.needed {
			if wanted && t.Value(key) == nil {
				f.FaultAt(t, "until", "%q needs %s; give it", e.word, key)
			}
		}
	}
	if len(list) == 0 {
		return
	}
	s.Until = physics.Until{Words: list, FallHeight: t.Number("fall_height", 0), LeaveRadius: t.Number("leave_radius", 0)}
	if slices.Contains(list, physics.Still) {
		s.Until.StillSpeed, s.Until.StillTime = t.Number("still_speed", stillSpeed), t.Number("still_time", stillTime)
	}
}

// addControl closes the loop of a scene that is whole.
func (f *sceneFile) addControl(s *scene.Scene, folder string) {
	s.Control = makeControl(f.File, controlNeeds{Model: s.Model, Params: s.Params, Seed: s.Seed, Factors: &s.Params.MassFactors,
		Masses: func(t *parse.Table) []uint32 { return f.massesOf(t, s.Model) },
		Numbers: func(t *parse.Table, key string) []float64 {
			path, err := inside(folder, t.Text(key))
			var numbers []float64
			if err == nil {
				numbers, err = format.ReadNumbers(path)
			}
			if err != nil {
				f.FaultAt(t, key, "%s: %v", key, err)
			}
			return numbers
		}})
}
