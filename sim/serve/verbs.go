package serve

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"hooke/sim"
	"hooke/sim/env"
	"hooke/sim/robots"
)

// verb is a request by its name.
type verb struct {
	name, meaning string
	fields        []string                                    // beside id, do, bytes and blocks
	blocks        []string                                    // names of the blocks that it takes; nil: any
	most          func(s *session, r *request) (int64, error) // how many bytes it takes; nil: none
	do            func(s *session, c call) error
}

// call is a request under way.
type call struct {
	context.Context // ends by an interrupt
	*request
	to *answer
}

// verbs returns all requests, in the order of a session.
func verbs() []verb {
	values := []string{"values"}
	return []verb{
		{name: "about", meaning: "list requests, engines, quantities and fields", do: (*session).about},
		{name: "open", meaning: "open a preset, scene file, mesh file or checkpoint; a number of members of a scene, or of environments", fields: []string{"name", "options", "members", "environments"}, do: (*session).openScene},
		{name: "arrays", meaning: "open a structure of arrays, which follow as blocks", fields: []string{"name", "options"}, most: mostArrays, do: (*session).openArrays},
		{name: "info", meaning: "describe a structure", fields: []string{"sim"}, do: (*session).info},
		{name: "step", meaning: "take n steps (default 1)", fields: []string{"sim", "n"}, do: (*session).step},
		{name: "read", meaning: "send quantities as blocks", fields: []string{"sim", "what"}, do: (*session).read},
		{name: "act", meaning: "give the action of the next period", fields: []string{"sim", "values"}, blocks: values, most: mostInputs, do: (*session).act},
		{name: "sense", meaning: "send the numbers of all sensors", fields: []string{"sim"}, do: (*session).sense},
		{name: "period", meaning: "act, take the steps of a period, sense", fields: []string{"sim", "values", "read"}, blocks: values, most: mostInputs, do: (*session).period},
		{name: "set", meaning: "set a field that may change during a run", fields: []string{"sim", "field", "values"}, blocks: values, most: mostValues, do: (*session).set},
		{name: "place", meaning: "put all masses at positions, with velocities", fields: []string{"sim"}, blocks: []string{"positions", "velocities"}, most: mostPlaces, do: (*session).place},
		{name: "reset", meaning: "go back to the start, or begin episodes; of members or environments at which a mask holds", fields: []string{"sim", "mask", "seeds"}, blocks: []string{"mask", "seeds"}, most: mostMask, do: (*session).reset},
		{name: "save", meaning: "write the state to a file", fields: []string{"sim", "path"}, do: (*session).save},
		{name: "restore", meaning: "continue from a file", fields: []string{"sim", "path"}, do: (*session).restore},
		{name: "close", meaning: "release a structure", fields: []string{"sim"}, do: (*session).closeSim},
	}
}

// sim returns the structure of a request. Without "sim" it is the one that is open.
func (s *session) sim(r *request) (number int64, h *held, err error) {
	given, err := r.take("sim", "the number of an open structure", &number)
	if err != nil {
		return 0, nil, err
	}
	if !given && len(s.sims) == 1 {
		for number, h = range s.sims {
		}
		return number, h, nil
	}
	if h = s.sims[number]; h != nil {
		return number, h, nil
	}
	var open []int64
	for n := range s.sims {
		open = append(open, n)
	}
	slices.Sort(open)
	var list []string
	for _, n := range open {
		list = append(list, strconv.FormatInt(n, 10))
	}
	switch {
	case len(list) == 0:
		return 0, nil, sim.Wrongf("no structure is open; \"open\" opens one")
	case !given:
		return 0, nil, sim.Wrongf("\"sim\" is missing; open are %s", strings.Join(list, ", "))
	}
	return 0, nil, sim.Wrongf("sim %d is not open; open are %s", number, strings.Join(list, ", "))
}

// structure returns the structure that is held alone.
func (h *held) structure() (*sim.Sim, error) {
	if one, ok := h.Object.(*sim.Sim); ok {
		return one, nil
	}
	return nil, sim.Wrongf("this is for one structure; it has several members")
}

// with calls f with the structure of a request, where calls belong.
func (s *session) with(r *request, f func(h *held) error) error {
	_, h, err := s.sim(r)
	if err != nil {
		return err
	}
	return h.thread.Do(func() error { return f(h) })
}

// about describes the program.
func (s *session) about(c call) error {
	requests := map[string]string{}
	for _, v := range verbs() {
		requests[v.name] = v.meaning
	}
	about := sim.About()
	about["requests"], about["robots"] = requests, robots.Quantities()
	return c.to.add("about", about)
}

// describe adds a structure to an answer.
func describe(a *answer, number int64, h *held) error {
	if err := a.add("sim", number); err != nil {
		return err
	}
	return h.thread.Do(func() error { return a.add("info", env.Describe(h.Object)) })
}

func (s *session) info(c call) error {
	number, h, err := s.sim(c.request)
	if err != nil {
		return err
	}
	return describe(c.to, number, h)
}

func (s *session) save(c call) error { return s.file(c, (*sim.Sim).Save) }

func (s *session) restore(c call) error { return s.file(c, (*sim.Sim).Restore) }

// file calls a method of a structure with a path.
func (s *session) file(c call, do func(*sim.Sim, string) error) error {
	path, err := c.text("path", "a file that ends in "+sim.FinalEnd+" or "+sim.CheckpointEnd)
	if err != nil {
		return err
	}
	return s.with(c.request, func(h *held) error {
		one, err := h.structure()
		if err != nil {
			return err
		}
		return do(one, path)
	})
}

func (s *session) closeSim(c call) error {
	number, _, err := s.sim(c.request)
	if err == nil {
		s.release(number)
	}
	return err
}
