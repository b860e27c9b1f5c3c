package page

import (
	"fmt"
	"math"
	"slices"

	"hooke/model"
	"hooke/run/export"
	"hooke/viewer/draw/color"
)

// Source is a series of states. Times ascend. Read sets the snapshot and the rest lengths of
// muscles; the frame may be reused between calls.
type Source interface {
	Frames() int
	Time(k int) float64
	Read(k int, f *export.Frame) error
}

// Memory is a Source of frames in memory.
type Memory []export.Frame

// Frames returns the number of frames.
func (m Memory) Frames() int { return len(m) }

// Time returns the simulated time of frame k [s].
func (m Memory) Time(k int) float64 { return m[k].Time }

// Read lends frame k; its arrays belong to m.
func (m Memory) Read(k int, f *export.Frame) error {
	*f = m[k]
	return nil
}

// Part returns the states of a source from the first to the last number.
func Part(s Source, first, last int) Source { return part{s, first, last} }

type part struct {
	Source
	first, last int
}

func (p part) Frames() int                       { return p.last - p.first + 1 }
func (p part) Time(k int) float64                { return p.Source.Time(p.first + k) }
func (p part) Read(k int, f *export.Frame) error { return p.Source.Read(p.first+k, f) }

// Body is a structure and its states.
type Body struct {
	Model  *model.Model
	Params model.Params
	Start  *model.State // the state in which the surface is looked for; nil: the start of the model
	States Source
	Label  []string   // lines at the body, the most important first; nil: none
	Move   model.Vec3 // added to all positions: bodies side by side [m]

	// Solids gives the shapes that the body touches, as corners of triangles, three of each, at a time [s]; endless
	// ones are cut around a box. Their number never changes. Nil: none are drawn.
	Solids     func(time float64, lo, hi model.Vec3) []model.Vec3
	SolidsMove bool // whether any of them moves
}

// Show chooses the content of the page.
type Show uint8

// Auto shows a surface that hides an inside, and springs elsewhere, as the window does.
const (
	Auto Show = iota
	Surface
	Springs
	Both
)

// Fact is a line of the panel.
type Fact struct{ Name, Text string }

// Page is the content of a file. Bodies is required; the zero value of the rest is useful.
type Page struct {
	Title  string
	Bodies []Body
	Facts  []Fact                // lines of the panel, such as the command
	Scene  string                // text of the scene file; empty: none
	Energy []export.EnergySample // over time; with fewer than two no plot
	Ledger bool                  // Energy has the flows, too

	Color              color.Coloring
	Range              float64 // value at the end of the colors; 0: as wide as the states need
	Theme              color.Theme
	Show               Show
	Azimuth, Elevation float64 // direction to look from [rad]; both 0: the usual view
	MaxFrames          int     // 0: DefaultFrames
	MaxBytes           int64   // 0: DefaultBytes
}

// DefaultFrames and DefaultBytes bound a page unless its maker says otherwise.
const (
	DefaultFrames = 250
	DefaultBytes  = 20_000_000
)

// Report says what became of a page.
type Report struct {
	Bytes  int64
	Frames int     // shown
	States int     // that there are
	Error  float64 // largest error of a coordinate [m]
	Fewer  string  // a sentence on the states that are left out; empty: none is
	Bare   string  // a sentence on the springs that are left out; empty: none is
}

// Left returns the sentences on what the page leaves out.
func (r *Report) Left() []string {
	return slices.DeleteFunc([]string{r.Fewer, r.Bare}, func(s string) bool { return s == "" })
}

// Millimeters returns the largest error of a coordinate with two digits, rounded up.
func (r *Report) Millimeters() string {
	x := 1000 * r.Error
	if !(x > 0) {
		return "0"
	}
	unit := math.Pow(10, math.Floor(math.Log10(x))-1)
	return fmt.Sprintf("%.2g", math.Ceil(x/unit)*unit)
}
