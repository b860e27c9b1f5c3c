package gpu

import "hooke/shaders"

// euler steps with symplectic or explicit Euler, which the shader tells apart.
type euler struct {
	integrate *pass
	by        centering
}

func (s *euler) make(m massPasses) (err error) {
	s.integrate, err = m.gathering.make(m.prefix+"integrate", shaders.Integrate, m.over, m.gather, m.outputs...)
	return err
}

func (s *euler) order(forces []*pass) []*pass { return append(forces, s.integrate) }

func (s *euler) advance(e *Engine, row int) {
	e.forces(row)
	e.move(s.integrate)
	e.guideMasses(row + 1)
}

func (s *euler) centered() centering { return s.by }

func (s *euler) center(k passMaker, over extent, gather []slot, _ slot) (*pass, error) {
	return k.make("center", shaders.Integrate, over, gather)
}
