package machine

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"hooke/machine/panics"
)

// Copies measure the speed of memory by copies on as many threads as step. They hold
// two arrays.
type Copies struct {
	from, to []uint64
	threads  int
	repeats  int // copies that take at least leastCopying; zero: not known yet
}

// LargestCopy is the size of each array [bytes]: more than the last cache of most
// processors holds.
const LargestCopy = 128 << 20

// copyBlock is the number of words that a thread copies at once.
const copyBlock = 8 << 10

// leastCopying is the least duration of a measurement.
const leastCopying = 20 * time.Millisecond

// NewCopies makes two arrays of the given number of bytes each, for copies on threads
// threads; zero means all threads that Go may use.
func NewCopies(threads int, bytes int64) (*Copies, error) {
	if threads < 0 || bytes < 8 {
		return nil, fmt.Errorf("cpu: bandwidth: %d threads and %d bytes; give 0 or more threads and at least 8 bytes", threads, bytes)
	}
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	b := &Copies{from: make([]uint64, bytes/8), to: make([]uint64, bytes/8), threads: threads}
	for i := range b.from {
		b.from[i] = uint64(i)*0x9e3779b97f4a7c15 | 1
	}
	return b, nil
}

// Prove copies once and compares every word.
func (b *Copies) Prove() error {
	clear(b.to)
	b.copy(1)
	if !slices.Equal(b.from, b.to) {
		return fmt.Errorf("cpu: bandwidth: a copy of %d words by %d threads is not complete; no rate of it can be trusted", len(b.from), b.threads)
	}
	return nil
}

// Measure copies for a while. bytes are the bytes read plus those written.
func (b *Copies) Measure() (bytes int64, took time.Duration) {
	if b.repeats == 0 {
		b.copy(1) // touches the memory
		b.repeats = 1
		for b.timed() < leastCopying && b.repeats < 1<<16 {
			b.repeats *= 2
		}
	}
	return 16 * int64(len(b.to)) * int64(b.repeats), b.timed()
}

func (b *Copies) timed() time.Duration {
	begin := time.Now()
	b.copy(b.repeats)
	return time.Since(begin)
}

// copy copies the whole array the given number of times. Each thread copies its own part, in
// blocks.
func (b *Copies) copy(times int) {
	var all panics.Group
	for thread := range b.threads {
		first, last := thread*len(b.from)/b.threads, (thread+1)*len(b.from)/b.threads
		all.Go(func() {
			for range times {
				for at := first; at < last; at += copyBlock {
					end := min(at+copyBlock, last)
					copy(b.to[at:end], b.from[at:end])
				}
			}
		})
	}
	all.Wait()
}
