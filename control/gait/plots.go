package gait

import (
	"encoding/csv"
	"fmt"
	"image/color"
	"io"
	"path/filepath"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"hooke/files/safefile"
	"hooke/run/export"
)

// colors are those of Okabe and Ito, "Color universal design", 2008.
var colors = []color.RGBA{{0, 0x72, 0xb2, 0xff}, {0xd5, 0x5e, 0, 0xff}, {0, 0x9e, 0x73, 0xff}}

// WritePlots writes gait.csv, series.csv, gait.svg, way.svg, height.svg, speed.svg and, of a robot with muscles, work.svg into a
// folder, and returns their names.
func WritePlots(r *Record, folder string) (names []string, err error) {
	if err := safefile.MakeFolder(folder); err != nil {
		return nil, fmt.Errorf("gait: %w", err)
	}
	put := func(name string, write func(io.Writer) error) {
		if err == nil {
			path := filepath.Join(folder, name)
			safefile.Sweep(path)
			names, err = append(names, path), safefile.WriteFile(path, write)
		}
	}
	put("gait.csv", func(w io.Writer) error { return writeTouches(w, r) })
	put("series.csv", func(w io.Writer) error { return writeSeries(w, r) })
	save := func(name string, p *plot.Plot, width, height vg.Length) {
		put(name, func(w io.Writer) error {
			canvas := vgsvg.New(width, height)
			whole := draw.New(canvas)
			whole.FillPolygon(color.White, []vg.Point{{}, {X: width}, {X: width, Y: height}, {Y: height}})
			const margin = 10 // space for numbers at the ends of axes
			export.WidenAxes(p)
			p.Draw(draw.Crop(whole, margin, -2*margin, margin, -margin))
			_, err := canvas.WriteTo(w)
			return err
		})
	}
	save("gait.svg", diagram(r), 7*vg.Inch, vg.Length(max(2, 1.2+0.32*float64(len(r.Feet))))*vg.Inch)
	save("way.svg", way(r), 5*vg.Inch, 5*vg.Inch)
	for _, s := range series(r) {
		save(s.name+".svg", s.plot(r), 7*vg.Inch, 3*vg.Inch)
	}
	return names, err
}

// number returns a number as tables have it.
func number(x float64) string { return strconv.FormatFloat(x, 'g', 9, 64) }

// writeTouches has a row for each time that a foot is in contact.
func writeTouches(w io.Writer, r *Record) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"foot", "from [s]", "to [s]"}) // Flush tells
	for i := range r.Feet {
		for _, t := range r.Feet[i].Touches {
			_ = out.Write([]string{r.Feet[i].Name, number(t.From), number(t.To)})
		}
	}
	out.Flush()
	return out.Error()
}

// writeSeries has a row for each sample.
func writeSeries(w io.Writer, r *Record) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"time [s]", "com_x [m]", "com_y [m]", "com_z [m]", "height [m]", "speed [m/s]", "work [J]"}) // Flush tells
	for _, s := range r.Samples {
		_ = out.Write([]string{number(s.Time), number(s.Center[0]), number(s.Center[1]), number(s.Center[2]), number(s.Height), number(s.Speed), number(s.Work)})
	}
	out.Flush()
	return out.Error()
}

// diagram has a line for each foot, the first at the top, with a bar for each time that it is in contact.
func diagram(r *Record) *plot.Plot {
	p := plot.New()
	p.X.Label.Text, p.Title.Text = "time [s]", "feet in contact, share of the steps"
	p.X.Min, p.X.Max = r.Begin, r.End
	p.Y.Min, p.Y.Max = -0.6, float64(len(r.Feet))-0.4
	var ticks []plot.Tick
	for i, foot := range r.Feet {
		row := len(r.Feet) - 1 - i
		ticks = append(ticks, plot.Tick{Value: float64(row), Label: fmt.Sprintf("%s, %.0f %%", foot.Name, 100*foot.Duty)})
		p.Add(&bars{touches: foot.Touches, row: float64(row), color: colors[i%len(colors)]})
	}
	p.Y.Tick.Marker = plot.ConstantTicks(ticks)
	p.Y.Tick.Length, p.Y.Tick.LineStyle.Color = 18, color.Transparent // space between names and bars, also in a wider font
	return p
}

// bars are the times of a foot in its row.
type bars struct {
	touches []Interval
	row     float64
	color   color.Color
}

// half is half of the height of a bar, in rows.
const half = 0.35

// Plot implements plot.Plotter.
func (b *bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, t := range b.touches {
		c.FillPolygon(b.color, c.ClipPolygonXY([]vg.Point{
			{X: x(t.From), Y: y(b.row - half)}, {X: x(t.To), Y: y(b.row - half)}, {X: x(t.To), Y: y(b.row + half)}, {X: x(t.From), Y: y(b.row + half)}}))
	}
}

// way is the way of the center of mass, seen from above, with equal axes.
func way(r *Record) *plot.Plot {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = "x [m]", "y [m]"
	var points plotter.XYs
	for _, s := range r.Samples {
		points = append(points, plotter.XY{X: s.Center[0], Y: s.Center[1]})
	}
	if len(points) == 0 {
		return p
	}
	line := &plotter.Line{XYs: points, LineStyle: plotter.DefaultLineStyle}
	line.Color, line.Width = colors[0], vg.Points(1.5)
	from := mark(points[0], draw.CircleGlyph{}, colors[2])
	to := mark(points[len(points)-1], draw.BoxGlyph{}, colors[1])
	p.Add(plotter.NewGrid(), line, from, to)
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.Add("start", from)
	p.Legend.Add("end", to)
	// A picture of the same length along both axes shows directions as they are.
	middleX, middleY := (p.X.Min+p.X.Max)/2, (p.Y.Min+p.Y.Max)/2
	side := 1.15 * max(p.X.Max-p.X.Min, p.Y.Max-p.Y.Min, 1e-6)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = middleX-side/2, middleX+side/2, middleY-side/2, middleY+side/2
	return p
}

// mark is one point.
func mark(at plotter.XY, shape draw.GlyphDrawer, c color.Color) *plotter.Scatter {
	return &plotter.Scatter{XYs: plotter.XYs{at}, GlyphStyle: draw.GlyphStyle{Color: c, Radius: vg.Points(4), Shape: shape}}
}

// curve is a quantity over time.
type curve struct {
	name, unit string
	of         func(s Sample) float64
}

// series are the quantities that are drawn.
func series(r *Record) []curve {
	out := []curve{{"height", "m", func(s Sample) float64 { return s.Height }}, {"speed", "m/s", func(s Sample) float64 { return s.Speed }}}
	for _, s := range r.Samples {
		if s.Work != 0 {
			return append(out, curve{"work", "J", func(s Sample) float64 { return s.Work }})
		}
	}
	return out
}

func (c curve) plot(r *Record) *plot.Plot {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = "time [s]", c.name+" ["+c.unit+"]"
	var points plotter.XYs
	for _, s := range r.Samples {
		points = append(points, plotter.XY{X: s.Time, Y: c.of(s)})
	}
	line := &plotter.Line{XYs: points, LineStyle: plotter.DefaultLineStyle}
	line.Color = colors[0]
	p.Add(plotter.NewGrid(), line)
	return p
}
