package parse

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"hooke/scene/toml/spec"
	"hooke/scene/words"
)

// letTable is the name of the table of variables.
const letTable = "let"

// letName matches names of variables.
var letName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// variables are the numbers of [let], by name, and which of them are used.
type variables struct {
	value map[string]float64
	known []string
	used  map[string]bool
}

func newVariables() *variables {
	return &variables{value: map[string]float64{}, used: map[string]bool{}}
}

// useVariables evaluates the table [let], from first to last, and replaces each text with a $ by the
// number that it comes to, where a key holds numbers.
func (f *File) useVariables() {
	v := newVariables()
	for _, t := range f.Tables {
		if t.Name == letTable {
			f.define(t, v)
		}
	}
	for _, t := range f.Tables {
		described := spec.Of(t.Name)
		if described == nil || t.Name == letTable {
			continue
		}
		for i := range t.Values {
			if key := described.Key(t.Values[i].Name); key != nil && key.Kind.Numeric() {
				f.evaluateIn(t, &t.Values[i].Value, key.Kind, v)
			}
		}
	}
	f.checkUsed(v)
}

// define adds the variables of a table.
func (f *File) define(t *Table, v *variables) {
	for i := range t.Values {
		pair := &t.Values[i]
		if !letName.MatchString(pair.Name) || pair.Name == "min" || pair.Name == "max" {
			t.faulty = true
			f.Fault(pair.at, "%q is no name of a variable; take letters, digits and _, and not min or max", shortened(pair.Name))
			continue
		}
		x, isNumber := pair.Value.number()
		if pair.Value.kind == unstable.String {
			var err error
			if x, err = evaluate(pair.Value.Text, v); err != nil {
				t.faulty = true
				f.Fault(pair.Value.at, "%s", err)
				x = 1 // so that its uses have no fault of their own
			}
			isNumber = true
		}
		if !isNumber || math.IsNaN(x) || math.IsInf(x, 0) {
			t.faulty = true
			f.Fault(pair.Value.at, "%s is %s; give a finite number, or a text such as \"2*$other + 1\"", pair.Name, pair.Value.describe())
			x = 1
		}
		v.value[pair.Name] = x
		v.known = append(v.known, pair.Name)
	}
}

// evaluateIn replaces texts with a $ in a value. A text that may be the name of a file stays.
func (f *File) evaluateIn(t *Table, value *Value, kind spec.Kind, v *variables) {
	for i := range value.Items {
		f.evaluateIn(t, &value.Items[i], spec.Number, v)
		if kind.Counts() {
			value.Items[i].makeWhole()
		}
	}
	if value.kind != unstable.String || !strings.Contains(value.Text, "$") || kind.MayName() {
		return
	}
	x, err := evaluate(value.Text, v)
	if err != nil {
		t.faulty = true
		f.Fault(value.at, "%s", err)
		x = 1
	}
	value.kind, value.Text = unstable.Float, strconv.FormatFloat(x, 'g', -1, 64)
	if kind.Counts() {
		value.makeWhole()
	}
}

// makeWhole has a number that came out whole count as a whole number.
func (v *Value) makeWhole() {
	if x, is := v.number(); is && v.kind == unstable.Float && x == math.Trunc(x) && math.Abs(x) < 1<<53 {
		v.kind, v.Text = unstable.Integer, strconv.FormatInt(int64(x), 10)
	}
}

// checkUsed finds variables that nothing uses.
func (f *File) checkUsed(v *variables) {
	for _, t := range f.Tables {
		for i := range t.Values {
			name := t.Values[i].Name
			if _, defined := v.value[name]; t.Name == letTable && defined && !v.used[name] {
				t.faulty = true
				others := slices.DeleteFunc(slices.Clone(v.known), func(other string) bool { return other == name })
				if near := words.Guess(name, others); near != "" {
					f.Fault(t.Values[i].at, "nothing uses %s%s", shortened(name), near)
					continue
				}
				f.Fault(t.Values[i].at, "nothing uses %s; write \"$%s\" for a number, or leave it out%s", shortened(name), shortened(name), beside(others))
			}
		}
	}
}

// beside lists other variables.
func beside(others []string) string {
	if len(others) == 0 {
		return ""
	}
	return "; [let] also has " + words.Listed(others)
}

// evaluate returns the value of an expression with $variables.
func evaluate(text string, with *variables) (x float64, err error) {
	x, err = Evaluate(text, ExpressionNames{Sigil: "$", Plain: "$variables", Value: func(name string) (float64, error) {
		x, known := with.value[name]
		if !known {
			return 0, fmt.Errorf("variable $%s is unknown%s; [let] has %s so far", shortened(name), words.Guess(name, with.known), cmp.Or(words.Listed(with.known), "none"))
		}
		with.used[name] = true
		return x, nil
	}})
	if err == nil && (math.IsNaN(x) || math.IsInf(x, 0)) {
		err = fmt.Errorf("%q is %g; give a finite value", text, x)
	}
	return x, err
}
