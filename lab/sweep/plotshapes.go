package sweep

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// soFar returns a metric over the runs, with a line of the best so far; nil without numbers.
func (m *metric) soFar() *plot.Plot {
	var points plotter.XYs
	for i, y := range m.values {
		if !math.IsNaN(y) {
			points = append(points, plotter.XY{X: m.place(i), Y: y})
		}
	}
	best := bestSoFar(m)
	if len(points) == 0 {
		return nil
	}
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = "row of the table", m.label()
	if m.generations != nil {
		p.X.Label.Text = "generation"
	}
	line := &plotter.Line{XYs: thinned(best, mostPoints), StepStyle: plotter.PostStep, LineStyle: plotter.DefaultLineStyle}
	line.Color, line.Width = colors[1], vg.Points(1.5)
	p.Add(plotter.NewGrid(), dots(thinned(points, mostPoints), colors[2]), line)
	p.Legend.Top = m.less // where the line has no point
	p.Legend.YOffs, p.Legend.XOffs = map[bool]vg.Length{true: -6, false: 6}[m.less], -6
	p.Legend.Padding = 8
	p.Legend.Add("best so far", line)
	return p
}

// bestSoFar returns the rows that have the metric, each with the best up to it.
func bestSoFar(m *metric) (best plotter.XYs) {
	for i, y := range m.values {
		if math.IsNaN(y) {
			continue
		}
		if n := len(best); n > 0 && best[n-1].Y > y != m.less {
			y = best[n-1].Y
		}
		best = append(best, plotter.XY{X: m.place(i), Y: y})
	}
	return best
}

// place returns the coordinate of a row: its number, or that of its generation.
func (m *metric) place(row int) float64 {
	if m.generations != nil {
		return m.generations[row]
	}
	return float64(row)
}

// field is a metric over the levels of two variables. It is a plotter.GridXYZ.
type field struct {
	x, y   []float64
	values map[[2]int]float64
}

func (f *field) Dims() (columns, rows int) { return len(f.x), len(f.y) }
func (f *field) X(column int) float64      { return f.x[column] }
func (f *field) Y(row int) float64         { return f.y[row] }
func (f *field) Z(column, row int) float64 {
	if z, has := f.values[[2]int{column, row}]; has {
		return z
	}
	return math.NaN()
}

