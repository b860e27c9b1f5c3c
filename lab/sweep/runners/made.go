package runners

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"hooke/engine/origin"
	"hooke/lab/ensemble"
	"hooke/lab/sweep"
	"hooke/model"
	"hooke/physics"
	"hooke/scene"
)

// made is a job whose scene has been made.
type made struct {
	ensemble.Divided
	job   sweep.Job
	scene *scene.Scene // nil once the job waits for others of its kind
	start *model.State // nil: at rest
	until physics.Until
	steps int64
	lone  string // why it has an engine of its own; empty: it is stepped together with others

	far  bool // the start is far from the origin
	rest bool // the model starts so by itself
}

// key is the common data of members of one unit.
type key struct {
	kind  [sha256.Size]byte
	steps int64
}

func (m *made) key() key { return key{m.Key, m.steps} }

// member makes a job as a member of an ensemble, without a scene where the job is like another one. The error wraps errAlone where
// ensembles do not take it.
func (r *Together) member(j sweep.Job) (*made, error) {
	quick, like := r.quick(j)
	if quick != nil && r.alike.proved(like, &j) {
		return quick, nil
	}
	whole, err := r.made(j)
	switch {
	case err != nil:
	case quick != nil:
		r.alike.prove(like, quick, whole)
	default:
		r.learn(j, whole.Kind.Model.SpringCount())
	}
	return whole, err
}

// made makes the scene of a job and divides it. The error wraps errAlone where ensembles do not take it.
func (r *Together) made(j sweep.Job) (*made, error) {
	s, err := r.plan.Base.Scene(j.Settings)
	if err != nil {
		return nil, err
	}
	switch {
	case r.plan.Spec.Precision != r.maker.Precision.String():
		return nil, alone("precision %s: unsupported by ensembles", r.plan.Spec.Precision)
	case r.auto && s.Model.SpringCount() >= largeTogether:
		return nil, alone("%d springs: not quicker in ensembles", s.Model.SpringCount())
	}
	if err := r.supported(s); err != nil {
		return nil, err
	}
	s.Model.StateInArrays(s.Start)
	s.Model.InArrays()
	return r.divide(j, s, &made{})
}

// divide makes a job of its scene, which may share arrays with that of another one.
func (r *Together) divide(j sweep.Job, s *scene.Scene, like *made) (*made, error) {
	out := &made{job: j, scene: s, until: s.Until, steps: r.alone.StepsOf(s)}
	if like.scene != nil && s.Start == like.scene.Start && s.Start.Orientation == nil && &s.Model.RestPosition[0] == &like.scene.Model.RestPosition[0] {
		out.far, out.rest = like.far, like.rest
	} else {
		out.far, out.rest = origin.At(s.Start) != model.Vec3{}, atRest(s.Model, s.Start)
	}
	var err error
	if out.Divided, err = like.Again(s.Model, s.Params, s.Control); err != nil {
		return nil, fmt.Errorf("%w: %w", errAlone, err)
	}
	if !out.rest {
		out.start = s.Start
	}
	if out.lone = r.maker.Alone(out.Kind); out.lone == "" && out.far {
		out.lone = "a structure far from the origin"
	}
	return out, nil
}

// supported returns an error for a scene that the engine of ensembles does not support.
func (r *Together) supported(s *scene.Scene) error {
	name := r.plan.Spec.Engine
	if r.auto {
		name = model.EngineEnsemble
	}
	err := model.Unsupported(name, s.Model, s.Params, r.maker.Precision)
	switch {
	case err == nil:
		return nil
	case r.auto:
		return fmt.Errorf("%w: %w", errAlone, err)
	default:
		return fmt.Errorf("sweep: %w", err)
	}
}

func alone(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{errAlone}, args...)...)
}

// atRest reports whether a state is the one in which a model starts by itself.
func atRest(m *model.Model, s *model.State) bool {
	if s.Step != 0 || s.Time != 0 {
		return false
	}
	for i, x := range s.Position {
		if x != m.RestPosition[i] || s.Velocity[i] != (model.Vec3{}) {
			return false
		}
	}
	if s.Orientation == nil {
		return true
	}
	rest := m.Start()
	return slices.Equal(s.Orientation, rest.Orientation) && slices.Equal(s.AngularVelocity, rest.AngularVelocity)
}

// bytesOf returns the approximate memory of a model on the host.
func bytesOf(m *model.Model) int64 {
	return 33*int64(m.MassCount()) + 36*int64(m.SpringCount()) + 12*int64(len(m.Triangles))
}
