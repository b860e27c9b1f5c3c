package physics

import (
	"math"
	"testing"

	"hooke/model"
	heights "hooke/model/grid"
	"hooke/must"
	"hooke/order/random"
)

// ridge returns a terrain with a ridge along y in the middle of 10 columns and 8 rows.
func ridge(t *testing.T) model.Terrain {
	t.Helper()
	height := make([]float64, 80)
	for k := range height {
		if k%10 == 4 {
			height[k] = 1
		}
	}
	return model.Terrain{Heights: must.Get(heights.NewHeights(10, 8, [2]float64{9, 7}, height))(t), Center: model.Vec3{1, 2, 3}}
}

// A path through a ridge enters it at its flank; one above it, one that ends in it, and one that only
// grazes the ground do not cross it.
func TestPathsCrossRidges(t *testing.T) {
	s := ridge(t)
	c := &model.Contact{Shape: s, Stiffness: 1}
	at := func(x, y, z float64) model.Vec3 { return s.Origin().Add(model.Vec3{x, y, z}) }
	got, ok := Crosses(c, at(2, 3.3, 0.5), at(6, 3.3, 0.5))
	must.Hold(t, ok, "a path through the ridge does not cross it")
	must.Near(t, got.At, 1.5/4, 1e-12, "part of the path before the ridge") // the flank has the height 0.5 at x = 3.5
	must.Near(t, got.Normal.Sub(model.Vec3{-1, 0, 1}.Normalize()).Len(), 0, 1e-12, "error of the normal")
	back, ok := Crosses(c, at(6, 3.3, 0.5), at(2, 3.3, 0.5))
	must.Hold(t, ok && math.Abs(back.At-1.5/4) < 1e-12 && back.Normal[0] > 0, "back it crosses at %+v, %v", back, ok)
	for name, path := range map[string][2]model.Vec3{
		"above":        {at(2, 3.3, 1.1), at(6, 3.3, 1.1)},
		"into":         {at(2, 3.3, 0.5), at(4, 3.3, 0.5)},
		"from inside":  {at(4, 3.3, 0.5), at(6, 3.3, 0.5)},
		"over the top": {at(2, 3.3, 1), at(6, 3.3, 1)},
		"along":        {at(0.5, 1, 0), at(0.5, 6, 0)},
	} {
		if got, ok := Crosses(c, path[0], path[1]); ok {
			t.Errorf("%s: crosses at %+v", name, got)
		}
	}
}

// Crossings of random paths over a rough ground are those that a search along the path in many steps
// finds.
func TestCrossingsAreThoseOfASearch(t *testing.T) {
	numbers := random.Stream(3)
	height := make([]float64, 12*9)
	for k := range height {
		height[k] = numbers.Signed()
	}
	s := model.Terrain{Heights: must.Get(heights.NewHeights(12, 9, [2]float64{5, 6}, height))(t)}
	point := func() model.Vec3 {
		return model.Vec3{3.5 * numbers.Signed(), 4 * numbers.Signed(), 1.5 * numbers.Signed()}
	}
	margin, crossed := Grazing*5./11, 0
	for range 1000 {
		from, to := point(), point()
		above := func(t float64) float64 {
			x := from.Add(to.Sub(from).Mul(t))
			depth, n := s.Depth(x)
			return depth / n[2]
		}
		const steps = 4000
		want := math.Inf(1)
		for k := range steps + 1 {
			if at := float64(k) / steps; above(at) > margin {
				want = at
				break
			}
		}
		got, ok := Crosses(&model.Contact{Shape: s, Stiffness: 1}, from, to)
		should := above(0) <= margin && above(1) <= 0 && !math.IsInf(want, 1)
		if ok != should && !(math.IsInf(want, 1) && ok) { // a search may step over a peak
			t.Fatalf("from %v to %v: crosses %v, want %v at %g", from, to, ok, should, want)
		}
		if ok && should {
			crossed++
			if math.Abs(above(got.At)) > 1e-9 || got.At > want {
				t.Fatalf("from %v to %v: enters at %g, %g m above the ground; the search at %g", from, to, got.At, -above(got.At), want)
			}
		}
	}
	must.Hold(t, crossed > 100, "%d paths crossed the ground", crossed)
}
