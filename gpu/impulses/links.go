package impulses

import (
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/shaders"
)

// links are the springs whose forces are those of their impulses: all of them, and among them
// the rigid ones and attachments, which have no law of force.
type links struct {
	numbers []uint32    // of rigid springs and attachments in the model
	shown   [][2]uint32 // its index among the springs in their colors, and its number in the model; nil until a picture needs it
	buffer  *glx.Buffer // the same on the device; nil before somebody draws
	taken   float64     // length of the substep in which they have pushed last [s]; 0: none was taken since the state was set

	maker pass.Maker
	made  *pass.Pass // nil before somebody draws
}

func (l *links) release() {
	l.made.Release()
	l.buffer.Release()
	l.made, l.buffer = nil, nil
}

// SpringForces waits and returns the forces of springs in the last substep [N], in the order of the model,
// see model.State; nil before one.
func (s *Sweeps) SpringForces() (out []float64) {
	if s.links.taken == 0 {
		return nil
	}
	pushed := make([]shaders.Impulse, s.model.SpringCount())
	s.ctx.Barrier(glx.ByTransfer) // the download reads the output of sweeps
	glx.Download(s.impulse, 0, pushed)
	out = make([]float64, len(pushed))
	for place, number := range s.springs.Colors.Order {
		out[number] = 0 - float64(pushed[place].Value)/s.links.taken
	}
	return out
}

// LinkForces waits and returns the forces of rigid springs in the last substep, see model.State.
func (s *Sweeps) LinkForces() (out []float64) {
	if len(s.links.numbers) == 0 {
		return nil
	}
	if all := s.SpringForces(); all != nil {
		for _, number := range s.links.numbers {
			out = append(out, all[number])
		}
	}
	return out
}

// Show queues the pass that writes the forces of springs into a buffer of a number per spring, and
// the barrier for draws that read it. Parameters must be bound.
func (s *Sweeps) Show(what shaders.Measured, into *glx.Buffer) (err error) {
	l := &s.links
	if what == shaders.MeasureForce && s.model.StructuralCount() > 0 && l.taken == s.params.Substep().DT {
		if l.made == nil {
			if err = l.make(s); err != nil {
				return err
			}
		}
		l.made.Rebind(shaders.BindStrain, into)
		s.rows.Bind(rowLinks)
		l.made.Dispatch(s.ctx)
		s.ctx.Barrier(glx.ByShader | glx.ByVertex) // the draw reads values
	}
	return nil
}

// make compiles the pass that shows forces.
func (l *links) make(s *Sweeps) (err error) {
	if l.buffer == nil {
		for place, number := range s.springs.Colors.Order {
			if int(number) < s.model.StructuralCount() {
				l.shown = append(l.shown, [2]uint32{uint32(place), number})
			}
		}
		if l.buffer, err = glx.NewBufferFrom(s.ctx, "hooke.LinkAt", l.shown); err != nil {
			return err
		}
	}
	l.made, err = l.maker.Make("measure-links", shaders.MeasureLinks, pass.Extent{Count: int64(len(l.shown))}, []pass.Slot{
		{Binding: shaders.BindLinkAt, Buffer: l.buffer}, {Binding: shaders.BindImpulse, Buffer: s.impulse}, {Binding: shaders.BindStrain, Buffer: s.impulse}})
	return err
}
