package session

import (
	"errors"
	"os"
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
	"hooke/viewer/draw"
)

// runKeys are the keys that change a run or what its engine keeps, and lookKeys all others but
// those that leave the window or write files.
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
		by, err := model.ParseIntegrator(solver)
		must.Do(t, err)
		choice.Integrator = by
	}
	return sessionWith(t, name, choice, Recording{}, presets...)
}

// sessionWith is sessionOf with other choices, and with what films and pictures are written by.
func sessionWith(t *testing.T, name string, choice scene.Options, record Recording, presets ...string) *Session {
	t.Helper()
	shown, err := open.Scene(presets[0], choice)
	if len(presets) > 1 {
		shown, err = open.SideBySide(presets, choice)
	}
	skipUnsolved(t, err)
	must.Do(t, err)
	o, err := Options{Width: 400, Height: 300, Recording: record, Subject: draw.Subject{Model: shown.Model, Params: shown.Params, Start: shown.Start},
		New: func(ctx *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error) {
			e, _, err := engine.NewDrawn(name, ctx, m, p, engine.Options{GPU: gpu.Options{Drawing: true, KeepLastGood: true}, Threads: 1})
			return e, err
		}}.WithDefaults()
	must.Do(t, err)
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
	if errors.Is(err, model.ErrRefused) || err != nil && (strings.Contains(err.Error(), "use --solver") || strings.Contains(err.Error(), "the solver ")) {
		t.Skip(err)
	}
}

// turnRound is one round of the window's loop, without its picture.
func (s *Session) turnRound() error {
	s.Tend(time.Now())
	return errors.Join(s.Advance(), s.failed)
}

// Any two keys may be pressed one after the other, at the start of a run and after a reset, paused
// or not: the window goes on, and so does the run.
func TestAnyTwoKeysAfterAReset(t *testing.T) {
	keys, cases := runKeys(), [][]string{{"cpu", "", "curtain"}, {"cpu", "", "helix"}, {"cpu", "", "quadruped", "crawler"}, {"cpuref", "implicit-euler", "cube"}, {"gpu", "", "cube"}, {"cpuref", "", "cube"}}
	if os.Getenv("HOOKE_LONG") != "" {
		keys, cases = append(keys, lookKeys()...), nil
		for _, preset := range []string{"cube", "curtain", "helix", "crawler", "walker", "cloth", "hinge", "net", "flag", "boxes"} {
			cases = append(cases, []string{"cpu", "", preset})
		}
		for _, solver := range model.Solvers() {
			for _, name := range engine.Names() {
				if model.Support(model.PlainSprings, solver, name, model.Single) > model.None {
					cases = append(cases, []string{name, solver.String(), "cube"})
				}
			}
		}
	}
	for _, c := range cases {
		t.Run(strings.Join(c, " "), func(t *testing.T) {
			s := sessionOf(t, c[0], c[1], c[2:]...)
			for _, first := range keys {
				for _, second := range keys {
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
