package physics

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/order/random"
)

// shapes are random shapes of each kind around the origin, about 1 m large; boxes are turned.
func shapes(r *random.Stream) []model.Shape {
	point := func(size float64) model.Vec3 {
		return model.Vec3{size * (2*unit(r) - 1), size * (2*unit(r) - 1), size * (2*unit(r) - 1)}
	}
	return []model.Shape{
		model.Sphere{Center: point(0.3), Radius: 0.2 + unit(r)},
		model.Capsule{A: point(1), B: point(1), Radius: 0.1 + 0.5*unit(r)},
		model.Box{Center: point(0.3), Half: model.Vec3{0.05 + unit(r), 0.05 + unit(r), 0.05 + unit(r)},
			Orientation: mgl64.QuatRotate(6*unit(r), point(1).Normalize())},
	}
}

// traced holds the result of a search along a path: the first point where it enters the shape, by bisection,
// and the largest depth.
func traced(s model.Shape, from, to model.Vec3) (entry, deepest float64) {
	at := func(t float64) float64 {
		depth, _ := s.Depth(from.Add(to.Sub(from).Mul(t)))
		return depth
	}
	const points = 400
	entry, deepest = math.NaN(), math.Inf(-1)
	for k := range points + 1 {
		t := float64(k) / points
		depth := at(t)
		deepest = max(deepest, depth)
		if depth > 0 && k > 0 && math.IsNaN(entry) && at(t-1.0/points) <= 0 {
			low, high := t-1.0/points, t
			for range 60 {
				if mid := (low + high) / 2; at(mid) > 0 {
					high = mid
				} else {
					low = mid
				}
			}
			entry = high
		}
	}
	return entry, deepest
}

// The entry of a path is where a search in small steps finds it, and the normal is that of the surface there.
// A path that misses the shape or begins inside lacks an entry.
func TestEntryAgainstBisection(t *testing.T) {
	const tolerance = 1e-9 // of the path; the bisection ends at 2^−60, roots of chords cost a few digits
	var caught, missed, stopped [3]int
	for n := range 1500 {
		stream := random.Stream(n)
		r := &stream
		point := func() model.Vec3 {
			return model.Vec3{6 * (unit(r) - 0.5), 6 * (unit(r) - 0.5), 6 * (unit(r) - 0.5)}
		}
		for kind, s := range shapes(r) {
			from, to := point(), point().Mul(unit(r))
			c := &model.Contact{Shape: s, Stiffness: 1}
			half := HalfThickness(c)
			begin, _ := s.Depth(from)
			end, _ := s.Depth(to)
			entry, deepest := traced(s, from, to)
			got, ok := Crosses(c, from, to)
			if begin > 0 {
				continue
			}
			switch {
			case math.IsNaN(entry):
				missed[kind]++
				if ok && deepest < -0.01 {
					t.Fatalf("case %d, %T: caught at %g, the path stays %g m away", n, s, got.At, -deepest)
				}
				continue
			case end <= 0 && deepest > 0.01*half:
				if !ok {
					t.Fatalf("case %d, %T: a path %g m deep through it is not caught", n, s, deepest)
				}
			}
			if !ok {
				stopped[kind]++
				continue
			}
			caught[kind]++
			if math.Abs(got.At-entry) > tolerance {
				t.Fatalf("case %d, %T: entry at %.12f of the path, want %.12f", n, s, got.At, entry)
			}
			// A little outside of the entry the shape is as far away along the normal.
			x := from.Add(to.Sub(from).Mul(got.At))
			out, normal := s.Depth(x.Add(got.Normal.Mul(1e-4)))
			if math.Abs(out+1e-4) > 1e-9 || normal.Sub(got.Normal).Len() > 1e-6 {
				t.Fatalf("case %d, %T: normal %v, 0.1 mm along it the shape is %g m away with normal %v", n, s, got.Normal, -out, normal)
			}
		}
	}
	for kind := range 3 {
		if caught[kind] < 100 || missed[kind] < 100 || stopped[kind] < 10 {
			t.Errorf("kind %d: %d caught, %d missed, %d neither; want more of each", kind, caught[kind], missed[kind], stopped[kind])
		}
	}
}

