package gpu

import (
	"fmt"

	"hooke/shaders"
)

// rungeKutta steps with RK4, a pass a stage.
type rungeKutta struct{ stages [4]*pass }

func (s *rungeKutta) make(m massPasses) (err error) {
	for k := range s.stages {
		name := fmt.Sprintf("%sstage-%d", m.prefix, k+1)
		if s.stages[k], err = m.gathering.with("STAGE", k+1).make(name, shaders.Stages, m.over, m.withStage(m.gather), m.outputs...); err != nil {
			return err
		}
	}
	return nil
}

func (s *rungeKutta) order(forces []*pass) []*pass { return append(forces, s.stages[:]...) }

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

func (s *rungeKutta) center(k passMaker, over extent, gather []slot, stage slot) (*pass, error) {
	return k.with("STAGE", len(s.stages)).make("center", shaders.Stages, over, append(gather, stage))
}
