package gait_test

import (
	"context"
	"math"
	"testing"

	"hooke/control/gait"
	"hooke/cpuref"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// block is a block of eight masses, 0.1 m long, over a ground with friction, that moves with v [m/s].
func block(height float64, v model.Vec3, stiffness, damping float64) *scene.Scene {
	b := modeltest.NewBuilder("block")
	stiff := b.Material(2000, 2)
	var corners []int
	for i := range 8 {
		at := model.Vec3{float64(i & 1), float64(i >> 1 & 1), float64(i >> 2)}.Mul(0.1)
		corners = append(corners, b.Mass(0.125, at.Add(model.Vec3{0, 0, height}), 0))
		for _, other := range corners[:i] {
			b.Join(other, corners[i], stiff)
		}
	}
	s := b.Model.Start()
	for i := range s.Velocity {
		s.Velocity[i] = v
	}
	return &scene.Scene{Name: "block", Model: &b.Model, Start: s,
		Params: model.Params{DT: 2e-4, Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, stiffness, damping).WithFriction(0.2, 0.2)}}}
}

// follow follows a scene in the reference.
func follow(t *testing.T, s *scene.Scene, steps int64) *gait.Record {
	t.Helper()
	e := must.Get(cpuref.New(s.Model, s.Params))(t)
	defer e.Close()
	must.Do(t, e.Reset(s.Start))
	return must.Get(gait.Follow(context.Background(), e, s, gait.Options{Steps: steps}))(t)
}

// A block that slides is in contact from the beginning to the end, one that flies is never.
func TestSlidingAndFlying(t *testing.T) {
	deep := model.StandardGravity / (4 * 5000)
	slides := follow(t, block(-deep, model.Vec3{1, 0, 0}, 5000, 20), 1000)
	foot := slides.Feet[0]
	if len(slides.Feet) != 1 || foot.Duty != 1 || len(foot.Touches) != 1 || foot.Touches[0].From != 0 || math.Abs(foot.Touches[0].To-0.2) > 1e-12 {
		t.Errorf("a block that slides has the feet %+v", slides.Feet)
	}
	flies := follow(t, block(1, model.Vec3{1, 0, 2}, 5000, 20), 1000)
	if foot := flies.Feet[0]; foot.Duty != 0 || foot.Touches != nil {
		t.Errorf("a block that flies has the foot %+v", foot)
	}
	for k, s := range flies.Samples {
		if v := math.Abs(s.Speed - 1); k > 0 && v > 1e-9 || math.Abs(s.Center[0]-0.05-s.Time) > 1e-9 || math.Abs(s.Height-s.Center[2]) > 1e-12 {
			t.Fatalf("sample %d of a block that flies at 1 m/s: %+v", k, s)
		}
	}
}

// A block that hops is in contact when one of its lowest masses is below the ground, in states that the test steps itself.
// The states of one step later have other times.
func TestHoppingBlock(t *testing.T) {
	s, steps := block(0.05, model.Vec3{0.2, 0, 0}, 4000, 1), int64(5000)
	r := follow(t, s, steps)
	e := must.Get(cpuref.New(s.Model, s.Params))(t)
	must.Do(t, e.Reset(s.Start))
	var below []bool
	var state model.State
	for range steps + 1 {
		must.Do(t, e.ReadState(&state))
		in := false
		for _, x := range state.Position[:4] {
			in = in || x[2] < 0
		}
		below = append(below, in)
		must.Do(t, e.Step(1))
	}
	agree := func(late int) bool {
		var want []gait.Interval
		for k := range int(steps) {
			at := float64(k) * s.Params.DT
			switch was := k > 0 && below[k-1+late]; {
			case below[k+late] && !was:
				want = append(want, gait.Interval{From: at, To: float64(steps) * s.Params.DT})
			case !below[k+late] && was:
				want[len(want)-1].To = at
			}
		}
		got := r.Feet[0].Touches
		if len(want) != len(got) || len(want) < 3 {
			return false
		}
		for i := range want {
			if math.Abs(want[i].From-got[i].From) > 1e-9 || math.Abs(want[i].To-got[i].To) > 1e-9 {
				return false
			}
		}
		return true
	}
	if !agree(0) {
		t.Errorf("the block hops otherwise than its states say: %+v", r.Feet[0].Touches)
	}
	must.Hold(t, !agree(1), "the states of one step later have the same times")
	sum := 0.
	for _, touch := range r.Feet[0].Touches {
		sum += touch.To - touch.From
	}
	if duty := sum / r.End; math.Abs(duty-r.Feet[0].Duty) > 1e-9 || duty <= 0 || duty >= 1 {
		t.Errorf("the bars are %.6f of the time; the metrics have a duty of %.6f", duty, r.Feet[0].Duty)
	}
	for i, c := range r.Columns {
		if c.Name == "contact_duty[foot 1]" && r.Row.Values[i] != r.Feet[0].Duty {
			t.Errorf("contact_duty is %g, the foot's duty %g", r.Row.Values[i], r.Feet[0].Duty)
		}
	}
}

// Feet are the parts that stand: six of the walker, four of the quadruped by the names of its groups, one of a
// lattice.
func TestFeet(t *testing.T) {
	for name, want := range map[string][]string{
		"walker":    {"foot 1", "foot 2", "foot 3", "foot 4", "foot 5", "foot 6"},
		"quadruped": {"back_right", "front_right", "back_left", "front_left"},
		"breathing": {"bottom"},
	} {
		s := must.Get(open.Scene(name, scene.Options{}))(t)
		r := follow(t, s, 1)
		for k, foot := range r.Feet {
			if len(r.Feet) != len(want) || foot.Name != want[k] {
				t.Fatalf("%s has %d feet, foot %d is %q; want %v", name, len(r.Feet), k, foot.Name, want)
			}
		}
	}
	s := block(0, model.Vec3{1, 0, 0}, 1, 1)
	s.Params.Contacts = nil
	if r := follow(t, s, 50); r.Feet != nil || r.Samples[5].Center[0] <= r.Samples[0].Center[0] {
		t.Errorf("without contacts there are the feet %v", r.Feet)
	}
}
