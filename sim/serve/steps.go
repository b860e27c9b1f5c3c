package serve

import (
	"encoding/json"
	"fmt"
	"time"
)

// look is the time between looks at interrupts: an answer to one comes within a few of them.
const look = 50 * time.Millisecond

func (s *session) step(c call) error {
	n := int64(1)
	if _, err := c.take("n", "a whole number of at least 0", &n); err != nil {
		return err
	}
	if n < 0 {
		return wrongf("n is %d; give a whole number of at least 0", n)
	}
	_, h, err := s.sim(c.request)
	if err != nil {
		return err
	}
	return s.steps(c, h, n)
}

// steps takes n steps, and adds to the answer how many were taken. An interrupt ends them early.
func (s *session) steps(c call, h *held, n int64) error {
	done := int64(0)
	err := h.thread.Do(func() error {
		for done < n {
			some, err := h.StepFor(n-done, look)
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

// numbers returns the values of a request: "values" in its line, or a block. A single number is one value.
func (r *request) numbers() ([]float64, error) {
	text := r.field("values")
	switch {
	case text != nil && r.blocks != nil:
		return nil, wrongf("values are in the line and in a block; give one of them")
	case len(text) > 0 && text[0] != '[':
		text = append(append(json.RawMessage("["), text...), ']')
	case text == nil && len(r.blocks) == 0:
		return nil, wrongf("\"values\" are missing; give a list of numbers, or a block")
	case text == nil:
		return r.blocks[0].floats()
	}
	var list []*float64
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, wrongf("values is %.60s; give a list of numbers", r.field("values"))
	}
	values := make([]float64, len(list))
	for i, x := range list {
		if x == nil {
			return nil, wrongf("value %d is null; give a number", i)
		}
		values[i] = *x
	}
	return values, nil
}

// mostInputs returns how many bytes an action may have.
func mostInputs(s *session, r *request) (int64, error) {
	_, h, err := s.sim(r)
	if err != nil {
		return 0, err
	}
	if spec := h.Scene().Control; spec != nil {
		return 8 * int64(len(spec.Inputs)), nil
	}
	return 0, nil
}

// mostValues returns how many bytes the values of a field may have.
func mostValues(*session, *request) (int64, error) { return 8 << 20, nil }

func (s *session) act(c call) error {
	u, err := c.numbers()
	if err != nil {
		return err
	}
	return s.with(c.request, func(h *held) error { return asWrong(h.Act(u)) })
}

// asWrong is an error that says what is wrong with a request.
func asWrong(err error) error {
	if err == nil {
		return nil
	}
	return wrongError{err}
}

func (s *session) sense(c call) error {
	return s.with(c.request, func(h *held) error { return s.addSensors(c.to, h) })
}

// addSensors adds the numbers of all sensors to an answer.
func (s *session) addSensors(a *answer, h *held) error {
	y, err := s.quantity(h, "sensors", 0)
	if err == nil {
		a.addNumbers("sensors", y.data.([]float64))
	}
	return err
}

func (s *session) period(c call) error {
	u, err := c.numbers()
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
	if err := h.thread.Do(func() error {
		for _, name := range names {
			if _, err := h.Shape(name); err != nil {
				return wrongError{err}
			}
		}
		return asWrong(h.Act(u))
	}); err != nil {
		return err
	}
	if err := s.steps(c, h, h.Period()); err != nil {
		return err
	}
	return h.thread.Do(func() error {
		if len(names) > 0 {
			return s.addBlocks(c.to, h, names)
		}
		return s.addSensors(c.to, h)
	})
}

func (s *session) set(c call) error {
	path, err := c.text("field", "a path such as gravity.z")
	if err != nil {
		return err
	}
	values, err := c.numbers()
	if err != nil {
		return err
	}
	return s.with(c.request, func(h *held) error { return asWrong(h.Field(path, values)) })
}

// mostPlaces returns how many bytes positions and velocities may have.
func mostPlaces(s *session, r *request) (int64, error) {
	_, h, err := s.sim(r)
	if err != nil {
		return 0, err
	}
	most := 2 * 3 * 8 * int64(h.Masses())
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
	return s.with(c.request, func(h *held) error { return asWrong(h.Place(at, moving)) })
}
