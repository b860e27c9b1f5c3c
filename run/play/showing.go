package play

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"hooke/files/safefile"
	"hooke/mesh"
	"hooke/mesh/format"
	"hooke/run"
	"hooke/run/export"
	"hooke/run/export/page"
	"hooke/scene"
	"hooke/scene/preset"
	"hooke/scene/toml"
	"hooke/viewer/draw"
)

// Showing says how a page, or a mesh that moves, shows states. The zero value is useful.
type Showing struct {
	Look   draw.Look          // Show and, of a page, Color, Range and Theme are used
	View   *draw.View         // direction to look from; nil: the usual one
	Frames int                // most frames; 0: as many as the format has by default
	Bytes  int64              // most bytes of a page; 0: page.DefaultBytes
	Told   func(done, of int) // is told of the key frames of a mesh that are done; nil: nobody
}

// Between returns the first and the last state from a time to another [s], or twice the one at a time; nil: no such time is chosen.
// An error is a *run.OptionError.
func (x *Record) Between(from, to, at *float64) (first, last int, err error) {
	last = x.Frames() - 1
	if from != nil {
		if first = x.At(*from); x.Time(first) < *from && first < last {
			first++ // the first that is not before the start of the span
		}
	}
	if to != nil {
		last = x.At(*to)
	}
	if last < first || to != nil && x.Time(0) > *to || from != nil && x.Time(x.Frames()-1) < *from {
		name := "from"
		if from == nil {
			name = "to"
		}
		return 0, 0, &run.OptionError{Option: name, Reason: fmt.Sprintf("there are no states then: %s has those from %g s to %g s", x.From, x.Time(0), x.Time(x.Frames()-1))}
	}
	if at != nil {
		first = x.At(*at)
		last = first
	}
	return first, last, nil
}

// WritePage writes a page. The context ends it, with run.ErrInterrupted and without a file.
func (w *Showing) WritePage(ctx context.Context, path string, p *page.Page) (r page.Report, err error) {
	w.Dress(p)
	for k := range p.Bodies {
		p.Bodies[k].States = untilDone{p.Bodies[k].States, ctx}
	}
	err = safefile.WriteNamed(path, func(to io.Writer) (err error) {
		r, err = page.Write(to, p)
		return err
	})
	return r, err
}

// Dress gives a page its look.
func (w *Showing) Dress(p *page.Page) {
	p.Color, p.Range, p.Theme, p.MaxFrames, p.MaxBytes = w.Look.Color, w.Look.Range, w.Look.Theme, w.Frames, w.Bytes
	p.Show = map[draw.Show]page.Show{draw.Surface: page.Surface, draw.Springs: page.Springs, draw.Both: page.Both}[w.Look.Show] // else Auto
	if w.View != nil {
		p.Azimuth, p.Elevation = w.View.Azimuth, w.View.Elevation
	}
}

// untilDone is a source of states that ends with an error when its context does.
type untilDone struct {
	page.Source
	ctx context.Context
}

func (s untilDone) Read(k int, f *export.Frame) error {
	if s.ctx.Err() != nil {
		return run.ErrInterrupted
	}
	return s.Source.Read(k, f)
}

// WriteMoving writes the states of a record from the first to the last number as key frames of a mesh that moves, as many of them as
// Frames allows. Notes tell what the mesh lacks. The context ends it, with run.ErrInterrupted and without a file.
func (w *Showing) WriteMoving(ctx context.Context, path string, x *Record, first, last int) (m *mesh.Moving, notes []string, err error) {
	as, moves := format.MovingAs(path)
	if !moves {
		return nil, nil, fmt.Errorf("%s: the name of a mesh that moves ends in .glb or .usda", path)
	}
	most := w.Frames
	if most == 0 {
		most = as.Frames
	}
	states := KeyStates(first, last, most)
	if m, notes, err = x.Moving(states, w.Look.Show); err != nil {
		return nil, nil, err
	}
	at := m.At
	m.At = func(k int) ([][3]float32, error) {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("%w at frame %d of %d; %s is not written", run.ErrInterrupted, k, len(states), path)
		}
		if w.Told != nil {
			w.Told(k+1, len(states))
		}
		return at(k)
	}
	return m, notes, safefile.WriteNamed(path, func(to io.Writer) error { return as.Write(to, m) })
}

// RunPage returns a page of states of a record that was opened so, from the first to the last number, with all that is known of its
// run: file, program, scene and energies. Notes tell what the page lacks.
func (x *Record) RunPage(first, last int, o *Opening) (p *page.Page, notes []string) {
	p = x.Page(first, last)
	source, choices := x.Scene.Source, o.Choices
	if x.From != "" {
		p.Facts = append(p.Facts, page.Fact{Name: "states", Text: filepath.Base(x.From)})
		if _, text := KindOf(x.From); text != "" && o.Of == "" {
			program, of, with, err := run.ReadOrigin(text)
			if err == nil {
				source, choices = of, with
				p.Facts = append(p.Facts, page.Fact{Name: "run by", Text: program})
			}
		}
	}
	p.Scene = sceneText(source, choices)
	var err error
	if p.Energy, p.Ledger, err = x.Energies(); err != nil {
		notes = append(notes, fmt.Sprintf("the page has no plot of energies: %v", err))
	}
	return p, notes
}

// longestScene bounds the text of a scene on a page [bytes].
const longestScene = 200_000

// sceneText returns the scene file of a run, or that of a preset; empty where there is none.
func sceneText(source string, o scene.Options) string {
	if preset.Of(source).Make != nil {
		o.StateGiven = false
		text, err := toml.Export(source, o)
		if err != nil {
			return "" // such as a preset with flags that scene files lack
		}
		return text
	}
	if !strings.EqualFold(filepath.Ext(source), ".toml") {
		return ""
	}
	var text []byte
	if err := safefile.Read("page", source, func(file *os.File, size int64) (err error) {
		text, err = io.ReadAll(io.LimitReader(file, longestScene))
		return err
	}); err != nil {
		return ""
	}
	return strings.ToValidUTF8(string(text), "\uFFFD")
}
