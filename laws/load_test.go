package laws_test

import (
	"math"
	"testing"

	"hooke/laws"
	"hooke/must"
)

// A motor drives as hard as its damping says, in both directions, and no harder than its limit.
func TestMotorsByHand(t *testing.T) {
	for _, c := range []struct{ damping, limit, speed, along, want float64 }{
		{2, 0, 5, 1, 8}, {2, 6, 5, 1, 6}, {2, 6, 5, 9, -6}, {2, 6, 5, 4, 2}, {2, 0, 5, 5, 0},
	} {
		must.Be(t, laws.MotorOf(c.damping, c.limit, c.speed, c.along), c.want, "%+v, in N", c)
	}
}

// A handle pulls toward its target and takes on its velocity; drag grows with the square of the speed.
func TestHandlesAndDragByHand(t *testing.T) {
	if got, want := laws.HandleOf(10, 2, laws.Vec[float64]{X: 0.5, Z: -1}, laws.Vec[float64]{Y: 3, Z: 1}), (laws.Vec[float64]{X: 5, Y: 6, Z: -8}); got != want {
		t.Errorf("handle: %v N, want %v", got, want)
	}
	must.Be(t, laws.DragOf(0.5, laws.Vec[float64]{X: 3, Y: -4}), (laws.Vec[float64]{X: 7.5, Y: -10}), "drag at 5 m/s, in N")
}

// Air along the normal of a triangle of 2 m² pushes with ½ρ CD A u², whatever its lift is. At 30° to it, the
// force is that of drag CD sin α along the wind and lift CL sin α cos α across it. From behind, it pushes as
// from the front.
func TestWindByHand(t *testing.T) {
	const drag, lift, area, speed = 0.6, 0.25, 2., 4.
	normal := laws.Vec[float64]{Z: 2 * area}
	if got := laws.WindOf(normal, laws.Vec[float64]{Z: speed}, drag, lift); math.Abs(got.Z-drag*area*speed*speed/3) > 1e-12 || got.X != 0 {
		t.Errorf("straight on: %v N, want %v along z", got, drag*area*speed*speed/3)
	}
	sin, cos := 0.5, math.Sqrt(0.75)
	wind := laws.Vec[float64]{X: speed * cos, Z: speed * sin}
	for _, side := range []float64{1, -1} {
		got := laws.WindOf(laws.Vec[float64]{Z: side * 2 * area}, wind, drag, lift)
		along, across := got.X*cos+got.Z*sin, got.Z*cos-got.X*sin
		pressure := area * speed * speed / 3
		if math.Abs(along-pressure*drag*sin) > 1e-12 || math.Abs(across-pressure*lift*sin*cos) > 1e-12 {
			t.Errorf("at 30°, normal %v: drag %v N and lift %v N, want %v and %v", side, along, across, pressure*drag*sin, pressure*lift*sin*cos)
		}
	}
	for _, c := range [][2]laws.Vec[float64]{{{}, wind}, {normal, {}}} {
		must.Be(t, laws.WindOf(c[0], c[1], drag, lift), (laws.Vec[float64]{}), "no area or no air, in N")
	}
}

// Two equal bodies touch with the stiffness of one, a stiff and a soft one with up to twice that of the soft one; the
// damper has the mean of both ratios, twice, of √(kc m); friction has the mean of both by their product.
func TestPairsByHand(t *testing.T) {
	for _, c := range []struct{ got, want float64 }{
		{laws.PairStiffness(100., 100), 100}, {laws.PairStiffness(100., 300), 150},
		{laws.PairDamping(0.1, 0.3, 100, 0.04), 0.8}, {laws.PairFriction(0.2, 0.8), 0.4}, {laws.PairFriction(0.2, 0.), 0},
	} {
		must.Near(t, c.got, c.want, 1e-15, "")
	}
}
