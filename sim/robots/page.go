package robots

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"hooke/control/metrics"
	"hooke/lab/sweep/runners"
	"hooke/run/export/page"
	"hooke/run/flags"
	"hooke/run/play"
	"hooke/scene"
	"hooke/scene/words"
	"hooke/sim"
	"hooke/viewer/draw/color"
)

// PageChoice says which members a page shows. The zero value shows the fastest.
type PageChoice struct {
	Members        []int // their numbers; nil: the best ones
	runners.Chosen       // Best is a column of metrics
}

// ParsePage reads how Page shows members: sim.ParseLook of a page, with members, best and top.
func ParsePage(path string, options []byte) (c PageChoice, look *sim.Look, err error) {
	look, err = sim.ParseLook(path, options, func(cmd *cobra.Command) {
		set := cmd.Flags()
		set.IntSliceVar(&c.Members, "members", nil, "")
		set.StringVar(&c.Best, "best", "", "")
		set.Var(flags.Whole(&c.Top, 1), "top", "")
		cmd.MarkFlagsMutuallyExclusive("members", "best")
		cmd.MarkFlagsMutuallyExclusive("members", "top")
	})
	switch shown := max(c.Top, len(c.Members)); {
	case err != nil:
	case look.OfMesh():
		err = fmt.Errorf("%s: members are shown by a page: give a path that ends in .html", path)
	case shown > play.MostOnPage:
		err = fmt.Errorf("a page has room for %d members, not for %d", play.MostOnPage, shown)
	}
	return c, look, err
}

// Page writes members side by side as a page. They run again from their start, each as a run of its own, with the values that they
// have now, for the steps since then; before the first step for the duration of the scene. A note names those that went another way,
// since values were set later. Robots on which a host acts are refused: nobody has kept its actions.
func (r *Robots) Page(ctx context.Context, path string, c PageChoice, look *sim.Look) (*sim.RenderReport, error) {
	if r.engine == nil {
		return nil, sim.ErrClosed
	}
	r.rendered = nil
	l, notes, err := r.lineup(ctx, c)
	if err != nil {
		return nil, err
	}
	p := l.Page()
	p.Facts = append(p.Facts, page.Fact{Name: "page by", Text: r.options.By()})
	if r.rendered, err = sim.OnePage(ctx, path, p, &look.Showing); err == nil {
		r.rendered.Notes = append(notes, r.rendered.Notes...)
	}
	return r.rendered, err
}

// lineup runs the chosen members again.
func (r *Robots) lineup(ctx context.Context, c PageChoice) (l *play.Lineup, notes []string, err error) {
	if r.options.Host {
		return nil, nil, sim.Wrongf("a page runs members again, and nobody has kept the actions of the host: open one structure with the option host, and write the page of that")
	}
	name, least := strings.CutPrefix(cmp.Or(c.Best, "speed"), "-")
	column, err := metrics.Index(r.columns, name)
	if err != nil {
		return nil, nil, sim.Wrongf("best: metric %w", err)
	}
	then, err := r.values(column)
	if err != nil {
		return nil, nil, err
	}
	if c.Members == nil {
		if c.Members = metrics.Ranked(then, least); len(c.Members) == 0 {
			return nil, nil, fmt.Errorf("no member has a number for %s yet: step them, or name members", name)
		}
		c.Members = c.Members[:min(len(c.Members), cmp.Or(c.Top, runners.Few))]
	}
	scenes, steps := make([]*scene.Scene, len(c.Members)), make([]int64, len(c.Members))
	for k, member := range c.Members {
		if member < 0 || member >= len(r.members) {
			return nil, nil, sim.Wrongf("members: %d; there are 0 to %d", member, len(r.members)-1)
		}
		scenes[k] = r.alone(member)
		if steps[k] = r.steps - r.runs[member].begun; steps[k] == 0 {
			steps[k] = scenes[k].StepsIn(scenes[k].Duration)
		}
	}
	all, err := runners.Record(ctx, runners.EngineOf(r.options.Engine), scenes, steps, r.options.Metrics, sim.EachAlone(r.options.Options), nil)
	if err != nil {
		return nil, nil, err
	}
	of := r.columns[column]
	for k, m := range all {
		member := c.Members[k]
		if column, err = metrics.Index(m.Gait.Columns, name); err != nil {
			return nil, nil, err
		}
		m.Value = m.Gait.Row.Values[column]
		m.Label = []string{fmt.Sprintf("member %d", member), strings.TrimSpace(fmt.Sprintf("%s %.4g %s", of.Name, m.Value, of.Unit))}
		if r.runs[member].altered {
			notes = append(notes, fmt.Sprintf("member %d went another way, since its values were set later: its %s is %.4g, and here %s", member, of.Name, then[member], strings.TrimSpace(fmt.Sprintf("%.4g %s", m.Value, of.Unit))))
		}
	}
	l, err = play.NewLineup(fmt.Sprintf("%s, %s of %d", r.scene.Name, words.Counted(len(all), "member"), len(r.members)), "", all, color.Metric{Name: of.Name, Unit: of.Unit})
	return l, notes, err
}

// values returns a column of metrics, NaN of members that diverged: [members].
func (r *Robots) values(column int) ([]float64, error) {
	if err := r.engine.Metrics(&r.table); err != nil {
		return nil, err
	}
	out := make([]float64, len(r.members))
	for i, row := range r.table.Rows {
		if out[i] = row.Values[column]; row.Status == metrics.Diverged {
			out[i] = math.NaN()
		}
	}
	return out, nil
}

// alone returns the scene that a member is a run of.
func (r *Robots) alone(member int) *scene.Scene {
	m, s := &r.members[member], *r.scene
	s.Model, s.Params = r.kind.Written(m.Values)
	if s.Control = nil; r.kind.Control != nil {
		s.Control = r.kind.Steered(m.Values)
		for i := range s.Control.Sensors {
			s.Control.Sensors[i].Seed ^= m.Seed
		}
	}
	return &s
}
