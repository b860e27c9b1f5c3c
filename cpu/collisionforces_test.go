package cpu

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/must"
)

// pairCase is random pairs of masses for kernels: columns with and without neighbors, whose
// others follow each other, upwards or downwards, or lie anywhere, with laws of their own;
// pairs that touch, that are apart, that part fast, and at the same place.
type pairCase struct {
	state kernels.Motions[float32]
	pairs kernels.Pairs[float32]
}

const caseSlices = 6

func newPairCase(hasFriction bool) pairCase {
	random := rand.New(rand.NewPCG(3, 5))
	state := kernels.NewMotion[float32](caseSlices*table.Width, kernels.Arrays, 0)
	for lane := range caseSlices * table.Width {
		state.Set(kernels.ArrayX, lane, [3]float32{random.Float32(), random.Float32(), random.Float32()})
		state.Set(kernels.ArrayVX, lane, [3]float32{random.Float32() - 0.5, random.Float32() - 0.5, random.Float32() - 0.5})
	}
	state.Set(kernels.ArrayX, 1, state.Get(kernels.ArrayX, 0))
	p := kernels.Pairs[float32]{
		Slices:  []kernels.PairSlice{{Slice: 0, First: 0, Count: 3}, {Slice: 2, First: 3, Count: 1}, {Slice: 5, First: 4, Count: 2}, {Slice: 4, First: 6, Count: 2}},
		Columns: make([]kernels.PairColumn, 8), Others: make([]kernels.PairOthers, 8), Laws: make([]kernels.PairLaw[float32], 8),
	}
	for i, s := range p.Slices {
		for c := s.First; c < s.First+s.Count; c++ {
			step := []int32{0, 1, -1}[c%3]
			p.Columns[c] = kernels.PairColumn{Law: 7 - c, Step: step, Pushed: 0xffff}
			from := 7 + int32(random.IntN(40))
			if step < 0 {
				from += table.Width
			}
			for lane := range table.Width {
				other := from + step*int32(lane)
				if step == 0 {
					other = int32(random.IntN(caseSlices * table.Width))
				}
				if step == 0 && random.IntN(4) == 0 {
					other = s.Slice*table.Width + int32(lane)
				}
				p.Others[c][lane] = other
				law := &p.Laws[7-c]
				law.Reach[lane], law.Stiffness[lane], law.Damping[lane] = 0.3+random.Float32(), 10, 20*random.Float32()*float32(i%3)
				law.Static[lane], law.Kinetic[lane], law.Reduced[lane] = 0.4+random.Float32(), 0.3, 0.2+random.Float32()
			}
			p.Columns[c].Base = p.Others[c][0]
		}
	}
	p.Others[0][0], p.Others[0][1], p.Others[0][3], p.Others[0][4] = 1, 0, 4, 3
	for lane := range 5 { // both ends of a pair have one law
		p.Laws[7].Reach[lane], p.Laws[7].Stiffness[lane], p.Laws[7].Damping[lane] = 0.9, 10, 0.1
		p.Laws[7].Static[lane], p.Laws[7].Reduced[lane] = 0.5, 0.7
	}
	if hasFriction {
		p.Touches, p.Counts = make([]kernels.PairTouch[float32], len(p.Columns)), make([]uint32, caseSlices*table.Width)
	}
	return pairCase{kernels.Motions[float32]{Position: state, Velocity: state}, p}
}

// press evaluates the pushes of all slices.
func (c *pairCase) press(k kernels.Kernel[float32]) (out []float32, most uint32) {
	out = make([]float32, 3*table.Width*len(c.pairs.Slices))
	var call kernels.PressCall[float32]
	call.Set(c.state, &c.pairs, 0, len(c.pairs.Slices), out)
	k.Press(&call)
	return out, call.Most()
}

// alike fails where numbers differ by more than some roundings.
func alike(t *testing.T, what string, got, want []float32) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d numbers, plain Go has %d", what, len(got), len(want))
	}
	for i := range got {
		if !(math.Abs(float64(got[i])-float64(want[i])) <= 1e-5*(1+math.Abs(float64(want[i])))) {
			t.Fatalf("%s: number %d is %g, plain Go has %g", what, i, got[i], want[i])
		}
	}
}

// eachKernel does something with every kernel of the machine.
func eachKernel(t *testing.T, do func(k kernels.Kernel[float32])) {
	t.Helper()
	for _, name := range Kernels(0) {
		k := must.Get(kernels.Named[float32](name))(t)
		do(k)
	}
}

// Every kernel presses as plain Go does, for friction, too. Both masses of a pair get the
// same bits with the other sign.
func TestPressKernels(t *testing.T) {
	want := newPairCase(true)
	wantOut, wantMost := want.press(kernels.PlainGo[float32]())
	all, any := uint32(0xffff), uint32(0)
	for _, s := range want.pairs.Slices {
		all, any = all&s.Pushed, any|s.Pushed
	}
	if any == 0 || all == 0xffff || wantMost < 2 {
		t.Fatalf("pushed %x, %d touches: the test is to have masses of both kinds", any, wantMost)
	}
	eachKernel(t, func(k kernels.Kernel[float32]) {
		got := newPairCase(true)
		out, most := got.press(k)
		alike(t, k.Name, out, wantOut)
		if most != wantMost || !slices.Equal(got.pairs.Slices, want.pairs.Slices) || !slices.Equal(got.pairs.Columns, want.pairs.Columns) || !slices.Equal(got.pairs.Counts, want.pairs.Counts) {
			t.Errorf("%s: %d touches of %v in %v, plain Go has %d of %v in %v", k.Name, most, got.pairs.Slices, got.pairs.Columns, wantMost, want.pairs.Slices, want.pairs.Columns)
		}
		for c := range got.pairs.Touches {
			for axis := range 3 {
				alike(t, fmt.Sprintf("%s: touch of column %d along axis %d", k.Name, c, axis), got.pairs.Touches[c][axis][:], want.pairs.Touches[c][axis][:])
			}
		}
		touch := got.pairs.Touches[0]
		for axis := range 3 {
			if touch[axis][3] == 0 || touch[axis][3] != -touch[axis][4] {
				t.Errorf("%s: both ends of a pair are pushed by %g N and %g N", k.Name, touch[axis][3], touch[axis][4])
			}
		}
		alone := newPairCase(false)
		if forces, _ := alone.press(k); !slices.Equal(forces, out) {
			t.Errorf("%s: forces depend on whether friction is to know", k.Name)
		}
	})
}

