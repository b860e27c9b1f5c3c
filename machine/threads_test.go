package machine

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"hooke/machine/panics"
	"hooke/must"
)

// Every block is done once, by any thread, in each of some tasks with and without
// a lead; others do most of the share of a thread that does not get on.
func TestThreadsDoEveryBlockOnce(t *testing.T) {
	long := Job{100, 5}
	const othersDo = 85 // of them: a thread keeps 13 for which the lead is not worth it, and the one at hand
	jobs := []Job{{1, 0}, {7, 0}, {100, 0}, long, {3, 10}, {64, 31}}
	for _, threads := range []int{1, 2, 5} {
		var done [100]atomic.Int32
		var byFirst, all atomic.Int32
		at := -1
		c := NewThreads(threads, func(thread, block int) {
			done[block].Add(1)
			all.Add(1)
			if thread == 0 {
				byFirst.Add(1)
				for at >= 0 && jobs[at] == long && threads > 1 && all.Load() < othersDo {
					runtime.Gosched()
				}
			}
		}, func() Job {
			if at >= 0 {
				for block := range done {
					want := int32(0)
					if block < jobs[at].Blocks {
						want = 1
					}
					if n := done[block].Swap(0); n != want {
						t.Errorf("%d threads, %+v: block %d is done %d times, want %d", threads, jobs[at], block, n, want)
					}
				}
				if n := byFirst.Swap(0); threads > 1 && jobs[at] == long && n > 100-othersDo+1 {
					t.Errorf("%d threads, %+v: the slow one does %d blocks", threads, jobs[at], n)
				}
				all.Store(0)
			}
			if at++; at == len(jobs) {
				return Job{}
			}
			return jobs[at]
		})
		c.Do()
		c.Close()
	}
}

// A panic of work on any thread, or between two tasks, comes out of Do, once all threads have done with the task; the next
// run is as if there had been none.
func TestThreadsPanic(t *testing.T) {
	for _, threads := range []int{1, 3} {
		for _, where := range []string{"block", "last block", "first task", "next task"} {
			task, fails := 0, true
			var done atomic.Int32
			c := NewThreads(threads, func(_, block int) {
				done.Add(1)
				if fails && (where == "block" && block == 7 || where == "last block" && block == 99) {
					panic(where)
				}
			}, func() Job {
				if task++; fails && (where == "first task" && task == 1 || where == "next task" && task == 2) {
					panic(where)
				}
				if task > 2 {
					return Job{}
				}
				return Job{100, 0}
			})
			must.Say(t, where, panics.Guard(func() error { c.Do(); return nil }), "a fault of hooke: "+where)
			want := int32(100)
			if where == "first task" {
				want = 0
			}
			must.Be(t, done.Swap(0), want, where+": blocks before its end")
			task, fails = 0, false
			c.Do()
			must.Be(t, done.Load(), 200, where+": blocks of the next run")
			c.Close()
		}
	}
}

// The cost of starting shares bounds their length from below. Half of one is given away only where it is
// worth that.
func TestShares(t *testing.T) {
	c := &Threads{Shares: make([]share, 3), next: func() Job { return Job{100, 10} }}
	c.begin()
	first := 0
	for i, count := range []int{40, 30, 30} {
		left := c.Shares[i].left.Load()
		if int(uint32(left)) != first || int(left>>32) != first+count {
			t.Errorf("share %d is from %d to %d, want %d blocks from %d on", i, uint32(left), left>>32, count, first)
		}
		first += count
	}
	for _, s := range []struct {
		first, last, lead int
		from, to          int
	}{{0, 10, 0, 5, 10}, {0, 1, 0, 0, 1}, {4, 4, 0, 0, 0}, {0, 40, 10, 25, 40}, {0, 28, 10, 0, 0}, {7, 57, 16, 40, 57}} {
		var from share
		from.set(s.first, s.last)
		first, last, ok := from.halve(s.lead)
		if ok != (s.to > 0) || ok && (first != s.from || last != s.to) {
			t.Errorf("half of %+v is from %d to %d, %v", s, first, last, ok)
		}
		rest := 0
		for _, more := from.take(); more; _, more = from.take() {
			rest++
		}
		must.Be(t, rest, s.last-s.first-(last-first), "blocks that %+v leaves", s)
	}
}

// As many threads step as have enough to do between two meetings, and no more than there are.
func TestWorth(t *testing.T) {
	for _, c := range []struct {
		sweep        time.Duration
		most, levels int
		want         int
	}{
		{3400 * time.Nanosecond, 2, 0, 1}, {LeastShare, 2, 0, 1}, {2*LeastShare - 1, 2, 1, 1}, {2 * LeastShare, 2, 1, 2},
		{time.Second, 2, 0, 2}, {time.Second, 192, 0, 192}, {5 * LeastShare, 192, 0, 5}, {0, 8, 0, 1}, {time.Second, 1, 0, 1},
		{LeastShare / 4, 2, 64, 2}, {LeastShare / 4, 2, 2, 1}, // tiles meet twice for 64 steps
	} {
		if got := ThreadsWorth(c.sweep, c.most, func(int) int { return c.levels }); got != c.want {
			t.Errorf("%v of work, %d steps at once, at most %d threads: %d step, want %d", c.sweep, c.levels, c.most, got, c.want)
		}
	}
}
