package page

import (
	"fmt"
	"html"
	"math"
	"strings"

	"gonum.org/v1/plot"

	"hooke/run/export"
)

// mostSamples is the largest number of points of a curve; a plot is not wider in pixels.
const mostSamples = 400

// Sizes of a plot, in its own units: the whole, and the box that its axes span.
const (
	plotWidth, plotHeight               = 580, 210
	plotLeft, plotRight                 = 66, 400
	plotTop, plotBottom                 = 26, 184
	plotLegend, plotLine, plotLineWidth = 412, 16, 18
)

// energyPlots draws a run's energies over time as SVG elements; the page moves their cursors. Fewer than
// two samples give none.
func energyPlots(samples []export.EnergySample, ledger bool) string {
	if len(samples) < 2 {
		return ""
	}
	if every := (len(samples) + mostSamples - 1) / mostSamples; every > 1 {
		var fewer []export.EnergySample
		for k := 0; k < len(samples)-1; k += every {
			fewer = append(fewer, samples[k])
		}
		samples = append(fewer, samples[len(samples)-1])
	}
	times := make([]float64, len(samples))
	for k, s := range samples {
		times[k] = s.Time
	}
	held, flows := export.EnergyCurves(samples)
	out := energyPlot("energy held [J]", times, held)
	if ledger {
		out += energyPlot("energy since the start [J]", times, flows)
	}
	return out
}

// energyPlot draws curves over times, with a legend that says which are always zero.
func energyPlot(title string, times []float64, curves []export.EnergyCurve) string {
	low, high := 0.0, 0.0
	for _, c := range curves {
		for _, y := range c.Values {
			if !math.IsNaN(y) && !math.IsInf(y, 0) {
				low, high = min(low, y), max(high, y)
			}
		}
	}
	if high == low {
		high = low + 1
	}
	from, to := times[0], times[len(times)-1]
	x := func(t float64) float64 { return plotLeft + (t-from)/(to-from)*(plotRight-plotLeft) }
	y := func(e float64) float64 { return plotBottom - (e-low)/(high-low)*(plotBottom-plotTop) }
	var out strings.Builder
	fmt.Fprintf(&out, `<svg viewBox="0 0 %d %d" font-size="12" fill="currentColor"><text x="%d" y="14">%s</text>`, plotWidth, plotHeight, plotLeft, html.EscapeString(title))
	for _, tick := range (plot.DefaultTicks{}).Ticks(low, high) {
		if tick.Label != "" {
			fmt.Fprintf(&out, `<path d="M%d %.1fH%d" stroke="currentColor" opacity=".2"/><text x="%d" y="%.1f" text-anchor="end">%s</text>`,
				plotLeft, y(tick.Value), plotRight, plotLeft-6, y(tick.Value)+4, html.EscapeString(tick.Label))
		}
	}
	for _, tick := range (plot.DefaultTicks{}).Ticks(from, to) {
		if tick.Label != "" {
			fmt.Fprintf(&out, `<text x="%.1f" y="%d" text-anchor="middle">%s s</text>`, x(tick.Value), plotBottom+18, html.EscapeString(tick.Label))
		}
	}
	for k, c := range curves {
		drawCurve(&out, c, times, k, x, y)
	}
	// The page sets the variable --time [s].
	fmt.Fprintf(&out, `<path style="transform:translateX(calc(%dpx + %dpx*clamp(0,(var(--time) - %g)/%g,1)))" d="M0 %dV%d" stroke="currentColor"/></svg>`,
		plotLeft, plotRight-plotLeft, from, to-from, plotTop, plotBottom)
	return out.String() + "\n"
}

// drawCurve draws a curve that is not always zero, and its line of the legend.
func drawCurve(out *strings.Builder, c export.EnergyCurve, times []float64, number int, x, y func(float64) float64) {
	red, green, blue, _ := c.Color.RGBA()
	stroke := fmt.Sprintf(`stroke="#%02x%02x%02x"`, red>>8, green>>8, blue>>8)
	if red+green+blue == 0 { // black on paper is bright on a screen
		stroke = `stroke="currentColor"`
	}
	if c.Dashed {
		stroke += ` stroke-dasharray="6 3"`
	}
	zero := true
	var path strings.Builder
	pen := "M"
	for k, v := range c.Values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			pen = "M" // the curve has a gap
			continue
		}
		zero = zero && v == 0
		fmt.Fprintf(&path, "%s%.1f %.1f", pen, x(times[k]), y(v))
		pen = "L"
	}
	name := c.Name
	if zero {
		name += " (0)"
	} else {
		fmt.Fprintf(out, `<path d="%s" fill="none" stroke-width="1.5" %s/>`, path.String(), stroke)
	}
	at := plotTop + 6 + plotLine*number
	fmt.Fprintf(out, `<path d="M%d %dh%d" stroke-width="2" %s/><text x="%d" y="%d">%s</text>`, plotLegend, at, plotLineWidth, stroke, plotLegend+plotLineWidth+6, at+4, html.EscapeString(name))
}
