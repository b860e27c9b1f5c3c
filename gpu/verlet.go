package gpu

import "hooke/shaders"

// verlet steps with velocity Verlet. One drift comes before the forces of a step and one
// kick after; prime makes the acceleration that the first drift needs.
type verlet struct{ prime, drift, kick *pass }

func (s *verlet) make(m massPasses) (err error) {
	if s.prime, err = m.gathering.make(m.prefix+"prime", shaders.Prime, m.over, m.withStage(m.gather)); err != nil {
		return err
	}
	if s.drift, err = m.inPlace.make("drift", shaders.Drift, m.masses, m.withStage(m.state)); err != nil {
		return err
	}
	s.kick, err = m.gathering.make(m.prefix+"kick", shaders.Kick, m.over, m.withStage(m.gather), m.outputs...)
	return err
}

func (s *verlet) order(forces []*pass) []*pass {
	return append([]*pass{s.prime, s.drift}, append(forces, s.kick)...)
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

func (s *verlet) center(k passMaker, over extent, gather []slot, stage slot) (*pass, error) {
	return k.make("center", shaders.Kick, over, append(gather, stage))
}
