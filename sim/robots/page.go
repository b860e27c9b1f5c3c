package robots

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"hooke/control/metrics"
	"hooke/engine"
	"hooke/gpu"
	"hooke/lab/ensemble"
	"hooke/lab/sweep/runners"
	"hooke/run/export/page"
	"hooke/run/flags"
	"hooke/run/play"
	"hooke/scene"
	"hooke/scene/words"
	"hooke/sim"
	"hooke/viewer/draw/color"
)

// PageChoice says which members a page shows. The zero value shows the four fastest.
type PageChoice struct {
	Members []int  // their numbers; nil: the best ones
	Best    string // column of metrics by which they are the best, after a - by the least number; empty: speed
	Top     int    // how many; 0: 4
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
// have now, for the steps since then; before the first step for the duration of the scene. A note names those of which the metric is
// another one now, since values were set on the way. Robots on which a host acts are refused: nobody has kept its actions.
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
	column, err := r.column(strings.TrimPrefix(cmp.Or(c.Best, "speed"), "-"))
	if err != nil {
		return nil, nil, err
	}
	numbers := make([]float64, len(r.members)*len(r.columns))
	if err := r.Read("metrics", numbers); err != nil {
		return nil, nil, err
	}
	of := func(member int) float64 { return numbers[member*len(r.columns)+column] }
	if c.Members == nil {
		if c.Members, err = r.best(of, c); err != nil {
			return nil, nil, err
		}
	}
	scenes, steps := make([]*scene.Scene, len(c.Members)), make([]int64, len(c.Members))
	for k, member := range c.Members {
		if member < 0 || member >= len(r.members) {
			return nil, nil, sim.Wrongf("members: %d; there are 0 to %d", member, len(r.members)-1)
		}
		scenes[k] = r.alone(member)
		if steps[k] = r.steps - r.begun[member]; steps[k] == 0 {
			steps[k] = max(1, int64(min(math.Ceil(r.scene.Duration/r.kind.Params.DT-1e-9), 1<<53)))
		}
	}
	name := r.options.Engine
	if name == "" || name == engine.Auto {
		name = engine.CPU
	}
	how := engine.Options{GPU: gpu.Options{Pipeline: gpu.Auto, Precision: r.options.GPU.Precision}, Tuning: engine.TuningCache{Off: true}, Listener: r.options.Listener}
	all, err := runners.Record(ctx, name, scenes, steps, r.options.Metrics, how, nil)
	if err != nil {
		return nil, nil, err
	}
	shown := r.columns[column]
	for k, m := range all {
		member := c.Members[k]
		m.Value = m.Gait.Row.Values[slices.IndexFunc(m.Gait.Columns, func(of metrics.Column) bool { return of.Name == shown.Name })]
		m.Label = []string{fmt.Sprintf("member %d", member), strings.TrimSpace(fmt.Sprintf("%s %.4g %s", shown.Name, m.Value, shown.Unit))}
		if then := of(member); r.steps > r.begun[member] && math.Abs(then-m.Value) > replayed*max(math.Abs(then), math.Abs(m.Value)) {
			notes = append(notes, fmt.Sprintf("member %d is not shown as it went: its %s is %.4g and here %.4g %s; its values were set on the way", member, shown.Name, then, m.Value, shown.Unit))
		}
	}
	l, err = play.NewLineup(fmt.Sprintf("%s, %s of %d", r.scene.Name, words.Counted(len(all), "member"), len(r.members)), "", all, color.Metric{Name: shown.Name, Unit: shown.Unit})
	return l, notes, err
}

// replayed is by how much the metric of a member may differ from that of its run: engines of members add up in single precision.
const replayed = 1e-3

// column is the number of a column of metrics.
func (r *Robots) column(name string) (int, error) {
	known := make([]string, len(r.columns))
	for i, c := range r.columns {
		known[i] = c.Name
	}
	at := slices.Index(known, name)
	if at < 0 {
		return 0, sim.Wrongf("best: metric %q is unknown%s; known are %s", name, words.Guess(name, known), strings.Join(known, ", "))
	}
	return at, nil
}

// best returns the members that have the most of a number, or the least, the first of equals first. Those that diverged or have no
// number are none of them.
func (r *Robots) best(of func(member int) float64, c PageChoice) (best []int, err error) {
	status, err := r.engine.Status()
	if err != nil {
		return nil, err
	}
	for i := range r.members {
		if status[i].Ended != ensemble.Diverged && !math.IsNaN(of(i)) {
			best = append(best, i)
		}
	}
	if len(best) == 0 {
		return nil, fmt.Errorf("no member has a number for %s yet: step them, or name members", strings.TrimPrefix(c.Best, "-"))
	}
	sign := 1.0
	if strings.HasPrefix(c.Best, "-") {
		sign = -1
	}
	slices.SortStableFunc(best, func(a, b int) int { return cmp.Compare(sign*of(b), sign*of(a)) })
	if c.Top == 0 {
		c.Top = usual
	}
	return best[:min(c.Top, len(best))], nil
}

// usual is how many members a page shows unless somebody says otherwise.
const usual = 4

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
