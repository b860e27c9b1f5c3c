package serve

import (
	"context"

	"hooke/engine"
	"hooke/files/npy"
	"hooke/sim"
	"hooke/sim/env"
	"hooke/sim/robots"
)

// asked says what a request opens.
type asked struct {
	name                  string
	arrays                []npy.Array // nil: the name is that of a scene
	members, environments int         // of which there is one at most; both 0: one structure
	options               env.Options // as far as they are of what is opened
}

func (s *session) openScene(c call) (err error) {
	var a asked
	if a.name, err = c.text("name", "that of a preset or file"); err != nil {
		return err
	}
	for field, n := range map[string]*int{"members": &a.members, "environments": &a.environments} {
		given, err := c.take(field, "a whole number", n)
		if err != nil {
			return err
		}
		if given && (*n < 1 || *n > robots.MostMembers) {
			return sim.Wrongf("%s is %d; give 1 to %d", field, *n, robots.MostMembers)
		}
	}
	if a.members > 0 && a.environments > 0 {
		return sim.Wrongf("members and environments are both there; give one of them")
	}
	return s.keep(c, a)
}

// mostArrays returns how many bytes arrays may have: as many as the memory holds as they come, as numbers, and as a
// structure.
func mostArrays(_ *session, r *request) (int64, error) { return r.bytes, roomFor(r.bytes) }

func (s *session) openArrays(c call) error {
	a := asked{name: "arrays", arrays: []npy.Array{}}
	if _, err := c.take("name", "a text", &a.name); err != nil {
		return err
	}
	for _, b := range c.blocks {
		a.arrays = append(a.arrays, b.array())
	}
	return s.keep(c, a)
}

// parse reads options, which are those of what is opened.
func (a *asked) parse(text []byte) (err error) {
	o := &a.options
	switch {
	case a.environments > 0:
		*o, err = env.ParseOptions(text)
	case a.members > 0:
		o.Options, err = robots.ParseOptions(text)
	default:
		o.Options.Options, err = sim.ParseOptions(text)
	}
	return sim.Wrong(err)
}

// opened opens what is asked for.
func opened(ctx context.Context, a asked) (env.Object, error) {
	switch {
	case a.environments > 0:
		return env.OpenIn(ctx, a.name, a.environments, a.options)
	case a.members > 0:
		return robots.OpenIn(ctx, a.name, a.members, a.options.Options)
	case a.arrays != nil:
		return sim.OpenArrays(a.name, a.arrays, a.options.Options.Options)
	}
	return sim.OpenIn(ctx, a.name, a.options.Options.Options)
}

// keep opens something with the options of a request, and answers with its number and description.
func (s *session) keep(c call, a asked) error {
	if err := a.parse(c.field("options")); err != nil {
		return err
	}
	a.options.Program = s.program
	a.options.Listener = engine.Listener{Note: func(line string) { _ = s.to.note(line) }} // the answer that fails next ends the session
	h := &held{}
	var err error
	h.thread, err = sim.Begin(func() (stays bool, err error) {
		if h.Object, err = s.open(c, a); err != nil {
			return false, err
		}
		return h.OnThread(), nil
	})
	if err != nil {
		return err
	}
	s.last++
	s.sims[s.last] = h
	if err := describe(c.to, s.last, h); err != nil {
		s.release(s.last)
		return err
	}
	return nil
}
