package bench

import (
	"encoding/json"
	"fmt"
	"math"
	"time"

	"hooke/engine"
	"hooke/gpu/glx"
	"hooke/scene"
	"hooke/viewer/draw"
)

// DrawingCost is the cost of drawing a scene without a window. Times are means; rates are
// pictures per second and leave out the steps between pictures.
type DrawingCost struct {
	Scene    string `json:"scene"`
	Masses   int    `json:"masses"`
	Springs  int    `json:"springs"`
	Width    int    `json:"width"`
	Height   int    `json:"height"`
	Renderer string `json:"renderer"`
	Software bool   `json:"software"` // whether the renderer runs on the CPU

	Engine     float64       `json:"engine_seconds"`        // time to make the engine, which is not tuned [s]
	SetUp      float64       `json:"setup_seconds"`         // time from the engine until the first picture can be drawn [s]
	Orbit      float64       `json:"orbit_per_s"`           // while the camera moves about a still structure, as a window draws on a slow machine: one sample for four pixels
	Moving     float64       `json:"moving_per_s"`          // while the scene moves, too
	Running    float64       `json:"running_per_s"`         // while the scene moves, with one sample a pixel
	Paused     float64       `json:"paused_per_s"`          // while the camera moves about a scene that stands still, with one sample a pixel
	Fine       float64       `json:"fine_per_s"`            // while the scene moves, with four samples a pixel
	AllSprings float64       `json:"springs_per_s"`         // as Paused, with all springs instead of the surface
	Sample     float64       `json:"sample_per_s"`          // as Orbit, with a sample of the springs
	Near       float64       `json:"near_per_s"`            // as AllSprings, from near by, where most springs are out of sight
	Passes     []DrawingPass `json:"passes,omitempty"`      // parts of a picture of a scene that moves, one after the other
	Whole      float64       `json:"passes_seconds"`        // sum of Passes, the time of such a picture [s]
	NearPasses []DrawingPass `json:"near_passes,omitempty"` // parts of a picture from near by
	Trips      int           `json:"pictures_measured"`     // number of pictures of each kind
}

// DrawingPass is a part of a picture.
type DrawingPass struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
}

// MeasureDrawing measures one scene in pictures of size [pixels]. The engine that auto selects
// on the device steps it, with the options how. It returns the first error of the device
// or the engine.
func MeasureDrawing(d *engine.Device, s *scene.Scene, size [2]int, how engine.Options) (DrawingCost, error) {
	row := DrawingCost{Scene: s.Name, Masses: s.Model.MassCount(), Springs: s.Model.SpringCount(), Width: size[0], Height: size[1],
		Renderer: d.GL.Renderer, Software: d.GL.Software(), Trips: PerKind}
	begin := time.Now()
	drawn, _, err := engine.NewDrawn(engine.Auto, d.GL, s.Model, s.Params, how)
	if err != nil {
		return row, err
	}
	defer drawn.Close()
	if err := drawn.Finish(); err != nil {
		return row, err
	}
	row.Engine = time.Since(begin).Seconds()
	begin = time.Now()
	subject := draw.Subject{Model: s.Model, Params: s.Params, Start: s.Start}
	renderer, err := draw.New(d.GL, drawn, subject)
	if err != nil {
		return row, err
	}
	defer renderer.Close()
	d.GL.Finish()
	row.SetUp = time.Since(begin).Seconds()

	m := drawingMeter{gl: d.GL, engine: drawn, renderer: renderer, subject: subject, width: row.Width, height: row.Height}
	moves := viewing{steps: 1}
	near := viewing{show: draw.Springs, near: true}
	for _, kind := range []struct {
		rate *float64
		of   viewing
	}{
		{&row.Orbit, viewing{coarse: true}}, {&row.Moving, viewing{coarse: true, steps: 1}},
		{&row.Running, moves}, {&row.Paused, viewing{}}, {&row.Fine, viewing{steps: 1, samples: 4}},
		{&row.AllSprings, viewing{show: draw.Springs}}, {&row.Sample, viewing{show: draw.Springs, coarse: true}}, {&row.Near, near},
	} {
		seconds, _, err := m.pictures(kind.of)
		if err != nil {
			return row, err
		}
		*kind.rate = 1 / seconds
	}
	moves.passes, near.passes, near.steps = true, true, 1
	if row.Whole, row.Passes, err = m.pictures(moves); err != nil {
		return row, err
	}
	_, row.NearPasses, err = m.pictures(near)
	return row, err
}

