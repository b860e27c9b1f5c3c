package sweep

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/control/metrics"
	"hooke/must"
)

// frequencies is a sweep over n frequencies.
func frequencies(t *testing.T, n int) Spec {
	t.Helper()
	v := must.Get(ParseVariables(fmt.Sprintf("actuator[*].frequency=1:3:%d", n)))(t)
	return Spec{Scene: "walker", Vary: v, Repeat: 2, Steps: 1, Metric: []string{"speed"}}
}

// judged is the plan of a shard.
func judged(t *testing.T, s Spec, how Judging) *Plan {
	t.Helper()
	p := must.Get(Judge(t.Context(), s, how))(t)
	return p
}

// The shards of a sweep have the jobs of the whole, each once; a shard that has no point has no job.
func TestShardsJudgeTheirOwnPoints(t *testing.T) {
	const n = 7
	whole := judged(t, frequencies(t, n), Judging{})
	var parts []Job
	for number := range int64(n + 2) {
		shard := Shard{number, n + 2}
		p := judged(t, frequencies(t, n), Judging{Shard: shard})
		for _, j := range p.Jobs {
			if !shard.Has(j.Run) {
				t.Errorf("shard %d has run %d", number, j.Run)
			}
		}
		if want := map[bool]int{true: 2}[number < n]; len(p.Jobs) != want || p.First == nil || p.First.Settings == nil {
			t.Errorf("shard %d has %d jobs, want %d, and the first is %v", number, len(p.Jobs), want, p.First)
		}
		parts = append(parts, p.Jobs...)
	}
	if !slices.EqualFunc(parts, whole.Jobs, func(a, b Job) bool { return a.ID == b.ID && a.Run == b.Run && a.Repeat == b.Repeat }) {
		t.Errorf("shards have %v, the whole %v", parts, whole.Jobs)
	}
	spec := frequencies(t, 3)
	spec.Vary[0] = Variable{Key: "actuator[*].frequency", Values: []string{"1", "-2", "3"}}
	judged(t, spec, Judging{Shard: Shard{0, 3}})
	if _, err := Judge(t.Context(), spec, Judging{Shard: Shard{1, 3}}); err == nil || !strings.Contains(err.Error(), "(sweep variable actuator[*].frequency, run 1)") {
		t.Errorf("the shard with the fault: %v", err)
	}
}

// A cancelled context ends judging with a word.
func TestJudgingIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Judge(ctx, frequencies(t, 9), Judging{})
	if !errors.Is(err, ErrInterrupted) || !strings.Contains(err.Error(), "0 of 9 points were judged") {
		t.Error(err)
	}
}

// inFolder writes the spec of a plan and a journal with outcomes of its jobs, of which some have other ids.
func inFolder(t *testing.T, p *Plan, wrong map[int]string) string {
	t.Helper()
	folder := t.TempDir()
	text := must.Get(p.Text())(t)
	must.Do(t, Prepare(folder, text))
	journal := must.Get(OpenJournal(folder, Shard{}, p.Columns()))(t)
	var all []Outcome
	for i, j := range p.Jobs {
		o := Outcome{ID: j.ID, Run: j.Run, Repeat: j.Repeat, Row: metrics.Row{Status: metrics.Done, Values: make([]float64, len(p.Columns()))}}
		if id := wrong[i]; id != "" {
			o.ID = id
		}
		all = append(all, o)
	}
	must.Do(t, errors.Join(journal.Append(all), journal.Close()))
	return folder
}

// Points with an outcome are not judged again: an id of the journal that is no proof is taken as it
// is. Where a proof fails, or a file may have changed, all are judged.
func TestKnownPointsAreNotJudgedAgain(t *testing.T) {
	const n, middle, strange = 100, 100, "0123456789ab"
	p := judged(t, frequencies(t, n), Judging{})
	for name, c := range map[string]struct {
		wrong map[int]string
		want  string // id of the job in the middle
	}{
		"all known":       {map[int]string{middle: strange}, strange},
		"the first fails": {map[int]string{middle: strange, 0: "0123456789ac"}, p.Jobs[middle].ID},
		"the last fails":  {map[int]string{middle: strange, 2*n - 1: "0123456789ac"}, p.Jobs[middle].ID},
	} {
		again := judged(t, frequencies(t, n), Judging{Folder: inFolder(t, p, c.wrong)})
		if got := again.Jobs[middle]; got.ID != c.want || !slices.Equal(got.Settings, p.Jobs[middle].Settings) {
			t.Errorf("%s: the id is %s, want %s; settings %v", name, got.ID, c.want, got.Settings)
		}
	}
	other := frequencies(t, n)
	other.Metrics.Every = 3
	if again := judged(t, other, Judging{Folder: inFolder(t, p, map[int]string{middle: strange})}); again.Jobs[middle].ID == strange {
		t.Error("the journal of another sweep is believed")
	}
}

