package preset_test

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/model/spring"
	"hooke/must"
	"hooke/scene"
)

// beyond returns how far the joints of a ragdoll are bent beyond their bounds [rad], the most of all.
func beyond(s *scene.Scene, limits []model.Limit, x []model.Vec3) (most float64) {
	for _, l := range limits {
		var at [4]model.Vec3
		for k, masses := range l.Points {
			shares := s.Model.Shares(masses)
			for j, i := range masses {
				at[k] = at[k].Add(x[i].Mul(shares[j]))
			}
		}
		var theta float64
		if l.Hinges() {
			theta, _ = spring.Hinge([4]model.Vec3{at[1], at[2], at[0], at[3]})
		} else {
			theta, _ = spring.Corner(at[0], at[1], at[2])
		}
		most = max(most, theta-l.Max, l.Min-theta)
	}
	return most
}

// A ragdoll falls from the top of the stairs to their foot. On the way no joint bends far beyond its
// bounds; without limits, in the long form, some do, and at the start none is beyond.
func TestRagdollFallsDownStairs(t *testing.T) {
	s := open(t, "ragdoll", scene.Options{})
	limits := s.Params.Limits
	must.Hold(t, beyond(s, limits, s.Start.Position) <= 0, "it starts with a joint %g rad beyond its bounds", beyond(s, limits, s.Start.Position))
	falls := func(fifths int) (worst, height float64) {
		trial := onCPU(t, s)
		for range fifths {
			x := trial.run(0.2).Position
			worst, height = max(worst, beyond(s, limits, x)), 0
			for _, x := range x {
				height += x[2] / float64(len(s.Model.Mass))
			}
		}
		return worst, height
	}
	worst, height := falls(12)
	must.Hold(t, worst < 30*math.Pi/180 && height < 0.4, "a joint bends %.3g° beyond its bounds, and at the end it lies at %.3g m", worst*180/math.Pi, height)
	if !must.Long() {
		return
	}
	s.Params.Limits = nil
	if worst, _ := falls(7); worst < 60*math.Pi/180 {
		t.Errorf("without limits a joint bends only %.3g° beyond its bounds", worst*180/math.Pi)
	}
}
