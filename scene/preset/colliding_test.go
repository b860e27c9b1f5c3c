package preset_test

import (
	"math"
	"os"
	"testing"

	"hooke/cpu"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/scenetest"
)

// colliding runs a preset whose masses collide, with 0.8 of the safe step, for some seconds:
// long where long tests are asked for. collide false leaves the collisions out.
func colliding(t *testing.T, s *scene.Scene, short, long float64, collide bool) *model.State {
	t.Helper()
	seconds, p := short, s.Params
	if os.Getenv("HOOKE_LONG") != "" && collide {
		seconds = long
	}
	p.DT = 0.8 * physics.SafeStep(s.Model, p)
	if !collide {
		p.Collision = model.Collision{}
	}
	e := must.Get(cpu.New(s.Model, p, cpu.Options{}))(t)
	defer e.Close()
	modeltest.StepFrom(t, e, s.Start, int(seconds/p.DT))
	must.Do(t, e.Finish())
	now := modeltest.Snapshot(t, e)
	return now.State()
}

// middles are the means of the places of each body.
func middles(m *model.Model, s *model.State) []model.Vec3 {
	var sum []model.Vec3
	var count []float64
	for i, x := range s.Position {
		for int(m.BodyOf(i)) >= len(sum) {
			sum, count = append(sum, model.Vec3{}), append(count, 0)
		}
		sum[m.BodyOf(i)], count[m.BodyOf(i)] = sum[m.BodyOf(i)].Add(x), count[m.BodyOf(i)]+1
	}
	for b := range sum {
		sum[b] = sum[b].Mul(1 / count[b])
	}
	return sum
}

// Ten boxes stand on each other: none leaves its place by more than a tenth of its width. Where
// masses do not collide they fall into each other.
func TestBoxesStand(t *testing.T) {
	s := open(t, "boxes", scene.Options{})
	off := func(collide bool) (largest float64) {
		before := middles(s.Model, s.Start)
		for b, x := range middles(s.Model, colliding(t, s, 0.3, 60, collide)) {
			largest = max(largest, x.Sub(before[b]).Len())
		}
		return largest
	}
	if got := off(true); got > 0.025 {
		t.Errorf("a box is %.3g m from its place", got)
	}
	if got := off(false); got < 0.2 {
		t.Errorf("control: without collisions no box leaves its place by more than %.3g m", got)
	}
}

// Fifty jellies in a box stay apart and in the box, and come to rest.
func TestPileComesToRest(t *testing.T) {
	s := open(t, "pile", scene.Options{})
	nearest := func(state *model.State) float64 {
		least := 1.0
		all := middles(s.Model, state)
		for i, a := range all {
			for _, b := range all[:i] {
				least = min(least, a.Sub(b).Len())
			}
		}
		return least
	}
	end := colliding(t, s, 0.3, 6, true)
	if got := nearest(end); got < 0.09 {
		t.Errorf("two jellies of 10 cm are %.3g m apart", got)
	}
	if got := nearest(colliding(t, s, 0.3, 0.3, false)); got > 0.08 {
		t.Errorf("control: without collisions they stay %.3g m apart", got)
	}
	lo, hi := end.Bounds()
	if lo[0] < -0.33 || hi[0] > 0.33 || lo[1] < -0.33 || hi[1] > 0.33 || lo[2] < -0.03 {
		t.Errorf("they lie from %v to %v, and the box reaches from -0.3 to 0.3 m", lo, hi)
	}
	if os.Getenv("HOOKE_LONG") == "" {
		return
	}
	kinetic := 0.0
	for i, v := range end.Velocity {
		kinetic += 0.5 * s.Model.Mass[i] * v.Dot(v)
	}
	// 84 kg at 5 mm/s. At rest it is 1e-4 J.
	must.Hold(t, kinetic <= 1e-3, "they still have %g J", kinetic)
}

// The towel folds on itself, and no edge of it goes through it.
func TestTowelFolds(t *testing.T) {
	s := open(t, "towel", scene.Options{})
	end := colliding(t, s, 0.6, 4, true)
	must.Be(t, scenetest.Pierced(s.Model, end.Position), 0, "edges go through a triangle")
	if _, hi := end.Bounds(); hi[2] > 0.4 {
		t.Errorf("it is still %.3g m high", hi[2])
	}
	if got := scenetest.Pierced(s.Model, colliding(t, s, 0.6, 0.6, false).Position); got < 20 {
		t.Errorf("control: without collisions %d edges go through", got)
	}
}

// The shot knocks the wall over; without one it stands.
func TestSlingshotKnocksTheWallOver(t *testing.T) {
	s := open(t, "slingshot", scene.Options{})
	moved := func() (count int) {
		before, after := middles(s.Model, s.Start), middles(s.Model, colliding(t, s, 0.5, 3, true))
		for b := range before[:len(before)-1] { // the last one is the shot
			if after[b].Sub(before[b]).Len() > 0.15 {
				count++
			}
		}
		return count
	}
	if got := moved(); got < 8 {
		t.Errorf("%d of 20 blocks leave their places", got)
	}
	for i := range s.Start.Velocity {
		s.Start.Velocity[i] = model.Vec3{}
	}
	must.Be(t, moved(), 0, "control: without a shot blocks leave their places")
}

// The parts of the conveyor.
const (
	carriedCount = 3
	beltSpeed    = 0.8  // [m/s]
	tableAt      = 0.45 // [m]
)

// The belt takes the jellies along at its speed, the table turns the jellies that land on it, and in the end
// the first jelly is on the ground. On a belt that stands, none leaves.
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
	must.Hold(t, math.Abs(after[1]-before[1]) >= 0.01 && before[2] <= 0.36, "the table does not turn the first jelly: from %v to %v", before, after)
	if x := center(r.run(1.2).Position, 0); x[2] > 0.2 {
		t.Errorf("the first jelly is still up at %v", x)
	}
	s = open(t, "conveyor", scene.Options{})
	s.Params.Contacts[1].Trajectory = nil
	stands := onCPU(t, s).run(0.2)
	if x := stands.Position[0]; math.Abs(x[0]-s.Model.RestPosition[0][0]) > 0.02 {
		t.Errorf("on a belt that stands a jelly goes to %v", x)
	}
}