// radii is a sweep over the radius of a mass by hand, which touches nothing where it is large.
func radii(t *testing.T, values ...string) Spec {
	t.Helper()
	path := filepath.Join(t.TempDir(), "two.toml")
	must.Do(t, os.WriteFile(path, []byte("[collision]\nradius = 0.05\n[[mass]]\nmass = 1\nposition = [0, 0, 0]\nradius = 0.3\n[[mass]]\nmass = 1\nposition = [0.4, 0, 0]\n[[spring]]\na = 0\nb = 1\nstiffness = 100\n"), 0o600))
	return Spec{Scene: path, Vary: []Variable{{Key: "mass[0].radius", Values: values}}, Steps: 1}
}

// A fault that shows only when the scene of a point is made is told before the first step, with the variable and the run; each shard tells of its own points.
func TestPointsAreMade(t *testing.T) {
	judged(t, radii(t, "0.1", "0.2", "0.3"), Judging{})
	for _, values := range [][]string{{"0.1", "0.5", "0.5"}, {"0.5", "0.1", "0.5"}} {
		bad := slices.Index(values, "0.5")
		_, err := Judge(t.Context(), radii(t, values...), Judging{})
		if want := fmt.Sprintf("(sweep variable mass[0].radius, run %d)", bad); err == nil || !strings.Contains(err.Error(), "no two masses can ever touch") || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %s", values, err, want)
		}
		judged(t, radii(t, values...), Judging{Shard: Shard{int64(1 - bad), 3}})
		if _, err := Judge(t.Context(), radii(t, values...), Judging{Shard: Shard{2, 3}}); err == nil {
			t.Errorf("%v: the shard of the last run tells nothing", values)
		}
	}
}

// A fault of an expression names the variable of [let] that it comes from, also by way of another one.
func TestFaultsOfLet(t *testing.T) {
	path := filepath.Join(t.TempDir(), "let.toml")
	must.Do(t, os.WriteFile(path, []byte("[let]\nk = 100\ntwice = \"2*$k\"\nm = 1\n[[mesh]]\nmake = \"rope\"\nmasses = 5\nlength = 1\nspan = 1\nmass = \"$m\"\nstiffness = \"$twice\"\n"), 0o600))
	for _, c := range []struct {
		vary []Variable
		want string
	}{
		{[]Variable{{Key: "let.k", Values: []string{"5", "-6"}}}, "stiffness is -12 N/m; it must be above 0\n    stiffness = \"$twice\"\n                ^^^^^^^^\n(sweep variable let.k = -6, run 1)"},
		{[]Variable{{Key: "let.m", Values: []string{"5", "6"}}, {Key: "let.k", Values: []string{"5", "-6"}}}, "(sweep variable let.k = -6, run 1)"},
		{[]Variable{{Key: "let.m", Values: []string{"5", "-6"}}, {Key: "let.k", Values: []string{"-5", "6"}}}, "(sweep variable let.k = -5, run 0)"},
		{[]Variable{{Key: "let.m", Values: []string{"-5"}}, {Key: "let.k", Values: []string{"-5"}}}, "(run 0 of the sweep)"},
	} {
		must.Say(t, fmt.Sprint(c.vary), must.Err(Judge(t.Context(), Spec{Scene: path, Vary: c.vary, Steps: 1}, Judging{})), c.want)
	}
}

// The id of a point whose settings name a file changes with the file, also where the journal has it.
func TestFilesOfKnownPointsAreRead(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	const mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
	const n, middle = 100, 50
	write("a.obj", mesh)
	vary := Variable{Key: "mesh.file"}
	for i := range n {
		write(fmt.Sprintf("m%d.obj", i), fmt.Sprintf("# %d\n%s", i, mesh))
		vary.Values = append(vary.Values, fmt.Sprintf("\"m%d.obj\"", i))
	}
	write("x.toml", "[[mesh]]\nfile = \"a.obj\"\nas = \"cloth\"\n")
	spec := Spec{Scene: filepath.Join(folder, "x.toml"), Vary: []Variable{vary}, Steps: 1}
	p := judged(t, spec, Judging{})
	at := inFolder(t, p, nil)
	write(fmt.Sprintf("m%d.obj", middle), mesh+"v 2 2 2\n")
	again := judged(t, spec, Judging{Folder: at})
	if again.Jobs[0].ID != p.Jobs[0].ID || again.Jobs[middle].ID == p.Jobs[middle].ID {
		t.Errorf("ids %s, %s, before %s, %s", again.Jobs[0].ID, again.Jobs[middle].ID, p.Jobs[0].ID, p.Jobs[middle].ID)
	}
}

// Runs among boxes that are members of ensembles have other ids than before, since these step them now; those of other engines keep theirs.
func TestIDsOfMembersAmongShapes(t *testing.T) {
	for _, c := range []struct {
		engine, text string
		want         int
	}{
		{Auto, "[[contact]]\nshape = \"box\"\nhalf = [1, 1, 1]\n", shapesVersion}, {Ensemble, "shape = \"sphere\"\n", shapesVersion},
		{Auto, "[[contact]]\nshape = \"plane\"\n", physicsVersion}, {OnDevice, "shape = \"box\"\n", physicsVersion}, {"cpu", "shape = \"box\"\n", physicsVersion},
	} {
		must.Be(t, (&Spec{Engine: c.engine}).versionOf(c.text), c.want, "%s, %q: version", c.engine, c.text)
	}
}
