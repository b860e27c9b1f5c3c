package control_test

import (
	"math"
	"testing"

	"hooke/control"
	"hooke/engine"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// Two controlled robots side by side each go as they go alone; with the control of the first alone the second goes elsewhere.
func TestControlSideBySide(t *testing.T) {
	way := func(change func(s *scene.Scene), names ...string) (ways []model.Vec3) {
		t.Helper()
		s := must.Get(open.SideBySide(names, scene.Options{DT: 2e-4}))(t)
		if change != nil {
			change(s)
		}
		e := must.Get(engine.New(engine.CPU, s.Model, s.Params, engine.Options{Start: s.Start, Control: s.Control}))(t)
		defer e.Close()
		must.Do(t, e.Step(2000))
		end := stateOf(t, e)
		for part := range names {
			var sum model.Vec3
			n := len(end.Position) / len(names)
			for i := part * n; i < (part+1)*n; i++ {
				sum = sum.Add(end.Position[i].Sub(s.Start.Position[i]).Mul(1 / float64(n)))
			}
			ways = append(ways, sum)
		}
		return ways
	}
	alone, both := way(nil, "quadruped")[0], way(nil, "quadruped", "quadruped")
	for i, got := range both {
		if off := got.Sub(alone).Len(); off > 0.1*alone.Len() || alone.Len() < 0.005 {
			t.Errorf("robot %d goes %v m, alone %v m", i, got, alone)
		}
	}
	first := way(func(s *scene.Scene) {
		c := &s.Control.Controllers[1]
		c.Amplitude = make([]float64, len(c.Amplitude))
	}, "quadruped", "quadruped")
	if off := first[1].Sub(alone).Len(); off < 0.3*alone.Len() {
		t.Errorf("a second robot whose oscillators stand still goes %v m", first[1])
	}
	if _, err := open.SideBySide([]string{"snake", "walker", "crawler"}, scene.Options{}); err != nil {
		t.Error(err)
	}
}

// A contact whose velocity is an input goes on from where it is when the velocity changes, on all engines; a place that is
// the velocity times the time would jump.
func TestVelocityOfAContact(t *testing.T) {
	m := &model.Model{RestPosition: []model.Vec3{{0, 0, 0}}, Mass: []float64{1}, Materials: []model.Material{{}}}
	p := model.Params{DT: 1e-3, Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 4e4, 400)}}
	// The floor rises at 0.5 m/s from 0.2 s to 0.4 s.
	spec := &control.Spec{Period: 100, Inputs: []control.Input{{Name: "lift", Of: "contact[0].velocity_z"}},
		Sensors:     []control.Sensor{{Name: "t", What: control.Time}},
		Controllers: []control.Controller{{Kind: control.Reflex, Sensors: []int{0}, Inputs: []int{0}, Gain: []float64{0.5}, Threshold: 0.15, Hold: 0.2, Refractory: 10}}}
	for _, name := range engine.Names() {
		e := must.Get(engine.New(name, m, p, engine.Options{Control: spec}))(t)
		must.Do(t, e.Step(800))
		var end model.Snapshot
		must.Do(t, e.Read(&end))
		sunk := model.StandardGravity / 4e4
		if z := float64(end.Position[0][2]); math.Abs(z-(0.1-sunk)) > 2e-4 {
			t.Errorf("%s: the mass stands at %.5f m on a floor that has risen by 0.1 m", name, z)
		}
		e.Close()
	}
}
