package gpu

import (
	"fmt"

	"hooke/gpu/pass"
	"hooke/shaders"
)

// euler steps with symplectic or explicit Euler, which the shader tells apart.
type euler struct {
	integrate *pass.Pass
	by        centering
}

func (s *euler) make(m massPasses) (err error) {
	s.integrate, err = m.gathering.Make(m.prefix+"integrate", shaders.Integrate, m.over, m.gather, m.outputs...)
	return err
}

func (s *euler) order(forces []*pass.Pass) []*pass.Pass { return append(forces, s.integrate) }

func (s *euler) advance(e *Engine, row int) {
	e.forces(row)
	e.move(s.integrate)
	e.guideMasses(row + 1)
}

func (s *euler) centered() centering { return s.by }

func (s *euler) center(k pass.Maker, over pass.Extent, gather []pass.Slot, _ pass.Slot) (*pass.Pass, error) {
	return k.Make("center", shaders.Integrate, over, gather)
}

// verlet steps with velocity Verlet. One drift comes before the forces of a step and one
// kick after; prime makes the acceleration that the first drift needs.
type verlet struct{ prime, drift, kick *pass.Pass }

func (s *verlet) make(m massPasses) (err error) {
	if s.prime, err = m.gathering.Make(m.prefix+"prime", shaders.Prime, m.over, m.withStage(m.gather)); err != nil {
		return err
	}
	if s.drift, err = m.inPlace.Make("drift", shaders.Drift, m.masses, m.withStage(m.state)); err != nil {
		return err
	}
	s.kick, err = m.gathering.Make(m.prefix+"kick", shaders.Kick, m.over, m.withStage(m.gather), m.outputs...)
	return err
}

func (s *verlet) order(forces []*pass.Pass) []*pass.Pass {
	return append([]*pass.Pass{s.prime, s.drift}, append(forces, s.kick)...)
}

func (s *verlet) advance(e *Engine, row int) {
	if !e.progress.primed {
		e.forces(row)
		e.move(s.prime)
		e.progress.primed = true
	}
	e.move(s.drift)
	e.guideMasses(row + 1)
	e.forces(row + 1)
	e.centerStep()
	e.move(s.kick)
	e.guideMasses(row + 1)
}

func (s *verlet) centered() centering { return centeredSeen }

func (s *verlet) center(k pass.Maker, over pass.Extent, gather []pass.Slot, stage pass.Slot) (*pass.Pass, error) {
	return k.Make("center", shaders.Kick, over, append(gather, stage))
}

// rungeKutta steps with RK4, a pass a stage.
type rungeKutta struct{ stages [4]*pass.Pass }

func (s *rungeKutta) make(m massPasses) (err error) {
	for k := range s.stages {
		name := fmt.Sprintf("%sstage-%d", m.prefix, k+1)
		if s.stages[k], err = m.gathering.With("STAGE", k+1).Make(name, shaders.Stages, m.over, m.withStage(m.gather), m.outputs...); err != nil {
			return err
		}
	}
	return nil
}

func (s *rungeKutta) order(forces []*pass.Pass) []*pass.Pass { return append(forces, s.stages[:]...) }

func (s *rungeKutta) advance(e *Engine, row int) {
	for k, stage := range s.stages {
		e.forces(row + (k+1)/2)
		if k == len(s.stages)-1 {
			e.centerStep()
		}
		e.move(stage)
		e.guideMasses(row + (k+2)/2) // where the stage has moved to
	}
}

func (s *rungeKutta) centered() centering { return centeredPower }

func (s *rungeKutta) center(k pass.Maker, over pass.Extent, gather []pass.Slot, stage pass.Slot) (*pass.Pass, error) {
	return k.With("STAGE", len(s.stages)).Make("center", shaders.Stages, over, append(gather, stage))
}
