package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"hooke/bench"
	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/scene"
	"hooke/viewer/draw"
)

// viewerRow is what drawing a scene costs off-screen. Times are means.
type viewerRow struct {
	Scene    string `json:"scene"`
	Masses   int    `json:"masses"`
	Springs  int    `json:"springs"`
	Width    int    `json:"width"`
	Height   int    `json:"height"`
	Renderer string `json:"renderer"`

	SetUp   float64 `json:"setup_seconds"`     // until the first picture can be drawn [s]
	Running float64 `json:"running_per_s"`     // pictures a second of a scene that moves, without its steps; one sample a pixel
	Paused  float64 `json:"paused_per_s"`      // of a scene that stands still, while the camera moves; one sample a pixel
	Fine    float64 `json:"fine_per_s"`        // of a scene that moves, with four samples a pixel
	Passes  []pass  `json:"passes,omitempty"`  // of a picture of a scene that moves, one after the other
	Trips   int     `json:"pictures_measured"` // of each kind
}

// pass is a part of a picture.
type pass struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
}

// viewerPictures are measured of each kind, after one that is not.
const viewerPictures = 8

// benchViewer measures what pictures cost, by size and by part.
func (a App) benchViewer(ctx context.Context, o *benchOptions) error {
	ctx, stop := untilInterrupted(ctx)
	defer stop()
	d, err := openDevice()
	if err != nil {
		return err
	}
	defer d.close()
	for _, name := range o.scenes {
		sizes := o.springs
		if bench.Fixed(name) {
			sizes = []int64{0}
		}
		for _, springs := range sizes {
			if err := ctx.Err(); err != nil {
				return err
			}
			c, err := bench.NewCase(name, springs, o.integrator)
			if err != nil {
				return err
			}
			row, err := a.viewerRow(d, &scene.Scene{Name: name, Model: c.Model, Start: c.Start, Params: c.Params})
			if err != nil {
				return fmt.Errorf("bench: viewer: %s: %w", name, err)
			}
			if err := a.printViewerRow(o, row); err != nil {
				return err
			}
		}
	}
	return nil
}

// viewerRow measures one scene.
func (a App) viewerRow(d *device, s *scene.Scene) (viewerRow, error) {
	row := viewerRow{Scene: s.Name, Masses: s.Model.MassCount(), Springs: s.Model.SpringCount(), Width: defaultWidth, Height: defaultHeight,
		Renderer: d.gl.Renderer, Trips: viewerPictures}
	a.untuned = true // steps are not measured
	engine, _, err := a.newDrawn(engineAuto, d, s, gpu.Options{Drawing: true}, true)
	if err != nil {
		return row, err
	}
	defer engine.Close()
	begin := time.Now()
	subject := draw.Subject{Model: s.Model, Params: s.Params, Start: s.Start}
	renderer, err := draw.New(d.gl, engine, subject)
	if err != nil {
		return row, err
	}
	defer renderer.Close()
	row.SetUp = time.Since(begin).Seconds()

	m := viewerMeter{gl: d.gl, engine: engine, renderer: renderer, camera: draw.LookAt(subject.Bounds(), float64(row.Width)/float64(row.Height)), subject: subject}
	for _, kind := range []struct {
		rate    *float64
		samples int
		steps   int
		passes  bool
	}{{&row.Running, 1, 1, false}, {&row.Paused, 1, 0, false}, {&row.Fine, 4, 1, false}, {nil, 1, 1, true}} {
		seconds, err := m.pictures(row.Width, row.Height, kind.samples, kind.steps, kind.passes)
		if err != nil {
			return row, err
		}
		if kind.rate != nil {
			*kind.rate = 1 / seconds
		}
	}
	row.Passes = m.passes
	return row, nil
}

// viewerMeter draws pictures and times them.
type viewerMeter struct {
	gl       *glx.Context
	engine   draw.Engine
	renderer *draw.Renderer
	subject  draw.Subject
	camera   draw.Camera
	passes   []pass
}

// pictures draws some, with steps before each and the camera on its way, and says how
// long one took [s], without the steps. With passes, each part is waited for.
func (m *viewerMeter) pictures(width, height, samples, steps int, passes bool) (float64, error) {
	target, err := m.gl.NewFramebuffer("bench", width, height, samples)
	if err != nil {
		return 0, err
	}
	defer target.Release()
	total, last := time.Duration(0), time.Now()
	if passes {
		m.renderer.Watch(func(name string) {
			m.gl.Finish()
			m.add(name, time.Since(last))
			last = time.Now()
		})
		defer m.renderer.Watch(nil)
	}
	for k := range viewerPictures + 1 {
		if k == 1 {
			total, m.passes = 0, nil // the first one compiles, and makes buffers
		}
		if steps > 0 {
			if err := m.engine.Step(steps); err != nil {
				return 0, err
			}
			if err := m.engine.Finish(); err != nil {
				return 0, err
			}
		}
		m.camera.Azimuth += 2 * math.Pi / 90
		frame := draw.Frame{Camera: m.camera, Params: m.subject.Params, Still: steps == 0 && k > 0}
		if height, ok := m.subject.GroundHeight(); ok {
			frame.Ground = &height
		}
		begin := time.Now()
		last = begin
		if err := m.renderer.Draw(target, frame); err != nil {
			return 0, err
		}
		m.gl.Finish()
		total += time.Since(begin)
	}
	for i := range m.passes {
		m.passes[i].Seconds /= viewerPictures
	}
	return total.Seconds() / viewerPictures, m.gl.Err("bench: pictures")
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

func (a App) printViewerRow(o *benchOptions, row viewerRow) error {
	if o.format == formatJSON {
		text, err := json.Marshal(row)
		if err != nil {
			return fmt.Errorf("bench: %w", err)
		}
		return a.printf("%s\n", text)
	}
	text := fmt.Sprintf("%s, %d springs, %d masses, %d x %d on %s\n", row.Scene, row.Springs, row.Masses, row.Width, row.Height, row.Renderer)
	text += fmt.Sprintf("  %-18s %.3g frames/s while it moves, %.3g while only the camera does; %.3g with 4 samples a pixel (steps not counted)\n",
		"pictures", row.Running, row.Paused, row.Fine)
	text += fmt.Sprintf("  %-18s %.3g s\n", "set-up", row.SetUp)
	for _, p := range row.Passes {
		text += fmt.Sprintf("  %-18s %.3g ms\n", p.Name, 1e3*p.Seconds)
	}
	return a.printf("%s", text)
}
