package machine

import (
	"sync"

	"hooke/machine/panics"
)

// InTurns takes each of the parts of a task through that many steps, on some threads: a thread takes a part for up to chunk steps, then lets it
// wait behind the others. The first error of run is returned; its part takes no more steps, all others do.
func InTurns(threads, parts, steps, chunk int, run func(part, steps int) error) error {
	q := turns{left: make([]int, parts), chunk: chunk}
	for i := range parts {
		q.left[i] = steps
		q.next = append(q.next, i)
	}
	work := func() {
		for {
			i, steps := q.take()
			if steps == 0 {
				return
			}
			q.back(i, run(i, steps))
		}
	}
	var group panics.Group
	for range min(threads, parts) - 1 {
		group.Go(work)
	}
	work()
	group.Wait()
	return q.fault
}

// turns are the parts that wait for a thread, and how many steps each still has to take.
type turns struct {
	mutex sync.Mutex
	chunk int
	left  []int
	next  []int
	fault error
}

// take returns a part and how many steps it is to take; 0 where none waits.
func (q *turns) take() (part, steps int) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if len(q.next) == 0 {
		return 0, 0
	}
	part = q.next[0]
	q.next = q.next[1:]
	steps = min(q.chunk, q.left[part])
	q.left[part] -= steps
	return part, steps
}

// back puts a part at the end of those that wait, if it has steps left.
func (q *turns) back(part int, fault error) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if fault != nil && q.fault == nil {
		q.fault = fault
	}
	if q.left[part] > 0 && fault == nil {
		q.next = append(q.next, part)
	}
}
