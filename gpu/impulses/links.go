package impulses

import (
	"hooke/gpu/colored"
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/model"
	"hooke/shaders"
)

// links are the rigid springs, and attachments behind them, whose forces are what they have pushed.
// Without any it does nothing.
type links struct {
	shown  int         // how many of them are no attachments, which nobody sees
	at     [][2]uint32 // of each its place among the springs in their colors, and its number in the model, in the order of that
	buffer *glx.Buffer // the same on the device; nil before somebody draws
	taken  float64     // length of the substep in which they have pushed last [s]; 0: none was taken since the state was set

	maker pass.Maker
	made  *pass.Pass // nil before somebody draws
}

// newLinks finds them.
func newLinks(m *model.Model, springs *colored.Springs) (l links) {
	numbers := m.Links()
	if numbers == nil {
		return l
	}
	place := make([]uint32, m.SpringCount())
	for at, s := range springs.Colors.Order {
		place[s] = uint32(at)
	}
	for _, s := range numbers {
		if int(s) < m.StructuralCount() {
			l.shown++
		}
		l.at = append(l.at, [2]uint32{place[s], s})
	}
	return l
}

func (l *links) release() {
	l.made.Release()
	l.buffer.Release()
	l.made, l.buffer = nil, nil
}

// LinkForces waits and returns the forces of rigid springs in the last substep, see model.State.
func (s *Sweeps) LinkForces() (out []float64) {
	l := &s.links
	if len(l.at) == 0 || l.taken == 0 {
		return nil
	}
	words := int64(1)
	if _, words = s.springs.Arrays.Precision.Words(); words > 1 {
		words = 2
	}
	springs := int64(s.model.SpringCount())
	pushed := make([]shaders.Impulse, words*springs)
	s.ctx.Barrier(glx.ByTransfer) // the download reads what sweeps wrote
	glx.Download(s.impulse, 0, pushed)
	for _, at := range l.at {
		sum := 0.0
		for word := range words {
			sum += float64(pushed[word*springs+int64(at[0])].Value)
		}
		out = append(out, 0-sum/l.taken)
	}
	return out
}

// Show queues the passes that write a quantity of segments of rods and of rigid links into a buffer
// of a number per spring, and the barrier for draws that read it. Parameters must be bound.
func (s *Sweeps) Show(what shaders.Measured, into *glx.Buffer) (err error) {
	l := &s.links
	if what == shaders.MeasureForce && l.shown > 0 && l.taken == s.params.Substep().DT {
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
	return s.rods.Show(what, into)
}

// make compiles the pass that shows forces.
func (l *links) make(s *Sweeps) (err error) {
	if l.buffer == nil {
		if l.buffer, err = glx.NewBufferFrom(s.ctx, "hooke.LinkAt", l.at); err != nil {
			return err
		}
	}
	l.made, err = l.maker.Make("measure-links", shaders.MeasureLinks, pass.Extent{Count: int64(len(l.at))}, []pass.Slot{
		{Binding: shaders.BindLinkAt, Buffer: l.buffer}, {Binding: shaders.BindImpulse, Buffer: s.impulse}, {Binding: shaders.BindStrain, Buffer: s.impulse}})
	return err
}
