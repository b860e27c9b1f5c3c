package model

import (
	"fmt"
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

// A number in any block changes the fingerprint, and so does a block more.
func TestFingerprintSeesEveryBlock(t *testing.T) {
	const springs = 2*BlockSize + 5
	long := func(last int) *Model {
		return &Model{RestLength: make([]float64, last), Own: make([]Coefficients, last)}
	}
	seen := map[[32]byte]bool{Fingerprint(long(springs), Params{}): true, Fingerprint(long(2*BlockSize), Params{}): true}
	for _, at := range []int{0, BlockSize - 1, BlockSize, springs - 1} {
		rest, own := long(springs), long(springs)
		rest.RestLength[at], own.Own[at].Damping = 1, 1
		seen[Fingerprint(rest, Params{})], seen[Fingerprint(own, Params{})] = true, true
	}
	if len(seen) != 2+2*4 {
		t.Errorf("%d fingerprints of 10 models", len(seen))
	}
	// What lies between the fields of a struct is no number of the model.
	if !plain(reflect.TypeFor[Coefficients]()) || plain(reflect.TypeFor[struct {
		a uint8
		b float64
	}]()) || !plain(reflect.TypeFor[PathPoint]()) || plain(reflect.TypeFor[Material]()) {
		t.Error("structs are plain where all their bytes are numbers, and only there")
	}
}

// The first faults that are spelled out are the first of the model, whichever
// block was looked at first.
func TestFaultsComeInOrder(t *testing.T) {
	m := masses(4 * BlockSize)
	for i := len(m.Mass) - 1; i >= 0; i -= BlockSize / 8 {
		m.Mass[i] = -1
	}
	err := m.Validate().(interface{ Unwrap() []error }).Unwrap()
	if len(err) != maxFaults+1 {
		t.Fatalf("%d lines, want %d", len(err), maxFaults+1)
	}
	for i, line := range err[:maxFaults] {
		want := fmt.Sprintf(`model "masses": mass %d: mass is -1 kg; it must be positive, or 0 when it is pinned on all axes`, (i+1)*BlockSize/8-1)
		if line.Error() != want {
			t.Errorf("line %d is %q, want %q", i, line, want)
		}
	}
	if want := `model "masses": and 16 more faults`; err[maxFaults].Error() != want {
		t.Errorf("the last line is %q, want %q", err[maxFaults], want)
	}
}
