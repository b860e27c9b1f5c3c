package session

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"hooke/engine"
	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
	"hooke/scene/preset"
	"hooke/viewer/draw"
)

// runKeys are the keys that change a run or the settings of its engine, and lookKeys all others but those
// that leave the window or write files.
func runKeys() []string {
	return []string{"space", "s", "r", "b", "e", "j", "z", "+", "-", "n", "p", "k", "w", "right"}
}

func lookKeys() []string {
	return []string{"tab", "f", "o", "1", "4", "?", "u", "x", "d", "[", "]", "t", "c", "v", "l", "a", "y", "m", "g", "i", "up", "down", "page down"}
}

// sessionOf is a session of presets, side by side, which an engine steps with a solver in the
// background; an empty solver is that of the presets.
func sessionOf(t *testing.T, name, solver string, presets ...string) *Session {
	t.Helper()
	choice := scene.Options{}
	if solver != "" {
		by := must.Get(model.ParseIntegrator(solver))(t)
		choice.Integrator = by
	}
	return sessionWith(t, name, choice, Recording{}, presets...)
}

// sessionWith is sessionOf with other choices, and with the writers of films and pictures.
func sessionWith(t *testing.T, name string, choice scene.Options, record Recording, presets ...string) *Session {
	t.Helper()
	shown, err := open.Scene(presets[0], choice)
	if len(presets) > 1 {
		shown, err = open.SideBySide(presets, choice)
	}
	skipUnsolved(t, err)
	must.Do(t, err)
	o := must.Get(Options{Width: 400, Height: 300, Recording: record, Subject: draw.Subject{Model: shown.Model, Params: shown.Params, Start: shown.Start},
		New: func(ctx *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error) {
			e, _, err := engine.NewDrawn(name, ctx, m, p, engine.Options{GPU: gpu.Options{Drawing: true, KeepLastGood: true}, Threads: 1})
			return e, err
		}}.WithDefaults())(t)
	s, err := New(gltest.New(t), o)
	skipUnsolved(t, err)
	must.Do(t, err)
	t.Cleanup(s.Close)
	must.Do(t, s.Draw(o.Width, o.Height, 1))
	return s
}

// skipUnsolved skips a test where an engine lacks the solver, or the solver a material or a load.
func skipUnsolved(t *testing.T, err error) {
	t.Helper()
	if errors.Is(err, model.ErrUnsupported) || err != nil && (strings.Contains(err.Error(), "use --solver") || strings.Contains(err.Error(), "the solver ")) {
		t.Skip(err)
	}
}

// turnRound is one round of the window's loop, without its picture.
func (s *Session) turnRound() error {
	s.Tend(time.Now())
	return errors.Join(s.Advance(), s.failed)
}

// pressed is a run whose keys are pressed, two by two: presets side by side, which an engine steps.
type pressed struct {
	engine  string
	solver  string // of the presets if empty
	presets []string
}

// String names the run.
func (p pressed) String() string {
	return strings.Join(append([]string{p.engine, p.solver}, p.presets...), " ")
}

// session opens the run. Presets which have a size are small.
func (p pressed) session(t *testing.T) *Session {
	if len(p.presets) > 1 || !slices.Contains(preset.Of(p.presets[0]).Accepts, "springs") || p.solver == "" {
		return sessionOf(t, p.engine, p.solver, p.presets...)
	}
	by := must.Get(model.ParseIntegrator(p.solver))(t)
	return sessionWith(t, p.engine, scene.Options{Integrator: by, Springs: 600}, Recording{}, p.presets...)
}

// allPressed lists every preset with every solver, on the fastest engine on processors which has
// the solver, and a cube with every solver on each engine.
func allPressed() (list []pressed) {
	for _, solver := range model.Solvers() {
		engines := slices.DeleteFunc(engine.Names(), func(name string) bool {
			return model.Support(model.PlainSprings, solver, name, model.Single) == model.None
		})
		for _, name := range engines {
			list = append(list, pressed{name, solver.String(), []string{"cube"}})
		}
		fastest := "cpuref"
		if slices.Contains(engines, "cpu") {
			fastest = "cpu"
		}
		for _, name := range preset.Names() {
			if name != "cube" {
				list = append(list, pressed{fastest, solver.String(), []string{name}})
			}
		}
	}
	return append(list, pressed{"cpu", "", []string{"quadruped", "crawler"}})
}

// Any two keys may be pressed one after the other, at the start of a run and after a reset, paused
// or not: the window continues, and so does the run. The long form goes through allPressed; keys that
// only look meet each other with the first solver alone. In the short form a run has every fourth pair,
// and the others have the rest.
func TestAnyTwoKeysAfterAReset(t *testing.T) {
	keys, look := runKeys(), []string(nil)
	cases := []pressed{{"cpu", "", []string{"quadruped", "crawler"}}, {"cpuref", "implicit-euler", []string{"cube"}}, {"gpu", "", []string{"cube"}}, {"cpuref", "", []string{"cube"}}}
	if must.Long() {
		look, cases = lookKeys(), allPressed()
		keys = append(keys, look...)
	}
	for run, c := range cases {
		t.Run(c.String(), func(t *testing.T) {
			s := c.session(t)
			for i, first := range keys {
				for j, second := range keys {
					if !must.Long() && (i+j+run)%len(cases) > 0 {
						continue
					}
					if c.solver != model.Solvers()[0].String() && slices.Contains(look, first) && slices.Contains(look, second) {
						continue
					}
					for _, key := range []string{"r", first, second} {
						s.Typed(key)
						if err := s.turnRound(); err != nil {
							t.Fatalf("%s after r, %s: %v", second, first, err)
						}
					}
				}
				must.Do(t, s.Draw(400, 300, 1))
			}
			must.Do(t, s.Key("r"))
			s.run(t, 3)
			must.Do(t, s.Engine.Finish())
		})
	}
}
