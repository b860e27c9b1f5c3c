package tune

import (
	"errors"
	"math"
	"testing"

	"hooke/model"
	"hooke/must"
)

// plane is a plane with a normal, so far from the origin along it.
func plane(normal model.Vec3, offset float64) Obstacle {
	return Obstacle{Contact: model.Contact{Shape: model.Plane{Normal: normal, Offset: offset}}, Name: "the plane"}
}

// A body leaves a plane along its normal, by its depth and the gap; one that is outside
// stays.
func TestLiftOutOfAPlane(t *testing.T) {
	body := [][]model.Vec3{{{0, 0, -0.5}, {0, 0, 1}}}
	got, err := LiftOut([]Obstacle{plane(model.Vec3{0, 0, 1}, 0), plane(model.Vec3{1, 0, 0}, -3)}, body, 0.1)
	if err != nil || math.Abs(got.Move[2]-0.6) > 1e-15 || got.Move[0] != 0 || len(got.Out) != 1 {
		t.Errorf("moved by %v out of %d planes, %v; want (0, 0, 0.6) out of 1", got.Move, len(got.Out), err)
	}
	must.Be(t, got.Depths(), "0.5 m deep in the plane", "depths")
}

// Between two planes that are closer than it is wide a body does not fit: the error has the
// mass and the room that there is.
func TestBodyThatDoesNotFit(t *testing.T) {
	body := [][]model.Vec3{{{0, 0, -0.5}, {0, 0, 0.5}}}
	_, err := LiftOut([]Obstacle{plane(model.Vec3{0, 0, 1}, 0), plane(model.Vec3{0, 0, -1}, -0.7)}, body, 0)
	var fault *BuriedError
	if !errors.As(err, &fault) {
		t.Fatalf("error %v, want a *BuriedError", err)
	}
	want := "it does not fit: lifted once out of the plane and the plane, its mass 0 is still 0.3 m deep in the plane, " +
		"along whose normal (0, 0, 1) it is 1 m wide; from there to the plane there are 0.7 m; move it, make it smaller, or move the planes apart"
	must.Hold(t, fault.Error() == want, "%q, want %q", fault, want)
}

// A mass never leaves a ball: one that starts in it is an error with its number, counted through bodies.
func TestBodyInABall(t *testing.T) {
	ball := Obstacle{Contact: model.Contact{Shape: model.Sphere{Radius: 1}}, Name: "the ball"}
	_, err := LiftOut([]Obstacle{ball}, [][]model.Vec3{{{3, 0, 0}}, {{0, 2, 0}, {0, 0, 0.25}}}, 0)
	var fault *BuriedError
	if !errors.As(err, &fault) || fault.Mass != 2 {
		t.Fatalf("error %v, want one of mass 2", err)
	}
	if want := "it starts in the ball: mass 2 is 0.75 m deep in it; move one of the two"; fault.Error() != want {
		t.Errorf("%q, want %q", fault, want)
	}
}

// A model far from zero comes to it where numbers leave its springs too few steps: where engines
// count positions from an origin near it, float64 alone does.
func TestModelFarAway(t *testing.T) {
	far := func(x float64) *model.Model {
		return &model.Model{RestPosition: []model.Vec3{{x, 0, 7}, {x + 0.1, 0, 7}}, Mass: []float64{1, 1},
			Ends: []model.Ends{{0, 1}}, RestLength: []float64{0.1}, MaterialOf: []uint16{1}}
	}
	for _, x := range []float64{10, 1e6} {
		if shift, err := RecenterModel(far(x), "near"); err != nil || shift != (model.Vec3{}) {
			t.Errorf("%g m away: moved by %v, %v; want not at all", x, shift, err)
		}
	}
	m := far(1 << 40)
	shift, err := RecenterModel(m, "far")
	if err != nil || math.Abs(shift[0]+1<<40+0.05) > 1e-3 || shift[2] != -7 {
		t.Errorf("2^40 m away: moved by %v, %v; want (-2^40-0.05, 0, -7)", shift, err)
	}
	if lo, _ := m.Bounds(); math.Abs(lo[0]+0.05) > 1e-3 || lo[2] != 0 {
		t.Errorf("it begins at %v", lo)
	}
	if _, err := RecenterModel(&model.Model{RestPosition: []model.Vec3{{-1e6, 0, 0}, {1e6, 0, 0}}, Ends: []model.Ends{{0, 1}}, RestLength: []float64{0.1}}, "wide"); err == nil {
		t.Error("springs of 0.1 m in a model of 2,000 km are accepted")
	}
}
