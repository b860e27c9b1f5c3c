package serve

import (
	"fmt"
	"time"

	"hooke/sim"
	"hooke/sim/env"
)

// look is the time between looks at interrupts: an answer to one comes within a few of them.
const look = 50 * time.Millisecond

func (s *session) step(c call) error {
	n := int64(1)
	if _, err := c.take("n", "a whole number of at least 0", &n); err != nil {
		return err
	}
	if n < 0 {
		return sim.Wrongf("n is %d; give a whole number of at least 0", n)
	}
	_, h, err := s.sim(c.request)
	if err != nil {
		return err
	}
	stepper, err := h.stepper()
	if err != nil {
		return err
	}
	return h.steps(c, stepper, n)
}

// stepper returns what is held as that which acts and steps one by one.
func (h *held) stepper() (env.Stepper, error) {
	if s, ok := h.Object.(env.Stepper); ok {
		return s, nil
	}
	return nil, sim.Wrongf("environments act and step by \"period\"")
}

// steps takes n steps, and adds to the answer how many were taken. An interrupt ends them early.
func (h *held) steps(c call, stepper env.Stepper, n int64) error {
	done := int64(0)
	err := h.thread.Do(func() error {
		for done < n {
			some, err := stepper.StepFor(n-done, look)
			if done += some; err != nil {
				return err
			}
			if c.Err() != nil && done < n {
				return fmt.Errorf("%w after %d of %d steps", errInterrupted, done, n)
			}
		}
		return nil
	})
	c.to.text = fmt.Appendf(c.to.text, `,"done":%d`, done)
	return err
}

// mostValues returns how many bytes the values of a field may have.
func mostValues(s *session, r *request) (int64, error) {
	const few = 8 << 20
	_, h, err := s.sim(r)
	if err != nil {
		return 0, err
	}
	if all := env.RobotsOf(h.Object); all != nil {
		return max(few, 8*int64(all.Members())*int64(len(all.Kind().Free))), roomFor(r.bytes)
	}
	return few, nil
}

func (s *session) set(c call) error {
	path, err := c.text("field", "a path such as gravity.z")
	if err != nil {
		return err
	}
	values, err := listed[float64](c.request, "values", "numbers")
	if err != nil {
		return err
	}
	return s.with(c.request, func(h *held) error { return sim.Wrong(env.Set(h.Object, path, values)) })
}

// mostPlaces returns how many bytes positions and velocities may have.
func mostPlaces(s *session, r *request) (int64, error) {
	_, h, err := s.sim(r)
	if err != nil {
		return 0, err
	}
	one, err := h.structure()
	if err != nil {
		return 0, err
	}
	most := 2 * 3 * 8 * int64(one.Masses())
	return most, roomFor(min(most, r.bytes))
}

func (s *session) place(c call) error {
	var at, moving []float64
	for _, b := range c.blocks {
		values, err := b.floats()
		if err != nil {
			return err
		}
		if b.Name == "positions" {
			at = values
		} else {
			moving = values
		}
	}
	return s.with(c.request, func(h *held) error {
		one, err := h.structure()
		if err != nil {
			return err
		}
		return sim.Wrong(one.Place(at, moving))
	})
}
