package draw

import (
	"fmt"

	"hooke/gpu/glx"
	"hooke/model"
)

// markVertex is a mark at a mass or at a position: an arrow, a line to a position, or a diamond. It takes 32
// bytes.
type markVertex struct {
	To   [3]float32 // the arrow, or the position where the line ends [m]
	Kind float32    // 0 an arrow, 1 a line to a position, 2 a diamond on the mass, 3 an arrow at From, 4 a line from From
	Mass uint32     // number of the mass in the buffers
	From [3]float32 // [m], of kinds 3 and 4
}

const (
	markVertexSize = 32
	mostMarks      = 512  // of all loads together; a load on more masses is shown on some of them
	arrowSize      = 0.15 // length of the arrow of the largest force, as a share of the size of the view
)

// marks are the arrows of external forces and the lines of handles.
type marks struct {
	ctx    *glx.Context
	array  *glx.VertexArray
	buffer *glx.Buffer
	room   int // marks that the buffer holds
	list   []markVertex
	number []uint32 // index in the buffers of each of the model's masses; nil: the model's number
}

func (m *marks) make(ctx *glx.Context, scene Drawable) (err error) {
	m.ctx = ctx
	if order := scene.MassOrder(); order != nil {
		m.number = make([]uint32, len(order))
		for k, i := range order {
			m.number[i] = uint32(k)
		}
	}
	if m.array, err = ctx.NewVertexArray("marks"); err != nil {
		return err
	}
	return m.hold(mostMarks)
}

// hold grows the buffer to count marks.
func (m *marks) hold(count int) error {
	buffer, err := m.ctx.NewBuffer("marks", int64(count)*markVertexSize)
	if err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	m.buffer.Release()
	m.buffer, m.room = buffer, count
	m.array.Attribute(glx.Attribute{Location: 0, Components: 4, Type: glx.Float32, Stride: markVertexSize, Instances: true}, m.buffer)
	m.array.Attribute(glx.Attribute{Location: 1, Components: 1, Type: glx.Uint32, Stride: markVertexSize, Offset: 16, Instances: true}, m.buffer)
	m.array.Attribute(glx.Attribute{Location: 2, Components: 3, Type: glx.Float32, Stride: markVertexSize, Offset: 20, Instances: true}, m.buffer)
	return nil
}

// update lists the marks: the loads of parameters p at time t [s], all of them or handles
// alone, and the picked mass, which may be nil. upload must follow before they are drawn.
// size is the size of the view's subject [m]; arrows are at their own positions.
func (m *marks) update(p model.Params, t, size float64, all bool, picked *int, arrows []Arrow) {
	m.list = m.list[:0]
	m.stand(arrows) // first: loads may take all the memory that is left
	if picked != nil {
		m.add(uint32(*picked), model.Vec3{}, 2)
	}
	const mostLines = 12 // largest number of lines of a hand that holds many masses
	for k := 0; k < len(p.Handles); k += 1 + len(p.Handles)/mostLines {
		if h := p.Handles[k]; h.Stiffness > 0 {
			m.add(h.Mass, h.Target, 1)
		}
	}
	if all {
		largest := 0.0
		for _, f := range p.Forces {
			largest = max(largest, f.Force.Len())
		}
		for _, f := range p.Forces {
			m.spread(f.Masses, f.Force.Mul(f.Table.Of(t)*arrowSize*size/max(largest, 1e-30)))
		}
		for _, motor := range p.Motors {
			m.spread(motor.Masses, motor.Axis.Mul(arrowSize*size))
		}
	}
}

// stand adds arrows that stand at positions of their own.
func (m *marks) stand(arrows []Arrow) {
	for _, a := range arrows[:min(len(arrows), MostArrows, mostMarks-len(m.list))] {
		m.list = append(m.list, markVertex{To: narrow(a.Along), Kind: 3, From: narrow(a.From)})
	}
}

func narrow(v model.Vec3) [3]float32 { return [3]float32{float32(v[0]), float32(v[1]), float32(v[2])} }

// join adds lines between positions, after all other marks.
func (m *marks) join(lines []Line) {
	for _, l := range lines[:min(len(lines), MostLines)] {
		m.list = append(m.list, markVertex{To: narrow(l.To.Sub(l.From)), Kind: 4, From: narrow(l.From)})
	}
}

// line adds a line from a mass to a position.
func (m *marks) line(mass int, to model.Vec3) { m.add(uint32(mass), to, 1) }

// upload hands the list to the device.
func (m *marks) upload() error {
	if len(m.list) > m.room {
		if err := m.hold(mostMarks + MostLines); err != nil {
			return err
		}
	}
	glx.Upload(m.buffer, 0, m.list)
	return nil
}

// spread adds an arrow at masses of a load, at 64 of them at most. nil stands for all
// masses.
func (m *marks) spread(masses []uint32, arrow model.Vec3) {
	if arrow.Len() == 0 {
		return
	}
	const most = 64
	for k := 0; k < len(masses); k += 1 + len(masses)/most {
		m.add(masses[k], arrow, 0)
	}
}

func (m *marks) add(mass uint32, to model.Vec3, kind float32) {
	if len(m.list) == mostMarks {
		return
	}
	if m.number != nil {
		mass = m.number[mass]
	}
	m.list = append(m.list, markVertex{To: narrow(to), Kind: kind, Mass: mass})
}

// draw queues the marks. Their program and the positions must be bound.
func (m *marks) draw() { m.ctx.DrawTriangleInstances(m.array, 9, int64(len(m.list))) }

func (m *marks) close() {
	m.array.Release()
	m.buffer.Release()
}