// A path that ends inside is caught from the middle on; one that begins inside, where it
// comes to the middle before it leaves.
func TestMiddleOfAShape(t *testing.T) {
	turn := mgl64.QuatRotate(math.Pi/2, model.Vec3{0, 1, 0}) // its own z lies along x
	for _, c := range []struct {
		name     string
		shape    model.Shape
		from, to model.Vec3
		want     bool
		at       float64
	}{
		{"sphere, before the middle", model.Sphere{Radius: 1}, model.Vec3{0, 0, 2}, model.Vec3{0, 0, 0.01}, false, 0},
		{"sphere, into it", model.Sphere{Radius: 1}, model.Vec3{0, 0, 2}, model.Vec3{}, true, 0.5},
		{"sphere, a grazing before it", model.Sphere{Radius: 1}, model.Vec3{0, 0, 2}, model.Vec3{0, 0, 0.9 / 1024}, true, 1 / (2 - 0.9/1024)},
		{"small sphere, into it from the side", model.Sphere{Center: model.Vec3{1, 0, 0}, Radius: 0.001}, model.Vec3{0.5, 0, 0}, model.Vec3{1, 0, 0}, true, 0.998},
		{"inside, into the middle", model.Sphere{Radius: 1}, model.Vec3{0, 0.5, 0}, model.Vec3{}, true, 0},
		{"capsule, into the axis", model.Capsule{A: model.Vec3{-1, 0, 0}, B: model.Vec3{1, 0, 0}, Radius: 1}, model.Vec3{0.5, 0, 2}, model.Vec3{0.5, 0, 0}, true, 0.5},
		{"box, into the middle", model.Box{Half: model.Vec3{9, 9, 1}}, model.Vec3{0, 0, 2}, model.Vec3{}, true, 0.5},
		{"box, sidewards into the middle", model.Box{Half: model.Vec3{9, 9, 1}}, model.Vec3{18, 0, 0}, model.Vec3{}, true, 0.5},
		{"from the middle along its normal", model.Sphere{Radius: 1}, model.Vec3{}, model.Vec3{0, 0, 0.5}, false, 0},
		{"from the middle across", model.Sphere{Radius: 1}, model.Vec3{}, model.Vec3{0.5, 0, 0}, false, 0},
		{"sphere, beyond it", model.Sphere{Radius: 1}, model.Vec3{0, 0, 2}, model.Vec3{0, 0, -0.5}, true, 0.4},
		{"capsule, before the axis", model.Capsule{A: model.Vec3{-1, 0, 0}, B: model.Vec3{1, 0, 0}, Radius: 1}, model.Vec3{0.5, 0, 2}, model.Vec3{0.5, 0, 0.01}, false, 0},
		{"capsule, beyond it", model.Capsule{A: model.Vec3{-1, 0, 0}, B: model.Vec3{1, 0, 0}, Radius: 1}, model.Vec3{0.5, 0, 2}, model.Vec3{0.5, 0, -0.5}, true, 0.4},
		{"along a capsule, through it", model.Capsule{A: model.Vec3{-1, 0, 0}, B: model.Vec3{1, 0, 0}, Radius: 1}, model.Vec3{-4, 0, 0}, model.Vec3{4, 0, 0}, true, 0.25},
		{"box, before the middle", model.Box{Half: model.Vec3{9, 9, 1}}, model.Vec3{0, 0, 2}, model.Vec3{0, 0, 0.01}, false, 0},
		{"box, beyond it", model.Box{Half: model.Vec3{9, 9, 1}}, model.Vec3{0, 0, 2}, model.Vec3{0, 0, -0.5}, true, 0.4},
		{"box from below, before the middle", model.Box{Half: model.Vec3{9, 9, 1}}, model.Vec3{0, 0, -2}, model.Vec3{0, 0, -0.01}, false, 0},
		{"from a rounding below the surface, through a corner", model.Box{Half: model.Vec3{1, 1, 1}}, model.Vec3{0.9, 0, 1 - 1e-7}, model.Vec3{1.2, 0, 0.1}, true, 0},
		{"turned box, beyond it", model.Box{Half: model.Vec3{9, 9, 1}, Orientation: turn}, model.Vec3{2, 0, 0}, model.Vec3{-0.5, 0, 0}, true, 0.4},
		{"from on the surface, through", model.Box{Half: model.Vec3{9, 9, 1}}, model.Vec3{0, 0, 1}, model.Vec3{0, 0, -3}, true, 0},
		{"from a rounding below the surface, through", model.Box{Half: model.Vec3{9, 9, 1}}, model.Vec3{0, 0, 1 - 1e-7}, model.Vec3{0, 0, -3}, true, 0},
		{"from there out", model.Box{Half: model.Vec3{9, 9, 1}}, model.Vec3{0, 0, 1 - 1e-7}, model.Vec3{0, 0, 3}, false, 0},
		{"inside, through the middle and out", model.Box{Half: model.Vec3{9, 9, 1}}, model.Vec3{0, 0, 0.5}, model.Vec3{0, 0, -3}, true, 0},
		{"inside, beyond the middle", model.Sphere{Radius: 1}, model.Vec3{0, 0, 0.5}, model.Vec3{0, 0, -0.1}, true, 0},
		{"inside, out again", model.Sphere{Radius: 1}, model.Vec3{0, 0, 0.5}, model.Vec3{0, 0, 5}, false, 0},
		{"inside, out through a side before the middle", model.Box{Half: model.Vec3{1, 1, 0.2}}, model.Vec3{0.9, 0, 0.15}, model.Vec3{3, 0, -0.2}, false, 0},
		{"slides over an edge", model.Box{Half: model.Vec3{1, 1, 1}}, model.Vec3{0.9, 0, 1}, model.Vec3{1.2, 0, 1 - 1e-4}, false, 0},
		{"along a face", model.Box{Half: model.Vec3{1, 1, 1}}, model.Vec3{-2, 0, 1}, model.Vec3{2, 0, 1}, false, 0},
		{"stays outside", model.Sphere{Radius: 1}, model.Vec3{0, 0, 2}, model.Vec3{0, 0, 2}, false, 0},
		{"stays inside", model.Sphere{Radius: 1}, model.Vec3{}, model.Vec3{}, false, 0},
		{"plane", model.Plane{}, model.Vec3{0, 0, 2}, model.Vec3{0, 0, -2}, false, 0},
	} {
		got, ok := Crosses(&model.Contact{Shape: c.shape}, c.from, c.to)
		if ok != c.want || ok && math.Abs(got.At-c.at) > 1e-12 {
			t.Errorf("%s: caught %v at %g, want %v at %g", c.name, ok, got.At, c.want, c.at)
		}
		if _, ok := Crosses(&model.Contact{Shape: c.shape, Inside: true}, c.from, c.to); ok {
			t.Errorf("%s: a container catches", c.name)
		}
	}
}

