package sim

import (
	"errors"

	"hooke/control"
)

// Act gives the action for the boundary that comes next, or is now: a number for each input of the scene. A Sim that was
// opened with Host steps up to the end of that period, and no further without the next action (docs/control.md).
func (s *Sim) Act(u []float64) error {
	loop, err := s.loop()
	if err != nil {
		return err
	}
	if s.edges == nil {
		return errors.New("controllers act alone here; open it with the option host")
	}
	return loop.Act(s.next(loop), u)
}

// next is the boundary that is now, or comes next.
func (s *Sim) next(loop *control.Loop) int64 {
	b := loop.Boundary()
	if loop.Passed(b) {
		b++
	}
	return b
}

// Period is how many steps lie between two boundaries; 0: the scene has no control.
func (s *Sim) Period() int64 {
	if spec := s.scene.Control; spec.Controls() {
		return int64(spec.Period)
	}
	return 0
}

// loop is the loop around the engine.
func (s *Sim) loop() (*control.Loop, error) {
	if s.engine == nil {
		return nil, ErrClosed
	}
	if loop := control.Of(s.engine); loop != nil {
		return loop, nil
	}
	return nil, errors.New("the scene has no control; give its scene file an [[input]] (docs/control.md)")
}

// loopQuantities are the readable quantities of the control of a scene.
func loopQuantities() []Quantity {
	return []Quantity{{"sensors", "numbers of all sensors at the last boundary, in the order of the scene", false,
		func(s *Sim) Array {
			width := 0
			if loop, err := s.loop(); err == nil {
				width = loop.Width()
			}
			return Array{Float64, []int64{int64(width)}}
		},
		func(s *Sim, dst any) error {
			loop, err := s.loop()
			if err != nil {
				return err
			}
			return loop.Recent(dst.([]float64)[:loop.Width()])
		}}}
}
