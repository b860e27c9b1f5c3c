package cli

import (
	"math"
	"time"

	"hooke/gpu/glx"
	"hooke/viewer/draw"
	"hooke/viewer/draw/camera"
)

// viewing is a kind of pictures to measure.
type viewing struct {
	show    draw.Show
	samples int  // per pixel; zero means 1
	coarse  bool // with one sample for four pixels, as a window does, and a sample of the springs
	near    bool // from near by
	steps   int  // between pictures
	passes  bool // each part is waited for
}

// viewerPictures are measured of each kind, after two that are not: the first ones
// compile, and make buffers.
const (
	viewerPictures = 8
	warmPictures   = 2
	coarseSprings  = 1 << 18 // of a sample; what a window begins with
	nearBy         = 0.15    // of the distance that shows all
)

// viewerMeter draws pictures and times them.
type viewerMeter struct {
	gl            *glx.Context
	engine        draw.Engine
	renderer      *draw.Renderer
	subject       draw.Subject
	width, height int // [pixels]
	passes        []pass
}

// pictures draws some, the camera on its way, and says how long one took [s], without
// the steps, and its parts where they are asked for.
func (m *viewerMeter) pictures(v viewing) (seconds float64, parts []pass, err error) {
	target, err := m.gl.NewFramebuffer("bench", m.width, m.height, max(v.samples, 1))
	if err != nil {
		return 0, nil, err
	}
	defer target.Release()
	frame := m.frame(v)
	if v.coarse {
		if frame.Coarse, err = m.gl.NewFramebuffer("bench, coarse", (m.width+1)/2, (m.height+1)/2, 1); err != nil {
			return 0, nil, err
		}
		defer frame.Coarse.Release()
		frame.Budget = coarseSprings
	}
	m.passes = nil
	total, last := time.Duration(0), time.Now()
	lap := func(name string) {
		m.gl.Finish()
		now := time.Now()
		m.add(name, now.Sub(last))
		last = now
	}
	if v.passes {
		m.renderer.Watch(lap)
		defer m.renderer.Watch(nil)
	}
	for k := range warmPictures + viewerPictures {
		if k == warmPictures {
			total, m.passes = 0, nil
		}
		if err := m.step(v.steps); err != nil {
			return 0, nil, err
		}
		frame.Camera.Azimuth += 2 * math.Pi / 90
		frame.Still = v.steps == 0 && k > 0
		begin := time.Now()
		last = begin
		if err := m.renderer.Draw(target, frame); err != nil {
			return 0, nil, err
		}
		if v.passes {
			lap("rest")
			total += last.Sub(begin)
			continue
		}
		m.gl.Finish()
		total += time.Since(begin)
	}
	for i := range m.passes {
		m.passes[i].Seconds /= viewerPictures
	}
	return total.Seconds() / viewerPictures, m.passes, m.gl.Err("bench: pictures")
}

// frame is the first of the pictures.
func (m *viewerMeter) frame(v viewing) draw.Frame {
	box := m.subject.Bounds()
	f := draw.Frame{Camera: camera.LookAt(box, float64(m.width)/float64(m.height)), Params: m.subject.Params, Look: draw.Look{Show: v.show}}
	if v.near {
		f.Camera.Target = box.Hi
		f.Camera.Zoom(nearBy, 0, 0)
	}
	if height, ok := m.subject.GroundHeight(); ok {
		f.Ground = &height
	}
	return f
}

// step takes steps and waits for them.
func (m *viewerMeter) step(n int) error {
	if n == 0 {
		return nil
	}
	if err := m.engine.Step(n); err != nil {
		return err
	}
	return m.engine.Finish()
}

// add adds to the time of a part.
func (m *viewerMeter) add(name string, took time.Duration) {
	for i := range m.passes {
		if m.passes[i].Name == name {
			m.passes[i].Seconds += took.Seconds()
			return
		}
	}
	m.passes = append(m.passes, pass{name, took.Seconds()})
}
