package export

import (
	"errors"
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"hooke/model"
)

// EnergySample is the energy ledger at one time.
type EnergySample struct {
	Time float64 // simulated [s]
	model.Ledger
}

// Size of the picture of an energy ledger: 1600 × 1300 pixels.
const (
	energyPlotWidth  = 8 * vg.Inch
	energyPlotHeight = 6.5 * vg.Inch
	energyPlotDots   = 200 // per inch
)

// energyCurve is the curve of one term of the ledger.
type energyCurve struct {
	name   string
	color  color.Color
	dashes []vg.Length
	of     func(model.Ledger) float64 // [J]
}

// heldCurves returns the energies that a structure holds. The zero of gravity is arbitrary:
// heights, and so the total, count from the start.
func heldCurves() []energyCurve {
	height := func(l model.Ledger) float64 { return l.Now.Gravitational - l.Start.Gravitational }
	return []energyCurve{
		{"kinetic", rgb(0x1f77b4), nil, func(l model.Ledger) float64 { return l.Now.Kinetic }},
		{"gravitational, from start", rgb(0x2ca02c), nil, height},
		{"elastic", rgb(0xd62728), nil, func(l model.Ledger) float64 { return l.Now.Elastic }},
		{"contact", rgb(0x9467bd), nil, func(l model.Ledger) float64 { return l.Now.Contact }},
		{"total", rgb(0x000000), dashed(), func(l model.Ledger) float64 {
			return l.Now.Kinetic + height(l) + l.Now.Elastic + l.Now.Contact
		}},
	}
}

// flowCurves returns the energies that have flowed since the start.
func flowCurves() []energyCurve {
	return []energyCurve{
		{"lost: damping", rgb(0xd62728), nil, func(l model.Ledger) float64 { return l.Damping }},
		{"lost: contact damping", rgb(0x9467bd), nil, func(l model.Ledger) float64 { return l.ContactDamping }},
		{"lost: drag", rgb(0x17becf), nil, func(l model.Ledger) float64 { return l.Drag }},
		{"lost: friction", rgb(0x8c564b), nil, func(l model.Ledger) float64 { return l.Friction }},
		{"work: actuators", rgb(0xff7f0e), dashed(), func(l model.Ledger) float64 { return l.Actuators }},
		{"work: external", rgb(0x2ca02c), dashed(), func(l model.Ledger) float64 { return l.External }},
		{"work: constraints", rgb(0x1f77b4), dashed(), func(l model.Ledger) float64 { return l.Constraints }},
		{"unexplained", rgb(0x000000), nil, model.Ledger.Residual},
	}
}

// changeCurves returns the energies dissipated by springs that tear, yield and creep, in a run in which
// they do.
func changeCurves(end model.Ledger) (out []energyCurve) {
	if end.Fracture != 0 {
		out = append(out, energyCurve{"lost: fracture", rgb(0xe377c2), nil, func(l model.Ledger) float64 { return l.Fracture }})
	}
	if end.Plastic != 0 {
		out = append(out, energyCurve{"lost: yielding, creep", rgb(0xbcbd22), nil, func(l model.Ledger) float64 { return l.Plastic }})
	}
	return out
}

// EnergyCurve is a term of energy ledgers over time, as plots show it.
type EnergyCurve struct {
	Name   string
	Color  color.Color
	Dashed bool
	Values []float64 // at each sample [J]; those that are not finite are not drawn
}

// EnergyCurves returns the terms that a structure holds, and those that have flowed since the start.
func EnergyCurves(samples []EnergySample) (held, flows []EnergyCurve) {
	values := func(curves []energyCurve) (out []EnergyCurve) {
		for _, c := range curves {
			curve := EnergyCurve{Name: c.name, Color: c.color, Dashed: c.dashes != nil}
			for _, s := range samples {
				curve.Values = append(curve.Values, c.of(s.Ledger))
			}
			out = append(out, curve)
		}
		return out
	}
	if len(samples) == 0 {
		return nil, nil
	}
	return values(heldCurves()), values(append(flowCurves(), changeCurves(samples[len(samples)-1].Ledger)...))
}

// WriteEnergyPlot draws the samples of an energy ledger over time into a PNG file: at the top
// the energies, at the bottom the flows since the start. It needs at least two samples.
func WriteEnergyPlot(path, title string, samples []EnergySample) error {
	if len(samples) < 2 {
		return errors.New("export: " + path + ": a plot of energies needs two samples or more; sample more often")
	}
	upper, err := energyPanel("energy held [J]", heldCurves(), samples)
	if err != nil {
		return err
	}
	lower, err := energyPanel("energy since the start [J]", append(flowCurves(), changeCurves(samples[len(samples)-1].Ledger)...), samples)
	if err != nil {
		return err
	}
	upper.Title.Text = title
	lower.X.Label.Text = "simulated time [s]"

	WidenAxes(upper, lower)
	canvas := vgimg.NewWith(vgimg.UseWH(energyPlotWidth, energyPlotHeight), vgimg.UseDPI(energyPlotDots))
	tiles := draw.Tiles{Rows: 2, Cols: 1, PadTop: vg.Points(6), PadBottom: vg.Points(6), PadLeft: vg.Points(6), PadRight: vg.Points(150), PadY: vg.Points(10)}
	page := draw.New(canvas)
	panels := plot.Align([][]*plot.Plot{{upper}, {lower}}, tiles, page)
	upper.Draw(panels[0][0])
	lower.Draw(panels[1][0])
	if picture, ok := canvas.Image().(*image.RGBA); ok {
		return WritePNG(path, Palette(picture)) // lines have few colors
	}
	return WritePNG(path, canvas.Image())
}

// energyPanel draws curves over time, with a legend next to them. The legend says which
// terms are always zero.
func energyPanel(label string, curves []energyCurve, samples []EnergySample) (*plot.Plot, error) {
	p := plot.New()
	p.Y.Label.Text = label
	p.Add(plotter.NewGrid())
	p.Legend.Top, p.Legend.Left = true, false
	p.Legend.XOffs, p.Legend.YOffs = vg.Points(150), 0
	p.Legend.ThumbnailWidth = vg.Points(18)
	p.Legend.Padding = vg.Points(1.5)
	last := samples[len(samples)-1].Time
	p.X.Min, p.X.Max = samples[0].Time, last

	for _, c := range curves {
		points, zero := make(plotter.XYs, 0, len(samples)), true
		for _, s := range samples {
			y := c.of(s.Ledger)
			if math.IsNaN(y) || math.IsInf(y, 0) {
				continue // not finite, as in a run that is about to diverge
			}
			points, zero = append(points, plotter.XY{X: s.Time, Y: y}), zero && y == 0
		}
		if len(points) == 0 {
			continue
		}
		line, err := plotter.NewLine(points)
		if err != nil {
			return nil, err
		}
		line.Color, line.Width, line.Dashes = c.color, vg.Points(1), c.dashes
		name := c.name
		if zero {
			name += " (0)"
		} else {
			p.Add(line)
		}
		p.Legend.Add(name, line)
	}
	return p, nil
}

func dashed() []vg.Length { return []vg.Length{vg.Points(4), vg.Points(2)} }

func rgb(hex uint32) color.Color {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 255}
}
