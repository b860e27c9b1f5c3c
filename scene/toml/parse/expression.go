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

// Expression is one that was read. It returns its value, which may be infinite or not a number, as 1/0 and 0/0 are; of the
// numbers given to it, names have taken theirs.
type Expression func(of []float64) float64

// constant returns the expression of a number.
func constant(x float64) Expression { return func([]float64) float64 { return x } }

// expressionReader reads an expression.
type expressionReader struct {
	text         string
	at           int
	depth        int
	sigil, plain string
	named        func(name string) (Expression, error)
}

// Evaluate returns the value of an expression. It may be infinite or not a number, as 1/0 and 0/0 are.
// An error says what is wrong with the text, or is that of a name.
func Evaluate(text string, names ExpressionNames) (float64, error) {
	e := &expressionReader{text: text, sigil: names.Sigil, plain: names.Plain, named: func(name string) (Expression, error) {
		x, err := names.Value(name)
		return constant(x), err
	}}
	f, err := e.read()
	if err != nil {
		return 0, err
	}
	return f(nil), nil
}

// ReadExpression reads an expression to be evaluated often. plain is the word for names in messages; place returns which of the numbers of
// an evaluation a name is, or an error for an unknown one.
func ReadExpression(text, plain string, place func(name string) (int, error)) (Expression, error) {
	e := &expressionReader{text: text, plain: plain, named: func(name string) (Expression, error) {
		at, err := place(name)
		return func(of []float64) float64 { return of[at] }, err
	}}
	return e.read()
}

// read reads all of the text.
func (e *expressionReader) read() (Expression, error) {
	if len(e.text) > mostExpressionBytes {
		return nil, fmt.Errorf("an expression has at most %d characters, this has %d; use variables for its parts", mostExpressionBytes, len(e.text))
	}
	f, err := e.sum()
	if err == nil && e.next() != 0 {
		err = e.fault("something is missing before %q", e.text[e.at:])
	}
	return f, err
}

func (e *expressionReader) fault(format string, args ...any) error {
	return fmt.Errorf("%q: %s; an expression has numbers, %s, + - * / ( ), min(a, b) and max(a, b)", e.text, fmt.Sprintf(format, args...), e.plain)
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

func (e *expressionReader) sum() (Expression, error) {
	f, err := e.product()
	for err == nil {
		a, b := f, Expression(nil)
		switch {
		case e.take('+'):
			b, err = e.product()
			f = func(of []float64) float64 { return a(of) + b(of) }
		case e.take('-'):
			b, err = e.product()
			f = func(of []float64) float64 { return a(of) - b(of) }
		default:
			return f, nil
		}
	}
	return nil, err
}

func (e *expressionReader) product() (Expression, error) {
	f, err := e.factor()
	for err == nil {
		a, b := f, Expression(nil)
		switch {
		case e.take('*'):
			b, err = e.factor()
			f = func(of []float64) float64 { return float64(a(of) * b(of)) } // rounded before it is added to something, on every processor
		case e.take('/'):
			b, err = e.factor()
			f = func(of []float64) float64 { return a(of) / b(of) }
		default:
			return f, nil
		}
	}
	return nil, err
}

var (
	numberForm = regexp.MustCompile(`^(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?`)
	wordForm   = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*`)
	// A column of a group has its name in brackets.
	columnForm = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*(?:\[[^\]]*\])?`)
)

func (e *expressionReader) factor() (Expression, error) {
	if e.depth++; e.depth > mostParentheses {
		return nil, errors.New("an expression has too many parentheses or signs in each other; use variables for its parts")
	}
	defer func() { e.depth-- }()
	switch {
	case e.take('-'):
		f, err := e.factor()
		return func(of []float64) float64 { return -f(of) }, err
	case e.take('('):
		f, err := e.sum()
		if err == nil && !e.take(')') {
			err = e.fault("a ) is missing")
		}
		return f, err
	case e.sigil != "" && e.take(e.sigil[0]):
		return e.name(wordForm.FindString(e.text[e.at:]))
	}
	e.next()
	if digits := numberForm.FindString(e.text[e.at:]); digits != "" {
		e.at += len(digits)
		x, err := strconv.ParseFloat(digits, 64)
		if err != nil {
			err = e.fault("%s is out of range", digits[:min(len(digits), 40)])
		}
		return constant(x), err
	}
	word := wordForm.FindString(e.text[e.at:])
	if of := map[string]func(a, b float64) float64{"min": math.Min, "max": math.Max}[word]; of != nil {
		e.at += len(word)
		return e.extreme(of)
	}
	if word == "" || e.sigil != "" {
		return nil, e.fault("a number is missing at %q", e.text[e.at:])
	}
	return e.name(columnForm.FindString(e.text[e.at:]))
}

// name reads a name that is next.
func (e *expressionReader) name(name string) (Expression, error) {
	f, err := e.named(name)
	e.at += len(name)
	return f, err
}

// extreme reads min(a, b, ...) or max(a, b, ...), behind the word.
func (e *expressionReader) extreme(of func(a, b float64) float64) (Expression, error) {
	if !e.take('(') {
		return nil, e.fault("a ( is missing")
	}
	f, err := e.sum()
	if err != nil {
		return nil, err
	}
	for e.take(',') {
		a := f
		b, err := e.sum()
		if err != nil {
			return nil, err
		}
		f = func(all []float64) float64 { return of(a(all), b(all)) }
	}
	if !e.take(')') {
		return nil, e.fault("a ) is missing")
	}
	return f, nil
}
