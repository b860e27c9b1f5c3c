package join

import (
	"math"
	"reflect"
	"runtime"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/mesh/build"
	"hooke/model"
)

// Parts of several blocks, merged on all cores, are what spring by spring makes,
// with any number of threads: numbers shifted, what only one part has zero in
// the other.
func TestMergeIsTheSameOnAnyNumberOfThreads(t *testing.T) {
	const rounding = 1e-14 // of a turn, in parts of the size of 1 m
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	cloth, err := build.Cloth(build.ClothSpec{Nx: 190, Ny: 180, Spacing: 0.005, Mass: 0.1, Stiffness: build.ClothStiffness{Structural: 3, Shear: 2, Bend: 1}})
	if err != nil {
		t.Fatal(err)
	}
	rope, err := build.Rope(build.RopeSpec{Masses: model.BlockSize + 9, Length: 1, Mass: 0.2, Stiffness: 7})
	if err != nil {
		t.Fatal(err)
	}
	rope.Pin = make([]model.Pin, rope.MassCount())
	rope.Pin[5] = model.PinAll
	rope.ActuatorOf = make([]uint16, rope.SpringCount())
	rope.Own = make([]model.Coefficients, rope.SpringCount())
	for s := range rope.Own {
		rope.ActuatorOf[s], rope.Own[s] = uint16(s%3), model.Coefficients{Stiffness: float64(s), Damping: 1}
	}
	turn := mgl64.QuatRotate(math.Pi/2, model.Vec3{0, 0, 1})
	parts := []Part{{Model: cloth, Name: "a"}, {Model: rope, Turn: turn, Move: model.Vec3{0, 0, 2}, FirstActuator: 4}}

	want, err := Merge("both", parts...)
	if err != nil {
		t.Fatal(err)
	}
	for _, threads := range []int{2, 5} {
		runtime.GOMAXPROCS(threads)
		if got, err := Merge("both", parts...); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%d threads: another model (%v)", threads, err)
		}
	}

	if err := want.Validate(); err != nil {
		t.Fatal(err)
	}
	first, firstSpring := cloth.MassCount(), cloth.SpringCount()
	for i, x := range rope.RestPosition {
		moved := model.Vec3{-x[1], x[0], x[2] + 2}
		if want.RestPosition[first+i].Sub(moved).Len() > rounding || want.Mass[first+i] != 0.2 || want.PinOf(first+i) != rope.Pin[i] {
			t.Fatalf("mass %d of the rope: at %v, %g kg, pin %d", i, want.RestPosition[first+i], want.Mass[first+i], want.PinOf(first+i))
		}
	}
	for s, ends := range rope.Ends {
		at := firstSpring + s
		actuator := rope.ActuatorOf[s]
		if actuator > 0 {
			actuator += 4
		}
		if want.Ends[at] != (model.Ends{ends[0] + uint32(first), ends[1] + uint32(first)}) || want.RestLength[at] != rope.RestLength[s] ||
			want.Materials[want.MaterialOf[at]] != rope.Materials[1] || want.ActuatorOf[at] != actuator || want.Own[at] != rope.Own[s] {
			t.Fatalf("spring %d of the rope: ends %v, %g m, material %d, actuator %d, own %v", s,
				want.Ends[at], want.RestLength[at], want.MaterialOf[at], want.ActuatorOf[at], want.Own[at])
		}
	}
	for s, ends := range cloth.Ends {
		if want.Ends[s] != ends || want.ActuatorOf[s] != 0 || want.Own[s] != (model.Coefficients{}) {
			t.Fatalf("spring %d of the cloth: ends %v, actuator %d, own %v", s, want.Ends[s], want.ActuatorOf[s], want.Own[s])
		}
	}
	if !reflect.DeepEqual(want.Triangles, cloth.Triangles) || !reflect.DeepEqual(want.RestPosition[:first], cloth.RestPosition) {
		t.Error("the cloth is not the first part, as it was")
	}
}
