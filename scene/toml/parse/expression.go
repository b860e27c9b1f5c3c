package parse

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
)

// ExpressionNames gives the names in an expression their values.
type ExpressionNames struct {
	Sigil string // before each name, such as "$"; empty: names stand alone
	Plain string // the word for names in messages, such as "$variables"
	// Value returns the value of a name, or an error for an unknown one. The name is as it was
	// written, and empty where the sigil stands alone.
	Value func(name string) (float64, error)
}

// mostExpressionBytes is the length of an expression, and deepest is how many parentheses may be open at
// once.
const (
	mostExpressionBytes = 1000
	mostParentheses     = 50
)

// expressionReader reads an expression.
type expressionReader struct {
	text  string
	at    int
	depth int
	names ExpressionNames
}

// Evaluate returns the value of an expression. It may be infinite or not a number, as 1/0 and 0/0 are.
// An error says what is wrong with the text, or is that of a name.
func Evaluate(text string, names ExpressionNames) (x float64, err error) {
	if len(text) > mostExpressionBytes {
		return 0, fmt.Errorf("an expression has at most %d characters, this has %d; use variables for its parts", mostExpressionBytes, len(text))
	}
	e := &expressionReader{text: text, names: names}
	x, err = e.sum()
	if err == nil && e.next() != 0 {
		err = e.fault("something is missing before %q", e.text[e.at:])
	}
	return x, err
}

func (e *expressionReader) fault(format string, args ...any) error {
	return fmt.Errorf("%q: %s; an expression has numbers, %s, + - * / ( ), min(a, b) and max(a, b)", e.text, fmt.Sprintf(format, args...), e.names.Plain)
}

// next returns the next byte that is no space; 0 at the end.
func (e *expressionReader) next() byte {
	for e.at < len(e.text) && (e.text[e.at] == ' ' || e.text[e.at] == '\t') {
		e.at++
	}
	if e.at == len(e.text) {
		return 0
	}
	return e.text[e.at]
}

// take passes over a byte, if it is next.
func (e *expressionReader) take(b byte) bool {
	if e.next() == b && b != 0 {
		e.at++
		return true
	}
	return false
}

func (e *expressionReader) sum() (x float64, err error) {
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

func (e *expressionReader) product() (x float64, err error) {
	x, err = e.factor()
	for err == nil {
		var y float64
		switch {
		case e.take('*'):
			y, err = e.factor()
			x = float64(x * y) // rounded before it is added to something, on every processor
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
	// A column of a group has its name in brackets.
	columnForm = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*(?:\[[^\]]*\])?`)
)

func (e *expressionReader) factor() (x float64, err error) {
	if e.depth++; e.depth > mostParentheses {
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
	case e.names.Sigil != "" && e.take(e.names.Sigil[0]):
		return e.name(wordForm.FindString(e.text[e.at:]))
	}
	e.next()
	if digits := numberForm.FindString(e.text[e.at:]); digits != "" {
		e.at += len(digits)
		if x, err = strconv.ParseFloat(digits, 64); err != nil {
			err = e.fault("%s is out of range", digits[:min(len(digits), 40)])
		}
		return x, err
	}
	word := wordForm.FindString(e.text[e.at:])
	if of := map[string]func(a, b float64) float64{"min": math.Min, "max": math.Max}[word]; of != nil {
		e.at += len(word)
		return e.extreme(of)
	}
	if word == "" || e.names.Sigil != "" {
		return 0, e.fault("a number is missing at %q", e.text[e.at:])
	}
	return e.name(columnForm.FindString(e.text[e.at:]))
}

// name returns the value of a name that is next.
func (e *expressionReader) name(name string) (float64, error) {
	x, err := e.names.Value(name)
	e.at += len(name)
	return x, err
}

// extreme is min(a, b, ...) or max(a, b, ...), behind the word.
func (e *expressionReader) extreme(of func(a, b float64) float64) (x float64, err error) {
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
