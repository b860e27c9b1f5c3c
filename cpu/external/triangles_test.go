package external

import (
	"math/rand/v2"
	"testing"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// Every triangle is in one group once, with its face, in rows or not; those of a cloth are in
// rows, those at random are not. One that is there twice is pressed twice.
func TestTrianglesAreGrouped(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	m := modeltest.Cloth(40)
	cloth := len(m.Triangles)
	for range 50 {
		a := random.Perm(m.MassCount())
		m.Triangles = append(m.Triangles, [3]uint32{uint32(a[0]), uint32(a[1]), uint32(a[2])})
	}
	m.Triangles = append(m.Triangles, m.Triangles[7], m.Triangles[cloth+3], m.Triangles[cloth+3])
	laid, _, err := table.New[float32](m, 1e-4, 1)
	must.Do(t, err)
	want := map[[3]int32]int{}
	for _, c := range m.Triangles {
		lanes := [3]int32{int32(laid.Order.LaneOf[c[0]]), int32(laid.Order.LaneOf[c[1]]), int32(laid.Order.LaneOf[c[2]])}
		for lanes[0] > lanes[1] || lanes[0] > lanes[2] {
			lanes = [3]int32{lanes[1], lanes[2], lanes[0]}
		}
		want[lanes]++
	}
	g := groupTriangles(m, laid.Order)
	places, rows, inRows := map[int32]bool{}, 0, 0
	g.each(func(place int32, corners [3]int32) {
		if places[place] || place%4 != 0 || int(place) >= kernels.WindFloats*len(g.groups) {
			t.Errorf("place %d is there twice, or none", place)
		}
		places[place] = true
		want[corners]--
		if g.groups[place/kernels.WindFloats].Own < 0 {
			inRows++
		}
	})
	for corners, left := range want {
		must.Be(t, left, 0, "triangle %v: left out", corners)
	}
	for _, group := range g.groups {
		if group.Own < 0 {
			rows++
		}
	}
	if inRows < cloth*9/10 || rows > cloth/5 || inRows > cloth {
		t.Errorf("%d of %d triangles are in %d rows of %d groups", inRows, len(m.Triangles), rows, len(g.groups))
	}
}

// Every kernel presses triangles in rows and others as plain Go does; another wind is seen.
func TestWindKernels(t *testing.T) {
	windKernels[float32](t, roundings, 1.001)
	windKernels[float64](t, roundings64, 1+1e-10)
}

func windKernels[T table.Real](t *testing.T, allowed, more T) {
	m, o, state, _, _ := scattered[T](t)
	m.Triangles = append(m.Triangles, modeltest.Cloth(9).Triangles...)
	w := WindOf[T](m, model.Params{Wind: model.Wind{Velocity: model.Vec3{3, -1, 2}, Drag: 1.3, Lift: 0.4}}, o)
	w.Blow(model.Vec3{3, -1, 2})
	slices := len(o.MassOf) / table.Width
	forces := func(k kernels.Kernel[T]) []T {
		force := make([]T, slices*3*table.Width)
		for i := range w.third {
			w.third[i] = -1e9
		}
		for block := range w.Blocks() {
			w.Press(k.Wind, new(kernels.WindCall[T]), kernels.Motions[T]{Position: state, Velocity: state}, block)
		}
		w.Add(k.Gather, new(kernels.GatherCall[T]), force[:9*table.Width], 0, 3)
		w.Add(k.Gather, new(kernels.GatherCall[T]), force[9*table.Width:], 3, slices-3)
		return force
	}
	want, size := forces(kernels.PlainGo[T]()), T(0)
	for _, f := range want {
		size = max(size, f, -f)
	}
	for _, k := range kernels.ForThisMachine[T]() {
		for _, lift := range []T{1, more} {
			w.numbers.Lift *= lift
			far := T(0)
			for i, f := range forces(k) {
				far = max(far, f-want[i], want[i]-f)
			}
			if (far <= allowed*size) != (lift == 1) {
				t.Errorf("%s, lift times %g: %g N apart of %g", k.Name, lift, far, size)
			}
			w.numbers.Lift /= lift
		}
	}
}
