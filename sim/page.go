package sim

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"hooke/control"
	"hooke/engine"
	"hooke/files/safefile"
	"hooke/machine/memory"
	"hooke/model"
	"hooke/run/export"
	"hooke/run/export/page"
	"hooke/run/flags"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
)

// kept are the frames that a caller keeps for a page: every so many of those that it asked for, so that there are never
// more than twice as many as a page shows.
type kept struct {
	frames   []export.Frame
	energies []export.EnergySample
	asked    int
	every    int // 0: 1
}

// mostKept is the largest number of frames kept.
const mostKept = 2 * page.DefaultFrames

// Keep keeps the state that is now as a frame of Page, once. Where the time has gone back, as by Reset, frames of before are dropped.
func (s *Sim) Keep() error {
	if s.engine == nil {
		return ErrClosed
	}
	now, energy, err := s.frame()
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
	k.frames, k.energies = append(k.frames, *now), append(k.energies, energy)
	return nil
}

// frame is the state that is now, in memory of its own.
func (s *Sim) frame() (*export.Frame, export.EnergySample, error) {
	if err := memory.Ask(24*int64(s.Masses()), "positions and velocities of %d masses", s.Masses()); err != nil {
		return nil, export.EnergySample{}, err
	}
	f := &export.Frame{RestScale: append([]float64(nil), engine.RestScale(s.engine)...)}
	if control.Of(s.engine) != nil {
		now := model.ParamsInUse(s.engine, model.Params{})
		f.InUse = &now
	}
	if err := s.engine.Read(&f.Snapshot); err != nil {
		return nil, export.EnergySample{}, err
	}
	e, err := s.engine.Energy()
	return f, export.EnergySample{Time: f.Time, Ledger: model.Ledger{Now: e}}, err
}

// PageReport is what became of a page, in words that programs read.
type PageReport struct {
	Bytes  int64    `json:"bytes"`
	Frames int      `json:"frames"` // shown
	States int      `json:"states"` // that were kept
	Error  float64  `json:"error"`  // largest error of a coordinate [m]
	Left   []string `json:"left,omitempty"`
}

// Page writes the kept frames as one HTML file, which a browser shows; without any, the state that is now. p is of ParsePage.
func (s *Sim) Page(path string, p *page.Page) (*PageReport, error) {
	if s.engine == nil {
		return nil, ErrClosed
	}
	frames := s.kept.frames
	if len(frames) == 0 {
		now, _, err := s.frame()
		if err != nil {
			return nil, err
		}
		frames = []export.Frame{*now}
	}
	m := s.scene.Model
	p.Title, p.Energy = s.scene.Name, s.kept.energies
	p.Facts = []page.Fact{{Name: "structure", Text: fmt.Sprintf("%s masses, %s springs", hud.Grouped(m.MassCount()), hud.Grouped(m.SpringCount()))},
		{Name: "step", Text: hud.Quantity(s.params.DT, "s")}, {Name: "page by", Text: s.options.program()}}
	p.Bodies = []page.Body{{Model: m, Params: s.params, Start: s.scene.Start, States: page.Memory(frames)}}
	var r page.Report
	err := safefile.WriteNamed(path, func(w io.Writer) (err error) {
		r, err = page.Write(w, p)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &PageReport{Bytes: r.Bytes, Frames: r.Frames, States: r.States, Error: r.Error, Left: r.Left}, nil
}

// ParsePage reads how a page looks: a JSON object of flags of hooke render, color, range, show, theme, frames and max_size.
func ParsePage(options []byte) (*page.Page, error) {
	p, cmd := &page.Page{}, &cobra.Command{}
	var colored, theme, show string
	var colors []string
	for _, c := range color.Colorings() {
		colors = append(colors, c.String())
	}
	set := cmd.Flags()
	set.Var(flags.Choice(&colored, colors), "color", "")
	set.Var(flags.Positive(&p.Range), "range", "")
	set.Var(flags.Choice(&theme, []string{"dark", "light"}), "theme", "")
	set.Var(flags.Choice(&show, []string{"auto", "surface", "springs", "both"}), "show", "")
	set.Var(flags.Whole(&p.MaxFrames, 1), "frames", "")
	set.Var(flags.Bytes(&p.MaxBytes), "max-size", "")
	if err := giveAll(cmd, options); err != nil {
		return nil, err
	}
	for i, name := range colors {
		if name == colored {
			p.Color = color.Colorings()[i]
		}
	}
	if theme == "light" {
		p.Theme = color.Light
	}
	p.Show = map[string]page.Show{"surface": page.Surface, "springs": page.Springs, "both": page.Both}[show] // else Auto
	return p, nil
}
