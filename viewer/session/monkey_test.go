package session

import (
	"fmt"
	"image"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/preset"
)

// monkey presses keys, drags, turns the wheel, types numbers and resizes the window, at random by a
// seed, so that a fault comes again.
type monkey struct {
	*rand.Rand
	s    *Session
	did  []string // the last acts, for messages
	down bool     // whether it holds the button
}

// act does one thing.
func (m *monkey) act() error {
	place := func() (x, y float64) { return 1.6 * (m.Float64() - 0.5), 1.2 * (m.Float64() - 0.5) }
	x, y := place()
	what := ""
	switch dice := m.Float64(); {
	case dice < 0.55:
		keys := append(append(runKeys(), lookKeys()...), "page up", "left", "=", "h", "f9", "shift f9", "f12", "2", "3", "escape", "F5", "ctrl", "é")
		key := keys[m.IntN(len(keys))]
		what = "key " + key
		m.s.Typed(key)
	case dice < 0.62:
		what = "number " + []string{"12.5", "1e300", "-1", "nan", "99999999999", "."}[m.IntN(6)]
		for _, key := range strings.TrimPrefix(what, "number ") {
			m.s.Typed(string(key))
		}
		m.s.Typed([]string{"enter", "tab", "backspace", "delete"}[m.IntN(4)])
	case dice < 0.75:
		what = fmt.Sprintf("press %.2f %.2f", x, y)
		m.s.Press(x, y, m.IntN(4) == 0)
		m.down = true
	case dice < 0.85:
		what = fmt.Sprintf("move %.2f %.2f", x, y)
		m.s.Move(x, y)
	case dice < 0.90 && m.down:
		what, m.down = "release", false
		m.s.Release()
	case dice < 0.93:
		what = "drag"
		m.s.Drag(x, y, m.IntN(2) == 0)
	case dice < 0.97:
		what = "wheel"
		m.s.Wheel(float64(m.IntN(9)-4), x, y)
	default:
		size := [][2]int{{400, 300}, {1, 1}, {900, 40}, {40, 700}, {640, 480}, {200, 200}}[m.IntN(6)]
		what = fmt.Sprintf("size %d × %d", size[0], size[1])
		if err := m.s.Draw(size[0], size[1], []float64{1, 1, 2, 0.5}[m.IntN(4)]); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
	}
	m.did = append(m.did, what)
	m.did = m.did[max(0, len(m.did)-40):]
	m.s.Turn(time.Now())
	return m.s.turnRound()
}

// A monkey at the window ends neither the program nor the run, whichever preset is shown and
// whichever solver steps it.
func TestMonkey(t *testing.T) {
	long := os.Getenv("HOOKE_LONG") != ""
	type play struct {
		preset, engine string
		solver         model.Integrator
	}
	var plays []play
	for i, p := range preset.All() {
		solvers := model.Solvers()
		if !long {
			solvers = solvers[i%len(solvers):][:1]
		}
		for _, solver := range solvers {
			plays = append(plays, play{p.Name, []string{"cpu", "gpu", "cpuref"}[(i+int(solver))%3], solver})
		}
	}
	acts, until := 40, time.Now()
	if !long {
		plays = plays[:4]
	} else {
		acts, until = 100, time.Now().Add(5*time.Minute)
	}
	played := 0
	for round := uint64(0); round == 0 || time.Now().Before(until); round++ {
		for i, c := range plays {
			t.Run(fmt.Sprintf("%s %v %s %d", c.preset, c.solver, c.engine, round), func(t *testing.T) {
				choice := scene.Options{Integrator: c.solver}
				if c.preset == "lattice" || c.preset == "canon" || c.preset == "spot" {
					choice.Springs = 3000
				}
				folder := t.TempDir()
				record := Recording{Still: func(*image.RGBA) (string, error) { return folder + "/x.png", nil }}
				m := &monkey{Rand: rand.New(rand.NewPCG(round, uint64(i))), s: sessionWith(t, c.engine, choice, record, c.preset)}
				for range acts {
					if err := m.act(); err != nil {
						t.Fatalf("%v after %s", err, strings.Join(m.did, ", "))
					}
					if m.s.Left() {
						m.s.quit = false // it continues where a person has left
					}
				}
				m.s.Release()
				must.Do(t, m.s.Draw(400, 300, 1))
				must.Do(t, m.s.Key("r"))
				must.Do(t, m.s.Engine.Finish())
				played++
			})
		}
	}
	must.Hold(t, played >= len(plays)/2, "%d of %d plays were played: the engines refuse the others", played, len(plays))
}
