package sweep

import (
	"fmt"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"hooke/files/safefile"
)

// PlotFolder is the name of the folder of pictures in that of a sweep.
const PlotFolder = PlotsFolder

const (
	width, height = 7 * vg.Inch, 4.5 * vg.Inch
	mostVariables = 24   // that are drawn
	mostPoints    = 5000 // of a cloud
	mostLines     = 500  // of parallel coordinates
)

// colors are those of Okabe and Ito, "Color universal design", 2008.
var colors = []color.RGBA{{0, 0x72, 0xb2, 0xff}, {0xd5, 0x5e, 0, 0xff}, {0x80, 0x80, 0x80, 0xff}}

// WritePlots draws columns of the table, a minus before one whose least is best, into the folder of
// pictures in a folder, and returns their names. The first one has parallel coordinates. Pictures
// of a column that no run has are left out.
func WritePlots(t *Table, wanted []string, folder string) (names []string, err error) {
	if folder, err = safefile.FolderIn(folder, PlotFolder); err != nil {
		return nil, fmt.Errorf("sweep: %w", err)
	}
	sheet := sheetOf(t)
	save := func(name string, p *picture) error {
		if p == nil {
			return nil
		}
		path := filepath.Join(folder, name+".svg")
		names = append(names, path)
		return safefile.WriteFile(path, p.writeTo)
	}
	for i, name := range wanted {
		m := sheet.metric(t, name)
		for v := range sheet.variables {
			if err := save(m.file+"-"+sheet.variables[v].file, plain(sheet.cloud(v, m))); err != nil {
				return names, err
			}
		}
		if err := save(m.file+"-best", plain(m.soFar())); err != nil {
			return names, err
		}
		if err := save(m.file+"-map", sheet.surface(m)); err != nil {
			return names, err
		}
		if i == 0 {
			if err := save(m.file+"-parallel", sheet.parallel(m)); err != nil {
				return names, err
			}
		}
	}
	return names, removeOld(folder, names)
}

// removeOld removes pictures of an earlier call that this one has not drawn.
func removeOld(folder string, names []string) error {
	drawn := map[string]bool{}
	for _, name := range names {
		drawn[name] = true
	}
	old, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	for _, entry := range old {
		path := filepath.Join(folder, entry.Name())
		if entry.Type().IsRegular() && filepath.Ext(path) == ".svg" && !drawn[path] {
			if err := safefile.Remove(path); err != nil {
				return fmt.Errorf("sweep: %w", err)
			}
		}
	}
	return nil
}

// sheet is the data to plot: the variables with their values in the rows.
type sheet struct {
	grid      bool
	variables []plotVariable
}

// plotVariable is a plotVariable with a number for each row: of words, which one it is.
type plotVariable struct {
	key, file string
	log       bool
	words     []string // nil: the values are numbers
	values    []float64
}

// metric is a metric with its number for each row; NaN if undefined.
type metric struct {
	name, file, unit string
	less             bool
	values           []float64
	generations      []float64 // of the rows, of an optimization; else nil
}

// sheetOf takes the first variables of a table.
func sheetOf(t *Table) *sheet {
	s := &sheet{grid: t.Plan.Spec.Sample == Grid && len(t.Plan.Spec.Vary) == 2}
	for d, of := range t.Plan.Spec.Vary[:min(mostVariables, len(t.Plan.Spec.Vary))] {
		v := plotVariable{key: of.Key, file: fileName(of.Key), log: of.Log}
		numbers, ok := t.Variable(d)
		if v.values = numbers; !ok {
			v.values = make([]float64, len(t.Rows))
			for i := range t.Rows {
				v.values[i] = float64(v.word(t.Rows[i].Job.Values[d]))
			}
		}
		s.variables = append(s.variables, v)
	}
	return s
}

// word is the number of a word.
func (v *plotVariable) word(text string) int {
	for i, known := range v.words {
		if known == text {
			return i
		}
	}
	v.words = append(v.words, text)
	return len(v.words) - 1
}

// fileName returns a key as a part of the name of a file.
func fileName(key string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_':
			return r
		}
		return '-'
	}, strings.NewReplacer("[*]", "", "]", "", "-", "minus").Replace(key))
	return name[:min(len(name), 60)]
}

// metric are the numbers of a metric; those of runs that diverged do not count.
func (s *sheet) metric(t *Table, wanted string) metric {
	m := metric{name: strings.TrimPrefix(wanted, "-"), less: strings.HasPrefix(wanted, "-")}
	m.file = fileName(m.name)
	c := t.Column(m.name)
	m.values, m.unit = slices.Clone(t.Values(c)), t.Columns[c].Unit
	if g := t.Column("generation"); g >= 0 {
		m.generations = t.Values(g)
	}
	for i := range m.values {
		if t.Rows[i].Outcome.Status.String() == "diverged" {
			m.values[i] = math.NaN()
		}
	}
	return m
}

// label returns the name of a metric with its unit.
func (m *metric) label() string {
	if m.unit == "" {
		return m.name
	}
	return m.name + " [" + m.unit + "]"
}

// axis labels an axis with a variable.
func (v *plotVariable) axis(a *plot.Axis) {
	a.Label.Text = v.key
	if v.words != nil {
		var ticks []plot.Tick
		for i, word := range v.words {
			ticks = append(ticks, plot.Tick{Value: float64(i), Label: word})
		}
		a.Tick.Marker = plot.ConstantTicks(ticks)
	} else if v.log {
		a.Scale, a.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	}
}

// cloud returns a metric against a variable; nil without numbers.
func (s *sheet) cloud(v int, m metric) *plot.Plot {
	of := &s.variables[v]
	var points plotter.XYs
	for i, y := range m.values {
		if !math.IsNaN(y) {
			points = append(points, plotter.XY{X: of.values[i], Y: y})
		}
	}
	if len(points) == 0 {
		return nil
	}
	points = thinned(points, mostPoints)
	p := plot.New()
	p.Y.Label.Text = m.label()
	of.axis(&p.X)
	p.Add(plotter.NewGrid(), dots(points, colors[0]))
	return widened(p, of)
}

// widened adds a margin at the ends of axes, and a length to an axis on which all points have one position.
func widened(p *plot.Plot, v *plotVariable) *plot.Plot {
	const room = 0.03 // of the length of an axis
	wide := room * (p.Y.Max - p.Y.Min)
	p.Y.Min, p.Y.Max = p.Y.Min-wide, p.Y.Max+wide
	if wide := room * (p.X.Max - p.X.Min); !v.log {
		p.X.Min, p.X.Max = p.X.Min-wide, p.X.Max+wide
	} else if p.X.Min > 0 {
		more := math.Pow(p.X.Max/p.X.Min, room)
		p.X.Min, p.X.Max = p.X.Min/more, p.X.Max*more
	}
	if p.X.Min == p.X.Max && v.log {
		p.X.Min, p.X.Max = p.X.Min/2, p.X.Max*2
	}
	return p
}

// dots are points as small disks.
func dots(points plotter.XYs, c color.Color) *plotter.Scatter {
	return &plotter.Scatter{XYs: points, GlyphStyle: draw.GlyphStyle{Color: c, Radius: vg.Points(2), Shape: draw.CircleGlyph{}}}
}

// thinned returns at most the given number of points, evenly spaced in their order.
func thinned(points plotter.XYs, most int) plotter.XYs {
	step := (len(points) + most - 1) / most
	out := points[:0:0]
	for i := 0; i < len(points); i += max(1, step) {
		out = append(out, points[i])
	}
	return out
}

// short returns a number with a few digits.
func short(x float64) string { return fmt.Sprintf("%.4g", x) }
