package sweeping

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"hooke/control/metrics"
	"hooke/engine"
	"hooke/lab/sweep"
)

// figures are the final report of a sweep.
type figures struct {
	Scene    string   `json:"scene"`
	Engine   string   `json:"engine"`
	Ways     string   `json:"ways,omitempty"` // how runs were made, of ensembles
	Points   int64    `json:"points"`
	Runs     int      `json:"runs"`
	Done     int      `json:"done"`
	Diverged int      `json:"diverged"`
	Failed   int      `json:"failed"`
	Missing  int      `json:"missing_points"`
	Best     []bestOf `json:"best,omitempty"`
	Wrote    []string `json:"wrote,omitempty"`
	wanted   []string // metrics
}

// bestOf is the best run by a metric.
type bestOf struct {
	Metric string            `json:"metric"`
	Value  float64           `json:"value"`
	Run    int64             `json:"run"`
	ID     string            `json:"id"`
	Values map[string]string `json:"values"`
	order  []string
	row    int // of the table
}

func figuresOf(t *sweep.Table, folder string) figures {
	s := &t.Plan.Spec
	precision := s.Precision
	if s.Engine == engine.CPURef {
		precision = "double"
	}
	f := figures{Scene: s.Scene, Engine: s.Engine + ", " + precision + " precision", Points: s.Runs, Runs: len(t.Rows), Missing: len(t.Missing), wanted: s.Metric}
	for i := range t.Rows {
		switch o := &t.Rows[i].Outcome; {
		case o.Failed():
			f.Failed++
		case o.Status == metrics.Diverged:
			f.Diverged++
		default:
			f.Done++
		}
	}
	for _, metric := range s.Metric {
		if best, err := bestIn(t, metric); err == nil && best != nil {
			f.Best = append(f.Best, *best)
		}
	}
	return f
}

// bestIn returns the best run by a metric; nil where no run has a number.
func bestIn(t *sweep.Table, metric string) (*bestOf, error) {
	best, err := t.Best(metric, 1)
	if err != nil || len(best) == 0 {
		return nil, err
	}
	r := best[0]
	b := &bestOf{Metric: metric, Run: r.Job.Run, ID: r.Job.ID, Values: map[string]string{}}
	for i := range t.Rows {
		if t.Rows[i].Job == r.Job {
			b.row = i
		}
	}
	b.Value = t.Values(t.Column(strings.TrimPrefix(metric, "-")))[b.row]
	for d, value := range r.Job.Values {
		b.Values[t.Plan.Spec.Vary[d].Key] = value
		b.order = append(b.order, t.Plan.Spec.Vary[d].Key)
	}
	return b, nil
}

// print prints figures as text or JSON.
func (p Program) print(f figures, asJSON bool) error {
	if asJSON {
		return told(json.NewEncoder(p.Stdout).Encode(f))
	}
	var out strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&out, "%-19s%s\n", name, fmt.Sprintf(format, args...))
	}
	line("scene", "%s", f.Scene)
	line("engine", "%s", f.Engine)
	if f.Ways != "" {
		line("", "%s", f.Ways)
	}
	line("runs", "%s: %s done, %s diverged, %s failed", thousands(int64(f.Runs)), thousands(int64(f.Done)), thousands(int64(f.Diverged)), thousands(int64(f.Failed)))
	if f.Missing > 0 {
		line("missing", "%s of %s points", thousands(int64(f.Missing)), thousands(f.Points))
	}
	for _, b := range f.Best {
		var values []string
		for _, key := range b.order[:min(8, len(b.order))] {
			values = append(values, key+" = "+b.Values[key])
		}
		if len(b.order) > 8 {
			values = append(values, "...")
		}
		line("best", "%s, run %d (%s): %s", valued(b.Metric, b.Value), b.Run, b.ID, strings.Join(values, ", "))
	}
	if len(f.Best) == 0 && f.Done > 0 {
		line("best", "none: no run has a number for %s; with --settle nothing before it counts", strings.Join(f.wanted, ", "))
	}
	if len(f.Wrote) > 0 {
		line("wrote", "%s", strings.Join(f.Wrote, ", "))
	}
	_, err := fmt.Fprint(p.Stdout, out.String())
	return told(err)
}

// shardFigures prints the final report of a shard: the table is made of all of them.
func (p Program) shardFigures(t *sweep.Table, shard sweep.Shard, folder, ways string, asJSON bool) error {
	var own []sweep.TableRow
	for _, r := range t.Rows {
		if shard.Has(r.Job.Run) {
			own = append(own, r)
		}
	}
	part := *t
	part.Rows, part.Missing = own, nil
	f := figuresOf(&part, folder)
	f.Ways, f.Wrote = ways, []string{filepath.Join(folder, sweep.JournalName(shard))}
	if err := p.print(f, asJSON); err != nil {
		return err
	}
	return part.Verdict()
}
