package sink

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"hooke/bench"
)

// AccuracyPlot draws rows with errors of whole runs as an SVG picture: error against cost, both
// logarithmic, a panel for each scene. Each solver has a color and each engine a shape. Points of
// a solver that differ in nothing but the length of steps are joined. Close draws the picture.
type AccuracyPlot struct {
	W io.Writer

	rows []bench.Row
}

// largestError is the most that is drawn: worse than doing nothing is not told apart.
const largestError = 3

// Row keeps a row.
func (p *AccuracyPlot) Row(r bench.Row) error {
	if r.Accuracy == nil {
		return errors.New("bench: a picture of errors against costs needs rows of bench --accuracy")
	}
	if r.MaxError > 0 && costOf(r) > 0 {
		p.rows = append(p.rows, r)
	}
	return nil
}

// costOf returns the time of processors for a simulated second, or the wall time where that is not known.
func costOf(r bench.Row) float64 {
	if cost := r.CPUCost(); cost > 0 {
		return cost
	}
	return r.Cost()
}

func shownError(r bench.Row) float64 { return min(r.MaxError, largestError) }

// Close draws the picture.
func (p *AccuracyPlot) Close() error {
	if len(p.rows) == 0 {
		return nil
	}
	var scenes, solvers, engines []string
	least, most := math.Inf(1), 0.0
	for _, r := range p.rows {
		for _, add := range []struct {
			list *[]string
			name string
		}{{&scenes, r.Scene}, {&solvers, r.Integrator}, {&engines, engineText(r)}} {
			if !slices.Contains(*add.list, add.name) {
				*add.list = append(*add.list, add.name)
			}
		}
		least, most = min(least, shownError(r)), max(most, shownError(r))
	}
	columns := min(plotColumns, len(scenes))
	lines := (len(scenes) + columns - 1) / columns
	const wide, high, apart = plotShared, 260.0, 56.0 // each panel has costs of its own below it
	right := plotLeft + float64(columns)*(wide+plotGapX)
	bottom := max(plotTop+float64(lines)*(high+apart)-apart, plotTop+20*float64(len(engines)+len(solvers)+5))

	var out strings.Builder
	fmt.Fprintf(&out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %[1]g %[2]g\" width=\"%[1]g\" height=\"%[2]g\" %[3]s>\n",
		right+plotLegend, bottom+plotBelow, plotFont)
	out.WriteString("<title>Error at the end of a run against its cost</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n")
	label(&out, plotLeft, 28, plotTitle, "start", "Error against cost: stiff structures at 1/60 s")
	label(&out, plotLeft, 48, plotSmall, "start", fmt.Sprintf("joined points differ in the length of steps alone; doing nothing scores 1; commit %s; %s", p.rows[0].Commit, shortHost(p.rows[0].Host)))
	for k, scene := range scenes {
		left, top := plotLeft+float64(k%columns)*(wide+plotGapX), plotTop+float64(k/columns)*(high+apart)
		cheapest, dearest := p.costs(scene)
		in := panel{x: logAxis(left, left+wide, cheapest, dearest), y: logAxis(top+high, top, least, most), first: k%columns == 0, last: true}
		in.grid(&out, scene)
		for c, solver := range solvers {
			for e, engine := range engines {
				p.series(&out, in, scene, solver, engine, plotColors()[c%len(plotColors())], e)
			}
		}
	}
	label(&out, (plotLeft+right-plotGapX)/2, bottom+46, plotText, "middle", "time of processors for a simulated second [s/s]")
	fmt.Fprintf(&out, "<text transform=\"translate(22 %g) rotate(-90)\" font-size=\"%d\" text-anchor=\"middle\">error, as a share of the motion</text>\n", (plotTop+bottom)/2, plotText)
	accuracyLegend(&out, right+12, solvers, engines)
	out.WriteString("</svg>\n")
	_, err := io.WriteString(p.W, out.String())
	return err
}

// costs returns the least and the largest cost of a scene.
func (p *AccuracyPlot) costs(scene string) (least, most float64) {
	least = math.Inf(1)
	for _, r := range p.rows {
		if r.Scene == scene {
			least, most = min(least, costOf(r)), max(most, costOf(r))
		}
	}
	return least, most
}

// series draws the points of a solver on an engine, joined where only the length of steps differs.
func (p *AccuracyPlot) series(out *strings.Builder, in panel, scene, solver, engine, color string, shape int) {
	var rows []bench.Row
	for _, r := range p.rows {
		if r.Scene == scene && r.Integrator == solver && engineText(r) == engine {
			rows = append(rows, r)
		}
	}
	slices.SortStableFunc(rows, func(a, b bench.Row) int { return a.Substeps - b.Substeps + b.Steps - a.Steps })
	before := map[string]bench.Row{}
	for _, r := range rows {
		kind := fmt.Sprint(r.Sweeps, r.Accuracy.Warm, r.Accuracy.Forward)
		if last, ok := before[kind]; ok {
			line(out, in.x.at(costOf(last)), in.y.at(shownError(last)), in.x.at(costOf(r)), in.y.at(shownError(r)), color, 1.5)
		}
		before[kind] = r
	}
	for _, r := range rows {
		mark(out, in.x.at(costOf(r)), in.y.at(shownError(r)), color, shape,
			fmt.Sprintf("%s, %s, %s: error %.2g for %.3g s/s", solver, stepsText(r), engine, r.MaxError, costOf(r)))
	}
}

// mark draws a point in one of four shapes, with a tooltip.
func mark(out *strings.Builder, x, y float64, color string, shape int, words string) {
	const r = 4.5
	body := ""
	switch shape % 4 {
	case 0:
		body = fmt.Sprintf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%g\"", x, y, r)
	case 1:
		body = fmt.Sprintf("<rect x=\"%.1f\" y=\"%.1f\" width=\"%g\" height=\"%g\"", x-r*0.9, y-r*0.9, 1.8*r, 1.8*r)
	case 2:
		body = fmt.Sprintf("<polygon points=\"%.1f,%.1f %.1f,%.1f %.1f,%.1f\"", x, y-1.2*r, x-1.1*r, y+0.9*r, x+1.1*r, y+0.9*r)
	default:
		body = fmt.Sprintf("<polygon points=\"%.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f\"", x, y-1.3*r, x-1.3*r, y, x, y+1.3*r, x+1.3*r, y)
	}
	fmt.Fprintf(out, "%s fill=\"%s\" stroke=\"white\"><title>%s</title>%s\n", body, color, escaped(words), closing(body))
}

// closing ends an element by the word that began it.
func closing(body string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(body, "<"), " ")
	return "</" + name + ">"
}

// accuracyLegend names colors and shapes.
func accuracyLegend(out *strings.Builder, x float64, solvers, engines []string) {
	at := plotTop + 10
	label(out, x, at, plotText, "start", "solver")
	for k, solver := range solvers {
		at += 20
		line(out, x, at-4, x+22, at-4, plotColors()[k%len(plotColors())], 4)
		label(out, x+30, at, plotText, "start", solver)
	}
	at += 34
	label(out, x, at, plotText, "start", "engine, pipeline")
	for k, engine := range engines {
		at += 20
		mark(out, x+11, at-4, "#444444", k, engine)
		label(out, x+30, at, plotText, "start", engine)
	}
}
