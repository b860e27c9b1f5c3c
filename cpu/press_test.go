package cpu

import (
	"math"
	"math/rand/v2"
	"testing"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
)

// Every kernel presses as plain Go does, for friction, too: columns with and without
// neighbors, pairs that touch, that are apart, that part fast, and at the same place. Both
// masses of a pair get the same bits with the other sign.
func TestPressKernels(t *testing.T) {
	const slices = 6
	random := rand.New(rand.NewPCG(3, 5))
	state := kernels.NewMotion(slices*table.Width, kernels.Arrays, 0)
	for lane := range slices * table.Width {
		state.Set(kernels.ArrayX, lane, [3]float32{random.Float32(), random.Float32(), random.Float32()})
		state.Set(kernels.ArrayVX, lane, [3]float32{random.Float32() - 0.5, random.Float32() - 0.5, random.Float32() - 0.5})
	}
	state.Set(kernels.ArrayX, 1, state.Get(kernels.ArrayX, 0))
	some := []kernels.PairSlice{{Slice: 0, First: 0, Count: 3}, {Slice: 2, First: 3, Count: 1}, {Slice: 5, First: 4, Count: 2}}
	columns := make([]kernels.PairColumn, 6)
	for i, s := range some {
		for c := s.First; c < s.First+s.Count; c++ {
			for lane := range table.Width {
				other := random.IntN(slices * table.Width)
				if random.IntN(4) == 0 {
					columns[c].Other[lane] = s.Slice*table.Width + int32(lane)
					continue
				}
				columns[c].Other[lane], columns[c].Reach[lane] = int32(other), 0.3+random.Float32()
				columns[c].Stiffness[lane], columns[c].Damping[lane] = 10, 20*random.Float32()*float32(i)
			}
		}
	}
	columns[0].Other[0], columns[0].Other[1], columns[0].Other[3], columns[0].Other[4] = 1, 0, 4, 3
	for lane := range table.Width {
		columns[0].Reach[lane], columns[0].Stiffness[lane], columns[0].Damping[lane] = 0.9, 10, 0.1
	}
	motions := kernels.Motions{Position: state, Velocity: state}
	press := func(k kernels.Kernel, rubs bool) ([]kernels.PairSlice, []float32, []kernels.PairTouch) {
		done, out := append([]kernels.PairSlice(nil), some...), make([]float32, 3*3*table.Width)
		var touches []kernels.PairTouch
		if rubs {
			touches = make([]kernels.PairTouch, len(columns))
			for i := range touches {
				touches[i].Force[i] = 7
			}
		}
		var call kernels.PressCall
		call.Set(motions, done, columns, out, touches)
		k.Press(&call)
		return done, out, touches
	}
	near := func(a, b float32) bool { return math.Abs(float64(a-b)) <= 1e-5*(1+math.Abs(float64(b))) }
	wantDone, want, wantTouches := press(kernels.PlainGo(), true)
	for _, name := range Kernels() {
		k, err := kernels.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		done, out, touches := press(k, true)
		for i := range out {
			if !near(out[i], want[i]) {
				t.Fatalf("%s: force %d is %g, plain Go has %g", name, i, out[i], want[i])
			}
		}
		pushed := uint32(0)
		for i := range done {
			pushed |= done[i].Pushed
			if done[i].Pushed != wantDone[i].Pushed {
				t.Errorf("%s: slice %d: pushed %x, plain Go has %x", name, i, done[i].Pushed, wantDone[i].Pushed)
			}
		}
		if pushed == 0 || pushed == 0xffff && done[0].Pushed == 0xffff && done[1].Pushed == 0xffff && done[2].Pushed == 0xffff {
			t.Errorf("%s: pushed %x: the test is to have masses of both kinds", name, pushed)
		}
		for c := range touches {
			for lane, force := range touches[c].Force {
				if !near(force, wantTouches[c].Force[lane]) || force > 0 && !near(touches[c].Normal[2][lane], wantTouches[c].Normal[2][lane]) {
					t.Fatalf("%s: touch of column %d, lane %d is %g, plain Go has %g", name, c, lane, force, wantTouches[c].Force[lane])
				}
			}
		}
		if a, b := touches[0].Force[3], touches[0].Force[4]; a == 0 || a != b || touches[0].Normal[0][3] != -touches[0].Normal[0][4] {
			t.Errorf("%s: both ends of a pair push by %g N and %g N", name, a, b)
		}
		if _, alone, _ := press(k, false); alone[5] != out[5] {
			t.Errorf("%s: forces depend on whether friction is to know", name)
		}
	}
}

// Every kernel measures motion as plain Go does.
func TestMovedKernels(t *testing.T) {
	const slices = 5
	random := rand.New(rand.NewPCG(4, 5))
	from, to := kernels.NewMotion(slices*table.Width, 3, 0), kernels.NewMotion(slices*table.Width, kernels.Arrays, 1)
	for lane := range slices * table.Width {
		from.Set(kernels.ArrayX, lane, [3]float32{random.Float32(), random.Float32(), random.Float32()})
		to.Set(kernels.ArrayX, lane, [3]float32{random.Float32(), random.Float32(), random.Float32()})
	}
	for far := range 3 * table.Width { // each lane in turn has moved farthest
		to.Set(kernels.ArrayX, table.Width+far, [3]float32{5, float32(far), 1})
		var call kernels.MovedCall
		call.Set(from, to, 1, 3, [3]float32{0.5, -0.5, 1})
		kernels.MovedGo(&call)
		want := call.Most()
		for _, name := range Kernels() {
			k, err := kernels.Named(name)
			if err != nil {
				t.Fatal(err)
			}
			call.Set(from, to, 1, 3, [3]float32{0.5, -0.5, 1})
			k.Moved(&call)
			if got := call.Most(); math.Abs(float64(got-want)) > 1e-5*float64(want) || got < 5 {
				t.Errorf("%s: lane %d: %g m², plain Go has %g", name, far, got, want)
			}
		}
	}
}
