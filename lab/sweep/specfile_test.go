package sweep

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/must"
)

// wholeSpec has every key.
const wholeSpec = `scene = "walker"
set = ["run.gravity=[0,0,-1.6]"]
vary = ["actuator[*].frequency=0.5:3:3", "actuator[0..1].phase=0:1:2", "contact.kinetic_friction={0.1,0.5}"]
sample = "grid"
sample-seed = 7
repeat = 2
noise = ["actuator[*].phase=0.01"]
time = 0.5
engine = "cpu"
precision = "double"
metric = ["-cot", "speed"]
metrics-every = 5
settle = 0.1
forward = [0, 1, 0]
out = "out/gait"
`

// A spec in its one form is read as the same spec, and written as the same text.
func TestSpecIsItsText(t *testing.T) {
	first := must.Get(ParseSpec([]byte(wholeSpec)))(t)
	p := must.Get(NewPlan(first.Spec))(t)
	text := must.Get(p.Text())(t)
	second := must.Get(ParseSpec([]byte(text)))(t)
	if diff := cmp.Diff(p.Spec, second.Spec); diff != "" || second.Digest != p.Digest || first.Out != "out/gait" {
		t.Error(diff)
	}
	if len(p.Spec.Vary) != 4 || p.Spec.Runs != 3*2*2*2 || len(p.Jobs) != 48 {
		t.Errorf("%d variables, %d runs, %d jobs", len(p.Spec.Vary), p.Spec.Runs, len(p.Jobs))
	}
	other := strings.Replace(text, "time = 0.5", "time = 0.7", 1)
	if got := FirstDifference(text, other); got != "it has time = 0.5, and now it is time = 0.7" {
		t.Error(got)
	}
	must.Be(t, FirstDifference(text, strings.Replace(text, "'speed'", "'path'", 1), "metric ="), "", "what is shown makes another sweep")
	more := strings.Replace(text, "runs = 24", "runs = 48", 1)
	if FirstDifference(text, more, "runs =") != "" || FirstDifference(text, more) == "" {
		t.Error("a longer sequence is another sweep, or a larger grid is none")
	}
}

// Faults of specs name the right form.
func TestFaultsOfSpecs(t *testing.T) {
	for change, want := range map[string]string{
		"runs = 7":              "runs: the grid has 24 points, not 7",
		"sample = 'lhs'":        "belongs to a grid; write actuator[*].frequency=0.5:3",
		"sample = 'best'":       "sample: \"best\" is unknown; choose grid, random, lhs, sobol, list",
		"sample = 'list'":       "sample list takes value k of every list",
		"steps = 3":             "time: steps is given too",
		"repeat = 1":            "noise: it differs between repeats",
		"repeat = -1":           "repeat: is -1",
		"metric = ['sped']":     "metric: \"sped\" is unknown; did you mean \"speed\"?; known are com_x",
		"scene = 'walkr'":       "\"walkr\" is neither a preset nor a file; did you mean \"walker\"?",
		"forward = [1]":         "forward: has 1 numbers",
		"colour = 1":            "key \"colour\" is unknown; keys are the flags of hooke sweep",
		"time = -1":             "time: is -1 s",
		"noise = ['a=b']":       "\"b\" is no finite number",
		"set = ['run.dt=-1']":   "walker: --set: dt is -1 s; it must be above 0",
		"set = [\"a=1\\nb=2\"]": "has several lines",
		"vary = ['actuator[*].frequency=-1:3:3', 'run.duration=1:2:2']":   "(sweep variable actuator[*].frequency, run 0)",
		"vary = ['actuator[*].frequncy=1:3:3']":                           "did you mean \"frequency\"?",
		"vary = ['actuatr[0].phase=1:3:3']":                               "did you mean \"actuator\"?",
		"vary = ['actuator[3].amplitude=0:1.5:4']":                        "(sweep variable actuator[3].amplitude, run 2)",
		"vary = ['run.dt=1e-4:2e-4:2', 'run.dt=1:2:2']":                   "vary: run.dt varies twice",
		"vary = ['run.dt=1e-4:2e-4']":                                     "a grid needs to know how many values",
		"vary = ['run.dt=1e-4:2e-4:9999999', 'run.duration=1:2:9999999']": "vary: all values together are more than 10000000 runs, which no table holds well",
		"vary = []":                            "noise",
		"noise = ['mesh[0].velocity=0.1']":     "has no value in the scene, to which something could be added",
		"from = 'designs.csv'":                 "from: vary is given too",
		"vary = ['contact[0].velocity=1:2:2']": "velocity is 1; give three numbers",
	} {
		key, _, _ := strings.Cut(change, "=")
		var lines []string
		for line := range strings.SplitSeq(wholeSpec, "\n") {
			if !strings.HasPrefix(line, key+"=") {
				lines = append(lines, line)
			}
		}
		f, err := ParseSpec([]byte(strings.Join(append(lines, change), "\n")))
		if err == nil {
			_, err = NewPlan(f.Spec)
		}
		if err == nil && change == "vary = []" {
			continue
		}
		must.Say(t, change, err, want)
	}
}

