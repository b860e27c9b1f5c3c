package parse_test

import (
	"strings"
	"testing"

	"hooke/must"
	"hooke/scene/toml/parse"
)

// withLet is a scene with variables.
func withLet(let, phase string) string {
	return "[let]\n" + let + "\n[[actuator]]\nphase = " + phase + "\n"
}

// phaseOf is the phase of the only actuator of a scene.
func phaseOf(text string, settings ...string) (x float64, err error) {
	f := parse.Read([]byte(text), "s.toml", settings...)
	for _, t := range f.Tables {
		if t.Name == "actuator" {
			x = t.Number("phase", -99)
		}
	}
	return x, f.Err()
}

// Expressions have the values of arithmetic.
func TestExpressions(t *testing.T) {
	for _, c := range []struct {
		let, phase string
		want       float64
	}{
		{"a = 2", `"$a"`, 2},
		{"a = 2", `"$a*3 + 1"`, 7},
		{"a = 2", `"1 + 3*$a"`, 7},
		{"a = 2", `"(1+3)*$a"`, 8},
		{"a = 8", `"$a/2/2 - 1 - 2"`, -1},
		{"a = 2", `"-$a*-3"`, 6},
		{"a = 2\nb = \"$a + 0.5\"", `"min($b, $a, 3) + max(1e-1, $b)"`, 4.5},
		{"a = 2e3", `" ( $a ) "`, 2000},
	} {
		if got, err := phaseOf(withLet(c.let, c.phase)); err != nil && !strings.Contains(err.Error(), "missing: ") || got != c.want {
			t.Errorf("%s, %s: %g, %v; want %g", c.let, c.phase, got, err, c.want)
		}
	}
	if got, _ := phaseOf(withLet("a = 2", `"$a*10"`), "let.a=5", "actuator.phase=$a + 1"); got != 6 {
		t.Errorf("with settings: %g, want 6", got)
	}
	f := parse.Read([]byte("[let]\nn = 3\n"+strings.Replace(lattice27, "masses = 3", `masses = [3, "$n+1", "2*$n"]`, 1)), "s.toml")
	if sizes, err := f.Tables[2].Sizes("masses"); err != nil || f.Err() != nil || sizes != [3]int{3, 4, 6} {
		t.Errorf("sizes: %v, %v, %v", sizes, err, f.Err())
	}
}

// A mistake in variables and expressions is a fault with its position.
func TestFaultsOfVariables(t *testing.T) {
	for _, c := range []struct{ let, phase, want string }{
		{"a = 2", `"$b"`, "s.toml:4:9: variable $b is unknown; [let] has a so far\n    phase = \"$b\""},
		{"speed = 2", `"$sped"`, "did you mean \"speed\"?"},
		{"", `"$a"`, "variable $a is unknown; [let] has none so far"},
		{"a = \"$b\"\nb = 1", `"$a+$b"`, "s.toml:2:5: variable $b is unknown"},
		{"a = 2\nb = 3", `"$a"`, "s.toml:3:1: nothing uses b; write \"$b\" for a number"},
		{"a = true", `"$a"`, "s.toml:2:5: a is true; give a finite number"},
		{"a = nan", `"$a"`, "a is nan; give a finite number"},
		{"min = 1", `"$min"`, "\"min\" is no name of a variable"},
		{"a = 0", `"1/$a"`, "is +Inf; give a finite value"},
		{"a = 0", `"$a$a"`, "something is missing before \"$a\""},
		{"a = 0", `"($a"`, "a ) is missing"},
		{"a = 0", `"$a+"`, "a number is missing at \"\""},
		{"a = 0", `"sin($a)"`, "a number is missing at \"sin($a)\""},
		{"a = 0", `"min $a"`, "a ( is missing"},
		{"a = 0", `"1e999 + $a"`, "1e999 is out of range"},
		{"a = 0", `"` + strings.Repeat("(", 60) + `$a"`, "too many parentheses"},
		{"a = 0", `"$a` + strings.Repeat("+1", 600) + `"`, "at most 1000 characters"},
	} {
		if _, err := phaseOf(withLet(c.let, c.phase)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %s: got\n%v\nwant\n%s", c.let, c.phase, err, c.want)
		}
	}
	half := parse.Read([]byte("[let]\na = 3\n"+strings.Replace(lattice27, "masses = 3", `masses = "$a/2"`, 1)), "s.toml").Err()
	must.Say(t, "half a mass", half, "masses is 1.5; give a whole number")
}

// A variable that nothing uses names the nearest one that the file has.
func TestUnusedVariableNamesTheNearest(t *testing.T) {
	text := "[let]\nfreq = 3\nother = 1\n[wind]\nvelocity = [\"$freq\", \"$other\", 0]\n"
	for setting, want := range map[string]string{"let.frq=1": `nothing uses frq; did you mean "freq"?`, "let.ff=1": "[let] also has freq, other"} {
		err := parse.Read([]byte(text), "s.toml", setting).Err()
		must.Say(t, setting, err, want)
	}
}
