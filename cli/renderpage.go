package cli

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"hooke/cli/sweeping"
	"hooke/lab/sweep"
	"hooke/lab/sweep/runners"
	"hooke/run/export/page"
	"hooke/run/flags"
	"hooke/run/play"
	"hooke/scene/words"
)

// pageOptions are the flags of pages alone.
type pageOptions struct {
	bytes  int64
	chosen runners.Chosen
}

func (o *pageOptions) add(cmd *cobra.Command) {
	cmd.Flags().Var(flags.Bytes(&o.bytes), "max-size", "largest size of a .html, such as 500kB (default 20MB): fewer frames, then the surface alone")
	sweeping.AddChosen(cmd, &o.chosen)
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
	if o.page.chosen.Top > play.MostOnPage {
		return usagef("--top %d: a page has room for %d runs", o.page.chosen.Top, play.MostOnPage)
	}
	return nil
}

// ofSweep reports whether the folder of a sweep is given, or flags that choose from one.
func (o *renderOptions) ofSweep(args []string) bool {
	return len(args) == 1 && sweep.IsFolder(args[0]) || o.page.chosen != (runners.Chosen{})
}

// renderSweep writes a page of the best runs of a sweep, which are made again.
func (a App) renderSweep(ctx context.Context, o *renderOptions, args []string) error {
	switch {
	case len(args) != 1 || !sweep.IsFolder(args[0]):
		return usagef("--best and --top choose from the folder of a sweep; name one, or leave them out")
	case o.kind() != pageKind:
		return usagef("%s is the folder of a sweep: give --out NAME.html, or draw it with hooke view %s --offscreen NAME.png", args[0], args[0])
	case o.model.Given() || o.of != "" || o.from != nil || o.to != nil || o.at != nil:
		return usagef("%s is a sweep of finished runs: leave out flags of structures, --of, --from, --to and --at", args[0])
	}
	if o.page.chosen.Top == 0 {
		o.page.chosen.Top = play.MostOnPage
	}
	l, err := a.sweeping().Lineup(ctx, args[0], o.page.chosen)
	if err != nil {
		return err
	}
	return a.writePage(ctx, o, l.Page())
}

// renderPage writes a page of states of a record, from the first to the last number.
func (a App) renderPage(ctx context.Context, o *renderOptions, x *play.Record, first, last int) error {
	of := a.opening(&o.model, o.of)
	p, notes := x.RunPage(first, last, &of)
	for _, note := range notes {
		a.note("note: %s", note)
	}
	return a.writePage(ctx, o, p)
}

// writePage writes a page with the look of the flags, and says what it shows.
func (a App) writePage(ctx context.Context, o *renderOptions, p *page.Page) error {
	p.Facts = append(p.Facts, page.Fact{Name: "command", Text: a.command}, page.Fact{Name: "page by", Text: versionText()})
	if err := makeFolderOf(o.out); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	r, err := o.showing().WritePage(ctx, o.out, p)
	if err != nil {
		return err
	}
	for _, note := range r.Left() {
		a.note("note: %s", note)
	}
	return a.printf("wrote %s: %s, %.3g MB, coordinates within %s mm\n", o.out, words.Counted(r.Frames, "frame"), float64(r.Bytes)/1e6, r.Millimeters())
}

// showing says how a page or a mesh shows states.
func (o *renderOptions) showing() *play.Showing {
	return &play.Showing{Look: o.look.Shown(), View: o.look.From(), Frames: o.frames, Bytes: o.page.bytes}
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