// Line returns the cost as a line of JSON, or for users, in lines.
func (row DrawingCost) Line(asJSON bool) (string, error) {
	if !asJSON {
		return row.Text(), nil
	}
	text, err := json.Marshal(row)
	return string(text) + "\n", err
}

// Text returns the cost for users, in lines.
func (row DrawingCost) Text() string {
	software := ""
	if row.Software {
		software = ", software OpenGL"
	}
	text := fmt.Sprintf("%s, %d springs, %d masses, %d x %d on %s%s; frames/s without steps\n",
		row.Scene, row.Springs, row.Masses, row.Width, row.Height, row.Renderer, software)
	for _, line := range []struct {
		name string
		text string
	}{
		{"camera moves", fmt.Sprintf("%.3g with a sample for 4 pixels, %.3g with one a pixel", row.Orbit, row.Paused)},
		{"scene moves, too", fmt.Sprintf("%.3g, %.3g; %.3g with 4 a pixel", row.Moving, row.Running, row.Fine)},
		{"springs", fmt.Sprintf("%.3g of a sample, %.3g of all, %.3g from near by", row.Sample, row.AllSprings, row.Near)},
		{"set-up", fmt.Sprintf("%.3g s after %.3g s for the engine", row.SetUp, row.Engine)},
	} {
		text += fmt.Sprintf("  %-22s %s\n", line.name, line.text)
	}
	for _, p := range row.Passes {
		text += fmt.Sprintf("  %-22s %.3g ms\n", p.Name, 1e3*p.Seconds)
	}
	text += fmt.Sprintf("  %-22s %.3g ms\n", "a picture", 1e3*row.Whole)
	for _, p := range row.NearPasses {
		if p.Name == "chunks" || p.Name == "springs" {
			text += fmt.Sprintf("  %-22s %.3g ms\n", "near by: "+p.Name, 1e3*p.Seconds)
		}
	}
	return text
}

// viewing is a kind of picture to measure.
type viewing struct {
	show    draw.Show
	samples int  // samples per pixel; zero means 1
	coarse  bool // one sample for four pixels, as in a window, and a sample of the springs
	near    bool // from near by
	steps   int  // steps between pictures
	passes  bool // the drawingMeter waits for each part
}

// PerKind is how many pictures of each kind are measured. warmPictures come before them and
// are not measured; they compile shaders and make buffers.
const (
	PerKind       = 8
	warmPictures  = 2
	coarseSprings = 1 << 18 // springs in a sample at the start of a window
	nearBy        = 0.15    // as a share of the distance that shows all
)

// drawingMeter draws pictures and times them.
type drawingMeter struct {
	gl            *glx.Context
	engine        draw.DrawnEngine
	renderer      *draw.Renderer
	subject       draw.Subject
	width, height int // [pixels]
	passes        []DrawingPass
}

// pictures draws pictures while the camera moves. It returns the time of one [s] without
// the steps, and the times of its parts where v asks for them.
func (m *drawingMeter) pictures(v viewing) (seconds float64, parts []DrawingPass, err error) {
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
	for k := range warmPictures + PerKind {
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
		m.passes[i].Seconds /= PerKind
	}
	return total.Seconds() / PerKind, m.passes, m.gl.Err("bench: pictures")
}

// frame returns the first of the pictures.
func (m *drawingMeter) frame(v viewing) draw.Frame {
	box := m.subject.Bounds()
	f := draw.Frame{Camera: draw.LookAt(box, float64(m.width)/float64(m.height)), Params: m.subject.Params, Look: draw.Look{Show: v.show}}
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
func (m *drawingMeter) step(n int) error {
	if n == 0 {
		return nil
	}
	if err := m.engine.Step(n); err != nil {
		return err
	}
	return m.engine.Finish()
}

// add adds to the time of a part.
func (m *drawingMeter) add(name string, took time.Duration) {
	for i := range m.passes {
		if m.passes[i].Name == name {
			m.passes[i].Seconds += took.Seconds()
			return
		}
	}
	m.passes = append(m.passes, DrawingPass{name, took.Seconds()})
}
