package session

import (
	"fmt"
	"math"
	"strings"

	"hooke/control/gait"
	"hooke/control/metrics"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/viewer/draw"
	"hooke/viewer/draw/hud"
	"hooke/viewer/edited"
)

// These are times of the picture [s].
const (
	rowTime  = 4.0  // of the rows of feet
	pathTime = 20.0 // of the path
)

// Motion shows in the pictures of a run how the structure moves: when its feet touch something, the path of its center of mass
// on the ground, its metrics so far. The zero value shows nothing. It is for one goroutine.
type Motion struct {
	shown bool
	lines []draw.Line
}

// Maker makes the engines of another maker, so that they can be looked at; start is the simulated time of the start of the
// run [s]. Of nil it is nil.
func (o *Motion) Maker(of edited.Maker, start float64) edited.Maker {
	if of == nil {
		return nil
	}
	return func(ctx *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error) {
		e, err := of(ctx, m, p)
		if err != nil {
			return nil, err
		}
		return o.Watch(e, m, p, start), nil
	}
}

// Watch returns an engine of a model and parameters that can be looked at; start is as in Maker.
func (o *Motion) Watch(e draw.DrawnEngine, m *model.Model, p model.Params, start float64) draw.DrawnEngine {
	return &watchedEngine{DrawnEngine: e, motion: o, model: m, params: p, start: start}
}

// Shown reports whether pictures say how the run moves.
func (o *Motion) Shown() bool { return o.shown }

// Show begins to look at an engine that Watch made, in which no steps may run, or ends that. Everything counts from then on,
// and from the last change of the state, the model or the parameters. An error says why nothing can be said.
func (o *Motion) Show(e model.Engine, shown bool) error {
	o.shown = false
	w, ok := model.As[*watchedEngine](e)
	if !ok {
		return nil
	}
	w.seen = nil
	if !shown {
		return nil
	}
	if err := w.begin(); err != nil {
		return err
	}
	o.shown = true
	return nil
}

// Record returns the record of an engine so far; nil: nothing is recorded.
func (o *Motion) Record(e model.Engine) *gait.Record {
	if !o.shown {
		return nil
	}
	if w, ok := model.As[*watchedEngine](e); ok && w.seen != nil {
		return w.seen.Now()
	}
	return nil
}

// Put puts feet, metrics and the path of an engine into a frame.
func (o *Motion) Put(e model.Engine, f *draw.Frame) {
	r := o.Record(e)
	if r == nil {
		return
	}
	f.Overlay.Gait = GaitPanel(r, r.Begin, r.End)
	height, ok := f.Params.GroundHeight()
	if !ok && len(r.Samples) > 0 {
		height = r.Samples[0].Height
	}
	o.lines = AppendPath(o.lines[:0], r.Path(r.End-pathTime, r.End, height, draw.MostLines/2), model.Vec3{})
	f.Lines = o.lines
}

// AppendPath appends the lines between positions, each moved, to a list.
func AppendPath(to []draw.Line, path []model.Vec3, move model.Vec3) []draw.Line {
	for k := 1; k < len(path); k++ {
		to = append(to, draw.Line{From: path[k-1].Add(move), To: path[k].Add(move)})
	}
	return to
}

// GaitPanel returns the panel that shows a record at time now [s]; since is the time at which the record began. Metrics come
// from the row of the record.
func GaitPanel(r *gait.Record, since, now float64) *hud.Gait {
	g := &hud.Gait{Since: since, Now: now, From: max(since, now-rowTime), Metrics: readings(r.Columns, r.Row.Values)}
	g.To = g.From + rowTime
	g.Title = "no contact, and so no feet"
	if len(r.Feet) > 0 {
		g.Title = fmt.Sprintf("feet in contact over time, share of the steps since %.4g s", since)
	}
	g.Curves = curves(r, g.From, now)
	for i := range r.Feet {
		foot := &r.Feet[i]
		row := hud.FootRow{Name: foot.Name, Share: foot.Duty}
		for _, t := range foot.Touches {
			if t.To >= g.From && t.From <= now {
				row.Touches = append(row.Touches, [2]float64{max(t.From, g.From), min(t.To, now)})
			}
		}
		g.Feet = append(g.Feet, row)
	}
	return g
}

// mostOnCurve is about how many samples a curve goes by.
const mostOnCurve = 240

// curves are speed and height of the center of mass from one time to another [s].
func curves(r *gait.Record, from, to float64) []hud.Curve {
	first, end := 0, len(r.Samples)
	for first < end && r.Samples[first].Time < from {
		first++
	}
	for end > first && r.Samples[end-1].Time > to+1e-9 {
		end--
	}
	speed, height := hud.Curve{Name: "speed"}, hud.Curve{Name: "height"}
	stride := max(1, (end-first)/mostOnCurve)
	for k := first; k < end; k += stride {
		s := &r.Samples[k]
		speed.Times, speed.Values = append(speed.Times, s.Time), append(speed.Values, s.Speed)
		height.Times, height.Values = append(height.Times, s.Time), append(height.Values, s.Height)
		speed.Latest, height.Latest = strings.TrimSpace(hud.Quantity(s.Speed, "m/s")), strings.TrimSpace(hud.Quantity(s.Height, "m"))
	}
	return []hud.Curve{speed, height}
}

// shownMetrics returns the metrics of the panel, by their names in tables, with those for users.
func shownMetrics() [][2]string {
	return [][2]string{{"speed", "speed"}, {"path", "path"}, {"straightness", "straight"}, {"height_mean", "height"}, {"work", "work"}, {"cot", "cot"}}
}

// readings returns the metrics of a row in words; undefined ones are a dash.
func readings(columns []metrics.Column, values []float64) (out []hud.Reading) {
	for _, m := range shownMetrics() {
		for i, c := range columns {
			if c.Name != m[0] || i >= len(values) {
				continue
			}
			much := "—"
			switch x := values[i]; {
			case math.IsNaN(x):
			case c.Unit == "":
				much = fmt.Sprintf("%.3g", x)
			default:
				much = strings.TrimSpace(hud.Quantity(x, c.Unit))
			}
			out = append(out, hud.Reading{What: m[1], Much: much})
		}
	}
	return out
}
