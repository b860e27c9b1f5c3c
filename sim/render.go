package sim

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hooke/control"
	"hooke/engine"
	"hooke/files/safefile"
	"hooke/machine/memory"
	"hooke/mesh/format"
	"hooke/model"
	"hooke/run/export"
	"hooke/run/export/page"
	"hooke/run/flags"
	"hooke/run/play"
	"hooke/scene/words"
	"hooke/viewer/draw"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
)

// kept are the frames that a caller keeps for Render: one in a number of those that it asked for, so that there are never
// more than twice as many as a page shows.
type kept struct {
	frames   []export.Frame
	energies []export.EnergySample
	asked    int
	every    int // 0: 1
}

// mostKept is the largest number of frames kept.
const mostKept = 2 * page.DefaultFrames

// Keep keeps the state that is now as a frame of Render, once. Where the time has gone back, as by Reset, earlier frames are dropped.
func (s *Sim) Keep() error {
	if s.engine == nil {
		return ErrClosed
	}
	now, err := s.frame()
	if err != nil {
		return err
	}
	energy, err := s.engine.Energy()
	if err != nil {
		return err
	}
	k := &s.kept
	if last := len(k.frames) - 1; last >= 0 && now.Time == k.frames[last].Time {
		return nil
	} else if last >= 0 && now.Time < k.frames[last].Time {
		*k = kept{}
	}
	k.every = max(k.every, 1)
	if k.asked++; (k.asked-1)%k.every != 0 {
		return nil
	}
	if len(k.frames) == mostKept {
		for i := range mostKept / 2 {
			k.frames[i], k.energies[i] = k.frames[2*i], k.energies[2*i]
		}
		clear(k.frames[mostKept/2:])
		k.frames, k.energies, k.every = k.frames[:mostKept/2], k.energies[:mostKept/2], 2*k.every
	}
	k.frames, k.energies = append(k.frames, *now), append(k.energies, export.EnergySample{Time: now.Time, Ledger: model.Ledger{Now: energy}})
	return nil
}

// frame is the state that is now, in memory of its own.
func (s *Sim) frame() (*export.Frame, error) {
	if err := memory.Ask(24*int64(s.Masses()), "positions and velocities of %d masses", s.Masses()); err != nil {
		return nil, err
	}
	f := &export.Frame{RestScale: append([]float64(nil), engine.RestScale(s.engine)...)}
	if control.Of(s.engine) != nil {
		now := model.ParamsInUse(s.engine, model.Params{})
		f.InUse = &now
	}
	return f, s.engine.Read(&f.Snapshot)
}

// Look is how Render shows a structure.
type Look struct {
	page   page.Page
	show   draw.Show
	moving format.Moving // of meshes; the zero value: a page
}

// RenderReport is what became of a file of Render, in words that programs read.
type RenderReport struct {
	Frames int      `json:"frames"`          // in the file
	States int      `json:"states"`          // that were kept
	Bytes  int64    `json:"bytes,omitempty"` // of a page
	Error  float64  `json:"error,omitempty"` // of a page: the largest error of a coordinate [m]
	Notes  []string `json:"notes,omitempty"`
}

// Render writes the kept frames as a file; without any, the state that is now. look is of ParseLook, for the same path.
func (s *Sim) Render(path string, look *Look) (*RenderReport, error) {
	if s.engine == nil {
		return nil, ErrClosed
	}
	frames := s.kept.frames
	if len(frames) == 0 {
		now, err := s.frame()
		if err != nil {
			return nil, err
		}
		frames = []export.Frame{*now}
	}
	at := *s.scene
	at.Params = s.params
	x := play.OfFrames(&at, frames)
	var err error
	if s.rendered = nil; look.moving.Write != nil {
		s.rendered, err = renderMesh(path, x, look)
	} else {
		s.rendered, err = s.renderPage(path, x, look)
	}
	return s.rendered, err
}

