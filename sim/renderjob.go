package sim

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"hooke/files/safefile"
	"hooke/lab/sweep"
	"hooke/lab/sweep/runners"
	"hooke/run"
	"hooke/run/export/page"
	"hooke/run/flags"
	"hooke/run/play"
)

// renderChoices are the options of hooke render for pages and meshes that move.
type renderChoices struct {
	out          string
	model        flags.Structure
	of           string
	from, to, at *float64 // simulated time [s]; nil: not given
	chosen       runners.Chosen
}

// startRender judges the options of hooke render: name is a trajectory, a checkpoint, a final.npz, the folder of a run or of a sweep, or
// anything that can be run. The end of out is that of a page or a mesh that moves.
func startRender(name string, text []byte, o Options, j *Job) (work, error) {
	c, cmd := renderChoices{}, &cobra.Command{}
	var err error
	if c.out, err = outOf(text); err != nil {
		return nil, fmt.Errorf("options: out: %w", err)
	}
	look, shown, err := lookFlags(cmd, c.out)
	if err != nil {
		return nil, fmt.Errorf("options: out: %w", err)
	}
	c.model.Add(cmd)
	set := cmd.Flags()
	set.StringVar(&c.out, "out", "", "")
	set.StringVar(&c.of, "of", "", "")
	set.Var(flags.Moment(&c.from), "from", "")
	set.Var(flags.Moment(&c.to), "to", "")
	set.Var(flags.Moment(&c.at), "at", "")
	if !look.mesh {
		set.StringVar(&c.chosen.Best, "best", "", "")
		set.Var(flags.Whole(&c.chosen.Top, 1), "top", "")
	}
	cmd.MarkFlagsMutuallyExclusive("at", "from")
	cmd.MarkFlagsMutuallyExclusive("at", "to")
	if err := giveAll(cmd, text); err != nil {
		return nil, err
	}
	look.Look, look.View = shown.Shown(), shown.From()
	look.Told = func(done, of int) { j.show(int64(done), int64(of)) }
	if err := c.faults(name); err != nil {
		return nil, fmt.Errorf("options: %w", err)
	}
	o.Listener = j.listener(o.Listener)
	return func(ctx context.Context) (any, error) {
		r, err := c.render(ctx, name, look, &o, j)
		if err != nil {
			return nil, err
		}
		r.Wrote = []string{c.out}
		return r, nil
	}, nil
}

// outOf is the path that options give to out.
func outOf(text []byte) (string, error) {
	pairs, err := pairsOf(text, "set")
	if err != nil {
		return "", err
	}
	for _, p := range pairs {
		if path, _ := p.value.(string); p.key == "out" && path != "" {
			return path, nil
		}
	}
	return "", errors.New("give a path that ends in .html, .glb or .usda")
}

// faults says which options exclude each other.
func (c *renderChoices) faults(name string) error {
	ofSweep := sweep.IsFolder(name)
	switch {
	case c.from != nil && c.to != nil && *c.to < *c.from:
		return fmt.Errorf("to: %g s is before from, %g s", *c.to, *c.from)
	case !ofSweep && c.chosen != (runners.Chosen{}):
		return errors.New("best and top choose from the folder of a sweep; name one, or leave them out")
	case ofSweep && filepath.Ext(c.out) != ".html":
		return fmt.Errorf("out: %s is the folder of a sweep, of which there are pages: give a path that ends in .html", name)
	case ofSweep && (c.model.Given() || c.of != "" || c.from != nil || c.to != nil || c.at != nil):
		return fmt.Errorf("%s is a sweep of finished runs: leave out options of structures, of, from, to and at", name)
	case c.chosen.Top > play.MostOnPage:
		return fmt.Errorf("top: %d; a page has room for %d runs", c.chosen.Top, play.MostOnPage)
	}
	return nil
}

// render opens what the name says and writes the file.
func (c *renderChoices) render(ctx context.Context, name string, look *Look, o *Options, j *Job) (*RenderReport, error) {
	by := page.Fact{Name: "page by", Text: o.By()}
	if err := safefile.MakeFolder(filepath.Dir(c.out)); err != nil {
		return nil, fmt.Errorf("out: %w", err)
	}
	if sweep.IsFolder(name) {
		if c.chosen.Top == 0 {
			c.chosen.Top = play.MostOnPage
		}
		l, err := runners.Lineup(ctx, name, c.chosen, EachAlone(*o), func(number, of int) { j.show(int64(number-1), int64(of)) })
		if err != nil {
			return nil, optional(err)
		}
		p := l.Page()
		p.Facts = append(p.Facts, by)
		return OnePage(ctx, c.out, p, &look.Showing)
	}
	how := play.Opening{Of: c.of, Choices: c.model.Resolve(), Run: run.Options{How: o.how(), Program: o.By()}}
	x, err := play.OpenRecord(ctx, name, how)
	if err != nil {
		return nil, err
	}
	defer x.Close()
	first, last, err := x.Between(c.from, c.to, c.at)
	if err != nil {
		return nil, err
	}
	if look.mesh {
		return moving(ctx, c.out, x, first, last, &look.Showing)
	}
	p, notes := x.RunPage(first, last, &how)
	p.Facts = append(p.Facts, by)
	r, err := OnePage(ctx, c.out, p, &look.Showing)
	if err != nil {
		return nil, err
	}
	r.Notes = append(notes, r.Notes...)
	return r, nil
}
