package robots

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/control/metrics"
	"hooke/lab/sweep/runners"
	"hooke/must"
)

// A page of members shows the runs that they have made: their metrics are those of the ensemble, and the best of them
// are those of its table. Where values were set on the way, a note says by how much the page differs.
func TestPageOfMembers(t *testing.T) {
	o := must.Get(ParseOptions([]byte(`{"free": ["gravity.z"], "precision": "double"}`)))(t)
	r := must.Open(Open("walker", 5, o))(t)
	must.Do(t, r.Set("gravity.z", []float64{-9.81, -1, -20, -5, -15}))
	must.Do(t, r.Step(300))
	must.Do(t, r.Reset([]bool{false, true, false, false, false}))
	must.Do(t, r.Step(300))
	column := must.Get(metrics.Index(r.columns, "speed"))(t)
	table := make([]float64, 5*len(r.columns))
	must.Do(t, r.Read("metrics", table))
	of := func(member int) float64 { return table[member*len(r.columns)+column] }

	l, notes, err := r.lineup(t.Context(), PageChoice{Chosen: runners.Chosen{Best: "-speed", Top: 5}})
	must.Do(t, err)
	must.Hold(t, len(notes) == 0 && len(l.Members) == 5, "%d members, notes %q", len(l.Members), notes)
	last := math.Inf(-1)
	for _, m := range l.Members {
		var member int
		must.Do(t, json.Unmarshal([]byte(strings.TrimPrefix(m.Label[0], "member ")), &member))
		must.Within(t, m.Value, of(member), 1e-6, "the metric of member %d", member)
		must.Hold(t, of(member) >= last, "member %d comes too late", member)
		last = of(member)
		want := map[bool]float64{true: 300, false: 600}[member == 1] * r.kind.Params.DT
		must.Near(t, m.Gait.End, want, 1e-9, "the time of member %d", member)
	}

	path := filepath.Join(t.TempDir(), "members.html")
	must.Do(t, r.Set("gravity.z", []float64{-9.81, -1, -20, -9, -15}))
	c, look, err := ParsePage(path, []byte(`{"members": [3, 0], "theme": "light"}`))
	must.Do(t, err)
	report := must.Get(r.Page(t.Context(), path, c, look))(t)
	must.Hold(t, len(report.Notes) == 1 && strings.HasPrefix(report.Notes[0], "member 3 went another way, since its values were set later: its speed is ") && r.Info().Rendered == report, "notes %q", report.Notes)
	text := string(must.Get(os.ReadFile(path))(t))
	must.Hold(t, strings.Contains(text, "walker, 2 members of 5") && strings.Index(text, "member 3") < strings.Index(text, "member 0") && !strings.Contains(text, "member 2"), "the page names other members")

	for options, want := range map[string]string{
		`{"members": [5]}`: "there are 0 to 4", `{"members": [-1]}`: "there are 0 to 4", `{"members": [0], "top": 2}`: "none of the others can be",
		`{"best": "sped"}`: `did you mean "speed"?`, `{"top": 13}`: "room for 12 members, not for 13", `{"members": [1.5]}`: "members:", `{"show": "all"}`: "show:",
	} {
		c, look, err := ParsePage(path, []byte(options))
		if err == nil {
			_, err = r.Page(t.Context(), path, c, look)
		}
		must.Say(t, options, err, want)
	}
	_, _, err = ParsePage("members.glb", nil)
	must.Say(t, "a mesh", err, "a path that ends in .html")
	fresh := must.Open(Open("walker", 2, o))(t)
	fresh.scene.Duration = 0.01
	l, _, err = fresh.lineup(t.Context(), PageChoice{Members: []int{1}})
	must.Do(t, err)
	must.Near(t, l.Members[0].Gait.End, 0.01, fresh.kind.Params.DT, "the time of a member that has not stepped")
	must.Hold(t, slices.Equal(l.Members[0].Label[:1], []string{"member 1"}), "its label is %q", l.Members[0].Label)
}
