package parse

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"hooke/scene/toml/spec"
	"hooke/scene/words"
)

// letTable is the name of the table of variables.
const letTable = "let"

// letName is what a variable may be called.
var letName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// variables are the numbers of [let], by name, and which of them are used.
type variables struct {
	value map[string]float64
	known []string
	used  map[string]bool
}

// useVariables evaluates the table [let], from first to last, and replaces each text with a $ by the
// number that it comes to, where a key holds numbers.
func (f *File) useVariables() {
	v := &variables{value: map[string]float64{}, used: map[string]bool{}}
	for _, t := range f.Tables {
		if t.Name == letTable {
			f.define(t, v)
		}
	}
	for _, t := range f.Tables {
		described := f.spec(t.Name)
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
				x = 1 // so that what uses it has no fault of its own
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

// evaluateIn replaces texts with a $ in a value. A text that a curve may be is the name of a file.
func (f *File) evaluateIn(t *Table, value *Value, kind spec.Kind, v *variables) {
	for i := range value.Items {
		f.evaluateIn(t, &value.Items[i], spec.Number, v)
		if kind.Counts() {
			value.Items[i].makeWhole()
		}
	}
	if value.kind != unstable.String || !strings.Contains(value.Text, "$") || kind == spec.Curve {
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
				f.Fault(t.Values[i].at, "nothing uses %s; write \"$%s\" for a number, or leave it out", shortened(name), shortened(name))
			}
		}
	}
}

// mostExpression is the length of an expression [bytes], and deepest is how many parentheses may
// be open at once.
const (
	mostExpression = 1000
	deepest        = 50
)

// expression is an expression that is being read.
type expression struct {
	text  string
	at    int
	depth int
	with  *variables
}

// evaluate is the value of an expression of numbers, $variables, + - * / ( ), min and max.
func evaluate(text string, with *variables) (x float64, err error) {
	if len(text) > mostExpression {
		return 0, fmt.Errorf("an expression has at most %d characters, this has %d; use variables for its parts", mostExpression, len(text))
	}
	e := &expression{text: text, with: with}
	x, err = e.sum()
	if err == nil && e.next() != 0 {
		err = e.fault("something is missing before %q", e.text[e.at:])
	}
	if err == nil && (math.IsNaN(x) || math.IsInf(x, 0)) {
		err = fmt.Errorf("%q comes to %g; give what is finite", text, x)
	}
	return x, err
}

func (e *expression) fault(format string, args ...any) error {
	return fmt.Errorf("%q: %s; an expression has numbers, $variables, + - * / ( ), min(a, b) and max(a, b)", e.text, fmt.Sprintf(format, args...))
}

// next is the next byte that is no space; 0 at the end.
func (e *expression) next() byte {
	for e.at < len(e.text) && (e.text[e.at] == ' ' || e.text[e.at] == '\t') {
		e.at++
	}
	if e.at == len(e.text) {
		return 0
	}
	return e.text[e.at]
}

// take passes over a byte, if it is next.
func (e *expression) take(b byte) bool {
	if e.next() == b && b != 0 {
		e.at++
		return true
	}
	return false
}

func (e *expression) sum() (x float64, err error) {
	x, err = e.product()
	for err == nil {
		var y float64
		switch {
		case e.take('+'):
			y, err = e.product()
			x += y
		case e.take('-'):
			y, err = e.product()
			x -= y
		default:
			return x, nil
		}
	}
	return x, err
}

func (e *expression) product() (x float64, err error) {
	x, err = e.factor()
	for err == nil {
		var y float64
		switch {
		case e.take('*'):
			y, err = e.factor()
			x *= y
		case e.take('/'):
			y, err = e.factor()
			x /= y
		default:
			return x, nil
		}
	}
	return x, err
}

var (
	numberForm = regexp.MustCompile(`^(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?`)
	wordForm   = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*`)
)

func (e *expression) factor() (x float64, err error) {
	if e.depth++; e.depth > deepest {
		return 0, errors.New("an expression has too many parentheses or signs in each other; use variables for its parts")
	}
	defer func() { e.depth-- }()
	switch {
	case e.take('-'):
		x, err = e.factor()
		return -x, err
	case e.take('('):
		if x, err = e.sum(); err == nil && !e.take(')') {
			err = e.fault("a ) is missing")
		}
		return x, err
	case e.take('$'):
		name := wordForm.FindString(e.text[e.at:])
		x, known := e.with.value[name]
		if !known {
			return 0, fmt.Errorf("variable $%s is unknown%s; [let] has %s so far", shortened(name), words.Guess(name, e.with.known), cmp.Or(words.Listed(e.with.known), "none"))
		}
		e.at += len(name)
		e.with.used[name] = true
		return x, nil
	}
	e.next()
	if digits := numberForm.FindString(e.text[e.at:]); digits != "" {
		e.at += len(digits)
		if x, err = strconv.ParseFloat(digits, 64); err != nil {
			err = e.fault("%s is out of range", shortened(digits))
		}
		return x, err
	}
	return e.extreme()
}

// extreme is min(a, b, ...) or max(a, b, ...).
func (e *expression) extreme() (x float64, err error) {
	of := map[string]func(a, b float64) float64{"min": math.Min, "max": math.Max}[wordForm.FindString(e.text[e.at:])]
	if of == nil {
		return 0, e.fault("a number is missing at %q", e.text[e.at:])
	}
	e.at += len("min")
	if !e.take('(') {
		return 0, e.fault("a ( is missing")
	}
	if x, err = e.sum(); err != nil {
		return 0, err
	}
	for e.take(',') {
		y, err := e.sum()
		if err != nil {
			return 0, err
		}
		x = of(x, y)
	}
	if !e.take(')') {
		return 0, e.fault("a ) is missing")
	}
	return x, nil
}
