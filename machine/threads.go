package machine

import (
	"math"
	"runtime"
	"sync/atomic"
	"time"

	"hooke/machine/panics"
)

// Threads are the threads that work together: the caller's own, and workers that live
// until Close. They share out the blocks of one task after another and meet at a
// barrier after each task. The result does not depend on which thread does which block,
// since no block reads the writes of another block in the same task.
type Threads struct {
	Shares []share         // of each thread, the caller's first
	start  []chan struct{} // of each worker
	Work   func(thread, block int)
	next   func() Job // runs alone before every task; a job without blocks ends the run
	lead   int        // Lead of the current task

	fault   panics.First // of a worker, or of the caller
	arrived atomic.Int32
	turn    atomic.Uint32 // 2 for each finished task, and 1 after the last task of a run
	closing bool
}

// Job is the size of a task.
type Job struct {
	Blocks int
	Lead   int // cost of beginning elsewhere than after the block before, in blocks
}

// share is the blocks that a thread still has to do, in a row. It is padded to two
// cache lines, so that threads do not disturb one another.
type share struct {
	left atomic.Uint64 // the first block, and the end in the upper 32 bits
	_    [120]byte
}

// set makes the blocks from first to last−1 the share.
func (s *share) set(first, last int) { s.left.Store(uint64(last)<<32 | uint64(first)) }

// take removes the first block of a share and returns it; false when the share is empty.
func (s *share) take() (block int, ok bool) {
	for {
		left := s.left.Load()
		first, last := left&math.MaxUint32, left>>32
		if first >= last {
			return 0, false
		}
		if s.left.CompareAndSwap(left, left+1) {
			return int(first), true
		}
	}
}

// halve removes the later half of a share, less the cost of beginning there; false when
// that is not worth it.
func (s *share) halve(lead int) (first, last int, ok bool) {
	for {
		left := s.left.Load()
		from, to := int(left&math.MaxUint32), int(left>>32)
		count := (to - from - lead + 1) / 2
		if count < 1 || count < lead {
			return 0, 0, false
		}
		if s.left.CompareAndSwap(left, uint64(to-count)<<32|uint64(from)) {
			return to - count, to, true
		}
	}
}

// NewThreads starts the workers, which wait. work does one block of a task, and next chooses
// the next task.
func NewThreads(threads int, work func(thread, block int), next func() Job) *Threads {
	c := &Threads{Shares: make([]share, max(1, threads)), Work: work, next: next}
	for worker := range len(c.Shares) - 1 {
		start := make(chan struct{}, 1)
		c.start = append(c.start, start)
		go func() {
			for range start {
				if c.closing {
					return
				}
				c.run(worker + 1)
			}
		}()
	}
	return c
}

// Do runs tasks until next returns no blocks. It allocates nothing. A panic of work or next, on any thread, ends the
// run after the task, and comes out of Do.
func (c *Threads) Do() {
	if c.begin() {
		for _, start := range c.start {
			start <- struct{}{}
		}
		c.run(0)
	}
	c.fault.Again()
}

// do does one block.
func (c *Threads) do(thread, block int) {
	defer c.fault.Catch()
	c.Work(thread, block)
}

// following is the next task; none after a panic.
func (c *Threads) following() (job Job) {
	if c.fault.Caught() {
		return Job{}
	}
	defer c.fault.Catch()
	return c.next()
}

// Close ends the workers. A second call does nothing.
func (c *Threads) Close() {
	if c == nil || c.closing {
		return
	}
	c.closing = true
	for _, start := range c.start {
		start <- struct{}{}
	}
}

// begin shares out the blocks of the next task; false after the last task.
func (c *Threads) begin() bool {
	job := c.following()
	c.lead = job.Lead
	work, first := job.Blocks+(len(c.Shares)-1)*job.Lead, 0
	for i := range c.Shares { // all threads but the first begin elsewhere and pay the lead
		last := min(job.Blocks, max(first, (i+1)*work/len(c.Shares)-i*job.Lead))
		c.Shares[i].set(first, last)
		first = last
	}
	return job.Blocks > 0
}

// run is the part of one thread in a run: it does its own blocks, then half of those
// that another thread has not begun, until no thread has many left. Then it waits at
// the barrier.
func (c *Threads) run(thread int) {
	own := &c.Shares[thread]
	for {
		for {
			block, ok := own.take()
			if !ok && !c.help(thread) {
				break
			}
			if ok {
				c.do(thread, block)
			}
		}
		if c.meet() {
			return
		}
	}
}

// help takes half of the remaining blocks of another thread; false if no thread has enough.
func (c *Threads) help(thread int) bool {
	for i := 1; i < len(c.Shares); i++ {
		if first, last, ok := c.Shares[(thread+i)%len(c.Shares)].halve(c.lead); ok {
			c.Shares[thread].set(first, last)
			return true
		}
	}
	return false
}

// meet waits until all threads are done with a task; the last one to come begins the next
// task. It reports whether the run is over. The caller's thread may be in the next run before
// the others have seen that; the data that they check change only after all have arrived
// again.
func (c *Threads) meet() (over bool) {
	turn := c.turn.Load()
	if int(c.arrived.Add(1)) == len(c.Shares) {
		over = !c.begin()
		c.arrived.Store(0)
		next := turn&^1 + 2
		if over {
			next++
		}
		c.turn.Store(next)
		return over
	}
	now := turn
	for spins := 0; now == turn; spins++ {
		rest(spins)
		now = c.turn.Load()
	}
	return now&1 != 0
}

// rest passes the time of a waiting thread: at first it only looks again, then it lets
// other goroutines run, then other programs.
func rest(spins int) {
	const look, yield = 2000, 4000
	switch {
	case spins < look:
	case spins < yield:
		runtime.Gosched()
	default:
		time.Sleep(20 * time.Microsecond)
	}
}
