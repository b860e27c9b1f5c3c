package serve

import (
	"hooke/sim"
	"hooke/sim/env"
)

// mostInputs returns how many bytes an action may have.
func mostInputs(s *session, r *request) (int64, error) {
	_, h, err := s.sim(r)
	if err != nil {
		return 0, err
	}
	if all := env.RobotsOf(h.Object); all != nil {
		return 8 * int64(all.Members()) * int64(all.Inputs()), nil
	}
	if one, err := h.structure(); err == nil && one.Scene().Control != nil {
		return 8 * int64(len(one.Scene().Control.Inputs)), nil
	}
	return 0, nil
}

func (s *session) act(c call) error {
	u, err := listed[float64](c.request, "values", "numbers")
	if err != nil {
		return err
	}
	return s.with(c.request, func(h *held) error {
		stepper, err := h.stepper()
		if err != nil {
			return err
		}
		return sim.Wrong(stepper.Act(u))
	})
}

func (s *session) sense(c call) error {
	return s.with(c.request, func(h *held) error { return s.addSensors(c.to, h) })
}

// addSensors adds the numbers of all sensors to an answer: of one structure in its line, of members as a block.
func (s *session) addSensors(a *answer, h *held) error {
	if _, err := h.structure(); err != nil {
		return s.addBlocks(a, h, []string{"sensors"})
	}
	_, y, err := s.quantity(a, h, "sensors")
	if err == nil {
		a.addNumbers("sensors", y.([]float64))
	}
	return err
}

func (s *session) period(c call) error {
	u, err := listed[float64](c.request, "values", "numbers")
	if err != nil {
		return err
	}
	names, err := c.names("read")
	if err != nil {
		return err
	}
	_, h, err := s.sim(c.request)
	if err != nil {
		return err
	}
	if err := h.thread.Do(func() error { return h.known(names) }); err != nil {
		return err
	}
	if e, ok := h.Object.(*env.Env); ok {
		return h.thread.Do(func() error { return s.play(c.to, h, e, u, names) })
	}
	stepper, err := h.stepper()
	if err != nil {
		return err
	}
	if err := h.thread.Do(func() error { return sim.Wrong(stepper.Act(u)) }); err != nil {
		return err
	}
	if err := h.steps(c, stepper, stepper.Period()); err != nil {
		return err
	}
	return h.thread.Do(func() error {
		if len(names) > 0 {
			return s.addBlocks(c.to, h, names)
		}
		return s.addSensors(c.to, h)
	})
}

// mostMask returns how many bytes a mask with seeds may have.
func mostMask(s *session, r *request) (int64, error) {
	_, h, err := s.sim(r)
	if err != nil {
		return 0, err
	}
	if all := env.RobotsOf(h.Object); all != nil {
		return (1 + 8) * int64(all.Members()), nil
	}
	return 0, nil
}

func (s *session) reset(c call) error {
	mask, err := optional[bool](c.request, "mask", "true and false")
	if err != nil {
		return err
	}
	seeds, err := optional[uint64](c.request, "seeds", "whole numbers")
	if err != nil {
		return err
	}
	return s.with(c.request, func(h *held) error {
		e, ok := h.Object.(*env.Env)
		if ok {
			seen, err := s.blank(c.to, "seen", sim.Float32, e.Count(), e.Observations())
			if err != nil {
				return err
			}
			return e.Reset(mask, seeds, seen.([]float32))
		}
		if seeds != nil {
			return sim.Wrongf("seeds are of environments")
		}
		return env.Reset(h.Object, mask)
	})
}

// play takes a period of environments, and adds what they show to an answer, with other quantities.
func (s *session) play(a *answer, h *held, e *env.Env, action []float64, names []string) error {
	u := make([]float32, len(action))
	for i, x := range action {
		u[i] = float32(x)
	}
	seen, err := s.blank(a, "seen", sim.Float32, e.Count(), e.Observations())
	if err != nil {
		return err
	}
	rewards, err := s.blank(a, "rewards", sim.Float64, e.Count())
	if err != nil {
		return err
	}
	terminated, err := s.blank(a, "terminated", sim.Uint8, e.Count())
	if err != nil {
		return err
	}
	truncated, err := s.blank(a, "truncated", sim.Uint8, e.Count())
	if err != nil {
		return err
	}
	if err := e.Step(u, seen.([]float32), rewards.([]float64), terminated.([]uint8), truncated.([]uint8)); err != nil {
		return err
	}
	if e.Autoreset() == env.SameStep {
		a.addBlock("final", sim.Array{Type: sim.Float32, Shape: a.blocks[0].Shape}, e.Final())
	}
	return s.addBlocks(a, h, names)
}
