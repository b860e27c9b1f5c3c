package preset_test

import (
	"math"
	"testing"

	"hooke/control"
	"hooke/engine"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/scene"
)

// A robot with its controller goes farther along its way in 4 s than without, by the share that docs/control.md tells, and
// not with a controller that is told the opposite, as the snake's is in the short form.
func TestControllersHelp(t *testing.T) {
	for _, robot := range []struct {
		name   string
		side   int     // axis of its way
		factor float64 // at least
		spoil  func(c *control.Controller)
	}{
		{"quadruped", 0, 1.15, func(c *control.Controller) {
			for i := range c.Feedback {
				c.Feedback[i] *= -2
			}
		}},
		{"snake", 1, 1.2, func(c *control.Controller) { c.Gain[0] = -1 }},
		{"crawler", 0, 1.15, func(c *control.Controller) { c.Weights[0], c.Weights[3] = -c.Weights[0], -c.Weights[3] }},
	} {
		way := func(change func(s *scene.Scene)) float64 {
			t.Helper()
			s := open(t, robot.name, scene.Options{})
			change(s)
			e := must.Get(engine.New(engine.CPU, s.Model, s.Params, engine.Options{Start: s.Start, Control: s.Control}))(t)
			defer e.Close()
			must.Do(t, e.Step(int(math.Ceil(4/s.Params.DT))))
			end := modeltest.Snapshot(t, e)
			sum := 0.
			for i, x := range end.Position {
				sum += float64(x[robot.side]) - s.Start.Position[i][robot.side]
			}
			return sum / float64(len(end.Position))
		}
		without := way(func(s *scene.Scene) { s.Control = nil })
		with := way(func(*scene.Scene) {})
		spoiled := 0.
		if must.Long() || robot.name == "snake" {
			spoiled = way(func(s *scene.Scene) { robot.spoil(&s.Control.Controllers[0]) })
		}
		t.Logf("%s: %.3f m/s with its controller, %.3f m/s without, %.3f m/s with the opposite", robot.name, with/4, without/4, spoiled/4)
		if with < robot.factor*without || spoiled > with/1.05 {
			t.Errorf("%s: %.3f m with its controller, %.3f m without, %.3f m with the opposite", robot.name, with, without, spoiled)
		}
	}
}