// surface returns a map of a metric over the two variables of a grid, the mean of repeats; nil for
// other sweeps, and where a variable has one value only. Levels stand side by side at equal
// distances.
func (s *sheet) surface(m metric) *picture {
	if !s.grid {
		return nil
	}
	f := &field{values: map[[2]int]float64{}}
	a, b := &s.variables[0], &s.variables[1]
	levelsX, levelsY := colorLevels(a.values), colorLevels(b.values)
	if len(levelsX) < 2 || len(levelsY) < 2 {
		return nil
	}
	f.x, f.y = numbered(len(levelsX)), numbered(len(levelsY))
	count := map[[2]int]float64{}
	for i, z := range m.values {
		if math.IsNaN(z) {
			continue
		}
		at := [2]int{slices.Index(levelsX, a.values[i]), slices.Index(levelsY, b.values[i])}
		count[at]++
		f.values[at] += (z - f.values[at]) / count[at]
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, z := range f.values {
		low, high = min(low, z), max(high, z)
	}
	if !(high > low) {
		return nil
	}
	of := &shades{low, high}
	cells := plotter.NewHeatMap(f, of.Palette(shadeCount))
	cells.NaN = color.RGBA{0xc0, 0xc0, 0xc0, 0xff}
	p := plot.New()
	a.levelAxis(&p.X, levelsX)
	b.levelAxis(&p.Y, levelsY)
	p.Add(cells)
	return &picture{Plot: p, shades: of, what: m.label()}
}

// colorLevels are the different numbers, ascending.
func colorLevels(values []float64) []float64 {
	out := slices.Clone(values)
	slices.Sort(out)
	return slices.Compact(out)
}

// numbered are 0, 1, ... as coordinates.
func numbered(n int) (out []float64) {
	for i := range n {
		out = append(out, float64(i))
	}
	return out
}

// levelAxis labels an axis with levels that are side by side, at most some of them.
func (v *plotVariable) levelAxis(a *plot.Axis, of []float64) {
	a.Label.Text = v.key
	var ticks []plot.Tick
	for i, x := range of {
		tick := plot.Tick{Value: float64(i)}
		if i%((len(of)+11)/12) == 0 {
			if tick.Label = short(x); v.words != nil {
				tick.Label = v.words[int(x)]
			}
		}
		ticks = append(ticks, tick)
	}
	a.Tick.Marker = plot.ConstantTicks(ticks)
}

// parallel has an upright axis for each variable and the metric, and a line for each run, of a
// color by the metric; nil without numbers.
func (s *sheet) parallel(m metric) *picture {
	var rows []int
	for i, y := range m.values {
		if !math.IsNaN(y) {
			rows = append(rows, i)
		}
	}
	if len(rows) == 0 || len(s.variables) == 0 {
		return nil
	}
	columns := append(slices.Clone(s.variables), plotVariable{key: m.label(), values: m.values})
	p := plot.New()
	var ticks []plot.Tick
	for c := range columns {
		ticks = append(ticks, plot.Tick{Value: float64(c), Label: columns[c].key})
	}
	p.X.Tick.Marker = plot.ConstantTicks(ticks)
	p.X.Tick.Label.Rotation, p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = 0.3, text.XRight, text.YCenter
	p.X.Tick.Length, p.X.Tick.LineStyle.Color = 16, color.Transparent // space for turned labels, also in a wider font
	if len(columns) > mostFlat {
		p.X.Tick.Label.Rotation = 0.9
	}
	p.X.Min, p.X.Max = -0.5, float64(len(columns))-0.5 // space for labels
	p.Y.Label.Text, p.Y.Min, p.Y.Max = "least to largest", 0, 1
	of := &shades{math.Inf(1), math.Inf(-1)}
	for _, i := range rows {
		of.low, of.high = min(of.low, m.values[i]), max(of.high, m.values[i])
	}
	// The best are drawn last.
	last := columns[len(columns)-1].shares(rows)
	order := numbered(len(rows))
	slices.SortStableFunc(order, func(a, b float64) int {
		if d := last[int(a)] - last[int(b)]; d != 0 && d > 0 != m.less {
			return 1
		} else if d != 0 {
			return -1
		}
		return 0
	})
	lines := make([]plotter.XYs, len(rows))
	for c := range columns {
		for k, share := range columns[c].shares(rows) {
			lines[k] = append(lines[k], plotter.XY{X: float64(c), Y: share})
		}
	}
	step := (len(rows) + mostLines - 1) / mostLines
	for n, k := range order {
		if (len(order)-1-n)%step != 0 {
			continue
		}
		line := &plotter.Line{XYs: lines[int(k)], LineStyle: plotter.DefaultLineStyle}
		line.Width = vg.Points(1.2)
		if shade, err := of.At(m.values[rows[int(k)]]); err == nil {
			line.Color = shade
		}
		p.Add(line)
	}
	if !(of.high > of.low) {
		return plain(p)
	}
	return &picture{Plot: p, shades: of, what: m.label()}
}

// mostFlat is the number of axes above which their labels are turned more.
const mostFlat = 6

// shares are the positions of the values of rows between the least and the largest, from 0 to 1.
func (v *plotVariable) shares(rows []int) []float64 {
	of := func(i int) float64 {
		if v.log {
			return math.Log(v.values[i])
		}
		return v.values[i]
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, i := range rows {
		low, high = min(low, of(i)), max(high, of(i))
	}
	out := make([]float64, len(rows))
	for k, i := range rows {
		if out[k] = 0.5; high > low {
			out[k] = (of(i) - low) / (high - low)
		}
	}
	return out
}
