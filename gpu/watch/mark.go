package watch

import (
	"fmt"

	"hooke/gpu/glx"
)

// Mark is a copy of some buffers on the device. The zero value holds nothing.
type Mark struct {
	copies []*glx.Buffer
}

// Keep queues copies of the buffers, over the previous copies.
func (m *Mark) Keep(ctx *glx.Context, buffers []*glx.Buffer) error {
	if !m.fits(buffers) {
		m.Release()
		for _, b := range buffers {
			one, err := ctx.NewLongBuffer(b.Label()+".Mark", b.Bytes())
			if err != nil {
				m.Release()
				return fmt.Errorf("gpu: %w", err)
			}
			m.copies = append(m.copies, one)
		}
	}
	ctx.Barrier(glx.ByTransfer) // the copies read the output of passes
	for i, b := range buffers {
		m.copies[i].CopyFrom(b)
	}
	return nil
}

// Return queues copies back into the buffers, which are those of Keep.
func (m *Mark) Return(ctx *glx.Context, buffers []*glx.Buffer) error {
	if len(buffers) == 0 || !m.fits(buffers) {
		return fmt.Errorf("gpu: no state of these %d buffers is marked", len(buffers))
	}
	ctx.Barrier(glx.ByTransfer) // the copies overwrite the output of passes
	for i, b := range buffers {
		b.CopyFrom(m.copies[i])
	}
	return nil
}

// fits reports whether the copies are as large as these buffers.
func (m *Mark) fits(buffers []*glx.Buffer) bool {
	if len(m.copies) != len(buffers) {
		return false
	}
	for i, b := range buffers {
		if b.Bytes() != m.copies[i].Bytes() {
			return false
		}
	}
	return true
}

// Release frees the copies.
func (m *Mark) Release() {
	for _, b := range m.copies {
		b.Release()
	}
	m.copies = nil
}
