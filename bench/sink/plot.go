package sink

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"hooke/bench"
)

// Plot draws rows as an SVG picture: rate against size, both logarithmic. Each engine has
// a color, each scene a panel, and all panels have one scale; a bar goes from the slowest
// to the fastest repeat. The zero value is not useful without W. Close draws the picture.
type Plot struct {
	W io.Writer

	rows []bench.Row
}

// Row keeps a row.
func (p *Plot) Row(r bench.Row) error {
	if r.Springs > 0 && r.SpringRate > 0 && !math.IsInf(r.SpringRate, 0) {
		p.rows = append(p.rows, r)
	}
	return nil
}

// Sizes of the picture are in its own units, which are pixels at its natural size.
const (
	plotLeft, plotTop     = 88.0, 84.0   // position of the first panel
	plotBelow             = 62.0         // space below the last panel
	plotAlone, plotShared = 600.0, 300.0 // width of a panel, alone and beside others
	plotHigh, plotLow     = 440.0, 220.0 // height of a panel, alone and beside others
	plotGapX, plotGapY    = 16.0, 34.0   // distance between panels
	plotColumns           = 3            // most panels in a line
	plotLegend            = 250.0        // width
	plotFont              = "font-family=\"Helvetica, Arial, DejaVu Sans, sans-serif\""

	plotTitle, plotText, plotSmall = 18, 13, 11 // sizes of letters
)

// plotColors returns the colors of Okabe and Ito, "Color universal design", 2008, which
// people with any color vision tell apart, and then some more.
func plotColors() []string {
	return []string{"#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#8b5a2b", "#6a3d9a"}
}

// Close draws the picture.
func (p *Plot) Close() error {
	if len(p.rows) == 0 {
		return nil
	}
	engines, scenes := p.engines(), p.scenes()
	columns, wide, high := 1, plotAlone, plotHigh
	if len(scenes) > 1 {
		columns, wide, high = min(plotColumns, len(scenes)), plotShared, plotLow
	}
	lines := (len(scenes) + columns - 1) / columns
	right := plotLeft + float64(columns)*(wide+plotGapX)
	bottom := max(plotTop+float64(lines)*(high+plotGapY)-plotGapY, plotTop+20*float64(len(engines)+2))

	var out strings.Builder
	fmt.Fprintf(&out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %[1]g %[2]g\" width=\"%[1]g\" height=\"%[2]g\" %[3]s>\n",
		right+plotLegend, bottom+plotBelow, plotFont)
	out.WriteString("<title>Spring-updates per second against the number of springs</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n")
	label(&out, plotLeft, 28, plotTitle, "start", "Speed against size")
	label(&out, plotLeft, 48, plotSmall, "start", fmt.Sprintf("medians of repeats, with bars from the slowest to the fastest; commit %s; %s", p.rows[0].Commit, shortHost(p.rows[0].Host)))

	fewest, most := p.spread(func(r bench.Row) (low, high float64) { return float64(r.Springs), float64(r.Springs) })
	slowest, fastest := p.spread(rateRange)
	for k, scene := range scenes {
		left, top := plotLeft+float64(k%columns)*(wide+plotGapX), plotTop+float64(k/columns)*(high+plotGapY)
		panel := panel{x: logAxis(left, left+wide, fewest, most), y: logAxis(top+high, top, slowest, fastest),
			first: k%columns == 0, last: k+columns >= len(scenes)}
		panel.grid(&out, scene)
		for c, engine := range engines {
			p.series(&out, panel, engine, scene, plotColors()[c%len(plotColors())])
		}
	}
	label(&out, (plotLeft+right-plotGapX)/2, bottom+46, plotText, "middle", "springs")
	fmt.Fprintf(&out, "<text transform=\"translate(22 %g) rotate(-90)\" font-size=\"%d\" text-anchor=\"middle\">spring-updates per second [1/s]</text>\n",
		(plotTop+bottom)/2, plotText)
	legend(&out, right+12, engines)
	out.WriteString("</svg>\n")
	_, err := io.WriteString(p.W, out.String())
	return err
}

// axis maps numbers to positions in the picture.
type axis struct {
	from, to  float64 // positions of the ends
	low, high float64 // decimal logarithms at the ends
}

func (a axis) at(value float64) float64 {
	return a.from + (math.Log10(value)-a.low)/(a.high-a.low)*(a.to-a.from)
}

// logAxis makes an axis with a small margin at both ends, which spans at least a decade.
func logAxis(from, to, low, high float64) axis {
	a := axis{from, to, math.Log10(low) - 0.1, math.Log10(high) + 0.1}
	if lack := 1 - (a.high - a.low); lack > 0 {
		a.low, a.high = a.low-lack/2, a.high+lack/2
	}
	return a
}

// spread returns the range of a quantity over all rows.
func (p *Plot) spread(of func(bench.Row) (low, high float64)) (low, high float64) {
	low, high = of(p.rows[0])
	for _, r := range p.rows {
		l, h := of(r)
		low, high = min(low, l), max(high, h)
	}
	return low, high
}

// rateRange returns the rates of the slowest and the fastest repeat [spring-updates/s].
func rateRange(r bench.Row) (low, high float64) {
	if len(r.Repeats) == 0 {
		return r.SpringRate, r.SpringRate
	}
	updates := float64(r.Springs) * float64(r.Steps)
	return updates / slices.Max(r.Repeats), updates / slices.Min(r.Repeats)
}