// renderPage writes a page.
func (s *Sim) renderPage(path string, x *play.Record, look *Look) (*RenderReport, error) {
	p := s.page(x, look)
	p.Energy = s.kept.energies
	var r page.Report
	err := safefile.WriteNamed(path, func(w io.Writer) (err error) {
		r, err = page.Write(w, p)
		return err
	})
	if err != nil {
		return nil, err
	}
	notes := r.Left
	if r.Frames < r.States && r.Frames == look.page.MaxFrames {
		notes = notes[1:] // as many as were asked for
	}
	return &RenderReport{Frames: r.Frames, States: r.States, Bytes: r.Bytes, Error: r.Error, Notes: notes}, nil
}

// page is the page of a record.
func (s *Sim) page(x *play.Record, look *Look) *page.Page {
	m, p := s.scene.Model, x.Page(0, x.Frames()-1)
	p.Color, p.Range, p.Theme, p.Show, p.MaxFrames, p.MaxBytes = look.page.Color, look.page.Range, look.page.Theme, look.page.Show, look.page.MaxFrames, look.page.MaxBytes
	p.Facts = []page.Fact{{Name: "structure", Text: fmt.Sprintf("%s %s, %s %s", hud.Grouped(m.MassCount()), words.Noun(m.MassCount(), "mass"), hud.Grouped(m.SpringCount()), words.Noun(m.SpringCount(), "spring"))},
		{Name: "step", Text: hud.Quantity(s.params.DT, "s")}, {Name: "page by", Text: s.options.program()}}
	return p
}

// renderMesh writes a mesh that moves.
func renderMesh(path string, x *play.Record, look *Look) (*RenderReport, error) {
	most := cmp.Or(look.page.MaxFrames, look.moving.Frames)
	states := play.KeyStates(0, x.Frames()-1, most)
	m, notes, err := x.Moving(states, look.show)
	if err != nil {
		return nil, err
	}
	if err := safefile.WriteNamed(path, func(w io.Writer) error { return look.moving.Write(w, m) }); err != nil {
		return nil, err
	}
	return &RenderReport{Frames: len(states), States: x.Frames(), Notes: notes}, nil
}

// ParseLook reads how a file shows a structure: a JSON object of flags of hooke render. A path that ends in .html has color,
// range, theme, show, frames and max_size; one of a mesh that moves, .glb or .usda, has show and frames. Without a path the look
// is that of Live, which has the keys of a page but frames.
func ParseLook(path string, options []byte) (*Look, error) {
	look, cmd := &Look{}, &cobra.Command{}
	var colored, theme, show string
	var colors []string
	for _, c := range color.Colorings() {
		colors = append(colors, c.String())
	}
	set := cmd.Flags()
	set.Var(flags.Choice(&show, []string{"auto", "surface", "springs", "both"}), "show", "")
	if path != "" {
		set.Var(flags.Whole(&look.page.MaxFrames, 1), "frames", "")
	}
	if path == "" || strings.ToLower(filepath.Ext(path)) == ".html" {
		set.Var(flags.Choice(&colored, colors), "color", "")
		set.Var(flags.Positive(&look.page.Range), "range", "")
		set.Var(flags.Choice(&theme, []string{"dark", "light"}), "theme", "")
		set.Var(flags.Bytes(&look.page.MaxBytes), "max-size", "")
	} else if as, moves := format.MovingAs(path); moves {
		look.moving = as
	} else {
		return nil, fmt.Errorf("%s: give a path that ends in .html (a page), .glb or .usda (a mesh that moves)", path)
	}
	if err := giveAll(cmd, options); err != nil {
		return nil, err
	}
	look.page.Color = color.Colorings()[max(slices.Index(colors, colored), 0)]
	if theme == "light" {
		look.page.Theme = color.Light
	}
	look.show = map[string]draw.Show{"surface": draw.Surface, "springs": draw.Springs, "both": draw.Both}[show] // else Auto
	look.page.Show = map[string]page.Show{"surface": page.Surface, "springs": page.Springs, "both": page.Both}[show]
	return look, nil
}