// Every kernel lets friction act as plain Go does, in a first pass and in one that continues from
// it, counts touches, and moves masses by all of it; both masses of a pair get the same
// impulse with the other sign.
func TestPairFrictionKernels(t *testing.T) {
	masses := kernels.Masses[float32]{PerMass: kernels.AlignedFloats[float32](caseSlices * table.Width), Movable: make([]kernels.Movable, caseSlices)}
	for lane := range masses.PerMass {
		masses.PerMass[lane] = 1 + float32(lane%3)
	}
	for i := range masses.Movable {
		masses.Movable[i] = kernels.Movable{0xffff, 0xff7f, 0x7f0f}
	}
	numbers := kernels.PairFrictionNumbers[float32]{Time: 0.02, Free: 1.25, Drag: 0.8, Reach: 0.01}
	friction := func(k kernels.Kernel[float32], alone bool) (after [2]kernels.Motion[float32], state kernels.Motion[float32], most float32) {
		c := newPairCase(true)
		c.press(k)
		c.pairs.Slices[3].Pushed = 0 // as if no pair pushed it: nothing is to be written
		for i := range after {
			after[i] = kernels.NewMotion[float32](caseSlices*table.Width, kernels.ArrayVX, 0)
		}
		var call kernels.PairFrictionCall[float32]
		call.Set(c.state, &c.pairs, 0, len(c.pairs.Slices), kernels.Motion[float32]{}, after[0], &masses, &numbers, alone)
		k.PairFriction(&call)
		call.Set(c.state, &c.pairs, 0, len(c.pairs.Slices), after[0], after[1], &masses, &numbers, alone)
		k.PairFriction(&call)
		call.Set(c.state, &c.pairs, 0, len(c.pairs.Slices), after[1], after[1], &masses, &numbers, alone)
		k.Nudge(&call)
		return after, c.state.Position, call.Most()
	}
	for _, alone := range []bool{false, true} {
		want, wantState, wantMost := friction(kernels.PlainGo[float32](), alone)
		if wantMost == 0 || slices.Equal(want[0].Arena, want[1].Arena) {
			t.Fatal("nothing hasFriction")
		}
		eachKernel(t, func(k kernels.Kernel[float32]) {
			got, state, most := friction(k, alone)
			for pass := range got {
				alike(t, fmt.Sprintf("%s, alone %t, pass %d", k.Name, alone, pass), got[pass].Arena, want[pass].Arena)
			}
			alike(t, k.Name+" moves", state.Arena, wantState.Arena)
			alike(t, k.Name+" ways", []float32{most * 1e6}, []float32{wantMost * 1e6})
		})
	}
	if one, _, _ := friction(kernels.PlainGo[float32](), true); slices.Equal(one[0].Arena, func() []float32 { a, _, _ := friction(kernels.PlainGo[float32](), false); return a[0].Arena }()) {
		t.Error("touches are not counted")
	}
}

// Every kernel adds as plain Go does.
func TestAddKernels(t *testing.T) {
	eachKernel(t, func(k kernels.Kernel[float32]) {
		to, from := make([]float32, 3*table.Width), make([]float32, 3*table.Width)
		for i := range to {
			to[i], from[i] = float32(i), float32(100*i)
		}
		k.Add(to[:2*table.Width], from[:2*table.Width])
		for i := range to {
			if want := float32(i) * 101; i < 2*table.Width && to[i] != want || i >= 2*table.Width && to[i] != float32(i) {
				t.Fatalf("%s: sum %d is %g", k.Name, i, to[i])
			}
		}
	})
}

// Every kernel measures motion as plain Go does.
func TestMovedKernels(t *testing.T) {
	const slices = 5
	random := rand.New(rand.NewPCG(4, 5))
	from, to := kernels.NewMotion[float32](slices*table.Width, 3, 0), kernels.NewMotion[float32](slices*table.Width, kernels.Arrays, 1)
	for lane := range slices * table.Width {
		from.Set(kernels.ArrayX, lane, [3]float32{random.Float32(), random.Float32(), random.Float32()})
		to.Set(kernels.ArrayX, lane, [3]float32{random.Float32(), random.Float32(), random.Float32()})
	}
	for far := range 3 * table.Width { // each lane in turn has moved farthest
		to.Set(kernels.ArrayX, table.Width+far, [3]float32{5, float32(far), 1})
		var call kernels.MovedCall[float32]
		call.Set(from, to, 1, 3, [3]float32{0.5, -0.5, 1})
		kernels.MovedGo(&call)
		want := call.Most()
		for _, name := range Kernels(0) {
			k := must.Get(kernels.Named[float32](name))(t)
			call.Set(from, to, 1, 3, [3]float32{0.5, -0.5, 1})
			k.Moved(&call)
			if got := call.Most(); math.Abs(float64(got-want)) > 1e-5*float64(want) || got < 5 {
				t.Errorf("%s: lane %d: %g m², plain Go has %g", name, far, got, want)
			}
		}
	}
}
