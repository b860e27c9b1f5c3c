package kernels

import (
	"hooke/cpu/table"
)

// forceHandoff holds the forces of pairs that a worker hands on, while it goes from slice
// to slice. Each slice adds up the forces of a run. The force of its lane j on the neighbor
// at base+1 acts on the same mass as the force of lane j+1 on the neighbor at base, so that
// one vector for each axis holds them all. This vector lies in a ring until the worker
// comes to the slice on which it acts, base lanes further; a ring has as many slices as
// that takes. Forces on the next mass need no ring, but go on to the next lane.
//
// Forces act in the order in which they are evaluated, wherever a worker begins, so that
// results do not depend on how slices are divided, bit for bit. A worker that begins in the
// middle first goes over the slices that hand forces on to its own.
type forceHandoff[T table.Real] struct {
	Runs    []RunState[T] // state of each run, and one without members at the end
	Numbers [][]T         // numbers of the ring of each run, for plain Go; nil: the run has no ring
	Carries []T           // forces that leave a slice, three vectors for each shift by a lane
	Rings   []T           // memory of all rings

	Turn        int64 // task to which the worker has come
	Level, UpTo int   // level of the task and slice to which it has come
}

// RunState is the state of a run in use, as assembly reads it; see ForcesCall. It takes 40
// bytes.
type RunState[T table.Real] struct {
	Ring   *T    // nil: base is 1, and forces go on to the next lane
	at     int64 // place of the slice at hand in the ring [bytes]
	bytes  int64 // length of each of the three arrays of the ring, without the slice at their ends, which repeats the first [bytes]
	stride int64 // from an array to the next [bytes]
	Count  int64 // number of members

}

// NewForceHandoff makes a handoff with room for the rings of a pattern, which take 12 bytes
// for each lane between the nearest masses of each run: 0.3 MB for a lattice of 92³.
func NewForceHandoff[T table.Real](p *table.Pattern) *forceHandoff[T] {
	h := &forceHandoff[T]{Runs: make([]RunState[T], len(p.Runs)+1), Numbers: make([][]T, len(p.Runs))}
	carries, rings := p.Numbers()
	h.Carries, h.Rings = AlignedFloats[T](max(1, carries)), AlignedFloats[T](rings)
	left, size := h.Rings, table.SizeOf[T]()
	for i, r := range p.Runs {
		state := &h.Runs[i]
		state.Count = int64(r.Count)
		lanes := r.RingLanes()
		if lanes == 0 {
			continue
		}
		state.bytes, state.stride = size*int64(lanes), size*int64(lanes+table.Width)
		h.Numbers[i], left = left[:3*(lanes+table.Width)], left[3*(lanes+table.Width):]
		state.Ring = &h.Numbers[i][0]
	}
	return h
}
