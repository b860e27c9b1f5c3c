package rods

import (
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/shaders"
)

// shown are the passes that measure segments for people, compiled when somebody asks for one first.
type shown struct {
	maker  pass.Maker
	state  []pass.Slot // positions and velocities
	joints *glx.Buffer // the links of the joints of each segment, see measure_rods.comp
	passes [shaders.MeasuredCount]*pass.Pass
}

// begin forgets the passes of others.
func (s *shown) begin(k pass.Maker, state []pass.Slot) {
	s.release()
	s.maker, s.state = k, state[:2:2]
}

func (s *shown) release() {
	for k, p := range s.passes {
		p.Release()
		s.passes[k] = nil
	}
	s.joints.Release()
	s.joints = nil
}

// jointsOf are the links of the joints of each segment: where those of each begin, and behind that
// all of them.
func (r *Rods) jointsOf() (entries []uint32) {
	number := make([]uint32, len(r.set.Joints)) // of the link of each
	at := uint32(len(r.set.Segments))
	for _, color := range r.set.Bends {
		for _, k := range color {
			number[k] = at
			at++
		}
	}
	var all []uint32
	first := uint32(len(r.set.Segments) + 1)
	for _, some := range r.set.At() {
		entries = append(entries, first+uint32(len(all)))
		for _, k := range some {
			all = append(all, number[k])
		}
	}
	return append(append(entries, first+uint32(len(all))), all...)
}

// Show queues the pass that writes a quantity of each segment into a buffer of a number per spring, and
// the barrier for draws that read it. Parameters must be bound. It does nothing to nil.
func (r *Rods) Show(what shaders.Measured, into *glx.Buffer) error {
	if r == nil {
		return nil
	}
	s := &r.shown
	if s.joints == nil {
		entries := r.jointsOf()
		b, err := glx.NewBufferFrom(r.ctx, "hooke.RodJoints", entries)
		if err != nil {
			return err
		}
		s.joints = b
	}
	if s.passes[what] == nil {
		name := "measure-rods-" + [shaders.MeasuredCount]string{"strain", "force", "energy"}[what]
		made, err := s.maker.With("QUANTITY", int(what)).Make(name, shaders.MeasureRods, pass.Extent{Count: int64(len(r.set.Segments))},
			append(s.state[:2:2], pass.Slot{Binding: shaders.BindTurning, Buffer: r.turning}, pass.Slot{Binding: shaders.BindRodLink, Buffer: r.links},
				pass.Slot{Binding: shaders.BindIncidence, Buffer: s.joints}, pass.Slot{Binding: shaders.BindStrain, Buffer: into}))
		if err != nil {
			return err
		}
		s.passes[what] = made
	}
	p := s.passes[what]
	p.Rebind(shaders.BindStrain, into)
	r.rows.Bind(rowAll)
	p.Dispatch(r.ctx)
	r.ctx.Barrier(glx.ByShader | glx.ByVertex) // the draw reads values
	return nil
}