// panel is the area of one scene.
type panel struct {
	x, y        axis
	first, last bool // whether it is first in its line and last in its column, where the words of the axes are
}

// grid draws the frame, lines at 1, 2 and 5 of each decade, and the words of the axes.
func (p panel) grid(out *strings.Builder, scene string) {
	ticks(p.x, func(place float64, color, words string) {
		line(out, place, p.y.to, place, p.y.from, color, 1)
		if words != "" && p.last {
			label(out, place, p.y.from+18, plotText, "middle", words)
		}
	})
	ticks(p.y, func(place float64, color, words string) {
		line(out, p.x.from, place, p.x.to, place, color, 1)
		if words != "" && p.first {
			label(out, p.x.from-8, place+4, plotText, "end", words)
		}
	})
	fmt.Fprintf(out, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"none\" stroke=\"#444444\"/>\n", p.x.from, p.y.to, p.x.to-p.x.from, p.y.from-p.y.to)
	label(out, p.x.from+2, p.y.to-6, plotText, "start", scene)
}

// ticks calls draw for 1, 2 and 5 of each decade of an axis; words are empty where the
// axis has no space for them.
func ticks(a axis, draw func(place float64, color, words string)) {
	if math.IsInf(a.low, 0) || math.IsInf(a.high, 0) {
		return // an axis without ends has endless decades
	}
	wide := a.high - a.low
	for decade := math.Floor(a.low); decade <= a.high; decade++ {
		for _, digit := range []float64{1, 2, 5} {
			value := digit * math.Pow(10, decade)
			if at := math.Log10(value); at < a.low || at > a.high {
				continue
			}
			color, words := "#eeeeee", shortNumber(value)
			if digit == 1 {
				color = "#bbbbbb"
			} else if wide > 1.5 {
				words = ""
			}
			draw(a.at(value), color, words)
		}
	}
}

// series draws the rows of one engine in one scene.
func (p *Plot) series(out *strings.Builder, in panel, engine, scene, color string) {
	var rows []bench.Row
	for _, r := range p.rows {
		if engineText(r) == engine && r.Scene == scene {
			rows = append(rows, r)
		}
	}
	slices.SortStableFunc(rows, func(a, b bench.Row) int { return a.Springs - b.Springs })
	for k, r := range rows {
		low, high := rateRange(r)
		at := in.x.at(float64(r.Springs))
		line(out, at, in.y.at(low), at, in.y.at(high), color, 1)
		if k > 0 {
			before := rows[k-1]
			line(out, in.x.at(float64(before.Springs)), in.y.at(before.SpringRate), at, in.y.at(r.SpringRate), color, 2)
		}
	}
	for _, r := range rows {
		fmt.Fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" fill=\"%s\" stroke=\"white\"><title>%s</title></circle>\n",
			in.x.at(float64(r.Springs)), in.y.at(r.SpringRate), color,
			escaped(fmt.Sprintf("%s, %s, %d springs: %s/s, error %.2g", engine, scene, r.Springs, siText(r.SpringRate), r.MaxError)))
	}
}

// legend names the colors.
func legend(out *strings.Builder, x float64, engines []string) {
	at := plotTop + 10
	label(out, x, at, plotText, "start", "engine, pipeline")
	for k, engine := range engines {
		at += 22
		line(out, x, at-4, x+22, at-4, plotColors()[k%len(plotColors())], 4)
		label(out, x+30, at, plotText, "start", engine)
	}
}

// engines returns the engines of the rows, in the order of the rows.
func (p *Plot) engines() (out []string) {
	for _, r := range p.rows {
		if text := engineText(r); !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

func (p *Plot) scenes() (out []string) {
	for _, r := range p.rows {
		if !slices.Contains(out, r.Scene) {
			out = append(out, r.Scene)
		}
	}
	return out
}

// engineText names an engine so that a picture tells it from others.
func engineText(r bench.Row) string {
	text := r.Engine + " " + r.Pipeline
	if r.Precision != "single" && r.Engine != "cpuref" {
		text += ", " + r.Precision
	}
	if r.Threads > 0 {
		text += fmt.Sprintf(", %d thr.", r.Threads)
	}
	if r.Software {
		text += " (software)"
	}
	return text
}

func line(out *strings.Builder, x0, y0, x1, y1 float64, color string, width float64) {
	fmt.Fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%g\"/>\n", x0, y0, x1, y1, color, width)
}

func label(out *strings.Builder, x, y float64, size int, anchor, words string) {
	fmt.Fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" text-anchor=\"%s\">%s</text>\n", x, y, size, anchor, escaped(words))
}

// escaped writes text so that XML reads it as text.
func escaped(text string) string {
	var out strings.Builder
	_ = xml.EscapeText(&out, []byte(text)) // a Builder returns no error
	return out.String()
}

// shortHost returns the name of the processor and the number of its cores.
func shortHost(host string) string {
	words := strings.SplitN(host, ", ", 3)
	return strings.Join(words[:min(2, len(words))], ", ")
}

// shortNumber writes a number like 1 k, 200 k, 5 M.
func shortNumber(x float64) string {
	for _, unit := range []struct {
		factor float64
		name   string
	}{{1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e3, " k"}} {
		if x >= 0.999*unit.factor {
			return fmt.Sprintf("%.3g%s", x/unit.factor, unit.name)
		}
	}
	return fmt.Sprintf("%.3g", x)
}
