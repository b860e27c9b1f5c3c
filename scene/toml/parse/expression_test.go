package parse_test

import (
	"errors"
	"math"
	"testing"

	"hooke/must"
	"hooke/scene/toml/parse"
)

// columns have values by name.
func columns(values map[string]float64) parse.ExpressionNames {
	return parse.ExpressionNames{Plain: "columns", Value: func(name string) (float64, error) {
		if x, has := values[name]; has {
			return x, nil
		}
		return 0, errors.New("no column " + name)
	}}
}

// Expressions have the values of arithmetic, with names alone and behind a sigil.
func TestEvaluate(t *testing.T) {
	names := columns(map[string]float64{"speed": 2, "drift": 0.5, "minimum": 3, "slip[a b]": 7, "none": math.NaN()})
	for text, want := range map[string]float64{
		"speed - 0.1*drift":                1.95,
		"speed-max(0, drift - 1, speed/4)": 1.5,
		"minimum*-(1 + 1)":                 -6,
		"slip[a b]/speed":                  3.5,
		"1/(speed-2)":                      math.Inf(1),
		" 1e2 - .5 ":                       99.5,
	} {
		if got, err := parse.Evaluate(text, names); err != nil || got != want {
			t.Errorf("%s: %g, %v; want %g", text, got, err, want)
		}
	}
	if got, err := parse.Evaluate("max(none, 1)", names); err != nil || !math.IsNaN(got) {
		t.Errorf("the maximum of what is not defined: %g, %v", got, err)
	}
	names.Sigil = "$"
	if got, err := parse.Evaluate("2*$speed", names); err != nil || got != 4 {
		t.Errorf("with a sigil: %g, %v", got, err)
	}
	for text, want := range map[string]string{
		"speed":     `a number is missing at "speed"`,
		"$":         "no column ",
		"":          "a number is missing",
		"1 1":       "something is missing before",
		"min(1":     "a ) is missing",
		"$speed+$x": "no column x",
	} {
		must.Say(t, text, must.Err(parse.Evaluate(text, names)), want)
	}
}

// An expression that was read once takes other numbers each time; a name that is unknown is told at once.
func TestReadExpression(t *testing.T) {
	place := func(name string) (int, error) {
		if len(name) == 1 && name[0] >= 'a' && name[0] <= 'c' {
			return int(name[0] - 'a'), nil
		}
		return 0, errors.New("no column " + name)
	}
	f := must.Get(parse.ReadExpression("a - 0.5*max(b, -c, 1)/(a + 1)", "columns", place))(t)
	for _, of := range [][]float64{{1, 2, 3}, {3, 0, -8}, {-3, 0, 0}} {
		must.Be(t, f(of), of[0]-0.5*max(of[1], -of[2], 1)/(of[0]+1), "the value of %v", of)
	}
	must.Say(t, "d", must.Err(parse.ReadExpression("a*d", "columns", place)), "no column d")
}

// Whatever an expression holds, it is read to an end without a panic, and twice to the same number.
func FuzzEvaluate(f *testing.F) {
	f.Add("a - 0.1*min(b, -2)/(3)")
	f.Add("((((")
	f.Fuzz(func(t *testing.T, text string) {
		names := columns(map[string]float64{"a": 1, "b": -2})
		x, err := parse.Evaluate(text, names)
		y, again := parse.Evaluate(text, names)
		if (err == nil) != (again == nil) || math.Float64bits(x) != math.Float64bits(y) {
			t.Fatalf("%q: %g, %v and %g, %v", text, x, err, y, again)
		}
	})
}
