package cpu

import (
	"runtime"
	"sync/atomic"
	"time"
)

// crew is the threads that work together: the caller's own and workers that
// live until close. They share out the blocks of one task after the other and
// meet at a barrier after each. Which thread does which block changes no
// result, since no block reads what another writes in the same task.
type crew struct {
	shares []share         // of each thread, the caller's first
	start  []chan struct{} // of each worker
	work   func(thread, block int)
	next   func() (blocks int) // alone, before every task: how many blocks it has, 0: the run is over

	arrived atomic.Int32
	turn    atomic.Uint32 // 2 for each task that is over, and 1 after the last of a run
	closing bool
}

// share is the blocks that a thread begins with; others help when they are
// done with theirs. Padded to two cache lines, so that threads do not disturb
// one another.
type share struct {
	next        atomic.Int64
	first, last int // blocks: first to last−1
	_           [104]byte
}

// newCrew starts the workers, which wait. work does one block.
func newCrew(threads int, work func(thread, block int), next func() (blocks int)) *crew {
	c := &crew{shares: make([]share, max(1, threads)), work: work, next: next}
	for worker := range len(c.shares) - 1 {
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

// do works through tasks until next has none. It allocates nothing.
func (c *crew) do() {
	if !c.begin() {
		return
	}
	for _, start := range c.start {
		start <- struct{}{}
	}
	c.run(0)
}

// close ends the workers. Closing twice is harmless.
func (c *crew) close() {
	if c == nil || c.closing {
		return
	}
	c.closing = true
	for _, start := range c.start {
		start <- struct{}{}
	}
}

// begin shares out the blocks of the next task; false when there is none.
func (c *crew) begin() bool {
	blocks := c.next()
	for i := range c.shares {
		s := &c.shares[i]
		s.first, s.last = i*blocks/len(c.shares), (i+1)*blocks/len(c.shares)
		s.next.Store(int64(s.first))
	}
	return blocks > 0
}

// run is the part of one thread in a run: its own blocks, then those that
// others have not begun, then the barrier.
func (c *crew) run(thread int) {
	for {
		for i := range c.shares {
			from := &c.shares[(thread+i)%len(c.shares)]
			for {
				block := int(from.next.Add(1)) - 1
				if block >= from.last {
					break
				}
				c.work(thread, block)
			}
		}
		if c.meet() {
			return
		}
	}
}

// meet waits until all threads are done with a task; the last one to come
// begins the next. It says whether the run is over. The caller's thread may be
// in the next run before the others have seen that: what they look at changes
// only once all have arrived again.
func (c *crew) meet() (over bool) {
	turn := c.turn.Load()
	if int(c.arrived.Add(1)) == len(c.shares) {
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

// rest passes the time of a waiting thread: at first it only looks again, then
// it lets other goroutines run, then other programs.
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
