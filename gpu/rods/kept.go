package rods

import (
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/model"
	"hooke/shaders"
)

// kept is how segments stand and turn in the last two good states. The buffers are nil where a run
// keeps none.
type kept struct {
	at     [2]*glx.Buffer // [2 segments]
	passes [2]*pass.Pass
}

// make compiles the pass for either place.
func (g *kept) make(k pass.Maker, segments int, turning, status pass.Slot) (err error) {
	g.passes = [2]*pass.Pass{}
	for place, at := range g.at {
		if at != nil && err == nil {
			g.passes[place], err = k.Make("keep-rods", shaders.KeepRods, pass.Extent{Count: int64(segments)}, []pass.Slot{turning, {Binding: shaders.BindKeptTurning, Buffer: at}, status})
		}
	}
	return err
}

func (g *kept) release() {
	for _, b := range g.at {
		b.Release()
	}
}

// Keep queues a copy of how segments stand and turn into one of two places, if the device knows the
// state to be good. On nil it does nothing.
func (r *Rods) Keep(place int) {
	if r != nil {
		r.whole(r.kept.passes[place])
	}
}

// Kept waits and puts such a copy into a state, which without rods has no orientations.
func (r *Rods) Kept(place int, dst *model.Snapshot) {
	dst.Orientation, dst.AngularVelocity = nil, nil
	if r == nil {
		return
	}
	records := make([]shaders.KeptTurning, shaders.KeptVectors*len(r.set.Segments))
	r.ctx.Barrier(glx.ByTransfer) // the download reads what keep-rods wrote
	glx.Download(r.kept.at[place], 0, records)
	for k := range r.set.Segments {
		q, w := records[2*k], records[2*k+1]
		dst.Orientation = append(dst.Orientation, [4]float32{q[3], q[0], q[1], q[2]})
		dst.AngularVelocity = append(dst.AngularVelocity, [3]float32(w[:3]))
	}
}
