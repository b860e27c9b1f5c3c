package preset_test

import (
	"math"
	"testing"

	"hooke/model"
	"hooke/scene"
)

// What the conveyor is made of.
const (
	carriedCount = 3
	beltSpeed    = 0.8  // [m/s]
	tableAt      = 0.45 // [m]
)

// The belt takes the jellies along at its speed, the table turns what lands on it, and in the
// end the first jelly is on the ground. On a belt that stands, none leaves.
func TestConveyorCarriesJellies(t *testing.T) {
	s := open(t, "conveyor", scene.Options{})
	n := s.Model.MassCount() / carriedCount
	center := func(at []model.Vec3, k int) (x model.Vec3) {
		for i := k * n; i < (k+1)*n; i++ {
			x = x.Add(at[i].Mul(1 / float64(n)))
		}
		return x
	}
	r := onCPU(t, s)
	r.run(0.6)
	for k := 1; k < carriedCount; k++ { // it slides at first
		gone := center(r.state.Position, k).Sub(center(s.Model.RestPosition, k))
		if share := gone[0] / (0.6 * beltSpeed); share < 0.85 || share > 1 || math.Abs(gone[2]) > 0.03 || math.Abs(gone[1]) > 1e-3 {
			t.Errorf("jelly %d has gone %v, %g of the belt's way", k, gone, share)
		}
	}
	before := center(r.run(0.6).Position, 0)
	after := center(r.run(0.1).Position, 0)
	t.Logf("the first jelly goes from %v to %v", before, after)
	if math.Abs(after[1]-before[1]) < 0.01 || before[2] > 0.36 {
		t.Errorf("the table does not turn the first jelly: from %v to %v", before, after)
	}
	if x := center(r.run(1.2).Position, 0); x[2] > 0.2 {
		t.Errorf("the first jelly is still up at %v", x)
	}
	s = open(t, "conveyor", scene.Options{})
	s.Params.Contacts[1].Course = nil
	stands := onCPU(t, s).run(0.2)
	if x := stands.Position[0]; math.Abs(x[0]-s.Model.RestPosition[0][0]) > 0.02 {
		t.Errorf("on a belt that stands a jelly goes to %v", x)
	}
}