// Of several contacts the one that is entered first catches, the first of equals.
func TestFirstCrossing(t *testing.T) {
	at := func(z float64) model.Contact {
		return model.Contact{Shape: model.Sphere{Center: model.Vec3{0, 0, z}, Radius: 1}}
	}
	from, to := model.Vec3{0, 0, 10}, model.Vec3{0, 0, -10}
	several := []model.Contact{at(-5), at(5), at(5), at(0)}
	if k, crossing, entry := FirstCrossing(several, several, from, to); k != 1 || math.Abs(crossing.At-0.2) > 1e-12 || entry.Sub(model.Vec3{0, 0, 6}).Len() > 1e-12 {
		t.Errorf("contact %d at %g of the way, at %v, want 1 at 0.2, at 6 m", k, crossing.At, entry)
	}
	if k, _, _ := FirstCrossing(nil, nil, from, to); k != -1 {
		t.Errorf("without contacts it is %d, want −1", k)
	}
}

// A point that moves with a shape keeps its depth and goes where the trajectory takes it.
func TestCarried(t *testing.T) {
	trajectory := &model.Trajectory{Path: model.Path{Velocity: model.Vec3{1, -2, 3}}, Spin: model.Vec3{0.3, 1, -0.5}, Pivot: &model.Vec3{0.2, 0, 1}}
	for n := range 50 {
		stream := random.Stream(n)
		for _, s := range shapes(&stream) {
			contact := model.Contact{Shape: s, Trajectory: trajectory}
			before, after := contact.Posed(0.3).Shape, contact.Posed(1.1).Shape
			x := model.Vec3{stream.Signed(), stream.Signed(), stream.Signed()}
			was, n := before.Depth(x)
			is, turned := after.Depth(Carried(before, after, x))
			if math.Abs(is-was) > 1e-12 {
				t.Errorf("%T: depth %g m, carried %g m", s, was, is)
			}
			if _, box := s.(model.Box); box && math.Abs(turned.Dot(trajectory.Spin)-n.Dot(trajectory.Spin)) > 1e-12 {
				t.Errorf("%T: a turn about the spin takes the normal %v to %v", s, n, turned)
			}
		}
	}
}

// The velocity after a catch, in numbers that can be done in the head.
func TestHalted(t *testing.T) {
	up := model.Vec3{0, 0, 1}
	for _, c := range []struct {
		name    string
		v, want model.Vec3
		kinetic float64
	}{
		{"straight in", model.Vec3{0, 0, -3}, model.Vec3{}, 0},
		{"oblique, smooth", model.Vec3{3, 4, -1}, model.Vec3{3, 4, 0}, 0},
		{"oblique, rough", model.Vec3{3, 4, -2}, model.Vec3{2.4, 3.2, 0}, 0.5},
		{"rough enough to stop", model.Vec3{3, 4, -20}, model.Vec3{}, 0.5},
		{"out", model.Vec3{3, 4, 1}, model.Vec3{3, 4, 1}, 0.5},
	} {
		if got := Halted(c.v, up, c.kinetic); got.Sub(c.want).Len() > 1e-15 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// The speed from which on a mass passes: ½ m v² = ½ kc (thickness/2)².
func TestPassingSpeed(t *testing.T) {
	slab := &model.Contact{Shape: model.Box{Half: model.Vec3{1, 1, 0.01}}, Stiffness: 1e4}
	if v := PassingSpeed(slab, 0.1); math.Abs(v-math.Sqrt(10)) > 1e-12 {
		t.Errorf("%g m/s, want √10", v)
	}
	if v := PassingSpeed(&model.Contact{Shape: model.Plane{}, Stiffness: 1}, 1); !math.IsInf(v, 1) {
		t.Errorf("a plane lets through %g m/s", v)
	}
}

// unit is a random number from 0 to 1.
func unit(r *random.Stream) float64 { return (r.Signed() + 1) / 2 }
