package sim

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"hooke/control"
	"hooke/engine"
	"hooke/machine/memory"
	"hooke/mesh/format"
	"hooke/model"
	"hooke/run/export"
	"hooke/run/export/page"
	"hooke/run/flags"
	"hooke/run/play"
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
	play.Showing
	mesh bool // a mesh that moves and not a page
}

// OfMesh reports whether the file is a mesh that moves, and not a page.
func (l *Look) OfMesh() bool { return l.mesh }

// RenderReport is what became of a file of Render, in words that programs read.
type RenderReport struct {
	Frames int      `json:"frames"`          // in the file
	States int      `json:"states"`          // that there are to show
	Bytes  int64    `json:"bytes,omitempty"` // of a page
	Error  float64  `json:"error,omitempty"` // of a page: the largest error of a coordinate [m]
	Notes  []string `json:"notes,omitempty"`
	Wrote  []string `json:"wrote,omitempty"` // of a job: the file
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
	s.rendered = nil
	var err error
	if look.mesh {
		s.rendered, err = moving(context.Background(), path, x, 0, x.Frames()-1, &look.Showing)
	} else {
		p := s.page(x, look)
		p.Energy = s.kept.energies
		s.rendered, err = OnePage(context.Background(), path, p, &look.Showing)
	}
	return s.rendered, err
}

// OnePage writes a page.
func OnePage(ctx context.Context, path string, p *page.Page, w *play.Showing) (*RenderReport, error) {
	r, err := w.WritePage(ctx, path, p)
	if err != nil {
		return nil, err
	}
	if r.Frames == w.Frames {
		r.Fewer = "" // as many as were asked for
	}
	return &RenderReport{Frames: r.Frames, States: r.States, Bytes: r.Bytes, Error: r.Error, Notes: r.Left()}, nil
}

// moving writes states of a record as a mesh that moves.
func moving(ctx context.Context, path string, x *play.Record, first, last int, w *play.Showing) (*RenderReport, error) {
	m, notes, err := w.WriteMoving(ctx, path, x, first, last)
	if err != nil {
		return nil, err
	}
	return &RenderReport{Frames: len(m.Times), States: last - first + 1, Notes: notes}, nil
}

// page is the page of a record, with a look.
func (s *Sim) page(x *play.Record, look *Look) *page.Page {
	p := x.Page(0, x.Frames()-1)
	look.Dress(p)
	p.Facts = append(p.Facts, page.Fact{Name: "page by", Text: s.options.By()})
	return p
}

// ParseLook reads how a file shows a structure: a JSON object of flags of hooke render. A path that ends in .html has color,
// range, theme, show, view, frames and max_size; one of a mesh that moves, .glb or .usda, has show and frames. Without a path the
// look is that of Live, which has the keys of a page but frames. The caller may add flags.
func ParseLook(path string, options []byte, add ...func(cmd *cobra.Command)) (*Look, error) {
	cmd := &cobra.Command{}
	look, shown, err := lookFlags(cmd, path)
	if err != nil {
		return nil, err
	}
	for _, more := range add {
		more(cmd)
	}
	if err := giveAll(cmd, options); err != nil {
		return nil, err
	}
	look.Look, look.View = shown.Shown(), shown.From()
	return look, nil
}

// lookFlags adds the flags that a path has.
func lookFlags(cmd *cobra.Command, path string) (*Look, *flags.Look, error) {
	look, shown, set := &Look{}, &flags.Look{}, cmd.Flags()
	if path != "" {
		set.Var(flags.Whole(&look.Frames, 1), "frames", "")
	}
	if path == "" || strings.EqualFold(filepath.Ext(path), ".html") {
		shown.AddShown(cmd)
		set.Var(flags.Bytes(&look.Bytes), "max-size", "")
	} else if _, look.mesh = format.MovingAs(path); look.mesh {
		shown.AddShow(cmd)
	} else {
		return nil, nil, fmt.Errorf("%s: give a path that ends in .html (a page), .glb or .usda (a mesh that moves); hooke render draws pictures and films", path)
	}
	return look, shown, nil
}
