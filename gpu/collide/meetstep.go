package collide

import (
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/shaders"
)

// Push queues the pushes of parts that meet at the current state and adds them to the external forces, which
// must have been written. The next command may read those. begins says that the state is one
// between steps, whose sides are remembered.
func (s *Meetings) Push(begins bool) {
	if s == nil {
		return
	}
	s.touch(s.passes.meet)
	s.passes.gather.Dispatch(s.ctx)
	if s.triangles && (begins || !s.repeats) {
		s.passes.remember.Dispatch(s.ctx)
	} else {
		s.passes.watch.Dispatch(s.ctx)
	}
	s.ctx.Barrier(glx.ByShader) // passes of masses read the external forces
}

// touch queues a pass over the pairs. The next command may read the pushes.
func (s *Meetings) touch(p *pass.Pass) {
	if s.triangles {
		s.overPairs(s.passes.near)
	}
	s.overPairs(p)
}

// overPairs queues a pass over the pairs of the list. The next command may read its output.
func (s *Meetings) overPairs(p *pass.Pass) {
	if s.pairs > 0 {
		x, y, err := s.ctx.Limits.Groups(s.pairs, s.passes.group)
		if err != nil { // List has refused as many
			return
		}
		p.Timer.Begin()
		p.DispatchGroups(s.ctx, [2]uint32{x, y})
		p.Timer.End()
	}
	s.ctx.Barrier(glx.ByShader) // the next pass reads where parts are closest, pushes, and external forces of the passes before
}

// ApplyFriction queues the friction of parts that meet, after the last pass of masses of a step. The next
// command may read the state.
func (s *Meetings) ApplyFriction() {
	if s == nil || !s.shape.friction {
		return
	}
	s.passes.watch.Dispatch(s.ctx) // the list is used here, too
	for range s.params.SpanFrictionPasses() {
		s.touch(s.passes.touched)
		s.overPairs(s.passes.friction)
		s.passes.finish.Dispatch(s.ctx)
		s.ctx.Barrier(glx.ByShader | glx.ByTexel) // the next command reads positions and velocities
	}
}

// Moved waits and returns the farthest way of a mass against the others since the list was made, also at the current
// state, in shares of the skin.
func (s *Meetings) Moved() (float64, error) {
	var status [1]shaders.MeetStatus
	s.passes.watch.Dispatch(s.ctx)
	s.ctx.Barrier(glx.ByTransfer) // the download reads the output of passes
	glx.Download(s.arrays.status, 0, status[:])
	return (float64(status[0].Moved) + 1) / 1000, s.ctx.Err("gpu: read the status of springs and triangles that collide")
}
