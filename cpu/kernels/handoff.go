package kernels

import (
	"hooke/cpu/table"
)

// forceHandoff is how a worker passes on the forces of pairs, while it goes from slice
// to slice. Each slice adds up the forces of a run: those of its lane j on the
// neighbor at base+1 act on the same mass as those of lane j+1 at base, so that
// one vector for each axis holds them all. It lies in a ring until the slice comes
// that it acts on, base lanes further: a ring has as many slices as that takes.
// Forces on the next mass need none, but go on to the next lane.
//
// Forces act in the order in which they were evaluated, wherever a worker begins:
// so results do not depend on how slices are divided, bit for bit. A worker that
// begins in the middle first goes over the slices that hand on to its own.
type forceHandoff struct {
	Runs    []RunState  // and one without members
	Numbers [][]float32 // of each ring, for plain Go; nil: the run has none
	Carries []float32   // forces that leave a slice, three vectors for each shift by a lane
	Rings   []float32

	Turn        int64 // task, level and slice that it has come to
	Level, UpTo int
}

// RunState is a run in use, as assembly reads it; see ForcesCall. 40 bytes.
type RunState struct {
	Ring   *float32 // nil: base is 1, and forces go on to the next lane
	at     int64    // where in the ring the slice at hand is [bytes]
	bytes  int64    // of each of its three arrays, one slice at their ends apart, which repeats the first
	stride int64    // from an array to the next [bytes]
	Count  int64    // members

}

// NewForceHandoff makes room for the rings of a pattern: 12 bytes for each lane between
// the nearest masses of each run, 0.3 MB for a lattice of 92³.
func NewForceHandoff(p *table.Pattern) *forceHandoff {
	h := &forceHandoff{Runs: make([]RunState, len(p.Runs)+1), Numbers: make([][]float32, len(p.Runs))}
	carries, rings := p.Numbers()
	h.Carries, h.Rings = AlignedFloats(max(1, carries)), AlignedFloats(rings)
	left := h.Rings
	for i, r := range p.Runs {
		state := &h.Runs[i]
		state.Count = int64(r.Count)
		lanes := r.RingLanes()
		if lanes == 0 {
			continue
		}
		state.bytes, state.stride = 4*int64(lanes), 4*int64(lanes+table.Width)
		h.Numbers[i], left = left[:3*(lanes+table.Width)], left[3*(lanes+table.Width):]
		state.Ring = &h.Numbers[i][0]
	}
	return h
}
