package model

import (
	"fmt"
	"math"
	"reflect"
	"runtime"
	"sync/atomic"
	"testing"
)

// threadCounts are what results may not depend on.
func threadCounts() []int { return []int{1, 2, 3, 7} }

// withThreads runs work with that many cores.
func withThreads(threads int, work func()) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
	work()
}

// Every number comes once, in blocks that begin at multiples of BlockSize.
func TestBlocksCoverEverythingOnce(t *testing.T) {
	for _, threads := range threadCounts() {
		for _, count := range []int{0, 1, BlockSize - 1, BlockSize, BlockSize + 1, 5*BlockSize + 17} {
			seen := make([]int32, count)
			withThreads(threads, func() {
				InBlocks(count, func(block, first, last int) {
					if first != block*BlockSize || last <= first || last-first > BlockSize {
						t.Errorf("%d: block %d is %d to %d", count, block, first, last)
					}
					for i := first; i < last; i++ {
						atomic.AddInt32(&seen[i], 1)
					}
				})
			})
			for i, n := range seen {
				if n != 1 {
					t.Fatalf("%d threads: %d of %d was treated %d times", threads, i, count, n)
				}
			}
		}
	}
}

// longChain is a chain of several blocks whose masses and springs all differ,
// its materials in every vocabulary.
func longChain(count int) *Model {
	m := &Model{Name: "long chain", Materials: []Material{{Name: "removed"},
		{Name: "plain", Stiffness: 100, Damping: 0.1}, {Name: "bar", AxialRigidity: 3}, {Name: "oscillator", Frequency: 7, DampingRatio: 0.3}}}
	for i := range count {
		m.RestPosition = append(m.RestPosition, Vec3{float64(i) * 0.01, math.Sin(float64(i)), float64(i%13) * 0.1})
		m.Mass = append(m.Mass, 1+0.5*math.Sin(float64(3*i)))
	}
	for i := range count - 1 {
		m.Ends = append(m.Ends, Ends{uint32(i), uint32(i + 1)})
		m.RestLength = append(m.RestLength, 0.5+0.25*math.Cos(float64(i)))
		m.MaterialOf = append(m.MaterialOf, uint16(1+i%3))
	}
	// A second spring at a distance, so that ends lie in different blocks.
	for i := 0; i < count; i += 5 {
		m.Ends = append(m.Ends, Ends{uint32(i), uint32((i + count/2) % count)})
		m.RestLength = append(m.RestLength, 0.3)
		m.MaterialOf = append(m.MaterialOf, uint16(1+i%3))
	}
	return m
}

// What set-up computes is the same to the last bit with any number of threads.
func TestSetUpIsTheSameOnAnyNumberOfThreads(t *testing.T) {
	m := longChain(3*BlockSize + 100)
	p := Params{Gravity: EarthGravity(), Contacts: []Contact{Ground(0, 10, 1)}}
	broken := longChain(3*BlockSize + 100)
	for _, i := range []int{5, BlockSize + 5, 2*BlockSize + 5, 3*BlockSize + 5} {
		broken.Mass[i] = -1
		broken.RestLength[i] = math.NaN()
	}
	for i := 2 * BlockSize; i < 2*BlockSize+30; i++ {
		broken.Mass[i] = math.Inf(1)
	}
	type outcome struct {
		state      *State
		lo, hi     Vec3
		safe, auto float64
		resistance []resistance
		own        []Coefficients
		rounded    *State
		valid      error
		faults     string
	}
	var want outcome
	for _, threads := range threadCounts() {
		withThreads(threads, func() {
			var got outcome
			got.state = m.Start()
			got.lo, got.hi = m.Bounds()
			got.safe, got.auto = SafeStep(m, p), AutoStep(m, p)
			got.resistance, _ = resistancesOf(m, p)
			got.own = NewResolver(m, 1e-3).All(nil)
			got.rounded = got.state.Clone()
			got.rounded.RoundToFloat32()
			got.valid = m.Validate()
			got.faults = fmt.Sprint(broken.Validate())
			if threads == 1 {
				want = got
			} else if !reflect.DeepEqual(got, want) {
				t.Errorf("%d threads: the result differs from that of one", threads)
			}
		})
	}
	if want.valid != nil || want.safe <= 0 {
		t.Errorf("the model is not what was meant: %v, safe step %g s", want.valid, want.safe)
	}
}

// The first faults that are spelled out are the first of the model, whichever
// block was looked at first.
func TestFaultsComeInOrder(t *testing.T) {
	m := longChain(4 * BlockSize)
	for i := len(m.Mass) - 1; i >= 0; i -= BlockSize / 8 {
		m.Mass[i] = -1
	}
	err := m.Validate().(interface{ Unwrap() []error }).Unwrap()
	if len(err) != maxFaults+1 {
		t.Fatalf("%d lines, want %d", len(err), maxFaults+1)
	}
	for i, line := range err[:maxFaults] {
		want := fmt.Sprintf(`model "long chain": mass %d: mass is -1 kg; it must be positive, or 0 when it is pinned on all axes`, (i+1)*BlockSize/8-1)
		if line.Error() != want {
			t.Errorf("line %d is %q, want %q", i, line, want)
		}
	}
	if want := `model "long chain": and 16 more faults`; err[maxFaults].Error() != want {
		t.Errorf("the last line is %q, want %q", err[maxFaults], want)
	}
}