// Designs are values of runs, row by row.
func TestDesigns(t *testing.T) {
	v := must.Get(parseDesigns("\ufeffactuator[0].phase, run.gravity\n# a comment\n0.5,\"[0,0,-1]\"\n1 ,\"[0, 0, -2]\"\n"))(t)
	if len(v) != 2 || v[0].String() != "actuator[0].phase={0.5, 1}" || v[1].String() != "run.gravity={[0,0,-1], [0, 0, -2]}" {
		t.Errorf("%v", v)
	}
	for text, want := range map[string]string{
		"":               "it is empty",
		"a b\n1\n":       "1: column 1: \"a b\" is no key",
		"a[0..3].b\n1\n": "1: column 1: \"a[0..3].b\" is no key",
		"a\n":            "it has no rows",
		"a,b\n1\n":       "wrong number of fields",
		"a,b\n1,\n":      "2: column 2 (b) has no value",
		"a\n\"1,2\"\n":   "2: column 1 (a): \"1,2\" is no value",
		"a\n\"x\n":       "extraneous or missing",
	} {
		must.Say(t, text, must.Err(parseDesigns(text)), want)
	}
}

// Whatever a file of designs holds, it is read without a panic, and all variables have as many
// values, each of which is one in the text of the variable.
func FuzzDesigns(f *testing.F) {
	f.Add("a,b\n1,2\n3,4\n")
	f.Add("a,\"b\"\n\"[1,2]\",x\n")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := parseDesigns(text)
		if err != nil {
			return
		}
		for _, v := range all {
			again, err := ParseVariables(v.String())
			if err != nil || len(again) != 1 || !cmp.Equal(again[0], v) || len(v.Values) != len(all[0].Values) {
				t.Fatalf("%q: %q is read as %v, %v", text, v, again, err)
			}
		}
	})
}

// Whatever a spec holds, it is read without a panic, and a spec that can be used is its text.
func FuzzSpec(f *testing.F) {
	f.Add(wholeSpec)
	f.Add("scene='x'\nvary=['a={1}']\n")
	f.Add("scene='x'\nset=[]\nmetric=[]\ngroups=[]\nrepeat=2\n")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "from") {
			return // it would read files
		}
		one, err := ParseSpec([]byte(text))
		if err != nil {
			return
		}
		p := Plan{Spec: one.Spec.Defaults(), Digest: "0"}
		if p.Spec.Check() != nil {
			return
		}
		written, err := p.Text()
		must.Do(t, err)
		two, err := ParseSpec([]byte(written))
		if err != nil || !cmp.Equal(two.Spec.Defaults(), p.Spec) {
			t.Fatalf("%q: %v: %s", written, err, cmp.Diff(two.Spec.Defaults(), p.Spec))
		}
	})
}
