package sweep

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/must"
)

// variable is the one variable of a text.
func variable(t *testing.T, text string) Variable {
	t.Helper()
	v, err := ParseVariables(text)
	if err != nil || len(v) != 1 {
		t.Fatalf("%s: %d variables, %v", text, len(v), err)
	}
	return v[0]
}

// levels are all values of a grid or list.
func levels(v Variable) (out []string) {
	for i := range v.Levels() {
		out = append(out, v.Level(i))
	}
	return out
}

// Ranges and lists have the values that one expects, ends included.
func TestLevels(t *testing.T) {
	for text, want := range map[string]string{
		"run.dt=0:1:3":                         "0 0.5 1",
		"run.dt=0:1:1":                         "0",
		"let.n=1:4:int":                        "1 2 3 4",
		"let.n=1:10:4:int":                     "1 4 7 10",
		"let.n=1:2:9:int":                      "1 2",
		"material[leg].stiffness=1:100:3:log":  "1 10 100",
		"run.solver={rk4, verlet}":             "rk4|verlet",
		`name={"a, b", 'c,d'}`:                 `"a, b"|'c,d'`,
		"run.gravity={[0, 0, -9.81], [0,0,0]}": "[0, 0, -9.81]|[0,0,0]",
	} {
		v := variable(t, text)
		sep := " "
		if v.Values != nil {
			sep = "|"
		}
		if got := strings.Join(levels(v), sep); got != want {
			t.Errorf("%s: %s; want %s", text, got, want)
		}
		if again := variable(t, v.String()); !cmp.Equal(again, v) {
			t.Errorf("%s is written as %s", text, v)
		}
	}
	all, err := ParseVariables("controller[0..1].weights[2..3]=-1:1")
	var keys []string
	for _, v := range all {
		keys = append(keys, v.Key)
	}
	if want := []string{"controller[0].weights[2]", "controller[1].weights[2]", "controller[0].weights[3]", "controller[1].weights[3]"}; err != nil || !cmp.Equal(keys, want) {
		t.Errorf("%v: %v, want %v", err, keys, want)
	}
	if v := variable(t, "let.n=1:3:int"); v.At(0) != "1" || v.At(0.34) != "2" || v.At(0.999) != "3" {
		t.Errorf("whole numbers: %s %s %s", v.At(0), v.At(0.34), v.At(0.999))
	}
	if v := variable(t, "let.n={a,b,c}"); v.At(0) != "a" || v.At(0.34) != "b" || v.At(0.999) != "c" {
		t.Errorf("a list: %s %s %s", v.At(0), v.At(0.34), v.At(0.999))
	}
	if v := variable(t, "let.n=1:100:log"); v.At(0.5) != "10" || v.Levels() != 0 {
		t.Errorf("logarithms: %s", v.At(0.5))
	}
}

// A key that names several tables is a variable for each.
func TestTablesOfAVariable(t *testing.T) {
	all := must.Get(ParseVariables("actuator[0..2].phase=0:6.28"))(t)
	var keys []string
	for _, v := range all {
		keys = append(keys, v.Key)
	}
	if want := []string{"actuator[0].phase", "actuator[1].phase", "actuator[2].phase"}; !slices.Equal(keys, want) {
		t.Errorf("%v; want %v", keys, want)
	}
}

// A text that is no variable is refused with the right form.
func TestFaultsOfVariables(t *testing.T) {
	for text, want := range map[string]string{
		"run.dt":                       "is no variable; write KEY=LOW:HIGH",
		"run.dt=":                      "is no variable",
		"run dt=1:2":                   "is no key of a scene",
		"run.dt=1":                     "is no range; write LOW:HIGH",
		"run.dt=2:1":                   "ends before it begins; write 1:2",
		"run.dt=0:1:log":               "has logarithms only above 0",
		"run.dt=0.5:1:int":             "does not begin and end with whole numbers",
		"run.dt=a:1":                   `"a" is no finite number`,
		"run.dt=nan:1":                 "is no finite number",
		"run.dt=-1e308:1e308":          "is too long",
		"run.dt=0:1:0":                 "write COUNT, 1 to 10000000, log or int",
		"run.dt=0:1:3:4":               "there is one COUNT",
		"run.dt=1:2:log:log":           "write COUNT, 1 to 10000000, log or int",
		"run.dt={}":                    "has an empty value",
		"run.dt={1,,2}":                "has an empty value",
		"run.dt={1,2":                  "is no list",
		`run.dt={"1,2}`:                "without an end",
		"run.dt={[1,2}":                "without an end",
		"actuator[3..1].phase=0:1":     "names no tables",
		"actuator[0..99999].phase=0:1": "or more than 10000",
		"run.dt=1:2:99999999":          "\"99999999\" behind the range; write COUNT, 1 to 10000000",
		"contact[0..99]=0:1":           "contact[0..99] names a table and no key; write TABLE[NUMBER].KEY, such as contact[0..99].stiffness",
		"a[0..999].b[0..999]=0:1":      "or more than 10000",
	} {
		must.Say(t, text, must.Err(ParseVariables(text)), want)
	}
	for _, text := range []string{"", "x", "run.dt=-1", "run.dt=a", "run.dt=1:2"} {
		if _, err := ParseNoise(text); err == nil {
			t.Errorf("%q is taken for noise", text)
		}
	}
}

// Whatever a text says, it is read without a panic, and a variable is written as a text that is read as the
// same. Its values are within the range.
func FuzzVariables(f *testing.F) {
	for _, seed := range []string{"run.dt=0:1:3", "a[0..2].b=1:9:log", "x={1, [2,3], \"a,b\"}", "let.n=1:4:int", "x={']',a}", "x=1e-300:1e300:7:log"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		all, err := ParseVariables(text)
		if err != nil {
			return
		}
		for _, v := range all[:min(2, len(all))] {
			again, err := ParseVariables(v.String())
			if err != nil || len(again) != 1 || !cmp.Equal(again[0], v) {
				t.Fatalf("%q is written as %q, which is read as %v, %v", text, v, again, err)
			}
			for _, share := range []float64{0, 0.3, 0.9999999999999999} {
				value := v.At(share)
				if v.Values != nil {
					if !slices.Contains(v.Values, value) {
						t.Fatalf("%q: %q is not of the list", text, value)
					}
					continue
				}
				if x, err := strconv.ParseFloat(value, 64); err != nil || x < v.Low*(1-1e-11)-1e-300 && v.Low > 0 || x > v.High && v.High > 0 && x > v.High*(1+1e-11) {
					t.Fatalf("%q: %q is out of range", text, value)
				}
			}
		}
	})
}

// A cell of designs may have several lines, quoted as CSV has them; the value is on one line then.
func TestDesignsOfSeveralLines(t *testing.T) {
	got := must.Get(parseDesigns("mesh[0].voxels,run.dt\n\"A..B\r\n\r\nRR\",1e-4\n\"\"\"A\\nB\"\"\",2e-4\n"))(t)
	must.BeAll(t, got[0].Values, []string{`"A..B\n\nRR"`, `"A\nB"`}, "")
}
