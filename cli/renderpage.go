package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"hooke/cli/sweeping"
	"hooke/files/safefile"
	"hooke/run"
	"hooke/run/export"
	"hooke/run/export/page"
	"hooke/run/flags"
	"hooke/run/play"
	"hooke/scene"
	"hooke/scene/preset"
	"hooke/scene/words"
	"hooke/viewer/draw"
	"hooke/viewer/draw/hud"
)

// pageOptions are the flags of pages alone.
type pageOptions struct {
	bytes  int64
	chosen sweeping.Chosen
}

// mostOnPage is the largest number of runs on a page, and the usual one.
const mostOnPage = 12

func (o *pageOptions) add(cmd *cobra.Command) {
	cmd.Flags().Var(flags.Bytes(&o.bytes), "max-size", "largest size of a .html, such as 500kB (default 20MB): fewer frames, then the surface alone")
	o.chosen.Add(cmd)
}

// pageOnly returns an error for flags of pictures with a page, and for flags of a page with pictures.
func (o *renderOptions) pageOnly(cmd *cobra.Command) error {
	if o.kind() != pageKind {
		for _, name := range []string{"max-size", "best", "top"} {
			if cmd.Flags().Changed(name) {
				return usagef("--%s is of pages, such as --out run.html; leave it out", name)
			}
		}
		return nil
	}
	for _, name := range []string{"size", "fps", "speed", "turntable", "follow", "small", "panels", "reactions"} {
		if cmd.Flags().Changed(name) {
			return usagef("--%s is of pictures, and --out %s is a page; leave one out", name, o.out)
		}
	}
	if o.page.chosen.Top > mostOnPage {
		return usagef("--top %d: a page has room for %d runs", o.page.chosen.Top, mostOnPage)
	}
	return nil
}

// ofSweep reports whether the folder of a sweep is given, or flags that choose from one.
func (o *renderOptions) ofSweep(args []string) bool {
	return len(args) == 1 && sweeping.IsFolder(args[0]) || o.page.chosen != (sweeping.Chosen{})
}

// renderSweep writes a page of the best runs of a sweep, which are made again.
func (a App) renderSweep(ctx context.Context, o *renderOptions, args []string) error {
	switch {
	case len(args) != 1 || !sweeping.IsFolder(args[0]):
		return usagef("--best and --top choose from the folder of a sweep; name one, or leave them out")
	case o.kind() != pageKind:
		return usagef("%s is the folder of a sweep: give --out NAME.html, or draw it with hooke view %s --offscreen NAME.png", args[0], args[0])
	case o.model.Given() || o.of != "" || o.span[0].Given || o.span[1].Given || o.at.Given:
		return usagef("%s is a sweep of finished runs: leave out flags of structures, --of, --from, --to and --at", args[0])
	}
	if o.page.chosen.Top == 0 {
		o.page.chosen.Top = mostOnPage
	}
	l, err := a.sweeping().Lineup(ctx, args[0], o.page.chosen)
	if err != nil {
		return err
	}
	p := l.Page()
	p.Facts = append(p.Facts, page.Fact{Name: "sweep", Text: l.From})
	return a.writePage(ctx, o, p)
}

// renderPage writes a page of the states of a record from the first to the last shot.
func (a App) renderPage(ctx context.Context, o *renderOptions, x *play.Record, shots []play.Shot) error {
	p := x.Page(shots[0].State, shots[len(shots)-1].State)
	m := x.Scene.Model
	p.Facts = append(p.Facts, page.Fact{Name: "structure", Text: fmt.Sprintf("%s %s, %s %s", hud.Grouped(m.MassCount()), words.Noun(m.MassCount(), "mass"), hud.Grouped(m.SpringCount()), words.Noun(m.SpringCount(), "spring"))},
		page.Fact{Name: "step", Text: hud.Quantity(x.Scene.Params.DT, "s")})
	source, choices := x.Scene.Source, o.model.Resolve()
	if x.From != "" {
		p.Facts = append(p.Facts, page.Fact{Name: "states", Text: filepath.Base(x.From)})
		if _, text := play.KindOf(x.From); text != "" && o.of == "" {
			program, of, with, err := run.ReadOrigin(text)
			if err == nil {
				source, choices = of, with
				p.Facts = append(p.Facts, page.Fact{Name: "run by", Text: program})
			}
		}
	}
	p.Scene = a.sceneText(source, choices)
	var err error
	if p.Energy, p.Ledger, err = x.Energies(); err != nil {
		a.note("note: the page has no plot of energies: %v", err)
	}
	return a.writePage(ctx, o, p)
}

// longestScene bounds the text of a scene on a page [bytes].
const longestScene = 200_000

// sceneText returns the scene file of a run, or that of a preset; empty where there is none.
func (a App) sceneText(source string, o scene.Options) string {
	if preset.Of(source).Make != nil {
		o.StateGiven = false
		text, err := exportWith(source, o)
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

// writePage writes a page with the look of the flags, and says what it shows.
func (a App) writePage(ctx context.Context, o *renderOptions, p *page.Page) error {
	look := o.look.Shown()
	p.Color, p.Range, p.Theme, p.MaxFrames, p.MaxBytes = look.Color, look.Range, look.Theme, o.frames, o.page.bytes
	p.Show = map[draw.Show]page.Show{draw.Surface: page.Surface, draw.Springs: page.Springs, draw.Both: page.Both}[look.Show] // else Auto
	if view := o.look.From(); view != nil {
		p.Azimuth, p.Elevation = view.Azimuth, view.Elevation
	}
	p.Facts = append(p.Facts, page.Fact{Name: "command", Text: a.command}, page.Fact{Name: "page by", Text: versionText()})
	for k := range p.Bodies {
		p.Bodies[k].States = untilDone{p.Bodies[k].States, ctx}
	}
	if err := makeFolderOf(o.out); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	var r page.Report
	err := safefile.WriteNamed(o.out, func(w io.Writer) (err error) {
		r, err = page.Write(w, p)
		return err
	})
	if err != nil {
		return err
	}
	for _, note := range r.Left {
		a.note("note: %s", note)
	}
	return a.printf("wrote %s: %s, %.3g MB, coordinates within %s mm\n", o.out, words.Counted(r.Frames, "frame"), float64(r.Bytes)/1e6, r.Millimeters())
}

// plainWord is an argument that shells take as it is.
var plainWord = regexp.MustCompile(`^[\w@%+=:,./-]+$`)

// commandLine returns a command of the program as a shell takes it.
func commandLine(args []string) string {
	out := []string{"hooke"}
	for _, arg := range args {
		if !plainWord.MatchString(arg) {
			arg = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
		out = append(out, arg)
	}
	return strings.Join(out, " ")
}
