package sweep

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"hooke/control/metrics"
	"hooke/must"
)

// outcomes are some of all kinds.
func outcomes() []Outcome {
	return []Outcome{
		{ID: "0123456789ab", Run: 3, Row: metrics.Row{Status: metrics.Done, Values: []float64{0.1, math.NaN()}}, Step: 40, Wall: 0.5},
		{ID: "0123456789ac", Run: 4, Repeat: 1, Row: metrics.Row{Status: metrics.Diverged, Values: []float64{math.NaN(), math.SmallestNonzeroFloat64}}, Step: 7},
		{ID: "0123456789ad", Run: 5, Error: "the engine cpu: refused\nbecause"},
	}
}

// The lines of a journal come back, bit for bit, and half a line at its end is dropped.
func TestJournal(t *testing.T) {
	folder, columns := t.TempDir(), []string{"speed", "cot"}
	j, err := OpenJournal(folder, Shard{}, columns)
	must.Do(t, err)
	want := outcomes()
	must.Do(t, j.Append(want))
	if _, err := OpenJournal(folder, Shard{}, columns); err == nil {
		t.Error("two processes write one journal")
	}
	must.Do(t, j.Close())
	path := filepath.Join(folder, "runs.jsonl")
	whole := must.Get(os.ReadFile(path))(t)
	for cut := len(whole); cut >= 0; cut -= 7 {
		must.Do(t, os.WriteFile(path, whole[:cut], 0o600))
		lines := bytes.Count(whole[:cut], []byte("\n"))
		if j, err = OpenJournal(folder, Shard{}, columns); err != nil {
			t.Fatal(err)
		}
		must.Do(t, j.Close())
		got, size, err := readJournal(path, columns)
		must.Do(t, err)
		there := max(0, lines-1)
		if diff := cmp.Diff(want[:there], got, cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("cut to %d bytes: %s", cut, diff)
		}
		if info, err := os.Stat(path); err != nil || info.Size() != size {
			t.Fatalf("cut to %d bytes: half a line stays", cut)
		}
	}
	must.Say(t, "a journal of other columns", must.Err(OpenJournal(folder, Shard{}, []string{"speed"})), "other columns")
}

// A file that is no journal is refused and stays as it is, also where it has no whole line.
func TestForeignJournals(t *testing.T) {
	for _, text := range []string{"notes of mine", "notes of mine\n", `{"hooke_sweep":1,"columns":["cot"]}`} {
		folder := t.TempDir()
		path := filepath.Join(folder, "runs.jsonl")
		must.Do(t, os.WriteFile(path, []byte(text), 0o600))
		must.Say(t, text, must.Err(OpenJournal(folder, Shard{}, []string{"speed"})), "no journal of a sweep")
		if now, err := os.ReadFile(path); err != nil || string(now) != text {
			t.Errorf("%q became %q (%v)", text, now, err)
		}
	}
}

// A row without a number is never the best, neither while a sweep continues nor in its table, whose journal
// keeps none.
func TestNoNumberIsBest(t *testing.T) {
	f := follower{plan: &Plan{Spec: Spec{Scene: "walker"}.Defaults()}}
	columns := f.plan.Columns()
	row := func(x float64) Outcome {
		values := make([]float64, len(columns))
		for c := range values {
			values[c] = x
		}
		return Outcome{ID: "0123456789ab", Row: metrics.Row{Status: metrics.Done, Values: values}}
	}
	for _, x := range []float64{math.Inf(1), 2, math.NaN(), math.Inf(1)} {
		o := row(x)
		f.count(&o)
	}
	must.Hold(t, f.now.Best != nil && f.now.Value == 2, "the best is %v, not 2", f.now.Value)
}

// Appended rows can be read, however long the reason of a failure is, and whatever bytes it has.
func TestLongReasons(t *testing.T) {
	folder := t.TempDir()
	j := must.Get(OpenJournal(folder, Shard{}, []string{"speed"}))(t)
	long := Outcome{ID: "0123456789ad", Error: strings.Repeat("<\x00\xff", 2*longestLine)}
	must.Do(t, errors.Join(j.Append([]Outcome{long}), j.Close()))
	got, err := ReadJournals(folder, []string{"speed"})
	must.Hold(t, err == nil && strings.HasPrefix(got[long.ID].Error, "<"), "%v; %d outcomes", err, len(got))
}

// Lines that no program has written are faults with their number.
func TestFaultsOfJournals(t *testing.T) {
	head := `{"hooke_sweep":1,"columns":["speed"]}` + "\n"
	for text, want := range map[string]string{
		"x\n":                      "1: this is no journal",
		`{"hooke_sweep":2}` + "\n": "1: this is no journal",
		head + "\n":                "2: ",
		head + `{"id":"0123456789ab","run":0,"repeat":0,"status":"done","step":1,"values":[1,2],"wall_s":0}` + "\n": "2: ",
		head + `{"id":"0123456789ab","run":0,"repeat":0,"status":"gone","step":1,"values":[1],"wall_s":0}` + "\n":   "2: ",
		head + `{"id":"0123456789ab","run":0,"repeat":0,"status":"done","step":-5,"values":[1],"wall_s":0}` + "\n":  "2: ",
		head + `{"id":"../../etc/pwd","run":0,"repeat":0,"status":"done","step":1,"values":[1],"wall_s":0}` + "\n":  "2: ",
		head + strings.Repeat("x", longestLine+1): "2: the line has more than",
	} {
		if _, _, err := parseJournal(strings.NewReader(text), []string{"speed"}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.60q: %v; want %s", text, err, want)
		}
	}
}

// Whatever a journal holds, it is read without a panic, in no more memory than some times its size, and its
// rows are written as lines that are read as the same.
func FuzzJournal(f *testing.F) {
	var lines bytes.Buffer
	lines.WriteString(`{"hooke_sweep":1,"columns":["speed","cot"]}` + "\n")
	for _, o := range outcomes() {
		line := must.Get(json.Marshal(recordOf(&o)))(f)
		lines.Write(append(line, '\n'))
	}
	f.Add(lines.String())
	f.Add("")
	f.Add(lines.String()[:lines.Len()-3])
	f.Fuzz(func(t *testing.T, text string) {
		columns := []string{"speed", "cot"}
		got, whole, err := parseJournal(strings.NewReader(text), columns)
		if err != nil {
			return
		}
		if whole > int64(len(text)) || strings.Contains(text[whole:], "\n") {
			t.Fatalf("%d of %d bytes are whole", whole, len(text))
		}
		if whole == 0 {
			return
		}
		again := strings.SplitAfter(text, "\n")[0]
		for i := range got {
			line := must.Get(json.Marshal(recordOf(&got[i])))(t)
			again += string(line) + "\n"
		}
		back, _, err := parseJournal(strings.NewReader(again), columns)
		if diff := cmp.Diff(got, back, cmpopts.EquateNaNs()); err != nil || diff != "" {
			t.Fatalf("%v %s", err, diff)
		}
	})
}
