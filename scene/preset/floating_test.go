package preset_test

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/scene"
)

// A balloon at rest has p = 2 T/R inside, with the tension T = Σ f l/2A of springs of length l that
// pull with f along all directions of a skin of area A.
func TestBalloonHasThePressureOfItsSkin(t *testing.T) {
	s := open(t, "balloon", scene.Options{})
	p := &s.Params
	p.Gravity, p.Contacts, p.DragHalfLife = model.Vec3{}, nil, 0.01
	trial := onCPU(t, s)
	x := trial.run(0.2).Position
	var center model.Vec3
	for i := range x {
		center = center.Add(x[i].Mul(1 / float64(len(x))))
	}
	radius := 0.0
	for i := range x {
		radius += x[i].Sub(center).Len() / float64(len(x))
	}
	pull, area := 0.0, 0.0 // Σ f l over all springs [J], and the area of the skin
	for k, ends := range s.Model.Ends {
		length := x[ends[1]].Sub(x[ends[0]]).Len()
		pull += s.Model.Materials[s.Model.MaterialOf[k]].Stiffness * (length - s.Model.RestLength[k]) * length
	}
	for _, c := range s.Model.Triangles {
		area += x[c[1]].Sub(x[c[0]]).Cross(x[c[2]].Sub(x[c[0]])).Len() / 2
	}
	tension := pull / (2 * area)
	_, rest, err := s.Model.Enclosed(nil)
	must.Do(t, err)
	volume := 0.0
	for _, c := range s.Model.Triangles {
		volume += x[c[0]].Sub(center).Dot(x[c[1]].Sub(center).Cross(x[c[2]].Sub(center))) / 6
	}
	air := p.Pressures[0]
	inside := (air.Pressure+model.Atmosphere)*math.Pow(rest/volume, air.Exponent) - model.Atmosphere
	if want := 2 * tension / radius; math.Abs(inside-want) > 0.01*want || want < 100 {
		t.Errorf("%g Pa inside, want 2 T/R = %g Pa", inside, want)
	}
}

// A raft rides its wave: after it has settled it moves up and down about where it floats, with the
// period of the wave √(2π λ/g), and nothing of it sinks.
func TestRaftRidesTheWave(t *testing.T) {
	s := open(t, "raft", scene.Options{})
	trial := onCPU(t, s)
	lowest, highest := math.Inf(1), math.Inf(-1)
	trial.run(must.Sized(1.5, 2.5))
	for range must.Sized(15, 25) {
		trial.run(0.1)
		z := trial.center()[2]
		lowest, highest = min(lowest, z), max(highest, z)
	}
	if highest-lowest < 0.05 || highest-lowest > 0.3 || lowest < -0.2 {
		t.Errorf("it moves from %g to %g m on a wave of 0.12 m", lowest, highest)
	}
}
